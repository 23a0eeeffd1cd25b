import type { Tx } from '../../database/database.ts';
import { eraseEvents } from '../../database/erase.ts';
import type { EventType } from '../../events/catalogue.ts';
import { epochOf } from '../../kernel/clock.ts';
import { EVENTS, recentEventId } from '../../resources/demo-ids.ts';

/** What an endpoint has not received, the earliest first: with the place among events of the type, and the number of its id. */
export const UNDELIVERED: readonly { readonly type: EventType; readonly place: number; readonly number: number }[] = [
  { type: 'package.frozen', place: 2, number: 5 },
  { type: 'package.unfrozen', place: 0, number: 6 },
  { type: 'package.frozen', place: 1, number: 7 },
];

interface KeptEvent {
  readonly type: EventType;
  /** The newest by its time: else the last one that was written. */
  readonly isByTime?: true;
  /** 0 is the newest. */
  readonly place?: number;
  idAt(at: number): string;
}

/**
 * The events that stay: of packages that are frozen or continue, which webhooks have received or not, and of what has happened at
 * the desk in the last minutes.
 */
const KEPT: readonly KeptEvent[] = [
  { type: 'package.frozen', isByTime: true, idAt: () => EVENTS.frozen },
  ...UNDELIVERED.map(({ type, place, number }) => ({
    type,
    place,
    isByTime: true as const,
    idAt: (at: number) => recentEventId(at, number),
  })),
  { type: 'booking.created', idAt: (at) => recentEventId(at, 2) },
  { type: 'package.purchased', idAt: (at) => recentEventId(at, 3) },
  { type: 'booking.checked_in', idAt: (at) => recentEventId(at, 4) },
];

const select = (order: string): string =>
  `select "id", "createdAt" from "events" where "type" = ?1 order by ${order}"id" desc limit 1 offset ?2`;
const [BY_TIME, BY_ID] = [select('"createdAt" desc, '), select('')];
const RENAME = `update "events" set "id" = ?1, "body" = json_set("body", '$.id', ?1), "isNew" = 0 where "id" = ?2`;

/** Erases the events of making the studio. Some stay, and get ids that are the same for the same clock. */
export const keepLastEvents = (tx: Tx): void => {
  const found = KEPT.map(({ type, isByTime, place = 0, idAt }) => {
    const query = tx.db.query<{ id: string; createdAt: string }, [string, number]>(isByTime ? BY_TIME : BY_ID);
    const row = query.get(type, place);
    if (row === null) throw new Error(`the demo studio has no event ${type}`);
    return { from: row.id, to: idAt(epochOf(row.createdAt)) };
  });
  for (const { from, to } of found) tx.db.query(RENAME).run(to, from);
  eraseEvents(
    tx,
    found.map(({ to }) => to),
  );
};

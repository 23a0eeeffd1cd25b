import type { Tx } from '../../database/database.ts';
import { eraseEvents } from '../../database/erase.ts';
import type { EventType } from '../../events/catalogue.ts';
import { epochOf } from '../../kernel/clock.ts';
import { EVENTS, recentEventId } from '../../resources/demo-ids.ts';

/** The events that stay: of the frozen package, and of what has happened at the desk in the last minutes. */
const KEPT: readonly (readonly [type: EventType, idAt: (at: number) => string])[] = [
  ['package.frozen', () => EVENTS.frozen],
  ['booking.created', (at) => recentEventId(at, 2)],
  ['package.purchased', (at) => recentEventId(at, 3)],
  ['booking.checked_in', (at) => recentEventId(at, 4)],
];

const NEWEST = `select "id", "createdAt" from "events" where "type" = ? order by "id" desc limit 1`;
const RENAME = `update "events" set "id" = ?1, "body" = json_set("body", '$.id', ?1), "isNew" = 0 where "id" = ?2`;

/** Erases the events of making the studio. The newest of some types stay, and get ids that are the same for the same clock. */
export const keepLastEvents = (tx: Tx): void => {
  const kept = KEPT.map(([type, idAt]) => {
    const newest = tx.db.query<{ id: string; createdAt: string }, [string]>(NEWEST).get(type);
    if (newest === null) throw new Error(`the demo studio has no event ${type}`);
    const id = idAt(epochOf(newest.createdAt));
    tx.db.query(RENAME).run(id, newest.id);
    return id;
  });
  eraseEvents(tx, kept);
};

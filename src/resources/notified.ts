// Who would be notified of a change: the clients about whom it raises events. For responses to `dry_run=true`.

import { type Static, Type } from '@sinclair/typebox';
import { lte, sql } from 'drizzle-orm';
import type { Read } from '../database/database.ts';
import type { WouldRaise } from '../database/dry-run.ts';
import type { EventType } from '../events/catalogue.ts';
import type { ReadableAmong } from '../http/operations/rights.ts';
import { type Caller, canAccessSite } from '../kernel/caller.ts';
import { fullName } from '../kernel/full-name.ts';
import { count, described, id, listOfUpTo, nullable, shape } from '../kernel/schemas.ts';
import { inList, NOW, query, selectColumns, selectFrom } from '../records/query.ts';
import { Booking, type BookingRow } from './bookings/record.ts';
import { namesOfClients } from './clients/queries.ts';
import { Session } from './sessions/record.ts';

/** How many people a response names. */
const MOST_NAMED = 100;

const name = () => described(nullable(Type.String()), 'The name. `null` for a client you cannot read.');

export const NamedPerson = shape('NamedPerson', () => ({ clientId: id(), name: name() }));
export type NamedPerson = Static<typeof NamedPerson>;

const NotifiedPerson = shape('NotifiedPerson', () => ({
  clientId: id(),
  name: name(),
  events: described(Type.Array(Type.String()), 'The types of events that affect them.'),
}));
type NotifiedPerson = Static<typeof NotifiedPerson>;

/** The fields of a preview that say who would be notified. */
export const notifiedFields = () => ({
  notified: described(
    listOfUpTo(MOST_NAMED, NotifiedPerson),
    `The people who would be notified, and of what. Up to ${MOST_NAMED}.`,
  ),
  notifiedCount: described(count(), 'The number of people who would be notified.'),
});

/** Who asks, and what they may read of others. */
export interface Asking {
  readonly read: Read;
  readonly caller: Caller;
  readonly readableAmong: ReadableAmong;
}

export const namesFor = ({ read, caller, readableAmong }: Asking, ids: readonly string[]) => {
  const readable = readableAmong(read, caller, ['getClient'], ids);
  const rows = namesOfClients(read, [...readable]).filter((row) => canAccessSite(caller, row.homeLocationId));
  const names = new Map(rows.map((row) => [row.id, fullName(row)]));
  return (clientId: string): NamedPerson => ({ clientId, name: names.get(clientId) ?? null });
};

const { table: bookings } = Booking;

/** Someone with an upcoming booking. */
interface Concerned extends Pick<BookingRow, 'sessionId' | 'clientId'> {
  /** 1 for someone in line who may take a free seat, as anyone may. */
  readonly mayTakeSeat: 0 | 1;
}

const concerned = query<Concerned>(() =>
  selectFrom(
    bookings,
    {
      sessionId: bookings.sessionId,
      clientId: bookings.clientId,
      mayTakeSeat: sql`"status" = 'waitlisted' and "lastSkipReason" is 'inside_cutoff'`.as('mayTakeSeat'),
    },
    inList(bookings.sessionId, 'sessionIds'),
    sql`"status" in ('confirmed', 'waitlisted')`,
  ),
);

/** The people whom a change notifies, and the types of events for each. */
export type Notified = Map<string, Set<EventType>>;

/** The fields of a session whose change notifies everyone who has booked it. */
const MOVES = ['startTime', 'endTime', 'siteId', 'instructorId'];

const isMove = (event: WouldRaise): boolean =>
  event.type === 'session.updated' && MOVES.some((field) => field in event.data.changes);

const { table: sessions } = Session;

const startedOf = query<{ id: string }>(() =>
  selectColumns(sessions, ['id'], inList(sessions.id, 'ids'), lte(sessions.startTime, NOW)),
);

/** After the start, people are notified only of fees. */
const OF_CLASSES_AHEAD: ReadonlySet<EventType> = new Set([
  'booking.created',
  'booking.cancelled',
  'session.updated',
  'session.instructor_changed',
]);

/** The events without those that notify no one because their session has started. */
const ahead = (read: Read, events: readonly WouldRaise[]): readonly WouldRaise[] => {
  const sessionOf = ({ type, data }: WouldRaise) =>
    OF_CLASSES_AHEAD.has(type) && 'sessionId' in data ? String(data.sessionId) : undefined;
  const ids = [...new Set(events.flatMap((event) => sessionOf(event) ?? []))];
  if (ids.length === 0) return events;
  const started = new Set(startedOf.all(read, { ids: JSON.stringify(ids) }).map(({ id: sessionId }) => sessionId));
  if (started.size === 0) return events;
  // The credits of such a booking move with it.
  return events.filter((event) => !started.has(sessionOf(event) ?? '') && !event.type.startsWith('package.credits_'));
};

/** Adds the people whom events notify: the client of the event, and those in line or booked for an event of a session. */
export const addNotified = (read: Read, notified: Notified, raised: readonly WouldRaise[]): Notified => {
  const events = ahead(read, raised);
  const add = (clientId: string, type: EventType) =>
    notified.set(clientId, (notified.get(clientId) ?? new Set()).add(type));
  for (const { type, data } of events) {
    if ('clientId' in data && typeof data.clientId === 'string') add(data.clientId, type);
  }
  const idsOf = (isMeant: (event: WouldRaise) => boolean) =>
    events.flatMap((event) => (isMeant(event) && 'sessionId' in event.data ? [String(event.data.sessionId)] : []));
  const moved = idsOf(isMove);
  // A session with many bookings cancels them later.
  const cancelled = idsOf(({ type }) => type === 'session.cancelled');
  const opened = idsOf(({ type }) => type === 'session.spot_available');
  const sessionIds = [...new Set([...moved, ...cancelled, ...opened])];
  if (sessionIds.length === 0) return notified;
  for (const { sessionId, clientId, mayTakeSeat } of concerned.all(read, { sessionIds: JSON.stringify(sessionIds) })) {
    if (moved.includes(sessionId)) add(clientId, 'session.updated');
    if (cancelled.includes(sessionId)) add(clientId, 'booking.cancelled');
    if (mayTakeSeat === 1 && opened.includes(sessionId)) add(clientId, 'session.spot_available');
  }
  return notified;
};

/** The fields of a preview that say who would be notified. */
export const notifiedView = (
  asking: Asking,
  notified: Notified,
): { notified: NotifiedPerson[]; notifiedCount: number } => {
  const named = [...notified].slice(0, MOST_NAMED);
  const nameOf = namesFor(
    asking,
    named.map(([clientId]) => clientId),
  );
  return {
    notified: named.map(([clientId, events]) => ({ ...nameOf(clientId), events: [...events] })),
    notifiedCount: notified.size,
  };
};

/** The same for the events of one transaction. */
export const notifiedOf = (asking: Asking, events: readonly WouldRaise[]) =>
  notifiedView(asking, addNotified(asking.read, new Map(), events));

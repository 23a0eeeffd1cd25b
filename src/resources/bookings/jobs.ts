import { and, asc, lte, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { named, query, select } from '../../database/query.ts';
import type { Store } from '../../database/store.ts';
import type { FactReactions } from '../reactions.ts';
import { Session } from '../sessions/record.ts';
import { type BookingRecord, bookableSession, selectBookings } from './queries.ts';
import { Booking } from './record.ts';
import { markDueNoShow } from './status/attendance.ts';
import { hasEligibleWaiting, isFilledNow, settingsOf } from './waitlist/eligibility.ts';
import { addFreed, endWait, type FreedSeats, fillFreedSeats } from './waitlist/fill.ts';
import { sessionsWithExpiredOffers, waitingAfterStart, waitlistsWithFreeSeats } from './waitlist/queries.ts';

const { table: sessions } = Session;
const { table: bookings } = Booking;

const dueSessions = query<{ id: string }>(() =>
  select
    .select({ id: sessions.id })
    .from(sessions)
    .where(lte(sessions.noShowsDueAt, named('now')))
    .orderBy(asc(sessions.noShowsDueAt))
    .limit(named('limit')),
);

const ofDueSessions = query<BookingRecord>(() =>
  selectBookings()
    .where(
      and(
        sql`${bookings.sessionId} in (select "id" from "sessions" where "noShowsDueAt" <= ${named('now')})`,
        sql`${bookings.status} = 'confirmed'`,
      ),
    )
    .limit(named('limit')),
);

/** Bookings that are still confirmed and become no-shows by now. */
const dueNoShows = (read: Read, limit: number): BookingRecord[] => ofDueSessions.all(read, { now: read.now, limit });

/** The sessions whose bookings that are still confirmed become no-shows by now. */
const sessionsWithDueNoShows = (read: Read, limit: number): string[] =>
  dueSessions.all(read, { now: read.now, limit }).map(({ id }) => id);

/** How many bookings or sessions one transaction takes, so that requests run in between. */
const BATCH = 50;

/** Runs `change` for everything that is due, a batch per transaction. Reads first, since mostly nothing is due. */
const changeDue = async <Due>(
  store: Store,
  dueOf: (read: Read, limit: number) => Due[],
  change: (tx: Tx, due: readonly Due[]) => unknown,
): Promise<void> => {
  const batch = (tx: Tx): number => {
    const found = dueOf(tx, BATCH);
    change(tx, found);
    return found.length;
  };
  if (store.read((read) => dueOf(read, 1)).length === 0) return;
  while ((await store.write(batch)) === BATCH);
};

/** Sessions with a free seat and a waitlisted client who may have it now, though not when it was freed. */
const fillableSessions = (read: Read, limit: number): string[] => {
  const found: string[] = [];
  for (const id of waitlistsWithFreeSeats(read)) {
    if (found.length === limit) break;
    const session = bookableSession(read, id);
    if (session === undefined) continue;
    const settings = settingsOf(read, session);
    if (isFilledNow(read, session, settings) && hasEligibleWaiting(read, session, settings)) found.push(id);
  }
  return found;
};

const each =
  <Due>(change: (tx: Tx, due: Due) => unknown) =>
  (tx: Tx, all: readonly Due[]): void => {
    for (const due of all) change(tx, due);
  };

/** Releases the expired offers of sessions, and gives their free seats to the waitlists. */
const fillSessions = (tx: Tx, sessionIds: readonly string[]): void => {
  const freed: FreedSeats = new Map();
  for (const sessionId of sessionIds) addFreed(tx, freed, { sessionId });
  fillFreedSeats(tx, freed);
};

/** Releases the offers that have expired, gives their seats to the next, and ends the waitlists of started sessions. */
export const updateWaitlists = async (store: Store): Promise<void> => {
  await changeDue(store, sessionsWithExpiredOffers, fillSessions);
  await changeDue(store, waitingAfterStart, each(endWait));
};

const endNoShows = (tx: Tx, sessionId: string): void => {
  tx.db.query('update "sessions" set "noShowsDueAt" = null where "id" = ?').run(sessionId);
};

/**
 * Makes the changes of bookings that time brings: offers expire, waitlists end when their session starts, seats go to
 * clients who have become eligible, and bookings that are still confirmed become no-shows.
 */
export const updateDueBookings = async (store: Store, reactions: FactReactions): Promise<void> => {
  await updateWaitlists(store);
  await changeDue(store, fillableSessions, fillSessions);
  await changeDue(
    store,
    dueNoShows,
    each((tx, row) => markDueNoShow(tx, row, reactions)),
  );
  await changeDue(store, sessionsWithDueNoShows, each(endNoShows));
};

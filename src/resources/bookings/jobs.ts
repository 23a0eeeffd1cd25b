import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { named, query, select } from '../../database/query.ts';
import type { Store } from '../../database/store.ts';
import { runInSlices } from '../../kernel/slices.ts';
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

const ofSession = query<BookingRecord>(() =>
  selectBookings()
    .where(and(eq(bookings.sessionId, named('sessionId')), gt(bookings.id, named('after'))))
    .orderBy(asc(bookings.id))
    .limit(named('limit')),
);

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

/** Whether a session has a free seat for a waitlisted client who may have it now. */
const isFillable = (read: Read, id: string): boolean => {
  const session = bookableSession(read, id);
  if (session === undefined) return false;
  const settings = settingsOf(read, session);
  return isFilledNow(read, session, settings) && hasEligibleWaiting(read, session, settings);
};

function* fillableOf(store: Store, page: readonly { readonly id: string }[]): Iterator<void, string[]> {
  const found: string[] = [];
  for (const { id } of page) {
    if (isFillable(store.view(), id)) found.push(id);
    yield;
  }
  return found;
}

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

/** Gives free seats to waitlisted clients who may have them now, though not when they were freed. */
const fillWaitlists = async (store: Store): Promise<void> => {
  let page = store.read((read) => waitlistsWithFreeSeats(read));
  while (page.length > 0) {
    const fillable = await runInSlices(fillableOf(store, page));
    if (fillable.length > 0) await store.write((tx) => fillSessions(tx, fillable));
    const last = page.at(-1);
    page = store.read((read) => waitlistsWithFreeSeats(read, last));
  }
};

/** Releases the offers that have expired, gives their seats to the next, and ends the waitlists of started sessions. */
export const updateWaitlists = async (store: Store): Promise<void> => {
  await changeDue(store, sessionsWithExpiredOffers, fillSessions);
  await changeDue(store, waitingAfterStart, each(endWait));
};

const END_NO_SHOWS = 'update "sessions" set "noShowsDueAt" = null where "id" = ?';

/** The last booking of a session that a run has looked at. */
interface NoShowPlace {
  readonly sessionId: string;
  readonly after: string;
}

/**
 * Marks the no-shows among the next bookings of the sessions that are due, whatever the status of those is: looking for
 * confirmed ones only would read all that are confirmed anywhere. Returns where to go on, undefined when nothing is left.
 */
const markSomeNoShows = (tx: Tx, from: NoShowPlace | undefined, reactions: FactReactions): NoShowPlace | undefined => {
  const due = sessionsWithDueNoShows(tx, BATCH);
  let left = BATCH;
  for (const sessionId of due) {
    const after = from?.sessionId === sessionId ? from.after : '';
    const rows = ofSession.all(tx, { sessionId, after, limit: left });
    for (const row of rows) if (row.status === 'confirmed') markDueNoShow(tx, row, reactions);
    left -= rows.length;
    const last = rows.at(-1);
    if (left === 0 && last !== undefined) return { sessionId, after: last.id };
    tx.db.query(END_NO_SHOWS).run(sessionId);
  }
  const first = due[0];
  return due.length < BATCH || first === undefined ? undefined : { sessionId: first, after: '' };
};

const markNoShows = async (store: Store, reactions: FactReactions): Promise<void> => {
  if (store.read((read) => sessionsWithDueNoShows(read, 1)).length === 0) return;
  let place: NoShowPlace | undefined;
  do {
    const from = place;
    place = (await store.write((tx) => ({ next: markSomeNoShows(tx, from, reactions) }))).next;
  } while (place !== undefined);
};

/**
 * Makes the changes of bookings that time brings: offers expire, waitlists end when their session starts, seats go to
 * clients who have become eligible, and bookings that are still confirmed become no-shows.
 */
export const updateDueBookings = async (store: Store, reactions: FactReactions): Promise<void> => {
  await updateWaitlists(store);
  await fillWaitlists(store);
  await markNoShows(store, reactions);
};

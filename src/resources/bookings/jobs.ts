import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { changeSome, runInSlices } from '../../kernel/slices.ts';
import { NOW, named, query, select } from '../../records/query.ts';
import type { FactReactions } from '../reactions.ts';
import { Session } from '../sessions/record.ts';
import { type BookingRecord, bookableSession, selectBookings } from './queries.ts';
import { Booking } from './record.ts';
import { markDueNoShow } from './status/attendance.ts';
import { eligibleInLine, isFilledNow, settingsOf } from './waitlist/eligibility.ts';
import { addFreed, endWait, type FreedSeats, fillFreedSeats } from './waitlist/fill.ts';
import { sessionsWithExpiredOffers, waitingAfterStart, waitlistsWithFreeSeats } from './waitlist/queries.ts';

const { table: sessions } = Session;
const { table: bookings } = Booking;

const dueSessions = query<{ id: string }>(() =>
  select
    .select({ id: sessions.id })
    .from(sessions)
    .where(lte(sessions.noShowsDueAt, NOW))
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
  dueSessions.all(read, { limit }).map(({ id }) => id);

/** How many bookings or sessions one transaction takes, so that requests run in between. */
const BATCH = 50;

/**
 * Runs `change`, which returns how many it has changed, for everything that is due, a batch per transaction. Reads first,
 * since mostly nothing is due.
 */
const changeDue = async <Due>(
  store: Store,
  dueOf: (read: Read, limit: number) => Due[],
  change: (tx: Tx, due: readonly Due[]) => number,
): Promise<void> => {
  const batch = (tx: Tx): boolean => {
    const found = dueOf(tx, BATCH);
    return change(tx, found) < found.length || found.length === BATCH;
  };
  if (store.read((read) => dueOf(read, 1)).length === 0) return;
  while (await store.write<boolean>(batch));
};

/** Whether a session has a free seat for a waitlisted client who may have it now, whose place may be anywhere in line. */
function* isFillable(read: Read, id: string): Generator<void, boolean> {
  const session = bookableSession(read, id);
  if (session === undefined) return false;
  const settings = settingsOf(read, session);
  if (!isFilledNow(read, session, settings)) return false;
  for (const isEligible of eligibleInLine(read, session, settings)) {
    if (isEligible) return true;
    yield;
  }
  return false;
}

function* fillableOf(store: Store, page: readonly { readonly id: string }[]): Generator<void, string[]> {
  const found: string[] = [];
  for (const { id } of page) {
    if (yield* isFillable(store.view(), id)) found.push(id);
    yield;
  }
  return found;
}

/** Releases the expired offers of sessions, and gives their free seats to the waitlists. */
const fillSessions = (tx: Tx, sessionIds: readonly string[]): number => {
  const freed: FreedSeats = new Map();
  for (const sessionId of sessionIds) addFreed(tx, freed, { sessionId });
  fillFreedSeats(tx, freed);
  return sessionIds.length;
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
  await changeDue(store, waitingAfterStart, (tx, due) => changeSome(due, (row) => endWait(tx, row)));
};

const END_NO_SHOWS = 'update "sessions" set "noShowsDueAt" = null where "id" = ?';

/** One step of a run: a booking of a session that is due, or the end of the session after the last one. */
interface NoShowStep {
  readonly sessionId: string;
  readonly row: BookingRecord | undefined;
}

/**
 * The next bookings of the sessions that are due, whatever the status of those is: looking for confirmed ones only would
 * read all that are confirmed anywhere.
 */
const nextNoShowSteps = (tx: Tx, from: NoShowStep | undefined): NoShowStep[] => {
  const steps: NoShowStep[] = [];
  for (const sessionId of sessionsWithDueNoShows(tx, BATCH)) {
    const after = (from?.sessionId === sessionId ? from.row?.id : undefined) ?? '';
    const limit = BATCH - steps.length;
    const rows = ofSession.all(tx, { sessionId, after, limit });
    for (const row of rows) steps.push({ sessionId, row });
    if (rows.length === limit) break;
    steps.push({ sessionId, row: undefined });
  }
  return steps;
};

/** Marks some no-shows. Returns the last step, after which to go on; undefined when nothing is left. */
const markSomeNoShows = (tx: Tx, from: NoShowStep | undefined, reactions: FactReactions): NoShowStep | undefined => {
  const steps = nextNoShowSteps(tx, from);
  const count = changeSome(steps, ({ sessionId, row }) => {
    if (row === undefined) tx.db.query(END_NO_SHOWS).run(sessionId);
    else if (row.status === 'confirmed') markDueNoShow(tx, row, reactions);
  });
  return steps[count - 1];
};

const markNoShows = async (store: Store, reactions: FactReactions): Promise<void> => {
  if (store.read((read) => sessionsWithDueNoShows(read, 1)).length === 0) return;
  let last: NoShowStep | undefined;
  do {
    const from = last;
    last = (await store.write((tx) => ({ last: markSomeNoShows(tx, from, reactions) }))).last;
  } while (last !== undefined);
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

import { asc, lte, sql } from 'drizzle-orm';
import { apart, stillToDo } from '../../database/apart.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { nothingDue, sweep } from '../../database/sweep.ts';
import { tellFault } from '../../kernel/faults.ts';
import { runInSlices } from '../../kernel/slices.ts';
import { NOW, named, query, selectColumns } from '../../records/query.ts';
import type { FactReactions } from '../reactions.ts';
import { Session } from '../sessions/record.ts';
import { type BookingRecord, bookableSession, selectBookings } from './queries.ts';
import { Booking } from './record.ts';
import { markDueNoShow } from './status/attendance.ts';
import { endWait } from './status/to-change.ts';
import { eligibleInLine, isFilledNow, isOpenToAll, settingsOf } from './waitlist/eligibility.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from './waitlist/fill.ts';
import {
  hasUnnotified,
  sessionsWithExpiredOffers,
  waitingAfterStart,
  waitlistsWithFreeSeats,
} from './waitlist/queries.ts';

const { table: sessions } = Session;
const { table: bookings } = Booking;

const dueSessions = query<{ id: string }>(() =>
  selectColumns(sessions, ['id'], lte(sessions.noShowsDueAt, NOW))
    .orderBy(asc(sessions.noShowsDueAt))
    .limit(named('limit')),
);

// The plus leaves the index to the session: many are confirmed elsewhere.
const confirmedIn = query<BookingRecord>(() =>
  selectBookings('sessionId', sql`+${bookings.status} = 'confirmed'`).orderBy(asc(bookings.id)).limit(named('limit')),
);

/**
 * Whether a session has a free seat for a waitlisted client who may have it now, whose place may be anywhere in line, or one
 * that since the cut-off is anyone's, of which those in line have not been notified.
 */
function* isFillable(read: Read, id: string): Generator<void, boolean> {
  const session = bookableSession(read, id);
  if (session === undefined) return false;
  const settings = settingsOf(read, session);
  if (isOpenToAll(read, session, settings)) return hasUnnotified(read, id);
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
    try {
      if (yield* isFillable(store.view(), id)) found.push(id);
    } catch (error) {
      tellFault(stillToDo(`the waiting list of the session ${id}`), error);
    }
    yield;
  }
  return found;
}

const fillSession = (tx: Tx, sessionId: string): void => {
  const freed: FreedSeats = new Map();
  addFreed(tx, freed, { sessionId });
  fillFreedSeats(tx, freed);
};

/** Gives free seats to waitlisted clients who may have them now, though not when they were freed. */
const fillWaitlists = async (store: Store): Promise<void> => {
  let page = store.read((read) => waitlistsWithFreeSeats(read));
  while (page.length > 0) {
    const fillable = await runInSlices(fillableOf(store, page));
    for (const id of fillable) {
      await apart(`the waitlist of the session ${id}`, () => store.write((tx) => fillSession(tx, id)));
    }
    const last = page.at(-1);
    page = store.read((read) => waitlistsWithFreeSeats(read, last));
  }
};

/** Releases the offers that have expired, gives their seats to the next, and ends the waitlists of started sessions. */
export const updateWaitlists = async (store: Store): Promise<void> => {
  await sweep(store, { rows: sessionsWithExpiredOffers, change: fillSession });
  await sweep(store, { rows: waitingAfterStart, change: endWait });
};

const END_NO_SHOWS = 'update "sessions" set "noShowsDueAt" = null where "id" = ?';

/** A booking that becomes a no-show, or the end of a session that has no more of them. */
interface NoShow {
  readonly sessionId: string;
  readonly row?: BookingRecord;
}

const dueNoShows = (read: Read, limit: number): NoShow[] => {
  const found: NoShow[] = [];
  for (const { id: sessionId } of dueSessions.all(read, { limit })) {
    const rows = confirmedIn.all(read, { sessionId, limit });
    found.push(...rows.map((row) => ({ sessionId, row })));
    // A booking that a fault keeps confirmed is still to become a no-show, so the session has not ended.
    if (rows.length === 0) found.push({ sessionId });
    if (found.length >= limit) break;
  }
  return found;
};

const nothingExpired = nothingDue(sessionsWithExpiredOffers, waitingAfterStart, dueNoShows);

/** Whoever waits beside a free seat now may have it at some time and not at a later one, so that is never idle. */
export const noBookingDue = (read: Read, { store }: { readonly store: Store }): boolean =>
  waitlistsWithFreeSeats(store.view()).length === 0 && nothingExpired(read);

/**
 * Makes the changes of bookings that time brings: offers expire, waitlists end when their session starts, seats go to
 * clients who have become eligible, and bookings that are still confirmed become no-shows.
 */
export const updateDueBookings = async (store: Store, reactions: FactReactions): Promise<void> => {
  await updateWaitlists(store);
  await fillWaitlists(store);
  await sweep(store, {
    rows: dueNoShows,
    change(tx, { sessionId, row }) {
      if (row === undefined) tx.db.query(END_NO_SHOWS).run(sessionId);
      else markDueNoShow(tx, row, reactions);
    },
  });
};

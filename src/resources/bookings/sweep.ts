import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { markAbsent } from './attendance.ts';
import { seatsOf } from './queries.ts';
import { expire, type Freed, handOn, watch } from './waitlist/promote.ts';
import {
  clearDueNoShows,
  sessionsWithDueNoShows,
  sessionsWithLapsedOffers,
  sessionsWithOpenLines,
  waitingAfterStart,
} from './waitlist/queries.ts';
import { isAwaited, movesByItself, policyOf } from './waitlist/waitlist.ts';

/** How many bookings or sessions one transaction takes, so that requests get their turn in between. */
const BATCH = 50;

/** Runs `verb` over what is due, a batch per transaction, until nothing is; asks first, since mostly nothing is. */
const drain = async <Due>(
  store: Store,
  due: (read: Read, limit: number) => Due[],
  verb: (tx: Tx, due: Due) => unknown,
): Promise<void> => {
  const batch = (tx: Tx): number => {
    const found = due(tx, BATCH);
    for (const each of found) verb(tx, each);
    return found.length;
  };
  if (store.read((read) => due(read, 1)).length === 0) return;
  while ((await store.write(batch)) === BATCH);
};

/** Sessions with a free seat and somebody in line who may have it by now, though they might not when it came free. */
const awaited = (read: Read, limit: number): string[] => {
  const found: string[] = [];
  for (const id of sessionsWithOpenLines(read)) {
    if (found.length === limit) break;
    const seats = seatsOf(read, id);
    if (seats === undefined) continue;
    const settings = policyOf(read, seats);
    if (movesByItself(read, seats, settings) && isAwaited(read, seats, settings)) found.push(id);
  }
  return found;
};

/** Lets go of the offers of a session that are over, and hands its free seats on. */
const catchUp = (tx: Tx, sessionId: string): void => {
  const freed: Freed = new Map();
  watch(tx, freed, sessionId);
  handOn(tx, freed);
};

const markDue = (tx: Tx, sessionId: string): void => {
  clearDueNoShows(tx, sessionId);
  markAbsent(tx, sessionId);
};

/**
 * Does what is due for bookings: offers lapse, the lines of what has started end, seats go to those who have become
 * eligible, and who stayed away is noted.
 */
export const sweepBookings = async (store: Store): Promise<void> => {
  await drain(store, sessionsWithLapsedOffers, catchUp);
  await drain(store, waitingAfterStart, expire);
  await drain(store, awaited, catchUp);
  await drain(store, sessionsWithDueNoShows, markDue);
};

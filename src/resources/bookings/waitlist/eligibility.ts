import type { Read } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import type { PackageRow } from '../../packages/record.ts';
import { NOT_ADMITTED, obstacleTo } from '../../sessions/booking/obstacles.ts';
import { freeSeats, isKeptForDesk } from '../../sessions/booking/seats.ts';
import { hasStarted } from '../../sessions/queries.ts';
import type { MemberStatus } from '../../sessions/shapes.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { attemptOf } from '../create/refusals.ts';
import { needsCredit, waitlistCredit } from '../credits.ts';
import { type BookableSession, type BookingRecord, clientOfBooking } from '../queries.ts';
import type { SkipReason } from '../record.ts';
import { cutoffOf, lineRule } from './deadlines.ts';
import { lastJoined, nextWaiting, WAITLIST_START } from './queries.ts';
import { waitlistFills } from './tables.ts';

export const settingsOf = (read: Read, { siteId, overrides }: BookableSession): BookingSettings =>
  bookingSettings(read, siteId, overrides);

const waitlistState = (session: BookableSession, settings: BookingSettings): 'open' | 'full' | 'closed' => {
  const isEnabled = session.waitlistEnabled === null ? settings.waitlistEnabled : session.waitlistEnabled === 1;
  if (!isEnabled) return 'closed';
  const capacity = session.waitlistCapacity ?? settings.waitlistDefaultCapacity;
  return capacity !== null && session.waitlistedCount >= capacity ? 'full' : 'open';
};

/** The waitlist as a member sees it who may join; null for a session without one. */
export const lineOf = (session: BookableSession, settings: BookingSettings): MemberStatus['waitlist'] => {
  const state = waitlistState(session, settings);
  if (state === 'closed') return null;
  const nextPosition = session.waitlistedCount + 1;
  return { isOpen: state === 'open', nextPosition, ...lineRule(session.startTime, settings) };
};

/** When a new booking joins the waitlist: after every other, also when the machine's clock was set back. */
export const nextJoinedAt = (read: Read, { id, waitlistedCount }: BookableSession): string => {
  const before = waitlistedCount === 0 ? undefined : lastJoined(read, id);
  return before === undefined || before <= read.now ? read.now : isoInstant(epochOf(before) + 1);
};

/** Whether free seats go to the waitlist now without staff: not in manual mode, past the cut-off, or after the start. */
export const isFilledNow = (read: Read, session: BookableSession, settings: BookingSettings): boolean => {
  if (session.cancelledAt !== null || hasStarted(session, read.now)) return false;
  if (settings.waitlistPromotionMode === 'manual') return false;
  const cutoff = cutoffOf(session.startTime, settings);
  // An offer made at the cut-off itself would expire immediately.
  return settings.waitlistPromotionMode === 'automatic' ? read.nowMs <= cutoff : read.nowMs < cutoff;
};

/** Whether the cut-off has passed: no seat stays empty while someone waits. In manual mode seats are the desk's. */
export const isOpenToAll = (read: Read, session: BookableSession, settings: BookingSettings): boolean =>
  settings.waitlistPromotionMode !== 'manual' &&
  session.cancelledAt === null &&
  !hasStarted(session, read.now) &&
  !isFilledNow(read, session, settings);

const REASONS = [...NOT_ADMITTED, 'overlapping_booking'] as const;

/** Why a waitlisted client gets no seat now, or what pays for it. */
export interface WaitlistEligibility {
  readonly reason?: SkipReason;
  readonly credit?: PackageRow | undefined;
}

/** Whether a waitlisted client may have a seat (rules.md "Waiting list"). */
export const waitlistEligibility = (
  read: Read,
  row: BookingRecord,
  session: BookableSession,
  settings: BookingSettings,
): WaitlistEligibility => {
  const reason = obstacleTo(attemptOf(read, session, clientOfBooking(read, row), settings), REASONS);
  if (reason !== undefined) return { reason };
  const credit = waitlistCredit(read, row, session);
  return credit === undefined && needsCredit(row) ? { reason: 'no_eligible_package' } : { credit };
};

/** How many in line a booking looks at before a newcomer gets a free seat (rules.md "Waiting list"). */
const FIRST_IN_LINE = 20;

/** Looks at the clients in line one after the other, and yields whether each may have a seat. */
export function* eligibleInLine(read: Read, session: BookableSession, settings: BookingSettings): Generator<boolean> {
  let row = nextWaiting(read, session.id, WAITLIST_START);
  while (row !== undefined) {
    yield waitlistEligibility(read, row, session, settings).reason === undefined;
    row = nextWaiting(read, session.id, row);
  }
}

/**
 * Whether the free seats of a session are for its waitlist: while seats that were just freed are given to it, and while
 * one of the first in line may have them. The promotion of each minute looks at the others.
 */
const isForWaitlist = (read: Read, session: BookableSession, settings: BookingSettings): boolean =>
  waitlistFills.find(read, session.id)?.wasFull === true ||
  eligibleInLine(read, session, settings).take(FIRST_IN_LINE).some(Boolean);

const hasSeatForNew = (read: Read, session: BookableSession, settings: () => BookingSettings): boolean => {
  if (freeSeats(session) === 0) return false;
  if (session.waitlistedCount === 0) return true;
  if (isKeptForDesk(session, settings())) return false;
  return isOpenToAll(read, session, settings()) || !isForWaitlist(read, session, settings());
};

/**
 * What a new booking would get: a seat, when one is free and not for the waitlist (rules.md "Waiting list"), or a place on
 * the waitlist, which may be open, full or closed.
 * @param given the settings of the session, where the caller has read them.
 */
export const placeIn = (
  read: Read,
  session: BookableSession,
  given?: BookingSettings,
): 'seat' | 'open' | 'full' | 'closed' => {
  const settings = () => given ?? settingsOf(read, session);
  return hasSeatForNew(read, session, settings) ? 'seat' : waitlistState(session, settings());
};

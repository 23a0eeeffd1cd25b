import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, type Problem } from '../../../kernel/problem.ts';
import { type BookingRecord, bookingById } from '../../bookings/queries.ts';
import { bookingToChange } from '../../bookings/status/to-change.ts';
import type { FactReactions } from '../../reactions.ts';
import { sessionById } from '../../sessions/queries.ts';
import { checkIn } from '../check-in.ts';
import { liveBooking } from '../queries.ts';
import type { CheckinRow } from '../record.ts';
import type { CheckMemberInBody } from '../shapes.ts';

/** The booking by its id or its session. @throws Problem 400 `resource_missing` when the member has none such. */
const namedBooking = (
  read: Read,
  clientId: string,
  { bookingId, sessionId }: CheckMemberInBody,
): BookingRecord | undefined => {
  if (bookingId !== undefined) {
    const row = bookingById(read, bookingId);
    if (row === undefined || row.clientId !== clientId) throw missingResource('bookingId', 'booking', bookingId);
    return row;
  }
  if (sessionId === undefined) return undefined;
  const id = liveBooking(read, sessionId, clientId);
  const row = id === undefined ? undefined : bookingById(read, id);
  if (row !== undefined) return row;
  const message = 'You have no booking for this session. Book it first, or ask at the front desk.';
  throw invalidParam('sessionId', message, 'resource_missing');
};

/** @throws Problem 409 for what only staff decide: a seat beyond the capacity, and undoing a no-show. */
const requireSelfService = ({ status, holdsSeat }: BookingRecord): void => {
  if (status === 'waitlisted') {
    const how =
      holdsSeat === 1 ? 'Accept the spot you were offered first.' : 'Wait for a spot, or ask at the front desk.';
    throw conflict('session_full', `You are on the waitlist. ${how}`);
  }
  if (status === 'noshow') {
    throw conflict(
      'already_processed',
      'You were marked as a no-show for this session. If you are here, ask at the front desk.',
    );
  }
};

/**
 * Checks a member in at their own request, to a booking or to the site. An invalid check-in is stored too, as it is for
 * staff.
 * @param checkedInAt an instant.
 * @throws Problem 400 `resource_missing`; 409 `session_full` on the waitlist, `already_processed` after a no-show.
 */
export const checkInMember = (
  tx: Tx,
  caller: MemberCaller,
  body: CheckMemberInBody,
  checkedInAt: string,
  reactions: FactReactions,
): CheckinRow => {
  const { clientId, siteId: locationId } = caller;
  const named = namedBooking(tx, clientId, body);
  if (named !== undefined) requireSelfService(bookingToChange(tx, named, reactions));
  const bookingId = named === undefined ? {} : { bookingId: named.id };
  const attempt = { ...body, ...bookingId, clientId, locationId, checkedInAt, source: 'member_app' as const };
  return checkIn(tx, caller, attempt, reactions);
};

/** The error that answers an invalid check-in; undefined where the record itself is the response. */
export const problemOf = (read: Read, row: CheckinRow): Problem | undefined => {
  if (row.statusCode !== 'outside_window') return undefined;
  const booking = row.bookingId === null ? undefined : bookingById(read, row.bookingId);
  if (booking?.status === 'cancelled') return conflict('booking_cancelled', row.message);
  if (row.sessionId !== null && sessionById(read, row.sessionId)?.cancelledAt !== null) {
    return conflict('session_cancelled', row.message);
  }
  if (booking?.status === 'attended') return conflict('already_checked_in', row.message);
  return conflict('outside_check_in_window', row.message);
};

import type { Read, Tx } from '../../../database/database.ts';
import type { CheckinRow } from '../../../database/tables/checkins.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, type Problem } from '../../../kernel/problem.ts';
import { type BookingRecord, bookingById } from '../../bookings/queries.ts';
import { endWaitIfStarted } from '../../bookings/waitlist/fill.ts';
import { sessionById } from '../../sessions/queries.ts';
import { checkIn } from '../check-in.ts';
import { liveBooking } from '../queries.ts';
import type { CheckMemberInBody } from '../shapes.ts';

/**
 * The own booking that a request names, by itself or by its session.
 * @throws Problem 400 `resource_missing` when it is no own one, or there is none of that session.
 */
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
  const message = 'The member has no booking of this session. Book it first, or ask the desk.';
  throw invalidParam('sessionId', message, 'resource_missing');
};

/** @throws Problem 409 for what only the desk decides: a seat past the capacity, and taking a no-show back. */
const requireNoDesk = ({ status, holdsSeat }: BookingRecord): void => {
  if (status === 'waitlisted') {
    const how = holdsSeat === 1 ? 'Accept the seat that is offered first.' : 'Wait for a seat, or ask the desk.';
    throw conflict('session_full', `The member is on the waiting list. ${how}`);
  }
  if (status === 'noshow') {
    throw conflict('already_processed', 'The studio has noted a no-show. Ask the desk to check the member in.');
  }
};

/**
 * Checks a member in by their own hand, to what they have booked or to the site they are at. Whatever comes of it is
 * written, as at the desk.
 * @param checkedInAt an instant.
 * @throws Problem 400 `resource_missing`; 409 `session_full` for who waits, `already_processed` after a no-show.
 */
export const checkInMember = (
  tx: Tx,
  caller: MemberCaller,
  body: CheckMemberInBody,
  checkedInAt: string,
): CheckinRow => {
  const { clientId, siteId: locationId } = caller;
  const named = namedBooking(tx, clientId, body);
  if (named !== undefined) requireNoDesk(endWaitIfStarted(tx, named));
  const bookingId = named === undefined ? {} : { bookingId: named.id };
  return checkIn(tx, caller, { ...body, ...bookingId, clientId, locationId, checkedInAt, source: 'member_app' });
};

/** What binds a member in a check-in that was written as invalid; undefined when the record itself is the answer. */
export const refusalOf = (read: Read, row: CheckinRow): Problem | undefined => {
  if (row.statusCode !== 'outside_window') return undefined;
  const booking = row.bookingId === null ? undefined : bookingById(read, row.bookingId);
  if (booking?.status === 'cancelled') return conflict('booking_cancelled', row.message);
  if (row.sessionId !== null && sessionById(read, row.sessionId)?.cancelledAt !== null) {
    return conflict('session_cancelled', row.message);
  }
  if (booking?.status === 'attended') return conflict('already_checked_in', row.message);
  return conflict('outside_check_in_window', row.message);
};

import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import { reasonInWords } from '../../../kernel/session-reasons.ts';
import type { MemberBookingResponse } from '../../../resources/bookings/shapes.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';

/** A booking of the member, with its class and the page of its site. */
export interface OwnBooking {
  readonly context: BookContext;
  readonly booking: MemberBookingResponse;
  readonly session: MemberSessionResponse;
}

const EXPANDED = ['session.instructor', 'package'];

/** @throws ApiRefusal 404 if the member has no such booking. */
export const ownBooking = async (visit: MemberVisit): Promise<OwnBooking> => {
  const path = { id: storedId(visit.param('id')) };
  const booking = await visit.callApi('getMemberBooking', { path, query: { 'expand[]': EXPANDED } });
  const { session } = booking;
  if (session === undefined || session === null) throw new Error(`the booking '${booking.id}' has no session`);
  return { context: visit.at(booking.siteId) ?? visit.context, booking, session };
};

/** Whether a member brings the one who is booked: the host pays, and a guest's spot stays in the host's class. */
export const isGuest = ({ booking }: OwnBooking): boolean => booking.bookingSource === 'guest';

/** Until when a spot is held for the member; undefined if none is. */
export const offerOf = ({ booking: { status, waitlist }, context }: OwnBooking): string | undefined => {
  const until = status === 'waitlisted' ? waitlist?.offerExpiresAt : undefined;
  return until !== undefined && until !== null && context.read.now < until ? until : undefined;
};

/** Whether a spot is open to everyone on the waitlist, first come, first served. */
export const canTakeFree = (own: OwnBooking): boolean => {
  const { booking, session } = own;
  const { status, waitlist } = booking;
  return (
    status === 'waitlisted' &&
    offerOf(own) === undefined &&
    waitlist !== null &&
    waitlist.mode !== 'manual' &&
    session.status === 'scheduled' &&
    (session.availableSpots ?? 1) > 0
  );
};

/** Until when a spot was held that the member did not take; undefined if none was. */
export const lapsedOf = ({ booking: { status, waitlist }, context }: OwnBooking): string | undefined => {
  const until = status === 'waitlisted' ? waitlist?.offerExpiresAt : undefined;
  return until !== undefined && until !== null && until <= context.read.now ? until : undefined;
};

export const freeText = ({ context, booking, session: { name } }: OwnBooking): string => {
  const isLate = booking.waitlist !== null && booking.waitlist.until <= context.read.now;
  return context.t(isLate ? 'mine.freeNow' : 'mine.spotOpen', { name });
};

/** The studio's reason for canceling a class. */
export const cancelNote = (
  { t }: BookContext,
  { status, cancelReason }: Pick<MemberSessionResponse, 'status' | 'cancelReason'>,
): Html | undefined => {
  const reason = status === 'cancelled' ? reasonInWords(cancelReason) : undefined;
  return reason === undefined ? undefined : html`<p>${t('mine.studioWrites', { reason })}</p>`;
};

import { storedId } from '../../../kernel/ids.ts';
import { reasonInWords } from '../../../kernel/session-reasons.ts';
import type { MemberBookingResponse } from '../../../resources/bookings/shapes.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { type Html, html } from '../html.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';

/** A booking of the member, with its class and the page of its site. */
export interface OwnBooking {
  readonly context: BookContext;
  readonly booking: MemberBookingResponse;
  readonly session: MemberSessionResponse;
}

const EXPANDED = ['session.instructor', 'package'];

/** The booking that the address names. @throws Refused 404 where the member has no such booking. */
export const ownBooking = async (visit: MemberVisit): Promise<OwnBooking> => {
  const path = { id: storedId(visit.param('id')) };
  const booking = await visit.callApi('getMemberBooking', { path, query: { 'expand[]': EXPANDED } });
  const { session } = booking;
  if (session === undefined || session === null) throw new Error(`the booking '${booking.id}' has no session`);
  return { context: visit.at(booking.siteId) ?? visit.context, booking, session };
};

/** A seat that is held for the member until an instant; undefined without one. */
export const offerOf = ({ booking: { status, waitlist }, context }: OwnBooking): string | undefined => {
  const until = status === 'waitlisted' ? waitlist?.offerExpiresAt : undefined;
  return until !== undefined && until !== null && context.read.now < until ? until : undefined;
};

/** Whether a place is free that whoever waits may take now: first come, first served. */
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

/** Until when a place was held that the member has not taken; undefined where none was. */
export const lapsedOf = ({ booking: { status, waitlist }, context }: OwnBooking): string | undefined => {
  const until = status === 'waitlisted' ? waitlist?.offerExpiresAt : undefined;
  return until !== undefined && until !== null && until <= context.read.now ? until : undefined;
};

/** That a place is free, and whether it can be cancelled free of charge. */
export const freeText = ({ context, booking, session: { name } }: OwnBooking): string => {
  const isLate = booking.waitlist !== null && booking.waitlist.until <= context.read.now;
  return context.t(isLate ? 'mine.freeNow' : 'mine.spotOpen', { name });
};

/** What the studio has written about a class that it has cancelled. */
export const cancelNote = (
  { t }: BookContext,
  { status, cancelReason }: Pick<MemberSessionResponse, 'status' | 'cancelReason'>,
): Html | undefined => {
  const reason = status === 'cancelled' ? reasonInWords(cancelReason) : undefined;
  return reason === undefined ? undefined : html`<p>${t('mine.studioWrites', { reason })}</p>`;
};

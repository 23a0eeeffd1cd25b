import { type Html, html } from '../../../kernel/html.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { DONE, HOURGLASS } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { stateOf } from '../public/class-row.ts';
import { actFor, bookLink, joinLink, type NamedClass, type RowPart, rowButton, SHEET } from './actions.ts';
import { nearTime } from './class-time.ts';
import { acceptPath, bookingPath, bookPath } from './paths.ts';
import { type BookingOfClass, shownSession } from './sessions.ts';

const showLink = ({ t }: BookContext, bookingId: string, session: NamedClass): Html =>
  rowButton(t('booking.show'), bookingPath(bookingId), session, html``);

export const positive = (text: string): Html => html`<span class="status" data-tone="positive">${DONE}${text}</span>`;
export const waiting = (text: string): Html =>
  html`<span class="status" data-tone="waiting">${HOURGLASS}${text}</span>`;
const plain = (text: string): Html => html`<span class="status">${text}</span>`;

type OwnBooking = NonNullable<MemberSessionResponse['myBooking']>;

/** What a booking is, in words: a seat, a place in line, or a seat that is held for the member. */
export const bookingState = (context: BookContext, booking: OwnBooking): Html => {
  const { t } = context;
  const { status, waitlistPosition, offerExpiresAt } = booking;
  if (offerExpiresAt !== null) {
    return waiting(t('booking.yoursUntil', { time: nearTime(context, offerExpiresAt) }));
  }
  if (status === 'waitlisted') return waiting(t('booking.inLine', { place: waitlistPosition ?? 1 }));
  if (status === 'attended') return positive(t('booking.here'));
  return positive(t('booking.booked'));
};

/** Whether a class has a place that anyone on the waitlist may take, as anyone else may. */
export const hasPlaceFor = (session: Pick<PublicSessionResponse, 'availability' | 'status'>, booking: OwnBooking) =>
  booking.status === 'waitlisted' &&
  booking.offerExpiresAt === null &&
  session.status === 'scheduled' &&
  (session.availability === 'available' || session.availability === 'few');

const bookedPart = (context: BookContext, session: PublicSessionResponse, booking: OwnBooking): RowPart => {
  const { t } = context;
  const take = (text: string, variant: string): Html =>
    rowButton(text, acceptPath(booking.id), session, html` data-variant="${variant}"${SHEET}`);
  const state = bookingState(context, booking);
  if (booking.offerExpiresAt !== null) return { state, act: take(t('booking.take'), 'waiting') };
  if (hasPlaceFor(session, booking)) return { state, act: take(t('booking.book'), 'tinted') };
  return { state, act: showLink(context, booking.id, session) };
};

const places = (context: BookContext, session: MemberSessionResponse): Html | undefined =>
  stateOf(context, shownSession(session, context.site.showPlaces));

const overlapText = ({ t }: BookContext, session: MemberSessionResponse, ahead: readonly BookingOfClass[]): string => {
  const other = ahead.find(
    ({ session: each }) =>
      each.id !== session.id && each.startTime < session.endTime && session.startTime < each.endTime,
  );
  return other === undefined ? t('refusals.booking_overlap') : t('booking.overlaps', { name: other.session.name });
};

/** When booking opens; the way to a reminder is the page of booking, which has the same sentence. */
const laterPart = (context: BookContext, session: MemberSessionResponse, isReminded: boolean): RowPart => {
  const { t, member } = context;
  const opens = plain(t('booking.opens', { time: context.formats.dayTime(session.bookingOpensAt) }));
  if (isReminded) return { state: html`${opens}${positive(t('booking.reminded'))}`, act: undefined };
  const hasAddress = member !== undefined && member.email !== null;
  return {
    state: opens,
    act: hasAddress ? rowButton(t('booking.remind'), bookPath(session.id), session, SHEET) : undefined,
  };
};

/**
 * What a member has in a class of the timetable, or can do there.
 * @param ahead what the member has booked
 * @param reminded of which sessions the member is reminded once they can be booked
 */
export const ownPart = (
  context: BookContext,
  session: MemberSessionResponse,
  ahead: readonly BookingOfClass[],
  reminded: ReadonlySet<string> = new Set(),
): RowPart => {
  const { t } = context;
  const { myBooking, eligibility } = session;
  if (myBooking !== null) return bookedPart(context, shownSession(session), myBooking);
  if (eligibility.action === 'book') return { state: places(context, session), act: bookLink(context, session) };
  const full = plain(t('book.full'));
  if (eligibility.action === 'join_waitlist') return { state: full, act: joinLink(context, session) };
  switch (eligibility.reason) {
    case 'no_eligible_package':
      return session.isFull
        ? { state: full, act: joinLink(context, session) }
        : { state: places(context, session), act: bookLink(context, session) };
    case 'overlapping_booking':
      return { state: plain(overlapText(context, session, ahead)), act: undefined };
    case 'not_open_yet':
      return laterPart(context, session, reminded.has(session.id));
    case 'closed':
      return { state: plain(t('booking.closed')), act: undefined };
    case 'booking_limit_reached':
      return { state: plain(t('booking.limitShort')), act: undefined };
    case 'client_suspended':
      return { state: plain(t('booking.paused')), act: undefined };
    default:
      return { state: full, act: undefined };
  }
};

/** The same where only the bookings of the member are known. */
export const aheadPart = (
  context: BookContext,
  session: PublicSessionResponse,
  ahead: readonly BookingOfClass[],
): RowPart => {
  const booking = ahead.find(({ sessionId }) => sessionId === session.id);
  const own = booking?.session.myBooking;
  if (own !== undefined && own !== null) return bookedPart(context, session, own);
  return { state: stateOf(context, session), act: actFor(context, session) };
};

import { type Html, html } from '../../../kernel/html.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { type BookContext, sitePath } from '../layout.ts';
import { bookingPath } from './paths.ts';

/** Why a member cannot book a class, and the way on. */
export interface WhyNot {
  readonly title: string;
  readonly text: string;
  readonly way: Html | undefined;
}

export const deskLink = ({ t, site, studio }: BookContext): Html | undefined => {
  const email = site.email ?? studio.supportEmail;
  if (site.phone !== null) {
    return html`<a class="button" href="tel:${site.phone}">${t('book.call', { phone: site.phone })}</a>`;
  }
  return email === null ? undefined : html`<a class="button" href="mailto:${email}">${t('book.write')}</a>`;
};

const link = (path: string, text: string): Html => html`<a class="button" href="${path}">${text}</a>`;

export const othersLink = (context: BookContext, day: string): Html =>
  link(`${sitePath(context)}?day=${day}`, context.t('booking.others'));

/** Neither a place nor a list. */
export const fullNote = (context: BookContext, day: string): WhyNot => {
  const { t } = context;
  return { title: t('book.full'), text: t('booking.fullText'), way: othersLink(context, day) };
};

/** Undefined if the member can book or wait. */
export const whyNot = (
  context: BookContext,
  { localDate }: Pick<MemberSessionResponse, 'localDate'>,
  options: BookingOptionsResponse,
): WhyNot | undefined => {
  if (options.place !== 'none') return undefined;
  const { t, formats } = context;
  switch (options.reason) {
    case 'cancelled':
      return { title: t('book.cancelled'), text: t('refusals.session_cancelled'), way: othersLink(context, localDate) };
    case 'started':
      return { title: t('booking.begunTitle'), text: t('booking.begunText'), way: othersLink(context, localDate) };
    case 'client_suspended':
      return { title: t('booking.paused'), text: t('refusals.client_suspended'), way: deskLink(context) };
    case 'not_open_yet':
      return {
        title: t('booking.opens', { time: formats.dayTime(options.bookingOpensAt) }),
        text: t('booking.opensText'),
        way: undefined,
      };
    case 'closed':
      return { title: t('booking.closed'), text: t('booking.closedText'), way: deskLink(context) };
    case 'booking_limit_reached':
      return {
        title: t('booking.limitTitle', { count: options.bookingLimit ?? 0 }),
        text: t('booking.limitText'),
        way: link('/book/me', t('shell.myClasses')),
      };
    case 'overlapping_booking': {
      const { overlap } = options;
      if (overlap === null) break;
      const { name, startTime, endTime, bookingId } = overlap;
      return {
        title: t('booking.overlaps', { name }),
        text: t('booking.overlapsText', { from: formats.time(startTime), to: formats.time(endTime) }),
        way: link(bookingPath(bookingId), t('booking.showIt', { name })),
      };
    }
    default:
  }
  return fullNote(context, localDate);
};

import { type Html, html } from '../../../kernel/html.ts';
import { ownBookingPage } from '../../../resources/bookings/queries.ts';
import { memberBookingViews } from '../../../resources/bookings/view.ts';
import { freeSeats } from '../../../resources/sessions/booking/seats.ts';
import { sessionsById } from '../../../resources/sessions/queries.ts';
import { nearTime } from '../booking/class-time.ts';
import { acceptPath, cancelPath } from '../booking/paths.ts';
import type { BookContext } from '../layout.ts';
import { formatsFor } from '../make-formats.ts';
import { zoneBeside } from '../zone.ts';

/** Places in line of one member; hardly anyone has more. */
const MOST = 50;

interface Offer {
  readonly bookingId: string;
  readonly name: string;
  /** Until when the seat is held; undefined where it is anybody's. */
  readonly until: string | undefined;
  /** Whether it can no longer be canceled free of charge. */
  readonly isLate: boolean;
  readonly timezone: string;
}

/** The seats that a member can take now: those that are held, and free ones where the line is over. */
const offersOf = ({ read, member }: BookContext): Offer[] => {
  if (member === undefined) return [];
  const filters = { clientId: member.clientId, status: 'waitlisted', notBefore: read.now };
  const { rows } = ownBookingPage(read, { limit: MOST }, filters);
  if (rows.length === 0) return [];
  const view = memberBookingViews(read, rows);
  const ids = rows.map(({ sessionId }) => sessionId);
  const sessions = new Map(sessionsById(read, ids).map((row) => [row.id, row]));
  return rows.flatMap((row): Offer[] => {
    const { waitlist } = view(row);
    const session = sessions.get(row.sessionId);
    if (waitlist === null || session === undefined || session.cancelledAt !== null) return [];
    const { offerExpiresAt, mode, until } = waitlist;
    const isLate = until <= read.now;
    const offer = { bookingId: row.id, name: session.name, timezone: session.timezone, isLate };
    if (offerExpiresAt !== null && read.now < offerExpiresAt) return [{ ...offer, until: offerExpiresAt }];
    const isFree = mode !== 'manual' && freeSeats(session) !== 0;
    return isFree ? [{ ...offer, until: undefined }] : [];
  });
};

/** A bar on each page of a member to whom a place is offered. */
export const offerBar = (context: BookContext): Html | undefined => {
  const { t, locale, read } = context;
  const bars = offersOf(context).map(({ bookingId, name, until, isLate, timezone }) => {
    const formats = formatsFor(locale, timezone);
    const text =
      until === undefined
        ? t(isLate ? 'mine.freeNow' : 'mine.spotOpen', { name })
        : t('mine.offer', { name, time: nearTime({ read, formats }, until) });
    // Of whichever site a page is, an offer has the clock of its own.
    const there = { ...context, site: { ...context.site, timezone } };
    const zone = until === undefined ? undefined : zoneBeside(there, { startTime: until, isVirtual: false });
    return html`<p class="offer-line"><span>${text}${zone}</span><a class="button" data-variant="waiting" data-size="small" data-sheet="" href="${acceptPath(bookingId)}">${t(until === undefined ? 'booking.book' : 'booking.take')}<span class="visually-hidden">, ${name}</span></a><a class="link" data-sheet="" href="${cancelPath(bookingId)}">${t('mine.notThisTime')}<span class="visually-hidden">, ${name}</span></a></p>`;
  });
  return bars.length === 0
    ? undefined
    : html`<section class="offer-bar" aria-label="${t('mine.offers')}">${bars}</section>`;
};

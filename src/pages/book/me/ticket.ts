import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { bookingFile } from '../../../resources/calendars/feeds.ts';
import { VIRTUAL_URL_MS } from '../../../resources/sessions/view.ts';
import { nearTime, whenOf } from '../booking/class-time.ts';
import { dots } from '../booking/dots.ts';
import { bookingPath, cancelPath, movePath } from '../booking/paths.ts';
import { shownSession } from '../booking/sessions.ts';
import { FREE } from '../free.ts';
import { CALENDAR_ADD, DONE, LINK, PLACE } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { gonePage } from '../messages.ts';
import { addressLine, mapPath } from '../public/address.ts';
import { classPath, placeOf } from '../public/class-row.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { zoneNote } from '../zone.ts';
import { type OwnBooking, ownBooking } from './own-booking.ts';

/** How a booking without a pass is paid; nothing for a booking that is still to be paid. */
const ALONE = { drop_in: 'mine.paidByCard', comp: 'book.noPrice', guest: 'guests.youAreGuest' } as const;
const isAlone = (source: string): source is keyof typeof ALONE => Object.hasOwn(ALONE, source);

/** What paid for a booking, with the dots of the pass. @param isNew the used dot empties once. */
const paidBy = ({ context, booking, session }: OwnBooking, isNew: boolean): Html | undefined => {
  const { t } = context;
  const { creditOutcome, creditsUsed, bookingSource, status } = booking;
  const pass = booking.package ?? null;
  if (status === 'waitlisted') return html`<p class="quiet">${t('mine.noCreditYet')}</p>`;
  if (pass === null) return html`<b>${t(isAlone(bookingSource) ? ALONE[bookingSource] : 'booking.payAtDesk')}</b>`;
  if (pass.creditsRemaining === null || creditOutcome === 'not_applicable') return html`<b>${pass.name}</b>`;
  const { creditsRemaining: left, creditsHeld: held } = pass;
  const isUsed = creditOutcome === 'consumed';
  const row = dots(context, { left, total: pass.creditsTotal ?? 0, now: isUsed ? creditsUsed : 0 }, isNew);
  const outcome =
    creditOutcome === 'restored'
      ? t('mine.creditBack', { count: session.creditCost })
      : creditOutcome === 'forfeited'
        ? t('mine.creditLost', { count: creditsUsed })
        : t('mine.creditUsed', { count: creditsUsed });
  return html`<div class="spread"><span><b>${outcome}</b></span><span class="small quiet">${t('mine.passLeft', { pass: pass.name, left, held })}</span></div>${row}`;
};

export const ticket = (own: OwnBooking, isNew: boolean): Html => {
  const { context, session } = own;
  const { t, site, signs } = context;
  const { isVirtual, roomName } = session;
  const where = isVirtual ? t('book.online') : (roomName ?? site.name);
  const street = isVirtual ? roomName : addressLine(context) || site.name;
  const address = street === null ? undefined : html`<small>${street}</small>`;
  const coach = session.instructor?.displayName ?? undefined;
  const { arriveMinutes } = session;
  const arrive =
    arriveMinutes === null ? undefined : html`<small>${t('book.arrive', { count: arriveMinutes })}</small>`;
  const withCoach =
    coach === undefined ? undefined : html`<div><dt>${t('mine.with')}</dt><dd>${coach}${arrive}</dd></div>`;
  return html`<article class="ticket"><div class="stub">${signs.of(session)}<div class="body stack"><div><p class="when">${whenOf(context, session)}</p>${zoneNote(context, session.startTime)}<h2><a href="${classPath(shownSession(session))}">${session.name}</a></h2></div><dl class="pairs"><div><dt>${t('mine.where')}</dt><dd>${where}${address}</dd></div>${withCoach}</dl></div></div>
<div class="rest stack">${paidBy(own, isNew)}</div></article>`;
};

const calendarPath = (bookingId: string): string => `${bookingPath(bookingId)}/calendar.ics`;

export const calendarLink = ({ t }: BookContext, bookingId: string, isSmall = false): Html =>
  html`<a class="button" data-variant="tinted"${isSmall ? html` data-size="small"` : ''} href="${calendarPath(bookingId)}" download>${CALENDAR_ADD}${t(isSmall ? 'mine.calendar' : 'mine.addToCalendar')}</a>`;

export const calendarFile = async (visit: MemberVisit): Promise<PageResult> => {
  const { booking, context } = await ownBooking(visit);
  const file = bookingFile(context.read, booking.id, { rootUrl: context.rootUrl, hasPages: true });
  return file === undefined ? gonePage(context) : { file, type: 'text/calendar', name: 'class.ics' };
};

/** Undefined for a site without an address. */
export const directions = (context: BookContext, isSmall = false): Html | undefined => {
  const path = mapPath(context);
  return path === undefined
    ? undefined
    : html`<a class="button"${isSmall ? html` data-size="small"` : ''} href="${path}" rel="noreferrer" target="_blank">${PLACE}${context.t(isSmall ? 'booking.map' : 'mine.directions')}</a>`;
};

export const cancelLink = ({ t }: BookContext, bookingId: string, name: string, isWaiting = false): Html =>
  html`<a class="button" data-size="small" data-sheet="" href="${cancelPath(bookingId)}">${t(isWaiting ? 'mine.leave' : 'mine.cancel')}<span class="visually-hidden">, ${name}</span></a>`;

export const moveLink = ({ t }: BookContext, bookingId: string, name: string): Html =>
  html`<a class="button" data-size="small" href="${movePath(bookingId)}">${t('mine.move')}<span class="visually-hidden">, ${name}</span></a>`;

/** From so long before the start members see when they can check in. */
const SHOWN_MS = 2 * HOUR_MS;

/** Checking in and the link of an online class, when their time has come. */
export const hereParts = (visit: MemberVisit, own: OwnBooking, isWide: boolean): Html | undefined => {
  const { booking, session, context } = own;
  const { t, formats, read } = context;
  const start = Date.parse(session.startTime);
  if (booking.status === 'attended') {
    const link = session.virtualUrl === null ? undefined : onlineLink(own, session.virtualUrl, isWide);
    return html`<p class="status" data-tone="positive">${DONE}${t('booking.here')}</p>${link}`;
  }
  if (booking.status !== 'confirmed' || session.status === 'cancelled') return undefined;
  if (session.isVirtual) {
    if (session.virtualUrl !== null) return onlineLink(own, session.virtualUrl, isWide);
    if (read.nowMs >= start - VIRTUAL_URL_MS) return undefined;
    return html`<p class="small quiet">${t('mine.linkBefore', { count: VIRTUAL_URL_MS / MINUTE_MS })}</p>`;
  }
  if (read.nowMs < start - SHOWN_MS || read.now > session.checkInClosesAt) return undefined;
  if (read.now < session.checkInOpensAt) {
    return html`<p class="small quiet">${t('mine.checkInAt', { time: formats.time(session.checkInOpensAt) })}</p>`;
  }
  return html`<form method="post" action="${bookingPath(booking.id)}/here"${FREE}><input type="hidden" name="key" value="${visit.newKey()}"><button class="button" data-variant="primary"${isWide ? html` data-size="large" data-wide=""` : ''}>${DONE}${t('mine.iAmHere')}</button></form>`;
};

const onlineLink = ({ context }: OwnBooking, url: string, isWide: boolean): Html =>
  html`<a class="button" data-variant="primary"${isWide ? html` data-size="large" data-wide=""` : html` data-size="small"`} href="${url}" rel="noreferrer" target="_blank">${LINK}${context.t('mine.joinOnline')}</a>`;

/** Until when leaving is free, in words; undefined where there is nothing to leave. */
export const freeUntilText = ({ context, booking }: OwnBooking): string | undefined => {
  const { t, read } = context;
  if (booking.status !== 'confirmed') return undefined;
  if (booking.cancellableUntil <= read.now) return t('book.nowNoLate');
  return booking.freeCancelUntil > read.now
    ? t('book.freeCancel', { time: nearTime(context, booking.freeCancelUntil) })
    : t('book.lateNow');
};

export const placeText = (own: OwnBooking): string =>
  [placeOf(own.context, shownSession(own.session)), own.session.isVirtual ? '' : own.context.site.name]
    .filter((each) => each !== '')
    .join(', ');

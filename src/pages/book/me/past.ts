import { isoInstant } from '../../../kernel/clock.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { addDays, earlierOf, startOfDate } from '../../../kernel/local-time.ts';
import { positive } from '../booking/booking-state.ts';
import { bookingPath } from '../booking/paths.ts';
import { type BookingOfClass, ownBookings, shownSession } from '../booking/sessions.ts';
import { BEFORE, NEXT } from '../icons.ts';
import { type BookContext, topOf } from '../layout.ts';
import { todayOf } from '../public/days.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { classTabs, listRow, mixedOf } from './class-list.ts';
import { isForDependant } from './dependants.ts';
import { cancelNote } from './own-booking.ts';

/** Why a place in line ended with the start of its class. */
const NO_SPOT = 'waitlist_expired';

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** The first day of the month before or after another. */
const monthFrom = (first: string, months: -1 | 1): string => `${addDays(first, months === 1 ? 32 : -1).slice(0, 7)}-01`;

const outcome = ({ t, formats }: BookContext, booking: BookingOfClass): string => {
  const { creditOutcome, creditsUsed, penalty, package: pass } = booking;
  const parts: string[] = [];
  if (creditOutcome === 'restored') parts.push(t('mine.creditBack', { count: booking.session.creditCost }));
  if (creditsUsed > 0 && creditOutcome === 'forfeited') parts.push(t('mine.creditLost', { count: creditsUsed }));
  if (creditsUsed > 0 && creditOutcome === 'consumed') parts.push(t('mine.creditUsed', { count: creditsUsed }));
  if (pass !== undefined && pass !== null) parts.push(pass.name);
  if (penalty !== null) {
    const amount = formats.money(penalty.amount, penalty.currency);
    parts.push(t('mine.feeOf', { amount, status: penalty.status }));
  }
  return parts.join(' · ');
};

const stateOf = ({ t }: BookContext, { status, isLateCancel, cancelReason, session }: BookingOfClass): Html => {
  if (status === 'attended') return positive(t('mine.wasThere'));
  if (status === 'noshow') return html`<span class="status" data-tone="critical">${t('mine.missed')}</span>`;
  if (status === 'confirmed') return html`<span class="status">${t('book.ended')}</span>`;
  if (cancelReason === NO_SPOT) return html`<span class="status">${t('mine.noSpot')}</span>`;
  if (session.status === 'cancelled') return html`<span class="status">${t('mine.classCancelled')}</span>`;
  return html`<span class="status">${t(isLateCancel ? 'mine.cancelledLate' : 'mine.cancelled')}</span>`;
};

/** The classes of a month that are over, and what became of their credits. */
export const pastPage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, url } = visit;
  const { t, formats, read, site } = context;
  const current = `${todayOf(context).slice(0, 7)}-01`;
  const asked = url.searchParams.get('month') ?? '';
  const first = MONTH.test(asked) ? earlierOf(`${asked}-01`, current) : current;
  const after = startOfDate(monthFrom(first, 1), site.timezone);
  const range = {
    start_time_gte: startOfDate(first, site.timezone),
    start_time_lte: isoInstant(Math.min(read.nowMs, Date.parse(after) - 1)),
  };
  const found = await ownBookings(visit, range);
  const shown = found
    .filter(({ status, session }) => status !== 'waitlisted' && session.endTime <= read.now)
    .toReversed();
  const at = (month: string): string => `/book/me/past?month=${month.slice(0, 7)}`;
  const link = (month: string, icon: Html): Html =>
    html`<a class="button" data-icon="" data-size="small" href="${at(month)}" aria-label="${formats.month(month)}">${icon}</a>`;
  const mixed = mixedOf(shown.map(({ siteId }) => visit.at(siteId) ?? context));
  const rows = shown.map((booking) => {
    const at = visit.at(booking.siteId) ?? context;
    // Whoever has only waited has used nothing.
    const text = booking.cancelReason === NO_SPOT ? '' : outcome(at, booking);
    const state = html`${stateOf(at, booking)}${text === '' ? undefined : html`<p>${text}</p>`}${cancelNote(at, booking.session)}`;
    return listRow(at, shownSession(booking.session), { mixed, href: bookingPath(booking.id), state, act: undefined });
  });
  const content = html`${topOf(context, 'me')}<main class="page" id="main"><h1 class="page-title">${t('shell.myClasses')}</h1>${classTabs(context, 'past')}
<div class="day-head"><h2>${formats.month(first)}</h2>${link(monthFrom(first, -1), BEFORE)}${first < current ? link(monthFrom(first, 1), NEXT) : undefined}</div>
${rows.length === 0 ? html`<p class="quiet">${t('mine.nothingThen')}</p>` : html`<ul class="classes">${rows}</ul>`}
${isForDependant(visit) ? undefined : html`<p class="section small"><a class="link" href="/book/me/account/receipts">${t('mine.receipts')}</a></p>`}</main>`;
  return { context, title: t('mine.pastTitle', { month: formats.month(first) }), content, tab: 'me' };
};

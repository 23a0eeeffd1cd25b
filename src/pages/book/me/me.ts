import { MINUTE_MS } from '../../../kernel/durations.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { OWN_UNDO_MS } from '../../../resources/bookings/member/undo.ts';
import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { agreementNote } from '../account/open-agreements.ts';
import { ACCOUNT } from '../account/parts.ts';
import { ownPart, waiting } from '../booking/booking-state.ts';
import { nearTime } from '../booking/class-time.ts';
import { ownPasses, passCard } from '../booking/passes.ts';
import { acceptPath, bookingPath } from '../booking/paths.ts';
import { type BookingOfClass, ownAheadAndOff, shownSession } from '../booking/sessions.ts';
import { FREE } from '../free.ts';
import { plansPath, sitePath, topOf } from '../layout.ts';
import { isRefusal } from '../messages.ts';
import { dayRow } from '../public/class-row.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { zoneBeside } from '../zone.ts';
import { classTabs, listRow, type Mixed, mixedOf } from './class-list.ts';
import { dependantsAhead, isForDependant } from './dependants.ts';
import { calendarFeed } from './feed.ts';
import { cancelNote, canTakeFree, type OwnBooking } from './own-booking.ts';
import { rewardRows } from './rewards.ts';
import { calendarLink, cancelLink, directions, freeUntilText, hereParts, placeText } from './ticket.ts';

const SHOWN = 3;

const canTake = ({ eligibility: { action, reason } }: MemberSessionResponse): boolean =>
  action === 'book' || reason === 'no_eligible_package';

/** The next dates of the classes that the member took most and can take again, the earliest first. */
const regulars = async ({ callApi, context }: MemberVisit): Promise<MemberSessionResponse[]> => {
  const { regulars: all } = await callApi('getMemberRegulars', { siteId: context.site.id });
  const next = all.map(({ session }) => session).filter(canTake);
  return next.slice(0, SHOWN).sort((one, other) => (one.startTime < other.startTime ? -1 : 1));
};

const nothingBooked = async (visit: MemberVisit): Promise<Html> => {
  const { context } = visit;
  const { t } = context;
  const classes = await regulars(visit);
  const rows = classes.map((session) => {
    const shown = shownSession(session, context.site.showPlaces);
    return dayRow(context, shown, ownPart(context, session, []), session.name);
  });
  const list = html`<section class="section"><h2>${t('mine.tookBefore')}</h2><ul class="classes">${rows}</ul></section>`;
  return html`<div class="stack"><p>${t('mine.nothingBooked')}</p><p><a class="button" data-variant="primary" href="${sitePath(context)}">${t('book.toTimetable')}</a></p></div>${rows.length === 0 ? undefined : list}`;
};

const ownOf = (visit: MemberVisit, booking: BookingOfClass): OwnBooking => ({
  context: visit.at(booking.siteId) ?? visit.context,
  booking,
  session: booking.session,
});

const nextClass = (visit: MemberVisit, booking: BookingOfClass, { zones }: Mixed): Html => {
  const own = ownOf(visit, booking);
  const { context, session } = own;
  const { t, formats, read } = context;
  const when = t('mine.nextWhen', { day: formats.longDay(session.localDate), time: formats.time(session.startTime) });
  const free = freeUntilText(own);
  const isUpcoming = session.startTime > read.now && booking.status === 'confirmed';
  const canCancel = isUpcoming && booking.cancellableUntil > read.now;
  return html`<article class="ticket next-class" aria-label="${t('mine.next')}"><div class="stub">${context.signs.of(session)}<div class="body"><p class="when">${when}${zoneBeside(context, session, zones)}</p><h2><a href="${bookingPath(booking.id)}">${session.name}</a></h2><p>${placeText(own)}</p>${free === undefined || !isUpcoming ? undefined : html`<p>${free}</p>`}</div></div><div class="rest">${hereParts(visit, own, false)}${calendarLink(context, booking.id, true)}${session.isVirtual ? undefined : directions(context, true)}${canCancel ? cancelLink(context, booking.id, session.name) : undefined}</div></article>`;
};

const laterRow = (visit: MemberVisit, booking: BookingOfClass, mixed: Mixed): Html => {
  const { context } = ownOf(visit, booking);
  const { read } = context;
  const { session } = booking;
  const free = freeUntilText(ownOf(visit, booking));
  const act = booking.cancellableUntil > read.now ? cancelLink(context, booking.id, session.name) : undefined;
  const state = free === undefined ? undefined : html`<span class="status">${free}</span>`;
  return listRow(context, shownSession(session), { mixed, href: bookingPath(booking.id), state, act });
};

const waitingRow = (visit: MemberVisit, booking: BookingOfClass, mixed: Mixed): Html => {
  const own = ownOf(visit, booking);
  const { context } = own;
  const { t, read } = context;
  const { session, waitlist } = booking;
  const until = waitlist?.offerExpiresAt;
  const isOffered = until !== undefined && until !== null && read.now < until;
  const state = isOffered
    ? waiting(t('booking.yoursUntil', { time: nearTime(context, until) }))
    : waiting(t('booking.inLine', { place: waitlist?.position ?? 1 }));
  const take = (text: string, variant: string): Html =>
    html`<a class="button" data-variant="${variant}" data-size="small" data-sheet="" href="${acceptPath(booking.id)}">${text}</a>`;
  const act = isOffered
    ? take(t('booking.take'), 'waiting')
    : canTakeFree(own)
      ? take(t('booking.book'), 'tinted')
      : cancelLink(context, booking.id, session.name, true);
  return listRow(context, shownSession(session), { mixed, href: bookingPath(booking.id), state, act });
};

/** A class that the studio has canceled, and what it writes of that. */
const offRow = (visit: MemberVisit, booking: BookingOfClass, mixed: Mixed): Html => {
  const { context } = ownOf(visit, booking);
  const { session } = booking;
  const state = cancelNote(context, session) ?? html`<p>${context.t('mine.classCancelled')}</p>`;
  return listRow(context, shownSession(session), { mixed, href: bookingPath(booking.id), state, act: undefined });
};

const list = (title: string, rows: readonly Html[]): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<section class="section"><h2>${title}</h2><ul class="classes">${rows}</ul></section>`;

/** What was just canceled, and the way back while it can be taken back. */
const cancelledNote = async (visit: MemberVisit): Promise<Html | undefined> => {
  const id = visit.url.searchParams.get('cancelled');
  if (id === null) return undefined;
  const { t, read, formats } = visit.context;
  try {
    const booking = await visit.callApi('getMemberBooking', { path: { id }, query: { 'expand[]': ['session'] } });
    if (booking.status !== 'cancelled' || booking.cancelledAt === null) return undefined;
    const age = read.nowMs - Date.parse(booking.cancelledAt);
    if (age > 4 * OWN_UNDO_MS) return undefined;
    const name = booking.session?.name ?? '';
    const isBack = booking.creditOutcome === 'restored';
    const text = t(booking.waitlist !== null && booking.confirmedAt === null ? 'mine.leftList' : 'mine.cancelledNow', {
      name,
    });
    const { penalty } = booking;
    const isDue = penalty !== null && penalty.status === 'pending';
    const fee = isDue ? ` ${t('mine.feeComes', { amount: formats.money(penalty.amount, penalty.currency) })}` : '';
    const undo =
      age > OWN_UNDO_MS || booking.bookingSource === 'guest'
        ? undefined
        : html`<form method="post" action="${bookingPath(booking.id)}/undo"${FREE}><input type="hidden" name="key" value="${visit.newKey()}"><button class="button" data-size="small">${t('shell.undo')}</button></form>`;
    return html`<div class="toast" role="status" data-toast=""><span>${text}${isBack ? ` ${t('mine.itCameBack')}` : ''}${fee}</span>${undo}</div>`;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
};

/** What was bought a moment ago, with its receipt: buying a plan leads here. */
const boughtNote = (visit: MemberVisit, passes: readonly MemberPackageResponse[]): Html | undefined => {
  const { t, read } = visit.context;
  const bought = passes.find(({ createdAt }) => read.nowMs - Date.parse(createdAt) < MINUTE_MS);
  if (bought === undefined) return undefined;
  const { name, paymentId } = bought;
  // The payments of a dependant are not shown to the adult.
  const receipt =
    paymentId === null || isForDependant(visit)
      ? undefined
      : html` <a class="link" href="${ACCOUNT}/receipts/${paymentId}">${t('account.receipt')}</a>`;
  return html`<div class="notice" data-tone="brand" role="status"><div>${t('mine.bought', { name })}${receipt}</div></div>`;
};

/** What the member has ahead, and with what it is paid. */
export const mePage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context } = visit;
  const { t } = context;
  const [{ ahead, off }, passes, rewards, note, calendar, others] = await Promise.all([
    ownAheadAndOff(visit),
    ownPasses(visit),
    isForDependant(visit) ? undefined : rewardRows(visit),
    cancelledNote(visit),
    isForDependant(visit) ? undefined : calendarFeed(visit),
    dependantsAhead(visit),
  ]);
  const mixed = mixedOf([...ahead, ...off].map((booking) => ownOf(visit, booking).context));
  const [next, ...later] = ahead.filter(({ status }) => status === 'confirmed' || status === 'attended');
  const inLine = ahead.filter(({ status, session }) => status === 'waitlisted' && session.startTime > context.read.now);
  const calledOff = list(
    t('mine.calledOff'),
    off.map((each) => offRow(visit, each, mixed)),
  );
  const cards = passes.map((pass) => passCard(context, pass, 'h3'));
  const content = html`${topOf(context, 'me')}<main class="page" id="main"><h1 class="page-title">${t('shell.myClasses')}</h1>${classTabs(context, 'coming')}${note}${boughtNote(visit, passes)}${agreementNote(visit)}
<div class="with-rail"><div id="mine" data-live="${context.site.id}">${next === undefined ? html`${calledOff}${await nothingBooked(visit)}` : nextClass(visit, next, mixed)}
${list(
  t('mine.later'),
  later.map((each) => laterRow(visit, each, mixed)),
)}
${next === undefined ? undefined : calledOff}
${list(
  t('mine.waiting'),
  inLine.map((each) => waitingRow(visit, each, mixed)),
)}${others}${calendar}</div>
<section class="mine section" aria-labelledby="passes"><div class="spread"><h2 id="passes">${t('mine.passes')}</h2><a class="link small" href="${plansPath(context)}">${t('mine.buy')}</a></div><div class="stack passes">${cards.length === 0 ? html`<p class="quiet">${t('mine.noPass')}</p>` : cards}</div>${rewards}</section></div></main>`;
  return { context, title: t('shell.myClasses'), content, tab: 'me' };
};

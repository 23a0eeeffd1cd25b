import { type Html, html } from '../../../kernel/html.ts';
import { isConfirmedByMail } from '../../../resources/messages/wanted.ts';
import { agreementNote } from '../account/open-agreements.ts';
import { pushQuestion } from '../account/push.ts';
import { nearTime } from '../booking/class-time.ts';
import { acceptPath, bookPath } from '../booking/paths.ts';
import { lapsedOutcomes, waitingDots, waitingOutcomes } from '../booking/waitlist-place.ts';
import { deskLink, othersLink } from '../booking/why-not.ts';
import { guestsLink } from '../guests/bring.ts';
import { CHECK, HOURGLASS } from '../icons.ts';
import { topOf } from '../layout.ts';
import { type ApiRefusal, refusalNote } from '../messages.ts';
import type { BookMember, BookPage, MemberVisit } from '../visit.ts';
import { canMove } from './move.ts';
import { cancelNote, canTakeFree, freeText, lapsedOf, type OwnBooking, offerOf, ownBooking } from './own-booking.ts';
import { calendarLink, cancelLink, directions, freeUntilText, hereParts, moveLink, ticket } from './ticket.ts';

const doneHead = ({ context, booking }: OwnBooking, { firstName, email, clientId, household }: BookMember): Html => {
  const { t, read } = context;
  if (booking.status === 'waitlisted') {
    const place = booking.waitlist?.position ?? 1;
    return html`<div class="done-head"><span class="tick disc" data-tone="waiting">${HOURGLASS}</span><h1>${t('mine.waitingNow', { place })}</h1><p>${t('mine.waitingText')}</p></div>`;
  }
  // The adult who books for a dependant gets the email.
  const comes = email !== null && isConfirmedByMail(read, booking, household?.self.clientId ?? clientId);
  const mail = !comes ? undefined : html`<p>${t('mine.mailComes', { email })}</p>`;
  return html`<div class="done-head"><span class="tick disc">${CHECK}</span><h1>${t('mine.bookedTitle', { name: firstName })}</h1>${mail}</div>`;
};

const titleOf = (own: OwnBooking): string => {
  const { context, booking, session } = own;
  const { t, read } = context;
  switch (booking.status) {
    case 'cancelled':
      return session.status === 'cancelled' ? t('mine.classCancelled') : t('mine.cancelled');
    case 'waitlisted':
      return t('booking.inLine', { place: booking.waitlist?.position ?? 1 });
    case 'attended':
      return session.endTime > read.now ? t('booking.here') : t('mine.wasThere');
    case 'noshow':
      return t('mine.missed');
    default:
      return session.endTime > read.now ? t('booking.booked') : t('book.ended');
  }
};

const offerCard = (own: OwnBooking): Html | undefined => {
  const { context, booking, session } = own;
  const { t } = context;
  const until = offerOf(own);
  if (until === undefined && !canTakeFree(own)) return undefined;
  const text =
    until === undefined ? freeText(own) : t('mine.offer', { name: session.name, time: nearTime(context, until) });
  return html`<div class="notice" data-tone="waiting"><div class="stack"><b>${text}</b><div class="row"><a class="button" data-variant="primary" data-sheet="" href="${acceptPath(booking.id)}">${t(until === undefined ? 'booking.book' : 'booking.take')}</a></div></div></div>`;
};

const lapsedNote = (own: OwnBooking): Html | undefined => {
  const { t } = own.context;
  const until = lapsedOf(own);
  if (until === undefined) return undefined;
  const time = nearTime(own.context, until);
  return html`<div class="notice"><div><b>${t('mine.lapsed', { time })}</b>${t('mine.lapsedText')}</div></div>`;
};

const waitingPart = (own: OwnBooking): Html | undefined => {
  const { context, booking, session } = own;
  const { waitlist } = booking;
  if (booking.status !== 'waitlisted' || waitlist === null) return undefined;
  const { t } = context;
  const { mode, holdMinutes, until, graceMinutes, position } = waitlist;
  const rule = { mode, holdMinutes, until, graceMinutes };
  const outcomes = lapsedOf(own) === undefined ? waitingOutcomes(context, session, rule) : lapsedOutcomes(context);
  return html`<section class="section" aria-label="${t('booking.list')}">${mode === 'manual' ? undefined : waitingDots(context, position ?? 1)}<ul class="effect">${outcomes}</ul><p class="leave">${cancelLink(context, booking.id, session.name, true)}</p></section>`;
};

const leavingPart = (own: OwnBooking): Html | undefined => {
  const { context, booking, session } = own;
  const { t, read } = context;
  if (booking.status !== 'confirmed' || session.status === 'cancelled' || session.startTime <= read.now)
    return undefined;
  if (booking.cancellableUntil <= read.now) {
    return html`<p class="small quiet"><b>${t('mine.cannotCome')}</b> ${t('refusals.late_cancel_not_allowed')}</p><p>${deskLink(context)}</p>`;
  }
  const rescheduled = booking.freeCancelUntil === session.startTime ? t('mine.freeAlways') : freeUntilText(own);
  return html`<p class="small quiet"><b>${t('mine.cannotCome')}</b> ${rescheduled}</p><p class="two" data-actions="">${canMove(own) ? moveLink(context, booking.id, session.name) : undefined}${cancelLink(context, booking.id, session.name)}</p>`;
};

const againPart = ({ context, booking, session }: OwnBooking): Html | undefined => {
  if (booking.status !== 'cancelled' || session.startTime <= context.read.now) return undefined;
  // The studio has canceled the class: there are others that day.
  if (session.status === 'cancelled') return html`<p>${othersLink(context, session.localDate)}</p>`;
  return html`<p><a class="button" data-variant="tinted" data-sheet="" href="${bookPath(session.id)}">${context.t('mine.bookAgain')}</a></p>`;
};

/** A booking: a ticket just after booking, and what can be done with it. */
export const bookingPageOf = (
  visit: MemberVisit,
  own: OwnBooking,
  refused?: Pick<ApiRefusal, 'code'>,
  { guests, question }: { readonly guests?: Html | undefined; readonly question?: Html | undefined } = {},
): BookPage => {
  const { context, booking, session } = own;
  const { t, read } = context;
  const isLive = booking.status === 'confirmed' || booking.status === 'waitlisted';
  const isNew = visit.url.searchParams.has('new') && isLive;
  const isNotOver = isLive && session.status !== 'cancelled' && session.endTime > read.now;
  const head = isNew
    ? doneHead(own, visit.member)
    : html`<h1 class="page-title">${titleOf(own)}</h1>${cancelNote(context, session)}`;
  // Who waits has nothing for the calendar yet.
  const actions =
    isNotOver && booking.status !== 'waitlisted'
      ? html`<div class="two" data-actions="">${calendarLink(context, booking.id)}${session.isVirtual ? undefined : directions(context)}</div>`
      : undefined;
  const toAll = html`<a class="button" data-variant="quiet" data-wide="" href="/book/me">${t('mine.showMine')}</a>`;
  const leaving = html`${waitingPart(own)}${leavingPart(own)}${againPart(own)}`;
  const content = html`${topOf(context, 'me')}
<main class="page narrow stack" id="main" data-live="${booking.siteId}">${head}${refusalNote(context, refused)}${lapsedNote(own)}${offerCard(own)}${question}
${isNotOver ? agreementNote(visit) : undefined}${ticket(own, isNew && booking.status === 'confirmed')}${hereParts(visit, own, true)}${actions}${guests}${isNew ? html`${toAll}${leaving}` : html`${leaving}${toAll}`}</main>`;
  const title = isNew && booking.status === 'confirmed' ? t('booking.booked') : `${titleOf(own)}, ${session.name}`;
  return {
    context,
    title,
    content,
    tab: 'me',
    ...(isNew ? { kind: 'flow-page' as const } : {}),
    ...(question === undefined ? {} : { scripts: ['push' as const] }),
  };
};

export const bookingPage = async (visit: MemberVisit): Promise<BookPage> => {
  const own = await ownBooking(visit);
  const isWaiting = own.booking.status === 'waitlisted' && own.session.startTime > own.context.read.now;
  const question = isWaiting ? await pushQuestion(visit) : undefined;
  return bookingPageOf(visit, own, undefined, { guests: await guestsLink(visit, own), question });
};

import { type Html, html } from '../../../kernel/html.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import { classPageOf } from '../public/class.ts';
import { placeOf } from '../public/class-row.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { bookForm } from './book.ts';
import { aheadPart, bookingState, hasPlaceFor } from './booking-state.ts';
import { whyNoPass } from './cannot-pay.ts';
import { type Act, actParts, primaryLink } from './class-action.ts';
import { nearTime } from './class-time.ts';
import { dots } from './dots.ts';
import { bookingOptions, canPay, payingPass } from './options.ts';
import { acceptPath, bookingPath, bookPath } from './paths.ts';
import { remindForm } from './remind.ts';
import { memberSession, type OwnSession, ownAhead, shownSession } from './sessions.ts';
import { waitingDots, waitingOutcomes } from './waitlist-place.ts';
import { whyNot } from './why-not.ts';

const plainLink =
  (text: string, href: string) =>
  (look: Html): Html =>
    html`<a class="button" data-size="large"${look} href="${href}">${text}</a>`;

const seatAct = (visit: MemberVisit, own: OwnSession, options: BookingOptionsResponse): Act => {
  const { context, session } = own;
  const { t } = context;
  const label = t('booking.book');
  const pass = payingPass(options);
  if (!canPay(options)) {
    const { dropInPrice } = options;
    const what =
      dropInPrice === null ? t('booking.choosePlan') : context.formats.money(dropInPrice.amount, dropInPrice.currency);
    const [why] = whyNoPass(context, options);
    const more = why ?? t(dropInPrice === null ? 'refusals.no_eligible_package' : 'booking.orPlan');
    return { label, what, more, button: primaryLink(label, bookPath(session.id), html` data-sheet=""`) };
  }
  const button = (look: Html): Html => bookForm({ visit, own }, { packageId: pass?.id ?? null, isWait: false }, look);
  const isLate = session.freeCancelUntil <= context.read.now;
  const below = isLate ? t('book.lateNow') : t('book.freeCancel', { time: nearTime(context, session.freeCancelUntil) });
  if (pass === undefined) return { label, what: t('booking.payAtDesk'), more: '', below, button };
  const { creditsAfter, creditsTotal, name } = pass;
  if (creditsAfter === null) return { label, what: name, more: t('booking.noCount'), below, button };
  const [now, total] = [session.creditCost, Math.max(creditsTotal ?? 0, creditsAfter + session.creditCost)];
  const more = t('booking.leftAfter', { left: creditsAfter, total });
  const what = t('book.costs', { count: now });
  return { label, what, more, dots: dots(context, { left: creditsAfter, total, now }), below, button };
};

const lineAct = (visit: MemberVisit, own: OwnSession, options: BookingOptionsResponse): Act => {
  const { t } = own.context;
  const button = canPay(options)
    ? (look: Html): Html => bookForm({ visit, own }, { packageId: null, isWait: true }, look)
    : primaryLink(t('booking.join'), bookPath(own.session.id), html` data-sheet=""`);
  const what = t('booking.placeInLine', { place: options.waitlist?.nextPosition ?? 1 });
  return { label: t('booking.list'), what, more: t('booking.noCreditNow'), button };
};

const lineNotice = ({ context, session }: OwnSession, { waitlist }: BookingOptionsResponse): Html | undefined => {
  if (waitlist === null) return undefined;
  const { t } = context;
  const { nextPosition: place } = waitlist;
  return html`<section class="card waiting-card stack" aria-labelledby="line"><h2 id="line">${t('booking.wouldBe', { place })}</h2>${waitlist.mode === 'manual' ? undefined : waitingDots(context, place)}<ul class="effect">${waitingOutcomes(context, session, waitlist)}</ul></section>`;
};

const actOf = async (
  visit: MemberVisit,
  own: OwnSession,
  options: BookingOptionsResponse,
): Promise<Act | undefined> => {
  const { context, session } = own;
  const { t } = context;
  const { myBooking } = options;
  if (myBooking !== null) {
    if (hasPlaceFor(shownSession(session), myBooking)) {
      const button = primaryLink(t('booking.book'), acceptPath(myBooking.id), html` data-sheet=""`);
      const what = t('mine.placeFree');
      return { label: t('booking.book'), what, more: bookingState(context, myBooking), button };
    }
    const what = t(myBooking.status === 'waitlisted' ? 'booking.list' : 'booking.booked');
    const button = plainLink(t('booking.show'), bookingPath(myBooking.id));
    if (myBooking.status !== 'confirmed') {
      return { label: t('shell.myClasses'), what, more: bookingState(context, myBooking), button };
    }
    const more =
      session.freeCancelUntil > context.read.now
        ? t('book.freeCancel', { time: nearTime(context, session.freeCancelUntil) })
        : placeOf(context, shownSession(session));
    return { label: t('shell.myClasses'), what, more, button };
  }
  const why = whyNot(context, session, options);
  if (why !== undefined) {
    const { title: what, text: more } = why;
    const way = (await remindForm(visit, own, options)) ?? why.way;
    return { label: t('booking.book'), what, more, button: way === undefined ? undefined : () => way };
  }
  return options.place === 'waitlist' ? lineAct(visit, own, options) : seatAct(visit, own, options);
};

/** A class as a member sees it; undefined where there is no such class for the member. */
export const memberClass = async (visit: MemberVisit): Promise<BookPage | undefined> => {
  const own = await memberSession(visit, visit.param('sessionId'));
  if (own === undefined) return undefined;
  const { context, session } = own;
  const [options, ahead] = await Promise.all([bookingOptions(visit, session), ownAhead(visit)]);
  const act = session.status === 'scheduled' ? await actOf(visit, own, options) : undefined;
  const isWaiting = options.myBooking === null && options.place === 'waitlist';
  return classPageOf(context, shownSession(session, context.site.showPlaces), {
    state:
      options.myBooking === null
        ? aheadPart(context, shownSession(session, context.site.showPlaces), []).state
        : bookingState(context, options.myBooking),
    notice: isWaiting ? lineNotice(own, options) : undefined,
    ...(act === undefined ? { card: undefined, bar: undefined } : actParts(act)),
    partOf: (each) => aheadPart(context, each, ahead),
  });
};

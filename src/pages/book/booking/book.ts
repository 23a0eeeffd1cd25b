import { type Html, html } from '../../../kernel/html.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { MemberBookingPreviewResponse } from '../../../resources/bookings/member/preview-shapes.ts';
import { waitingPath } from '../buying/purchases.ts';
import { callApiOnce } from '../call-api-once.ts';
import { FREE } from '../free.ts';
import { stepTop } from '../layout.ts';
import { ApiRefusal, gonePage, orRefused, refusalNote } from '../messages.ts';
import { classPath } from '../public/class-row.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { hasPlaceFor } from './booking-state.ts';
import { classHead } from './class-head.ts';
import { bookingOptions, payingPass } from './options.ts';
import { acceptPath, bookingPath, bookPath } from './paths.ts';
import { remindForm } from './remind.ts';
import { memberSession, type OwnSession, shownSession } from './sessions.ts';
import { costOf, leavingOutcome, leftAfter, payingOutcome } from './terms.ts';
import { waitingDots, waitingOutcomes } from './waitlist-place.ts';
import { isPayment, needsPaying, payAndBook, waysToPayPage } from './ways-to-pay.ts';
import { fullNote, othersLink, type WhyNot, whyNot } from './why-not.ts';

/** The step in which a class is booked: who books, which class, and how it can be paid. */
interface Step {
  readonly visit: MemberVisit;
  readonly own: OwnSession;
  readonly options: BookingOptionsResponse;
  /** Why the last try was refused. */
  readonly refused?: Pick<ApiRefusal, 'code'> | undefined;
  /** Whether the last try was refused for the reason that the page states anyway. */
  readonly isSaid?: boolean;
}

const pageOf = ({ own: { context, session } }: Step, title: string, content: Html): BookPage => ({
  context,
  title,
  content: html`${stepTop(context, classPath(shownSession(session)), context.t('booking.book'))}${content}`,
  kind: 'flow-page',
});

/** Refusals whose reason the page gives anyway when it is rendered again. */
const SAID_ANYWAY: ReadonlySet<string> = new Set([
  'client_suspended',
  'session_cancelled',
  'session_started',
  'booking_limit_reached',
  'booking_overlap',
  'outside_booking_window',
]);

const whyPage = (step: Step, { title, text, way }: WhyNot): BookPage => {
  const { own, refused } = step;
  const { context, session } = own;
  const { t } = context;
  const others = othersLink(context, session.localDate);
  const ways = way === undefined || way.text === others.text ? others : html`${way}${others}`;
  return pageOf(
    step,
    t('booking.bookTitle', { name: session.name }),
    html`<main class="page narrow stack" id="main">${classHead(context, session)}
${refusalNote(context, refused)}<div class="notice" data-tone="caution"${step.isSaid ? html` role="alert"` : ''}><div><b>${title}</b>${text}</div></div>
<div class="row">${ways}</div></main>`,
  );
};

/** The other passes that can pay: each is a link to this page with that pass. */
const change = ({ own: { context, session }, options }: Step, paying: string | null): Html | undefined => {
  const { t } = context;
  const others = options.packages.filter(({ canPay: able, id }) => able && id !== paying);
  if (others.length === 0) return undefined;
  const links = others.map(({ id, name, creditsLeft }) => {
    const left = creditsLeft === null ? t('booking.noCount') : t('booking.countLeft', { count: creditsLeft });
    return html`<li><a class="link" data-sheet="" href="${bookPath(session.id)}?package=${id}">${name}, ${left}</a></li>`;
  });
  return html`<details class="change"><summary>${t('booking.change')}</summary><ul>${links}</ul></details>`;
};

export const bookForm = (
  { visit, own: { context, session } }: Pick<Step, 'visit' | 'own'>,
  { packageId, isWait }: { readonly packageId: string | null; readonly isWait: boolean },
  look: Html = html``,
): Html => {
  const { t } = context;
  const field = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`;
  return html`<form method="post" action="${bookPath(session.id)}"${isWait ? FREE : undefined}>${field('key', visit.newKey())}${packageId === null ? undefined : field('package', packageId)}${isWait ? field('wait', '1') : undefined}<button class="button" data-variant="primary" data-size="large"${look}>${t(isWait ? 'booking.join' : 'booking.book')}</button></form>`;
};

const seatPage = (step: Step, preview: MemberBookingPreviewResponse): BookPage => {
  const { own, refused } = step;
  const { context, session } = own;
  const { t } = context;
  const { packageId } = preview;
  const leaves = preview.leaves.map(({ name }) => html`<p class="small quiet">${t('booking.leaves', { name })}</p>`);
  return pageOf(
    step,
    t('booking.bookTitle', { name: session.name }),
    html`<main class="page narrow stack" id="main">${classHead(context, session)}
<ul class="effect">${payingOutcome(context, preview, change(step, packageId))}${leavingOutcome(context, preview)}</ul>${leaves}
${refusalNote(context, refused)}</main>
<section class="act-bar" aria-label="${t('booking.book')}"><span class="what"><b>${costOf(context, preview)}</b>${leftAfter(context, preview)}</span>${bookForm(step, { packageId, isWait: false })}</section>`,
  );
};

const linePage = (step: Step, preview: MemberBookingPreviewResponse): BookPage => {
  const { own, options, refused } = step;
  const { context, session } = own;
  const { t } = context;
  const place = preview.waitlistPosition ?? options.waitlist?.nextPosition ?? 1;
  return pageOf(
    step,
    t('booking.fullTitle', { name: session.name }),
    html`<main class="page narrow stack" id="main">${classHead(context, session)}
<section class="card waiting-card stack" aria-labelledby="line"><h2 id="line">${t('booking.wouldBe', { place })}</h2>${options.waitlist?.mode === 'manual' ? undefined : waitingDots(context, place)}
<ul class="effect">${waitingOutcomes(context, session, options.waitlist)}</ul></section>
${refusalNote(context, refused)}</main>
<section class="act-bar" aria-label="${t('booking.list')}"><span class="what"><b>${t('booking.placeInLine', { place })}</b>${t('booking.noCreditNow')}</span>${bookForm(step, { packageId: null, isWait: true })}</section>`,
  );
};

const stepPage = async (visit: MemberVisit, refused?: Step['refused']): Promise<PageResult> => {
  const own = await memberSession(visit, visit.param('sessionId'));
  if (own === undefined) return gonePage(visit.context);
  const { session } = own;
  const options = await bookingOptions(visit, session);
  const { myBooking } = options;
  if (myBooking !== null) {
    // A waitlisted member takes a free spot with the booking on the waitlist.
    return { to: hasPlaceFor(shownSession(session), myBooking) ? acceptPath(myBooking.id) : bookingPath(myBooking.id) };
  }
  const waiting = await waitingPath(visit, { sessionId: session.id });
  if (waiting !== undefined) return { to: waiting };
  const step: Step = { visit, own, options, refused };
  const why = whyNot(own.context, session, options);
  const isSaid = refused !== undefined && SAID_ANYWAY.has(refused.code);
  const whyStep = isSaid ? { ...step, refused: undefined, isSaid } : step;
  if (why !== undefined) return whyPage(whyStep, { ...why, way: (await remindForm(visit, own, options)) ?? why.way });
  if (needsPaying(options))
    return waysToPayPage(visit, { context: own.context, session: shownSession(session) }, options, refused);
  const packageId = payingPass(options, visit.url.searchParams.get('package'))?.id;
  const body = { sessionId: session.id, packageId, joinWaitlist: options.place === 'waitlist' };
  try {
    const preview = await visit.previewApi('createMemberBooking', { body, siteId: session.siteId });
    return preview.status === 'waitlisted' ? linePage(step, preview) : seatPage(step, preview);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 409) throw error;
    return whyPage({ ...step, refused: error }, fullNote(own.context, session.localDate));
  }
};

/** Books or joins the waitlist on the terms that the page showed. If they have changed since, the page shows the new ones first. */
const book = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await memberSession(visit, visit.param('sessionId'));
  if (own === undefined) return gonePage(visit.context);
  const { id: sessionId, siteId } = own.session;
  if (isPayment(form)) return payAndBook(visit, form, { context: own.context, session: shownSession(own.session) });
  const [packageId, isWait] = [form.get('package'), form.get('wait') === '1'];
  const body = { sessionId, joinWaitlist: isWait, ...(packageId === '' ? {} : { packageId }) };
  return orRefused(
    async () => {
      if (isWait && own.session.myBooking === null) {
        const { status } = await visit.previewApi('createMemberBooking', { body, siteId });
        // Agreeing to wait is not agreeing to use a credit.
        if (status === 'confirmed') return stepPage(visit, { code: 'seat_came_free' });
      }
      const { id } = await callApiOnce(visit, 'createMemberBooking', { body, key: form.get('key'), siteId });
      return { to: `${bookingPath(id)}?new` };
    },
    (refused) => stepPage(visit, refused),
  );
};

export const bookStep = { get: (visit: MemberVisit) => stepPage(visit), post: book };

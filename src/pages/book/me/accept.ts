import { html } from '../../../kernel/html.ts';
import type { MemberBookingPreviewResponse } from '../../../resources/bookings/member/preview-shapes.ts';
import { classHead } from '../booking/class-head.ts';
import { nearTime } from '../booking/class-time.ts';
import { acceptPath, bookingPath, cancelPath } from '../booking/paths.ts';
import { costOf, heldOutcome, leavingOutcome, leftAfter, payingOutcome } from '../booking/terms.ts';
import { callApiOnce } from '../call-api-once.ts';
import { stepTop } from '../layout.ts';
import { orRefused } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { bookingPageOf } from './booking.ts';
import { canTakeFree, freeText, isGuest, type OwnBooking, offerOf, ownBooking } from './own-booking.ts';

type Preview = MemberBookingPreviewResponse;

const acceptPageOf = (visit: MemberVisit, own: OwnBooking, preview: Preview): BookPage => {
  const { context, session, booking } = own;
  const { t } = context;
  const until = offerOf(own);
  const act = t(until === undefined ? 'booking.book' : 'booking.take');
  const paid = { ...preview, isGuest: isGuest(own) };
  const text = until === undefined ? freeText(own) : t('booking.yoursUntil', { time: nearTime(context, until) });
  const leaves = preview.leaves.map(({ name }) => html`<p class="small quiet">${t('booking.leaves', { name })}</p>`);
  const content = html`${stepTop(context, bookingPath(booking.id), act)}
<main class="page narrow stack" id="main">${classHead(context, session)}<p class="notice" data-tone="waiting">${text}</p>
<ul class="effect">${until === undefined ? payingOutcome(context, paid) : heldOutcome(context, paid)}${leavingOutcome(context, preview)}</ul>${leaves}
<p><a class="link" data-sheet="" href="${cancelPath(booking.id)}">${t('mine.notThisTime')}</a></p></main>
<section class="act-bar" aria-label="${act}"><span class="what"><b>${costOf(context, paid)}</b>${leftAfter(context, preview)}</span><form method="post" action="${acceptPath(booking.id)}"><input type="hidden" name="key" value="${visit.newKey()}"><button class="button" data-variant="primary" data-size="large">${act}</button></form></section>`;
  return {
    context,
    title: t(until === undefined ? 'booking.bookTitle' : 'mine.takeTitle', { name: session.name }),
    content,
    kind: 'flow-page',
  };
};

const acceptPage = async (visit: MemberVisit): Promise<PageResult> => {
  const own = await ownBooking(visit);
  if (offerOf(own) === undefined && !canTakeFree(own)) return { to: bookingPath(own.booking.id) };
  return orRefused<PageResult, PageResult>(
    async () => acceptPageOf(visit, own, await visit.previewApi('acceptMemberOffer', { path: { id: own.booking.id } })),
    (refused) => bookingPageOf(visit, own, refused),
  );
};

const accept = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await ownBooking(visit);
  return orRefused<PageResult, PageResult>(
    async () => {
      await callApiOnce(visit, 'acceptMemberOffer', { path: { id: own.booking.id }, key: form.get('key') });
      return { to: `${bookingPath(own.booking.id)}?new` };
    },
    async (refused) => bookingPageOf(visit, await ownBooking(visit), refused),
  );
};

export const acceptStep = { get: acceptPage, post: accept };

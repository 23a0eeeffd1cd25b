import { type Html, html } from '../../../kernel/html.ts';
import type { MemberCancelPreviewResponse } from '../../../resources/bookings/member/preview-shapes.ts';
import { nearTime, whenOf } from '../booking/class-time.ts';
import { bookingPath, cancelPath } from '../booking/paths.ts';
import { outcomeLine } from '../booking/terms.ts';
import { deskLink } from '../booking/why-not.ts';
import { callApiOnce } from '../call-api-once.ts';
import { cardName } from '../card-words.ts';
import { FREE } from '../free.ts';
import { guestsOutcome } from '../guests/bring.ts';
import { CALENDAR, CLOCK, MONEY, PEOPLE, SPEECH, TICKET } from '../icons.ts';
import { stepTop } from '../layout.ts';
import { type ApiRefusal, orRefused, refusalNote } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { bookingPageOf } from './booking.ts';
import { type OwnBooking, ownBooking } from './own-booking.ts';

type Preview = MemberCancelPreviewResponse;

const creditOutcome = ({ context }: OwnBooking, { credit, packageName, creditsAfter, lateCancel, isLate }: Preview) => {
  const { t } = context;
  const left =
    packageName === null || creditsAfter === null
      ? undefined
      : t(credit.credits > 0 ? 'mine.leftThen' : 'mine.leftStays', { pass: packageName, left: creditsAfter });
  if (credit.credits > 0) return outcomeLine(TICKET, t('mine.comesBack', { count: credit.credits }), left);
  const lost = lateCancel?.credits ?? 0;
  return isLate && lost > 0 ? outcomeLine(TICKET, t('mine.notBack', { count: lost }), left) : undefined;
};

const feeOutcome = ({ context }: OwnBooking, { fee }: Preview): Html | undefined => {
  if (fee === null) return undefined;
  const { t, formats } = context;
  const amount = formats.money(fee.amount, fee.currency);
  if (fee.card === null || fee.chargedAt === null)
    return outcomeLine(MONEY, t('mine.feeAtDesk', { amount }), undefined);
  return outcomeLine(
    MONEY,
    t('mine.fee', { amount, card: cardName(fee.card), time: nearTime(context, fee.chargedAt) }),
    undefined,
  );
};

const refundOutcome = ({ context }: OwnBooking, { refund }: Preview): Html | undefined =>
  refund === null
    ? undefined
    : outcomeLine(
        MONEY,
        context.t('mine.refund', { amount: context.formats.money(refund.amount, refund.currency) }),
        undefined,
      );

/** Why canceling is free for another reason than being in time. */
const freeOutcome = ({ context }: OwnBooking, { freeReason, freeCancelUntil }: Preview): Html | undefined => {
  const { t } = context;
  if (freeReason === 'rescheduled') return outcomeLine(CALENDAR, t('mine.freeChanged'), undefined);
  if (freeReason !== 'grace_time') return undefined;
  return outcomeLine(CALENDAR, t('mine.freeGrace', { time: nearTime(context, freeCancelUntil) }), undefined);
};

/** What canceling costs, as the form repeats it: empty where it is free. */
const costOf = ({ isLate, fee, lateCancel }: Preview): string => {
  const lost = isLate ? (lateCancel?.credits ?? 0) : 0;
  return fee === null && lost === 0 ? '' : `${lost} ${fee?.amount ?? 0} ${fee?.currency ?? ''}`.trim();
};

const buttonText = ({ context }: OwnBooking, { status, isLate, fee, lateCancel }: Preview): string => {
  const { t, formats } = context;
  if (status === 'waitlisted') return t('mine.leaveList');
  const isLost = isLate && (lateCancel?.credits ?? 0) > 0;
  if (fee === null) return t(isLost ? 'mine.cancelLost' : 'mine.cancel');
  return t(isLost ? 'mine.cancelBoth' : 'mine.cancelFee', { amount: formats.money(fee.amount, fee.currency) });
};

/** What the desk can give back. Undefined where canceling late costs nothing. */
const costKind = ({ isLate, fee, lateCancel }: Preview): 'fee' | 'credit' | 'both' | undefined => {
  const isLost = isLate && (lateCancel?.credits ?? 0) > 0;
  if (fee !== null) return isLost ? 'both' : 'fee';
  return isLost ? 'credit' : undefined;
};

const titleOf = ({ context, session }: OwnBooking, { status, isLate }: Preview): string => {
  const { t } = context;
  if (status === 'waitlisted') return t('mine.leaveTitle', { name: session.name });
  return isLate ? t('mine.lateTitle') : t('mine.cancelTitle', { name: session.name });
};

const page = ({ context, booking }: OwnBooking, title: string, content: Html): BookPage => ({
  context,
  title,
  content: html`${stepTop(context, bookingPath(booking.id), context.t('mine.cancel'))}<main class="page narrow stack" id="main">${content}</main>`,
  kind: 'flow-page',
});

const refusedPage = (own: OwnBooking, refused: Pick<ApiRefusal, 'code'>): BookPage => {
  const { context, session, booking } = own;
  const title = context.t('mine.cancelTitle', { name: session.name });
  // There is nothing left to keep of a class that has begun.
  const isNotStarted = session.startTime > context.read.now;
  const keep = html`<a class="button" data-variant="primary" data-size="large" data-wide="" data-closes="" href="${bookingPath(booking.id)}">${context.t(isNotStarted ? 'mine.keep' : 'booking.show')}</a>`;
  return page(
    own,
    title,
    html`<h1>${title}</h1><p class="quiet">${session.name}, ${whenOf(context, session)}</p>${refusalNote(context, refused)}<p>${deskLink(context)}</p>${keep}`,
  );
};

const cancelPageOf = (
  visit: MemberVisit,
  own: OwnBooking,
  { preview, guests }: { readonly preview: Preview; readonly guests: Html | undefined },
  refused?: Pick<ApiRefusal, 'code'>,
): BookPage => {
  const { context, session, booking } = own;
  const { t } = context;
  const { isLate, status } = preview;
  const late = isLate
    ? html`<p class="status" data-tone="caution">${CLOCK}${t('mine.lateSince', { time: nearTime(context, preview.freeCancelUntil) })}</p>`
    : undefined;
  const seat =
    status === 'confirmed'
      ? outcomeLine(PEOPLE, t('mine.seatOpens'), undefined)
      : outcomeLine(TICKET, t('booking.leaveAnyText'), undefined);
  const email = context.site.email ?? context.studio.supportEmail;
  const what = costKind(preview);
  const ill =
    what !== undefined && email !== null
      ? html`<div class="notice">${SPEECH}<div>${t('mine.ill', { what })} <a class="link" href="mailto:${email}">${t('mine.writeStudio')}</a></div></div>`
      : undefined;
  const text = buttonText(own, preview);
  const isFree = !isLate && preview.fee === null;
  const form = html`<form method="post" action="${cancelPath(booking.id)}"${isFree ? FREE : undefined}><input type="hidden" name="key" value="${visit.newKey()}"><input type="hidden" name="cost" value="${costOf(preview)}"><button class="button" data-variant="${isLate ? 'critical' : 'primary'}" data-size="large" data-wide="">${text}</button></form>`;
  const keep = isLate
    ? html`<a class="button" data-variant="primary" data-size="large" data-wide="" data-closes="" href="${bookingPath(booking.id)}">${t('mine.keep')}</a>`
    : undefined;
  const title = titleOf(own, preview);
  const outcomes = [
    creditOutcome(own, preview),
    feeOutcome(own, preview),
    refundOutcome(own, preview),
    freeOutcome(own, preview),
    seat,
    guests,
  ];
  return page(
    own,
    title,
    html`<div>${late}<h1>${title}</h1><p class="quiet">${session.name}, ${whenOf(context, session)}</p></div>
<ul class="effect">${outcomes}</ul>${ill}${refusalNote(context, refused)}<div class="stack">${keep}${form}</div>`,
  );
};

const cancelPage = async (visit: MemberVisit, refused?: Pick<ApiRefusal, 'code'>): Promise<PageResult> => {
  const own = await ownBooking(visit);
  if (own.booking.status === 'cancelled') return { to: bookingPath(own.booking.id) };
  const path = { id: own.booking.id };
  return orRefused<PageResult, PageResult>(
    async () => {
      const preview = await visit.previewApi('cancelMemberBooking', { path });
      return cancelPageOf(visit, own, { preview, guests: await guestsOutcome(visit, own) }, refused);
    },
    (error) => refusedPage(own, error),
  );
};

/** Whether canceling costs something that the page did not say, since it was open for a while. */
const isDearer = async (visit: MemberVisit, { booking }: OwnBooking, form: Form): Promise<boolean> => {
  if (booking.status === 'cancelled') return false;
  const cost = costOf(await visit.previewApi('cancelMemberBooking', { path: { id: booking.id } }));
  return cost !== '' && cost !== form.get('cost');
};

const cancel = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await ownBooking(visit);
  const { booking } = own;
  return orRefused<PageResult, PageResult>(
    async () => {
      // It says what canceling costs now.
      if (await isDearer(visit, own, form)) return await cancelPage(visit);
      await callApiOnce(visit, 'cancelMemberBooking', { path: { id: booking.id }, key: form.get('key') });
      return { to: `/book/me?cancelled=${booking.id}` };
    },
    (refused) => cancelPage(visit, refused),
  );
};

const undo = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await ownBooking(visit);
  return orRefused<PageResult, PageResult>(
    async () => {
      await callApiOnce(visit, 'undoMemberCancel', { path: { id: own.booking.id }, key: form.get('key') });
      return { to: bookingPath(own.booking.id) };
    },
    (refused) => bookingPageOf(visit, own, refused),
  );
};

export const cancelStep = { get: (visit: MemberVisit) => cancelPage(visit), post: cancel, undo };

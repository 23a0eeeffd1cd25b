import { type Html, html } from '../../../kernel/html.ts';
import type { MemberBookingPreviewResponse } from '../../../resources/bookings/member/preview-shapes.ts';
import { CALENDAR, TICKET } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { nearTime } from './class-time.ts';
import { dots } from './dots.ts';

export const outcomeLine = (icon: Html, title: string, text: string | Html | undefined): Html =>
  html`<li>${icon}<span>${title}${text === undefined || text === '' ? undefined : html`<small>${text}</small>`}</span></li>`;

type Terms = Pick<MemberBookingPreviewResponse, 'freeCancelUntil' | 'freeReason' | 'lateCancel'>;

/** What leaving later costs. @param isLate whether that time has come. */
const lateText = ({ t, formats }: BookContext, { lateCancel }: Terms, isLate: boolean): string => {
  if (lateCancel === null) return '';
  const { isAllowed, credits, fee } = lateCancel;
  if (!isAllowed) return t(isLate ? 'book.nowNoLate' : 'book.noLate');
  if (fee !== null) {
    const amount = formats.money(fee.amount, fee.currency);
    if (credits > 0) return t(isLate ? 'booking.nowBoth' : 'booking.afterBoth', { fee: amount });
    return t(isLate ? 'book.nowFee' : 'book.afterFee', { fee: amount });
  }
  if (credits === 0) return '';
  return t(isLate ? 'book.nowCredit' : 'book.afterCredit');
};

/** Until when leaving is free, and what it costs then. */
const leavingText = (context: BookContext, terms: Terms): { readonly title: string; readonly text: string } => {
  const isLate = terms.freeReason === null;
  const { t } = context;
  return {
    title: isLate ? t('book.lateNow') : t('book.freeCancel', { time: nearTime(context, terms.freeCancelUntil) }),
    text: lateText(context, terms, isLate),
  };
};

export const leavingOutcome = (context: BookContext, terms: Terms): Html => {
  const { title, text } = leavingText(context, terms);
  return outcomeLine(CALENDAR, title, text);
};

type Paid = Pick<
  MemberBookingPreviewResponse,
  'credit' | 'packageName' | 'creditsTotal' | 'creditsAfter' | 'packageId'
> & {
  /** Whether the host pays, of whose pass a guest learns nothing. */
  readonly isGuest?: boolean;
};

export const costOf = ({ t }: BookContext, { credit, packageName, packageId, isGuest }: Paid): string => {
  if (credit.credits > 0) return t('book.costs', { count: credit.credits });
  if (packageId !== null) return packageName ?? '';
  return t(isGuest ? 'guests.youAreGuest' : 'booking.payAtDesk');
};

export const leftAfter = ({ t }: BookContext, { credit, creditsAfter, creditsTotal, packageId }: Paid): string => {
  if (packageId === null) return '';
  if (creditsAfter === null) return t('booking.noCount');
  const total = Math.max(creditsTotal ?? 0, creditsAfter + credit.credits);
  return t('booking.leftAfter', { left: creditsAfter, total });
};

const dotsAfter = (context: BookContext, paid: Paid): Html | undefined => {
  const { credit, creditsAfter, creditsTotal } = paid;
  if (creditsAfter === null) return undefined;
  return dots(context, { left: creditsAfter, total: creditsTotal ?? 0, now: credit.credits });
};

/** Which pass pays for a seat that is held: its credit is held as well, and the others are left. */
export const heldOutcome = (context: BookContext, paid: Paid): Html => {
  const { packageName, credit, creditsAfter } = paid;
  if (creditsAfter === null || credit.credits === 0) return payingOutcome(context, paid);
  const { t } = context;
  const title = t('booking.of', { credits: costOf(context, paid), pass: packageName ?? '' });
  return outcomeLine(
    TICKET,
    title,
    html`${t('booking.heldCredit', { left: creditsAfter })}${dotsAfter(context, paid)}`,
  );
};

/** Which pass pays, with its credits before and after. @param more is after it. */
export const payingOutcome = (context: BookContext, paid: Paid, more?: Html): Html => {
  const { t } = context;
  const { packageName, packageId, credit, creditsAfter } = paid;
  if (packageId === null) return outcomeLine(TICKET, costOf(context, paid), more);
  const words =
    creditsAfter === null
      ? t('booking.noCount')
      : t('booking.beforeAfter', { before: creditsAfter + credit.credits, after: creditsAfter });
  const title =
    credit.credits > 0
      ? t('booking.of', { credits: costOf(context, paid), pass: packageName ?? '' })
      : (packageName ?? '');
  return outcomeLine(TICKET, title, html`${words}${dotsAfter(context, paid)}${more}`);
};

import { type Html, html } from '../../../kernel/html.ts';
import { dayOfMonth, localDateAt } from '../../../kernel/local-time.ts';
import type { MemberBookingPreviewResponse } from '../../../resources/bookings/member/preview-shapes.ts';
import { movePeriods } from '../../../resources/packages/lifecycle/dates.ts';
import { endingIn } from '../../../resources/packages/lifecycle/ending.ts';
import type { SalePreviewResponse } from '../../../resources/sales/shapes.ts';
import { lengthOf } from '../../../texts/length.ts';
import type { BookContext } from '../layout.ts';
import { type ApiRefusal, isRefusal } from '../messages.ts';
import type { PlanTerms } from '../public/plans.ts';
import type { MemberVisit } from '../visit.ts';
import type { Order, Way } from './order.ts';

interface Payment {
  readonly cardId: string | undefined;
  /** A discount code; '' for none. */
  readonly code?: string;
  /** Whether the member chooses on the device how to pay. */
  readonly payOnDevice?: boolean;
}

export const purchaseOf = (
  { session, isWaiting }: Order,
  wayId: string,
  { cardId, code = '', payOnDevice = false }: Payment,
) => ({
  planId: wayId,
  ...(session === undefined ? {} : { sessionId: session.id, joinWaitlist: isWaiting }),
  paymentMethodId: cardId ?? null,
  ...(code === '' ? {} : { discountCode: code }),
  ...(payOnDevice ? { payOnDevice } : {}),
  acceptTerms: true as const,
});

export const visitOf = (sessionId: string, { cardId, code = '', payOnDevice = false }: Payment) => ({
  sessionId,
  paymentMethodId: cardId ?? null,
  ...(code === '' ? {} : { discountCode: code }),
  ...(payOnDevice ? { payOnDevice } : {}),
});

export interface Sum extends Pick<SalePreviewResponse, 'amount' | 'currency' | 'taxAmount' | 'discountAmount'> {
  /** The discount code, as the studio writes it; undefined where nothing is taken off. */
  readonly code: string | undefined;
  /** Null for one visit. */
  readonly package: SalePreviewResponse['package'] | null;
  readonly booking: Pick<
    NonNullable<SalePreviewResponse['booking']>,
    'status' | 'freeCancelUntil' | 'waitlistPosition'
  > | null;
}

const sumOfSale = (sale: SalePreviewResponse): Sum => {
  const { amount, currency, taxAmount, discountAmount, booking } = sale;
  const code = sale.lineItems[0]?.discountReason ?? undefined;
  return { amount, currency, taxAmount, discountAmount, booking, package: sale.package, code };
};

const sumOfVisit = (preview: MemberBookingPreviewResponse, code: string): Sum | undefined => {
  const { price, status, freeCancelUntil, waitlistPosition } = preview;
  const booking = { status, freeCancelUntil, waitlistPosition };
  return price === null ? undefined : { ...price, package: null, booking, code: code.toUpperCase() };
};

/** Previews a sale. Undefined for one visit without a code, whose price the page knows. */
export const previewOf = async (
  { previewApi }: MemberVisit,
  order: Order,
  { id, isPlan }: Pick<Way, 'id' | 'isPlan'>,
  payment: Payment,
): Promise<Sum | ApiRefusal | undefined> => {
  const { context, session } = order;
  const { code = '' } = payment;
  const siteId = context.site.id;
  try {
    if (isPlan) {
      return sumOfSale(await previewApi('createPurchase', { body: purchaseOf(order, id, payment), siteId }));
    }
    if (session === undefined || code === '') return undefined;
    const body = visitOf(session.id, payment);
    return sumOfVisit(await previewApi('createMemberBooking', { body, siteId }), code);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
};

/** Until when a plan that renews goes on at least, and how it is ended. */
const endingTexts = (
  { t, formats, read, site }: BookContext,
  plan: PlanTerms,
  { startsAt, expiresAt }: NonNullable<Sum['package']>,
): readonly string[] => {
  const { minimumTermMonths, noticeDays } = plan;
  const notice = t('book.notice', { count: noticeDays });
  if (expiresAt === null) {
    return minimumTermMonths === null ? [notice] : [t('book.minimumTerm', { count: minimumTermMonths }), notice];
  }
  const today = localDateAt(read.nowMs, site.timezone);
  const begin = startsAt === null ? today : localDateAt(Date.parse(startsAt), site.timezone);
  const periodEnd = localDateAt(Date.parse(expiresAt), site.timezone);
  const period = { ...plan, billingDay: dayOfMonth(begin) };
  const { renewals } = endingIn({ ...period, today, begin, periodEnd });
  const end = movePeriods(read, { ...period, siteId: site.id }, expiresAt, renewals);
  return [t('buying.atLeast', { date: formats.date(end) }), notice];
};

/** What happens in months that are too short for the day on which it begins, where there are such months. */
const shortMonths = (
  { t, site }: BookContext,
  { validityMonths }: PlanTerms,
  { startsAt }: NonNullable<Sum['package']>,
): readonly string[] => {
  if (validityMonths === null || startsAt === null) return [];
  const day = dayOfMonth(localDateAt(Date.parse(startsAt), site.timezone));
  return day > 28 ? [t('book.shortMonths', { day })] : [];
};

/** Until when it can be used, or when it renews. */
const lastingTexts = (context: BookContext, { plan, price, currency }: Way, sale: Sum): readonly string[] => {
  if (sale.package === null) return [];
  const { t, formats } = context;
  const { nextRenewalAt, expiresAt, autoRenews } = sale.package;
  const length = plan === undefined ? undefined : lengthOf(plan);
  const isFirstBooking = plan?.activationType === 'on_first_booking';
  if (plan !== undefined && length !== undefined && autoRenews) {
    const renewal = { ...length, price: formats.money(price, currency) };
    const date = nextRenewalAt === null ? undefined : formats.date(nextRenewalAt);
    const renews =
      date === undefined
        ? t(isFirstBooking ? 'buying.renewsAfterBooking' : 'buying.renewsAfterVisit', renewal)
        : t('buying.renewsDays', { ...renewal, date });
    return [renews, ...shortMonths(context, plan, sale.package), ...endingTexts(context, plan, sale.package)];
  }
  if (expiresAt !== null) return [t('buying.ends', { date: formats.date(expiresAt) })];
  if (length === undefined) return [t('buying.noEnd')];
  return [t(isFirstBooking ? 'buying.endsAfterBooking' : 'buying.endsAfterVisit', length)];
};

const bookedText = ({ context, session }: Order, sale: Sum | undefined): string => {
  if (session === undefined) return '';
  const { t, formats, read } = context;
  const { name } = session;
  const position = sale?.booking?.waitlistPosition ?? null;
  if (position !== null) return t('buying.waits', { name, position });
  const until = sale?.booking?.freeCancelUntil ?? session.freeCancelUntil;
  return until > read.now
    ? t('buying.booked', { name, time: formats.dayTime(until) })
    : t('buying.bookedLate', { name });
};

const leftText = ({ t }: BookContext, { session }: Order, sale: Sum): string => {
  const left = sale.package?.creditsRemaining ?? null;
  return session === undefined || left === null ? '' : t('buying.left', { count: left });
};

const taxText = ({ t, formats }: BookContext, sale: Sum | undefined): string =>
  sale === undefined || sale.taxAmount === 0 ? t('buying.included') : formats.money(sale.taxAmount, sale.currency);

/** The sum with what it buys, in words: how long it lasts, what it renews for, and how it ends. */
export const sumCard = (order: Order, way: Way, sale: Sum | undefined): Html => {
  const { context } = order;
  const { t, formats } = context;
  const price = formats.money(way.price, way.currency);
  const today = sale === undefined ? price : formats.money(sale.amount, sale.currency);
  const words = [
    ...(sale === undefined ? [] : lastingTexts(context, way, sale)),
    bookedText(order, sale),
    ...(sale === undefined ? [] : [leftText(context, order, sale)]),
  ].filter((text) => text !== '');
  const off =
    sale === undefined || sale.discountAmount === 0 || way.price === 0
      ? undefined
      : html`<div><dt>${t('buying.codeOff', { code: sale.code ?? '' })}</dt><dd>${formats.money(-sale.discountAmount, sale.currency)}</dd></div>`;
  return html`<section class="sum-card" aria-label="${t('buying.sum')}" aria-live="polite"><dl class="sum"><div><dt>${way.name}</dt><dd>${price}</dd></div>${off}<div><dt>${t('buying.tax')}</dt><dd>${taxText(context, sale)}</dd></div><div data-total=""><dt>${t('buying.total')}</dt><dd>${today}</dd></div></dl><p class="small quiet">${words.join(' ')}</p></section>`;
};

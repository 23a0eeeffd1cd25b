import { bookingById } from '../../bookings/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { type PaymentRecord, paymentById } from '../../payments/queries.ts';
import type { PaymentResponse } from '../../payments/record.ts';
import { paymentView } from '../../payments/view.ts';
import { Session } from '../../sessions/record.ts';
import { Site } from '../../sites/record.ts';
import { shownCard } from '../direct/for-adults.ts';
import { letterKind, memberAction, type Reader, type Source } from './context.ts';
import { EXAMPLE_PLACE } from './place.ts';

/** What may be written of a card. */
interface Card {
  readonly brand: string;
  readonly last4: string;
}

const EXAMPLE_CARD: Card = { brand: 'visa', last4: '4242' };

const NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const cardText = ({ brand, last4 }: Card, { t }: Reader): string =>
  t('cardNumber', { brand: NAMES[brand] ?? `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`, last4 });

interface Fee {
  readonly reason: 'no_show' | 'late_cancel';
  readonly amount: number;
  readonly currency: string;
  readonly what: string;
  readonly startTime: string;
  readonly timezone: string;
}

export const fee = letterKind<Fee>({
  gather({ read, data }) {
    const booking = bookingById(read, String(data.bookingId));
    const session = booking === undefined ? undefined : Session.rows.find(read, booking.sessionId);
    if (session === undefined) return undefined;
    const { name: what, startTime, timezone } = session;
    const reason = data.type === 'NO_SHOW' ? 'no_show' : 'late_cancel';
    return { reason, amount: Number(data.amount), currency: String(data.currency), what, startTime, timezone };
  },
  example: { ...EXAMPLE_PLACE, reason: 'no_show', amount: 1500, currency: 'USD' },
  tell({ reason, amount, currency, what, startTime, timezone }, { formats }) {
    return {
      values: {
        reason,
        what,
        amount: formats.money(amount, currency),
        day: formats.day(startTime, timezone),
        time: formats.time(startTime, timezone),
      },
      block: { title: what, lines: [formats.dayTime(startTime, timezone)] },
    };
  },
});

interface Paid {
  readonly number: string;
  readonly paidAt: string;
  readonly timezone: string;
  readonly currency: string;
  readonly lines: readonly Pick<PaymentResponse['lineItems'][number], 'description' | 'quantity' | 'unitAmount'>[];
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly method: PaymentResponse['paymentMethod'];
  readonly card: Card | null;
}

const METHODS = {
  card: 'paymentCard',
  cash: 'paymentCash',
  external: 'paymentExternal',
  account_credit: 'paymentCredit',
  comp: 'paymentComp',
} as const;

const paymentOf = ({ read, data }: Source): PaymentRecord | undefined => paymentById(read, String(data.paymentId));

export const receipt = letterKind<Paid>({
  gather(source) {
    const row = paymentOf(source);
    if (row === undefined || row.paidAt === null) return undefined;
    const { invoiceNumber, lineItems, discountAmount, taxAmount, amount, currency, paymentMethod, ...payment } =
      paymentView(row);
    const own = { description: payment.description ?? '', quantity: 1, unitAmount: amount };
    return {
      number: invoiceNumber ?? '',
      paidAt: row.paidAt,
      timezone: Site.rows.find(source.read, row.siteId)?.timezone ?? 'UTC',
      currency,
      lines: lineItems.length === 0 ? [own] : lineItems,
      discount: discountAmount,
      tax: taxAmount,
      total: amount,
      method: paymentMethod,
      card: shownCard(source.read, source.row, payment.paymentMethodDetails),
    };
  },
  example: {
    number: '2026-000123',
    paidAt: '2026-11-24T15:00:00.000Z',
    timezone: 'America/New_York',
    currency: 'USD',
    lines: [{ description: 'Ten classes', quantity: 1, unitAmount: 15000 }],
    discount: 1500,
    tax: 1101,
    total: 13500,
    method: 'card',
    card: EXAMPLE_CARD,
  },
  tell({ number, paidAt, timezone, currency, lines, discount, tax, total, method, card }, reader) {
    const { t, formats } = reader;
    const money = (amount: number): string => formats.sum(amount, currency);
    const subtotal = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
    const isTaxIncluded = total === subtotal - discount;
    const day = formats.date(paidAt, timezone);
    const [what = ''] = lines.map(({ description }) => description);
    return {
      values: { number, amount: money(total), day, what },
      facts: [
        { label: t('receiptNumber'), lines: [number, day] },
        { label: t('paidWith'), lines: [card === null ? t(METHODS[method]) : cardText(card, reader)] },
      ],
      rows: [
        ...lines.map(({ description, quantity, unitAmount }) => ({
          label: quantity === 1 ? description : t('quantity', { quantity, what: description }),
          value: money(quantity * unitAmount),
        })),
        ...(discount === 0 ? [] : [{ label: t('discount'), value: money(-discount) }]),
        ...(tax === 0 || isTaxIncluded ? [] : [{ label: t('tax'), value: money(tax) }]),
        { label: t('total'), value: money(total), isTotal: true },
        ...(tax > 0 && isTaxIncluded ? [{ label: t('taxIncluded'), value: money(tax) }] : []),
      ],
      action: memberAction('receipts', t('showReceipt'), reader),
    };
  },
});

interface Failed {
  readonly what: string;
  readonly amount: number;
  readonly currency: string;
  readonly card: Card | null;
}

export const paymentFailed = letterKind<Failed>({
  gather(source) {
    const row = paymentOf(source);
    if (row === undefined || row.status !== 'failed') return undefined;
    const { description, lineItems, amount, currency, paymentMethodDetails } = paymentView(row);
    const card = shownCard(source.read, source.row, paymentMethodDetails);
    return { what: description ?? lineItems[0]?.description ?? '', amount, currency, card };
  },
  example: { what: 'Monthly unlimited', amount: 12900, currency: 'USD', card: EXAMPLE_CARD },
  tell({ what, amount: minor, currency, card }, reader) {
    const { t, formats } = reader;
    const amount = formats.money(minor, currency);
    return {
      values: { what, amount, by: card === null ? 'other' : 'card', card: card === null ? '' : cardText(card, reader) },
      block: { title: amount, lines: what === '' ? [] : [what] },
      action: memberAction('cards', t('showCards'), reader),
    };
  },
});

interface Expiring extends Card {
  readonly expMonth: number;
  readonly expYear: number;
}

export const cardExpiring = letterKind<Expiring>({
  gather({ read, data }) {
    const method = PaymentMethod.rows.find(read, String(data.paymentMethodId));
    return method?.status === 'active' ? PaymentMethod.view(method).card : undefined;
  },
  example: { ...EXAMPLE_CARD, expMonth: 12, expYear: 2026 },
  tell(facts, reader) {
    const { t, formats } = reader;
    const [card, month] = [cardText(facts, reader), formats.month(facts.expYear, facts.expMonth)];
    return {
      values: { card, month },
      block: { title: card, lines: [month] },
      action: memberAction('cards', t('showCards'), reader),
    };
  },
});

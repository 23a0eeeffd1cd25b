import { brandName } from '../../../kernel/way-names.ts';
import { bookingById } from '../../bookings/queries.ts';
import { Package } from '../../packages/record.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { type PaymentRecord, paymentById } from '../../payments/queries.ts';
import { lineText } from '../../payments/receipts/purpose-lines.ts';
import type { PaymentResponse } from '../../payments/record.ts';
import { paymentView } from '../../payments/view.ts';
import { Session } from '../../sessions/record.ts';
import { Site } from '../../sites/record.ts';
import { shownCard } from '../direct/for-adults.ts';
import { letterKind, memberAction, type Reader, type Source } from './context.ts';
import { EXAMPLE_PLACE } from './place.ts';

/** What may be written of a card, or of an account. */
interface Card {
  readonly type?: string;
  readonly brand: string | null;
  readonly last4: string | null;
}

const EXAMPLE_CARD: Card = { brand: 'visa', last4: '4242' };

const cardText = ({ last4, ...card }: Card, { t }: Reader): string => {
  const brand = brandName(card);
  return last4 === null || last4 === '' ? brand : t('cardNumber', { brand, last4 });
};

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
    const [what = ''] = lines.map(({ description }) => lineText(description, t));
    return {
      values: { number, amount: money(total), day, what },
      facts: [
        { label: t('receiptNumber'), lines: [number, day] },
        { label: t('paidWith'), lines: [card === null ? t(METHODS[method]) : cardText(card, reader)] },
      ],
      rows: [
        ...lines.map(({ description, quantity, unitAmount }) => ({
          label:
            quantity === 1 ? lineText(description, t) : t('quantity', { quantity, what: lineText(description, t) }),
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
  tell({ what: description, amount: minor, currency, card }, reader) {
    const { t, formats } = reader;
    const what = lineText(description, t);
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
    if (method?.status !== 'active') return undefined;
    const { expMonth, expYear, ...card } = PaymentMethod.view(method).card;
    return expMonth === null || expYear === null ? undefined : { ...card, expMonth, expYear };
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

interface Announced {
  readonly what: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
  readonly timezone: string;
  readonly account: Card;
  readonly mandate: string;
}

/** A renewal that an account is debited for, some days before. */
export const debitAnnounced = letterKind<Announced>({
  gather({ read, data }) {
    const row = Package.rows.find(read, String(data.packageId));
    const method = row?.paymentMethodId == null ? undefined : PaymentMethod.rows.find(read, row.paymentMethodId);
    if (row === undefined || method?.status !== 'active' || method.type === 'card') return undefined;
    if (row.nextRenewalAt === null || row.nextRenewalAt !== data.nextRenewalAt) return undefined;
    const { type, card, mandate } = PaymentMethod.view(method);
    return {
      what: row.name,
      amount: row.price,
      currency: row.currency,
      at: row.nextRenewalAt,
      timezone: Site.rows.find(read, row.siteId)?.timezone ?? 'UTC',
      account: { ...card, type },
      mandate: mandate?.reference ?? '',
    };
  },
  example: {
    what: 'Monthly unlimited',
    amount: 12900,
    currency: 'EUR',
    at: '2026-12-01T05:00:00.000Z',
    timezone: 'Europe/Berlin',
    account: { type: 'sepa_debit', brand: null, last4: '3000' },
    mandate: 'STUDIO-20261101',
  },
  tell({ what, amount: minor, currency, at, timezone, account, mandate }, reader) {
    const { t, formats } = reader;
    const [amount, day] = [formats.money(minor, currency), formats.date(at, timezone)];
    return {
      values: {
        what,
        amount,
        day,
        account: cardText(account, reader),
        hasMandate: mandate === '' ? 'no' : 'yes',
        mandate,
      },
      block: { title: amount, lines: [what, day] },
      action: memberAction('cards', t('showCards'), reader),
    };
  },
});

import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import type { Expansion } from '../../http/expansions.ts';
import { findPayments, type PaymentRecord } from './queries.ts';
import type { MemberPaymentWire, PaymentWire, RefundWire } from './shapes.ts';

/** What refunds have not taken or reserved yet, minor units; nothing of what was never paid. */
export const refundable = (row: PaymentRecord): number =>
  row.status === 'pending' || row.status === 'failed' ? 0 : row.amount - row.amountRefunded - row.amountRefunding;

/** In the order in which they were asked for. */
const refundsOf = (row: PaymentRecord): RefundWire[] =>
  (JSON.parse(row.refunds) as RefundWire[]).sort((left, right) => (left.id < right.id ? -1 : 1));

export const paymentView = (row: PaymentRecord): PaymentWire => ({
  id: row.id,
  object: 'payment',
  clientId: row.clientId,
  siteId: row.siteId,
  locationId: row.siteId,
  amount: row.amount,
  currency: row.currency,
  amountRefunded: row.amountRefunded,
  amountRefundable: refundable(row),
  taxAmount: row.taxAmount,
  discountAmount: row.discountAmount,
  platformFeeAmount: row.platformFeeAmount,
  netAmount: row.amount - row.taxAmount - row.platformFeeAmount,
  status: row.status as PaymentWire['status'],
  paymentMethod: row.paymentMethod as PaymentWire['paymentMethod'],
  paymentMethodDetails: unpack(row.paymentMethodDetails),
  purpose: row.purpose as PaymentWire['purpose'],
  description: row.description,
  invoiceNumber: row.invoiceNumber,
  lineItems: unpackList(row.lineItems),
  packageId: row.packageId,
  bookingId: row.bookingId,
  processor: unpack(row.processor),
  failureCode: row.failureCode,
  failureMessage: row.failureMessage,
  refunds: refundsOf(row),
  paidAt: row.paidAt,
  failedAt: row.failedAt,
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** The same for the member who paid: without what staff and machines note. */
export const memberPaymentView = (row: PaymentRecord): MemberPaymentWire => {
  const { processor: _processor, metadata: _metadata, client: _client, refunds, ...told } = paymentView(row);
  const { package: _package, booking: _booking, ...plain } = told;
  return { ...plain, refunds: refunds.map(({ notes: _notes, createdByStaffId: _staff, ...refund }) => refund) };
};

/**
 * Includes the payment that `from` points to.
 * @param siteIds the sites a restricted caller reaches; payments at other sites stay null.
 */
export const paymentExpansion = (from: string, siteIds: readonly string[] | null): Expansion => ({
  from,
  load: (read, ids) =>
    new Map(
      findPayments(read, ids)
        .filter(({ siteId }) => siteIds === null || siteIds.includes(siteId))
        .map((row) => [row.id, paymentView(row)]),
    ),
});

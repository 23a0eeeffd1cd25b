import { type Static, type TObject, Type } from '@sinclair/typebox';
import {
  added,
  count,
  currency,
  description,
  flag,
  id,
  instant,
  integer,
  line,
  listOf,
  notes,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  recordFields,
  recordNamed,
  shape,
} from '../../kernel/schemas.ts';
import { Client } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { price } from '../plans/record.ts';

const status = () => oneOf('pending', 'completed', 'failed', 'refunded', 'partially_refunded');
export const purpose = () =>
  oneOf('package', 'membership_renewal', 'drop_in', 'late_cancel_fee', 'no_show_fee', 'product', 'other');
/** What the desk can take; `card` charges a saved one. */
const takenBy = () => oneOf('cash', 'external', 'comp', 'card');
export const refundReason = () => oneOf('requested_by_customer', 'duplicate', 'fraudulent', 'service_issue', 'other');

const lineItem = part({
  description: Type.String(),
  quantity: integer(1, 10_000),
  unitAmount: count(),
  taxAmount: count(),
  discountAmount: count(),
  amount: count(),
  type: Type.String(),
  referenceId: nullable(Type.String()),
});

export const lineInput = part({
  description: line(200),
  quantity: optional(integer(1, 10_000)),
  unitAmount: price(),
  taxAmount: optional(price()),
  discountAmount: optional(price()),
  type: optional(line(40)),
  referenceId: optional(nullable(line(255))),
});

const refund = part({
  id: id(),
  object: Type.Literal('refund'),
  amount: count(),
  currency: Type.String(),
  reason: nullable(refundReason()),
  status: oneOf('pending', 'succeeded', 'failed'),
  notes: nullable(Type.String()),
  createdByStaffId: nullable(id()),
  createdAt: instant(),
});

export const methodDetails = part({
  brand: Type.String(),
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  paymentMethodId: nullable(id()),
});

export const processor = part({
  name: oneOf('sandbox', 'stripe'),
  mode: oneOf('test', 'live'),
  account: nullable(Type.String()),
  chargeId: nullable(Type.String()),
});

/** Money that came in, and what went back of it (records.md "Payment"). */
export const Payment = shape('Payment', {
  ...recordFields('payment'),
  clientId: id(),
  client: optional(nullable(Client.schema)),
  siteId: id(),
  locationId: id(),
  amount: count(),
  currency: Type.String(),
  amountRefunded: count(),
  amountRefundable: count(),
  taxAmount: count(),
  discountAmount: count(),
  platformFeeAmount: count(),
  netAmount: Type.Integer({ description: 'The amount without its tax and the fee of the platform.' }),
  status: status(),
  paymentMethod: oneOf('card', 'cash', 'external', 'account_credit', 'comp'),
  paymentMethodDetails: nullable(methodDetails),
  purpose: purpose(),
  description: nullable(Type.String()),
  invoiceNumber: nullable(Type.String()),
  lineItems: Type.Array(lineItem),
  packageId: nullable(id()),
  package: optional(nullable(Package.schema)),
  bookingId: nullable(id()),
  booking: optional(nullable(recordNamed('Booking'))),
  processor: nullable(processor),
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  refunds: Type.Array(refund),
  paidAt: nullable(instant()),
  failedAt: nullable(instant()),
  ...ownFields,
});

export const PaymentList = listOf(Payment);

export const paymentFilters = {
  client_id: optional(id()),
  status: optional(status()),
  external_id: added(line(255)),
};

const {
  processor: _processor,
  metadata: _metadata,
  client: _client,
  package: _package,
  booking: _booking,
  refunds: _refunds,
  ...toldToMember
} = Payment.properties;
const { notes: _notes, createdByStaffId: _staff, ...refundToldToMember } = refund.properties;

/** A payment as the member sees it (records.md "Member payment methods"). */
const MemberPayment = shape('MemberPayment', {
  ...toldToMember,
  refunds: Type.Array(part(refundToldToMember)),
});

export const MemberPaymentList = listOf(MemberPayment);

export const RefundPayment = shape('RefundPaymentRequest', {
  amount: optional(integer(1, 1_000_000_000_000)),
  reason: optional(refundReason()),
  notes: optional(nullable(notes())),
  cancelPackage: optional(flag()),
});

const place = { siteId: optional(id()), locationId: optional(id()) };

export const RecordPayment = shape('RecordPaymentRequest', {
  clientId: id(),
  amount: price(),
  currency: currency(),
  paymentMethod: takenBy(),
  purpose: purpose(),
  ...place,
  description: optional(nullable(description())),
  lineItems: optional(Type.Array(lineInput, { minItems: 1, maxItems: 100 })),
  paymentMethodId: optional(nullable(id())),
  bookingId: optional(nullable(id())),
  ...ownInput,
});

export const UpdatePayment = shape('UpdatePaymentRequest', {
  description: optional(nullable(description())),
  ...ownInput,
});

export const SellPackage = shape('SellPackageRequest', {
  clientId: id(),
  planId: id(),
  ...place,
  paymentMethod: optional(takenBy()),
  paymentMethodId: optional(nullable(id())),
  startsAt: optional(instant()),
  price: optional(price()),
  ...ownInput,
});

export type PaymentQuery = Static<TObject<typeof paymentFilters>>;
export type PaymentWire = Static<typeof Payment>;
export type MemberPaymentWire = Static<typeof MemberPayment>;
export type RefundWire = Static<typeof refund>;
export type LineItem = Static<typeof lineItem>;
export type LineInput = Static<typeof lineInput>;
export type RefundPaymentBody = Static<typeof RefundPayment>;
export type RecordPaymentBody = Static<typeof RecordPayment>;
export type UpdatePaymentBody = Static<typeof UpdatePayment>;
export type SellPackageBody = Static<typeof SellPackage>;
export type ProcessorCharge = Static<typeof processor>;

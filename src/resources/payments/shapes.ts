import { type Static, Type } from '@sinclair/typebox';
import { PAYMENT_PURPOSES } from '../../events/enumerations.ts';
import {
  currency,
  description,
  flag,
  id,
  instant,
  integer,
  integrationInput,
  line,
  listOf,
  notes,
  nullable,
  oneOf,
  optional,
  part,
  shape,
} from '../../kernel/schemas.ts';
import { price } from '../plans/record.ts';
import { Payment, refund } from './record.ts';
import { REFUND_REASONS } from './tables.ts';

/** How staff can take a payment; `card` charges a saved card. */
const paymentMethod = () => oneOf('cash', 'external', 'comp', 'card');

export const lineInput = part({
  description: line(200),
  quantity: optional(integer(1, 10_000)),
  unitAmount: price(),
  taxAmount: optional(price()),
  discountAmount: optional(price()),
  type: optional(line(40)),
  referenceId: optional(nullable(line(255))),
});

const {
  processor: _processor,
  metadata: _metadata,
  client: _client,
  package: _package,
  booking: _booking,
  refunds: _refunds,
  ...memberFields
} = Payment.schema.properties;
const { notes: _notes, createdByStaffId: _staff, ...memberRefund } = refund.properties;

/** A payment as the member who paid sees it. */
const MemberPayment = shape('MemberPayment', { ...memberFields, refunds: Type.Array(part(memberRefund)) });

export const MemberPaymentList = listOf(MemberPayment);

export const RefundPayment = shape('RefundPaymentRequest', {
  amount: optional(integer(1, 1_000_000_000_000)),
  reason: optional(oneOf(...REFUND_REASONS)),
  notes: optional(nullable(notes())),
  cancelPackage: optional(flag()),
});

const place = { siteId: optional(id()), locationId: optional(id()) };

export const RecordPayment = shape('RecordPaymentRequest', {
  clientId: id(),
  amount: price(),
  currency: currency(),
  paymentMethod: paymentMethod(),
  purpose: oneOf(...PAYMENT_PURPOSES),
  ...place,
  description: optional(nullable(description())),
  lineItems: optional(Type.Array(lineInput, { minItems: 1, maxItems: 100 })),
  paymentMethodId: optional(nullable(id())),
  bookingId: optional(nullable(id())),
  ...integrationInput,
});

export const SellPackage = shape('SellPackageRequest', {
  clientId: id(),
  planId: id(),
  ...place,
  paymentMethod: optional(paymentMethod()),
  paymentMethodId: optional(nullable(id())),
  startsAt: optional(instant()),
  price: optional(price()),
  ...integrationInput,
});

export type MemberPaymentAnswer = Static<typeof MemberPayment>;
export type LineInput = Static<typeof lineInput>;
export type RefundPaymentBody = Static<typeof RefundPayment>;
export type RecordPaymentBody = Static<typeof RecordPayment>;
export type SellPackageBody = Static<typeof SellPackage>;

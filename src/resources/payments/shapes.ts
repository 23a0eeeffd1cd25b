import { type Static, Type } from '@sinclair/typebox';
import { PAYMENT_PURPOSES } from '../../events/enumerations.ts';
import {
  currency,
  described,
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
  object,
  oneOf,
  optional,
  shape,
  withDefault,
} from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { price } from '../plans/record.ts';
import { Payment, refund } from './record.ts';
import { REFUND_REASONS } from './tables.ts';

/** How staff can take a payment; `card` charges a saved card. */
const paymentMethod = () => oneOf('cash', 'external', 'comp', 'card');

export const lineInput = object(() => ({
  description: line(5000),
  quantity: optional(withDefault(described(integer(1, 10_000), 'How many.'), 1)),
  unitAmount: described(price(), 'The price of one unit, in minor units.'),
  taxAmount: optional(described(price(), 'The tax of the line, in minor units.')),
  discountAmount: optional(described(price(), 'What is taken off, in minor units.')),
  type: optional(described(line(40), 'What the line is for.')),
  referenceId: optional(nullable(line(255))),
}));

const { notes: _notes, createdByStaffId: _staff, ...memberRefund } = refund.properties;

/** A payment as the member who paid sees it. */
const MemberPayment = shape('MemberPayment', () => {
  const { processor, client, package: _package, booking, refunds, ...memberFields } = Payment.schema.properties;
  return {
    ...withoutIntegrationFields(memberFields),
    refunds: Type.Array(object(memberRefund), { description: 'Every refund of it, including pending refunds.' }),
  };
});

export const MemberPaymentList = listOf(MemberPayment);

export const RefundPayment = shape('RefundPaymentRequest', () => ({
  amount: optional(integer(1, 1_000_000_000_000)),
  reason: optional(described(oneOf(...REFUND_REASONS), 'Why it is refunded.')),
  notes: optional(nullable(notes())),
  cancelPackage: optional(withDefault(described(flag(), 'Whether to cancel the package of the payment too.'), false)),
}));

const place = { siteId: optional(id()), locationId: optional(id()) };

export const RecordPayment = shape('RecordPaymentRequest', () => ({
  clientId: id(),
  amount: price(),
  currency: currency(),
  paymentMethod: described(
    paymentMethod(),
    'card charges a saved card; the others record money that was taken outside.',
  ),
  purpose: described(oneOf(...PAYMENT_PURPOSES), 'What it is for.'),
  ...place,
  description: optional(nullable(description())),
  lineItems: optional(
    described(Type.Array(lineInput, { minItems: 1, maxItems: 100 }), 'What was bought; their sum is the amount.'),
  ),
  paymentMethodId: optional(nullable(id())),
  bookingId: optional(nullable(id())),
  ...integrationInput,
}));

export const SellPackage = shape('SellPackageRequest', () => ({
  clientId: id(),
  planId: id(),
  ...place,
  paymentMethod: optional(withDefault(described(paymentMethod(), 'card charges a saved card.'), 'external')),
  paymentMethodId: optional(nullable(id())),
  startsAt: optional(described(instant(), 'From when the package can be used.')),
  price: optional(described(price(), 'In minor units; by default the price of the plan.')),
  ...integrationInput,
}));

export type MemberPaymentResponse = Static<typeof MemberPayment>;
export type LineInput = Static<typeof lineInput>;
export type RefundPaymentBody = Static<typeof RefundPayment>;
export type RecordPaymentBody = Static<typeof RecordPayment>;
export type SellPackageBody = Static<typeof SellPackage>;

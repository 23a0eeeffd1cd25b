import { type Static, Type } from '@sinclair/typebox';
import { PAYMENT_PURPOSES } from '../../events/enumerations.ts';
import {
  count,
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
import { MOST_ADDED } from './listing/totals.ts';
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
  discountReason: optional(described(nullable(line(200)), 'Why it is taken off.')),
  type: optional(described(line(40), 'What the line is for.')),
  referenceId: optional(nullable(line(255))),
}));

const { notes: _notes, createdByStaffId: _staff, ...memberRefund } = refund.properties;

export const MemberPayment = shape('MemberPayment', () => {
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
  packageId: optional(
    nullable(
      described(
        id(),
        'The package whose renewal was declined. The payment starts its next period; without it, only what is owed is paid.',
      ),
    ),
  ),
  ...integrationInput,
}));

/** A sale of a plan, without what the family `sales` does besides. */
export const sale = object(() => ({
  clientId: id(),
  planId: id(),
  ...place,
  paymentMethod: optional(withDefault(described(paymentMethod(), 'card charges a saved card.'), 'external')),
  paymentMethodId: optional(nullable(id())),
  startsAt: optional(described(instant(), 'From when the package can be used.')),
  price: optional(
    described(price(), 'In minor units; by default the price of the plan. Staff need packages:adjust for another one.'),
  ),
  discountAmount: optional(
    described(price(), 'What is taken off the price this once, in minor units. Staff need packages:adjust.'),
  ),
  discountReason: optional(described(nullable(line(200)), 'Why, for the receipt and the record.')),
  discountCode: optional(
    described(
      nullable(line(64)),
      "A discount code, which takes its part off the price in place of 'discountAmount'. Staff need no right of their own for it.",
    ),
  ),
  ...integrationInput,
}));

/** A list of payments with what the whole list comes to. */
export const ManagedPaymentList = shape('ManagedPaymentList', () => ({
  ...Payment.list.properties,
  total: optional(
    described(
      object(() => ({
        count: described(integer(0, MOST_ADDED), `How many payments the whole list has, at most ${MOST_ADDED}.`),
        isCapped: described(flag(), 'Whether the list has more payments than were counted.'),
        amounts: described(
          Type.Array(
            object(() => ({
              currency: Type.String(),
              count: described(count(), 'How many payments are in this currency.'),
              amount: described(count(), 'The sum of all of them, in minor units.'),
              amountPaid: described(count(), 'The sum of those that were paid, refunded ones too.'),
              amountRefunded: described(count(), 'What was refunded of it.'),
            })),
          ),
          'The sums of the payments that were counted, by currency.',
        ),
      })),
      "With 'include_count' only.",
    ),
  ),
}));

export type MemberPaymentResponse = Static<typeof MemberPayment>;
export type LineInput = Static<typeof lineInput>;
export type RefundPaymentBody = Static<typeof RefundPayment>;
export type RecordPaymentBody = Static<typeof RecordPayment>;
export type SellPackageBody = Static<typeof sale>;

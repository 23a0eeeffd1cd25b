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
import { DISPUTE_DECISIONS, Payment, refund } from './record.ts';
import { REFUND_REASONS } from './tables.ts';

/** How staff can take a payment; `card` charges a saved card. */
const paymentMethod = () => oneOf('cash', 'external', 'comp', 'card');

export const lineInput = object(() => ({
  description: line(5000),
  quantity: optional(withDefault(described(integer(1, 10_000), 'The quantity.'), 1)),
  unitAmount: described(price(), 'The price per unit, in the smallest currency unit.'),
  taxAmount: optional(described(price(), 'The tax on the line, in the smallest currency unit.')),
  discountAmount: optional(described(price(), 'The amount taken off, in the smallest currency unit.')),
  discountReason: optional(described(nullable(line(200)), 'The reason for the discount.')),
  type: optional(described(line(40), 'What the line is for.')),
  referenceId: optional(nullable(line(255))),
}));

const { notes: _notes, createdByStaffId: _staff, ...memberRefund } = refund.properties;

export const MemberPayment = shape('MemberPayment', () => {
  const {
    processor,
    client,
    package: _package,
    booking,
    refunds,
    soldByStaffId,
    dispute: _dispute,
    ...memberFields
  } = Payment.schema.properties;
  return {
    ...withoutIntegrationFields(memberFields),
    refunds: Type.Array(object(memberRefund), { description: 'All of its refunds, including pending ones.' }),
  };
});

export const MemberPaymentList = listOf(MemberPayment);

export const RefundPayment = shape('RefundPaymentRequest', () => ({
  amount: optional(integer(1, 1_000_000_000_000)),
  reason: optional(described(oneOf(...REFUND_REASONS), 'The reason for the refund.')),
  notes: optional(nullable(notes())),
  cancelPackage: optional(withDefault(described(flag(), "Whether to also cancel the payment's package."), false)),
}));

export const DecideDispute = shape('DecideDisputeRequest', () => ({
  decision: described(
    oneOf(...DISPUTE_DECISIONS),
    '`claim`: the client owes the amount; `waive`: the studio bears it. Where `paidTwice` is set: `refund` returns that, ' +
      'and `waive` does not.',
  ),
  disputeId: optional(
    described(
      line(255),
      'The ID of the dispute that it is about, as the payment shows it. If another one waits, it fails with 409.',
    ),
  ),
}));

const place = { siteId: optional(id()), locationId: optional(id()) };

export const RecordPayment = shape('RecordPaymentRequest', () => ({
  clientId: id(),
  amount: price(),
  currency: currency(),
  paymentMethod: described(paymentMethod(), '`card` charges a saved card; the others record money received elsewhere.'),
  purpose: described(oneOf(...PAYMENT_PURPOSES), 'What the payment is for.'),
  ...place,
  description: optional(nullable(description())),
  lineItems: optional(
    described(Type.Array(lineInput, { minItems: 1, maxItems: 100 }), 'The items purchased. Their sum is the amount.'),
  ),
  paymentMethodId: optional(nullable(id())),
  bookingId: optional(nullable(id())),
  packageId: optional(
    nullable(
      described(
        id(),
        'The package whose renewal was declined. The payment starts its next period. If omitted, only what is owed ' +
          'is paid.',
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
  paymentMethod: optional(withDefault(described(paymentMethod(), '`card` charges a saved card.'), 'external')),
  paymentMethodId: optional(nullable(id())),
  startsAt: optional(described(instant(), 'Time from which the package can be used.')),
  price: optional(
    described(
      price(),
      "The price, in the smallest currency unit. Defaults to the plan's price. To set a different price, staff " +
        'need `packages:adjust`.',
    ),
  ),
  discountAmount: optional(
    described(
      price(),
      'A one-time discount on the price, in the smallest currency unit. Staff need `packages:adjust`.',
    ),
  ),
  discountReason: optional(described(nullable(line(200)), 'The reason, for the receipt and the records.')),
  discountCode: optional(
    described(
      nullable(line(64)),
      'A discount code, applied instead of `discountAmount`. Staff need no additional permission for it.',
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
        count: described(integer(0, MOST_ADDED), `The number of payments in the whole list, up to ${MOST_ADDED}.`),
        isCapped: described(flag(), 'Whether the list has more payments than were counted.'),
        amounts: described(
          Type.Array(
            object(() => ({
              currency: Type.String(),
              count: described(count(), 'The number of payments in this currency.'),
              amount: described(count(), 'The sum of all of them, in the smallest currency unit.'),
              amountPaid: described(count(), 'The sum of those paid, including refunded ones.'),
              amountRefunded: described(count(), 'The amount refunded.'),
            })),
          ),
          'The sums of the payments counted, by currency.',
        ),
      })),
      'Only included with `include_count`.',
    ),
  ),
}));

export type MemberPaymentResponse = Static<typeof MemberPayment>;
export type LineInput = Static<typeof lineInput>;
export type RefundPaymentBody = Static<typeof RefundPayment>;
export type RecordPaymentBody = Static<typeof RecordPayment>;
export type SellPackageBody = Static<typeof sale>;

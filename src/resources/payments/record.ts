import { Type } from '@sinclair/typebox';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  description,
  extension,
  flag,
  id,
  instant,
  line,
  nullable,
  nullableByExtension,
  object,
  oneOf,
  optional,
  recordReference,
  type Static,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import * as field from '../../records/fields.ts';
import { masked, maskedJson } from '../../records/personal.ts';
import { type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { price } from '../plans/record.ts';
import { REFUND_REASONS, REFUND_STATUSES } from './tables.ts';

const lineItem = object(() => ({
  description: Type.String(),
  quantity: described(Type.Integer({ minimum: 1, maximum: 10_000 }), 'The quantity.'),
  unitAmount: described(count(), 'The price per unit, in the smallest currency unit.'),
  taxAmount: described(count(), 'The tax on the line, in the smallest currency unit.'),
  discountAmount: described(count(), 'The amount taken off, in the smallest currency unit.'),
  discountReason: optional(described(nullable(Type.String()), 'The reason for the discount.')),
  amount: count(),
  type: described(Type.String(), 'What the line is for.'),
  referenceId: nullable(Type.String()),
}));

/** With which card or account a payment was made. */
export const methodDetails = object(() => ({
  type: optional(extension(Type.String(), 'What paid, such as sepa_debit. Left out for cards.')),
  brand: described(
    nullableByExtension(Type.String()),
    'The card brand, such as visa or mastercard. `null` for what is no card.',
  ),
  last4: described(nullableByExtension(Type.String()), 'The last four digits of the card or account number.'),
  expMonth: described(
    nullableByExtension(Type.Integer()),
    'The month in which it expires, from 1 to 12. `null` for what is no card.',
  ),
  expYear: described(nullableByExtension(Type.Integer()), 'The year in which it expires. `null` for what is no card.'),
  paymentMethodId: nullable(id()),
}));

const processor = object(() => ({
  name: oneOf(...PROCESSOR_NAMES),
  mode: described(oneOf(...PROCESSOR_MODES), '`live` charges money; `test` does not.'),
  account: described(nullable(Type.String()), "The connected account. `null` for the studio's own account."),
  chargeId: nullable(Type.String()),
}));

export const DISPUTE_DECISIONS = ['claim', 'waive', 'refund'] as const;

const disputeFields = () => ({
  id: described(Type.String(), "The processor's ID of the dispute."),
  amount: count(),
  currency: Type.String(),
  reason: described(Type.String(), "The processor's word for the reason, such as fraudulent."),
  status: described(oneOf('open', 'won', 'lost'), 'The result at the processor.'),
  openedAt: described(instant(), 'Time at which the studio learned of it.'),
  decision: described(
    nullable(oneOf(...DISPUTE_DECISIONS)),
    '`claim`: the client owes the amount; `waive`: the studio bears it; `refund`: what was paid twice went back, or what it ' +
      'paid for was given back, so that the client keeps the amount. `null` until it is decided.',
  ),
  paidTwice: optional(
    described(
      count(),
      'What the client had paid of a claim when the bank decided for the studio. Left out where nothing was paid.',
    ),
  ),
  decidedAt: described(nullable(instant()), 'Time of the decision. `null` until then.'),
  decidedByStaffId: nullable(id()),
});

const oneDispute = object(disputeFields);

const dispute = object(() => ({
  ...disputeFields(),
  others: optional(
    described(
      Type.Array(oneDispute),
      'The other disputes of the same payment, the oldest first. Left out where there are none.',
    ),
  ),
}));

export const refund = object(() => ({
  id: id(),
  object: Type.Literal('refund'),
  amount: count(),
  currency: Type.String(),
  reason: described(nullable(oneOf(...REFUND_REASONS)), 'The reason for the refund.'),
  status: described(oneOf(...REFUND_STATUSES), '`pending` until the processor responds.'),
  notes: nullable(Type.String()),
  createdByStaffId: nullable(id()),
  createdAt: instant(),
}));

const amount = () => field.integer(price()).shownAs(count()).readOnly();
const text = (maxLength: number) => field.text(line(maxLength)).nullable().readOnly();

interface Balance {
  readonly status: (typeof PAYMENT_STATUSES)[number];
  readonly amount: number;
  readonly amountRefunded: number;
  readonly amountRefunding: number;
}

/** Whether a payment is under way whose charge takes days. */
export const isProcessing = ({
  status,
  processing,
}: Pick<Balance, 'status'> & { readonly processing: number }): boolean => status === 'pending' && processing === 1;

/** Whether a bank has taken a payment back after what it pays for was given, so that it is owed. */
export const isReturned = ({ status, returned }: Pick<Balance, 'status'> & { readonly returned: number }): boolean =>
  status === 'failed' && returned === 1;

/** What can still be refunded, minor units: the paid amount without completed and pending refunds. */
export const refundable = ({ status, amount, amountRefunded, amountRefunding }: Balance): number =>
  status === 'pending' || status === 'failed' ? 0 : amount - amountRefunded - amountRefunding;

/** A payment with its refunds (records.md "Payment"). Callers set only what describes it. */
export const Payment = record(
  'payment',
  'payments',
  () => ({
    clientId: field.id().readOnly(),
    client: field.related(nullable(ClientResponse)),
    siteId: field.id().readOnly(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId),
    amount: amount(),
    currency: field.text(currency()).readOnly(),
    amountRefunded: amount().default(0).described('The amount refunded, in the smallest currency unit.'),
    /** What pending refunds reserve. */
    amountRefunding: amount().internal().default(0),
    amountRefundable: field
      .computed(count(), refundable)
      .described('The amount that can still be refunded, in the smallest currency unit.'),
    taxAmount: amount().derived().described('The tax included in the amount, in the smallest currency unit.'),
    discountAmount: amount().derived().described('The amount taken off the price, in the smallest currency unit.'),
    platformFeeAmount: amount().default(0).described("The platform's fee, in the smallest currency unit."),
    netAmount: field.computed(
      Type.Integer({ description: "The amount without tax and the platform's fee." }),
      (row: { amount: number; taxAmount: number; platformFeeAmount: number }) =>
        row.amount - row.taxAmount - row.platformFeeAmount,
    ),
    status: field
      .word(PAYMENT_STATUSES)
      .readOnly()
      .default('pending')
      .described('`pending` until the processor responds; `refunded` when fully refunded.'),
    paymentMethod: field.word(PAYMENT_METHODS).readOnly().described('The payment method.'),
    paymentMethodDetails: field
      .object(methodDetails)
      .nullable()
      .readOnly()
      .personal()
      .described('The card, as of when it was charged.'),
    processing: field
      .flag()
      .readOnly()
      .default(false)
      .extension('Whether a `pending` payment takes days to settle, as direct debits do.'),
    returned: field
      .flag()
      .internal()
      .default(0)
      .moves(flag(), 'Whether a bank has returned it after what it pays for was given.'),
    dispute: field
      .object(dispute)
      .nullable()
      .readOnly()
      .extension(
        'What the client disputes at their bank. Of several disputes, the one that waits for a decision, or else the newest. `null` if nothing.',
      ),
    purpose: field.word(PAYMENT_PURPOSES).readOnly().described('What the payment was for.'),
    description: field.text(description()).nullable().personal(masked),
    invoiceNumber: text(40).described('The receipt number, without gaps within a year. `null` until it is paid.'),
    lineItems: field.list(Type.Array(lineItem)).readOnly().personal(maskedJson).described('The items purchased.'),
    packageId: field.id().nullable().readOnly(),
    /** The plan of that package, by which reports add up. */
    planId: field.id().nullable().internal(),
    package: field.related(nullable(Package.schema)),
    bookingId: field.id().nullable().readOnly(),
    booking: field.related(nullable(recordReference('Booking'))),
    processor: field
      .object(processor)
      .nullable()
      .readOnly()
      .described('Where the card was charged. `null` for other methods.'),
    failureCode: text(100).described("The processor's error code, if the charge failed."),
    failureMessage: text(500).personal(masked).described('The reason as text, if the charge failed.'),
    refunds: field.derived(Type.Array(refund)).described('All of its refunds, including pending ones.'),
    paidAt: field.instant().nullable().readOnly().described('Time at which it was paid.'),
    failedAt: field.instant().nullable().readOnly().described('Time at which it failed.'),
    soldByStaffId: field
      .id()
      .nullable()
      .readOnly()
      .described('The staff member who made the sale. `null` if no person did.'),
    voidedAt: field.instant().nullable().readOnly().described('Time at which the sale was voided.'),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

export type PaymentRow = RowOf<typeof Payment>;
export type PaymentResponse = ResponseOf<typeof Payment>;
export type UpdatePaymentBody = PatchOf<typeof Payment>;
export type RefundResponse = Static<typeof refund>;
export type LineItem = Static<typeof lineItem>;
export type PaymentDispute = Static<typeof oneDispute>;
export type StoredDispute = Static<typeof dispute>;
export type ProcessorCharge = Static<typeof processor>;
export type PaymentPurpose = PaymentRow['purpose'];

import { Type } from '@sinclair/typebox';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  description,
  id,
  instant,
  line,
  nullable,
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
  quantity: described(Type.Integer({ minimum: 1, maximum: 10_000 }), 'How many.'),
  unitAmount: described(count(), 'The price of one unit, in minor units.'),
  taxAmount: described(count(), 'The tax of the line, in minor units.'),
  discountAmount: described(count(), 'What was taken off, in minor units.'),
  discountReason: optional(described(nullable(Type.String()), 'Why it was taken off.')),
  amount: count(),
  type: described(Type.String(), 'What the line is for.'),
  referenceId: nullable(Type.String()),
}));

const methodDetails = object(() => ({
  brand: described(Type.String(), 'visa, mastercard and others.'),
  last4: described(Type.String(), 'The last four digits of the number.'),
  expMonth: described(Type.Integer(), 'The month in which it expires, 1 to 12.'),
  expYear: described(Type.Integer(), 'The year in which it expires.'),
  paymentMethodId: nullable(id()),
}));

const processor = object(() => ({
  name: oneOf(...PROCESSOR_NAMES),
  mode: described(oneOf(...PROCESSOR_MODES), 'live charges money; test does not.'),
  account: described(nullable(Type.String()), 'The connected account; null for the own account.'),
  chargeId: nullable(Type.String()),
}));

export const refund = object(() => ({
  id: id(),
  object: Type.Literal('refund'),
  amount: count(),
  currency: Type.String(),
  reason: described(nullable(oneOf(...REFUND_REASONS)), 'Why it was refunded.'),
  status: described(oneOf(...REFUND_STATUSES), 'pending until the processor has answered.'),
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
    amountRefunded: amount().default(0).described('What was refunded, in minor units.'),
    /** What pending refunds reserve. */
    amountRefunding: amount().internal().default(0),
    amountRefundable: field.computed(count(), refundable).described('What can still be refunded, in minor units.'),
    taxAmount: amount().derived().described('The tax in the amount, in minor units.'),
    discountAmount: amount().derived().described('What was taken off the price, in minor units.'),
    platformFeeAmount: amount().default(0).described('What the platform keeps, in minor units.'),
    netAmount: field.computed(
      Type.Integer({ description: 'The amount without its tax and the fee of the platform.' }),
      (row: { amount: number; taxAmount: number; platformFeeAmount: number }) =>
        row.amount - row.taxAmount - row.platformFeeAmount,
    ),
    status: field
      .word(PAYMENT_STATUSES)
      .readOnly()
      .default('pending')
      .described('pending until the processor has answered; refunded when nothing is left.'),
    paymentMethod: field.word(PAYMENT_METHODS).readOnly().described('How it was paid.'),
    paymentMethodDetails: field
      .object(methodDetails)
      .nullable()
      .readOnly()
      .personal()
      .described('The card, as it was when it was charged.'),
    purpose: field.word(PAYMENT_PURPOSES).readOnly().described('What it was for.'),
    description: field.text(description()).nullable().personal(masked),
    invoiceNumber: text(40).described('Without gaps in each year; null until it is paid.'),
    lineItems: field.list(Type.Array(lineItem)).readOnly().personal(maskedJson).described('What was bought.'),
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
      .described('Where the card was charged; null for other methods.'),
    failureCode: text(100).described('The code of the processor, if the charge failed.'),
    failureMessage: text(500).personal(masked).described('The reason in words, if the charge failed.'),
    refunds: field.derived(Type.Array(refund)).described('Every refund of it, including pending refunds.'),
    paidAt: field.instant().nullable().readOnly().described('When it was paid.'),
    failedAt: field.instant().nullable().readOnly().described('When it failed.'),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

export type PaymentRow = RowOf<typeof Payment>;
export type PaymentResponse = ResponseOf<typeof Payment>;
export type UpdatePaymentBody = PatchOf<typeof Payment>;
export type RefundResponse = Static<typeof refund>;
export type LineItem = Static<typeof lineItem>;
export type ProcessorCharge = Static<typeof processor>;
export type PaymentPurpose = PaymentRow['purpose'];

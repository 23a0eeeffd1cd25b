import { Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { type AnswerOf, type PatchOf, type RowOf, record } from '../../database/record.ts';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  description,
  id,
  instant,
  nullable,
  oneOf,
  part,
  recordReference,
  type Static,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES } from '../../payments-processor/port.ts';
import { ClientAnswer } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { REFUND_REASONS, REFUND_STATUSES } from './tables.ts';

const lineItem = part({
  description: Type.String(),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
  unitAmount: count(),
  taxAmount: count(),
  discountAmount: count(),
  amount: count(),
  type: Type.String(),
  referenceId: nullable(Type.String()),
});

/** The card that was charged, as it was then. */
export const methodDetails = part({
  brand: Type.String(),
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  paymentMethodId: nullable(id()),
});

/** The charge at the processor. */
export const processor = part({
  name: oneOf(...PROCESSOR_NAMES),
  mode: oneOf(...PROCESSOR_MODES),
  account: nullable(Type.String()),
  chargeId: nullable(Type.String()),
});

export const refund = part({
  id: id(),
  object: Type.Literal('refund'),
  amount: count(),
  currency: Type.String(),
  reason: nullable(oneOf(...REFUND_REASONS)),
  status: oneOf(...REFUND_STATUSES),
  notes: nullable(Type.String()),
  createdByStaffId: nullable(id()),
  createdAt: instant(),
});

const amount = () => field.integer(count()).answeredAs(count()).readOnly();
const text = () => field.text(Type.String()).nullable().readOnly();

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
  {
    clientId: field.id().readOnly(),
    client: field.related(nullable(ClientAnswer)),
    siteId: field.id().readOnly(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId),
    amount: amount(),
    currency: field.text(currency()).readOnly(),
    amountRefunded: amount().default(0),
    /** What pending refunds reserve. */
    amountRefunding: amount().internal().default(0),
    amountRefundable: field.computed(count(), refundable),
    taxAmount: amount(),
    discountAmount: amount(),
    platformFeeAmount: amount().default(0),
    netAmount: field.computed(
      Type.Integer({ description: 'The amount without its tax and the fee of the platform.' }),
      (row: { amount: number; taxAmount: number; platformFeeAmount: number }) =>
        row.amount - row.taxAmount - row.platformFeeAmount,
    ),
    status: field.word(PAYMENT_STATUSES).readOnly().default('pending'),
    paymentMethod: field.word(PAYMENT_METHODS).readOnly(),
    paymentMethodDetails: field.object(methodDetails).nullable().readOnly(),
    purpose: field.word(PAYMENT_PURPOSES).readOnly(),
    description: field.text(description()).nullable(),
    invoiceNumber: text(),
    lineItems: field.list(Type.Array(lineItem)).readOnly(),
    packageId: field.id().nullable().readOnly(),
    package: field.related(nullable(Package.schema)),
    bookingId: field.id().nullable().readOnly(),
    booking: field.related(nullable(recordReference('Booking'))),
    processor: field.object(processor).nullable().readOnly(),
    failureCode: text(),
    failureMessage: text(),
    refunds: field.derived(Type.Array(refund)),
    paidAt: field.instant().nullable().readOnly(),
    failedAt: field.instant().nullable().readOnly(),
    ...field.integrationFields,
  },
  { sites: 'siteId' },
);

export type PaymentRow = RowOf<typeof Payment>;
export type PaymentAnswer = AnswerOf<typeof Payment>;
export type UpdatePaymentBody = PatchOf<typeof Payment>;
export type RefundAnswer = Static<typeof refund>;
export type LineItem = Static<typeof lineItem>;
export type ProcessorCharge = Static<typeof processor>;
export type PaymentPurpose = PaymentRow['purpose'];

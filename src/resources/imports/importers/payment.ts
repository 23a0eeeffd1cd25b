import type { Tx } from '../../../database/database.ts';
import { type Caller, requirePermission } from '../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { pack, unpack } from '../../../records/json.ts';
import { DiscountCode } from '../../discount-codes/record.ts';
import { redeem } from '../../discount-codes/redemptions.ts';
import { paymentsWithState } from '../../exports/view.ts';
import { Package } from '../../packages/record.ts';
import { type Amounts, amountsOf } from '../../payments/amounts.ts';
import { continueAfter } from '../../payments/invoices.ts';
import { packageColumns, updatePayment } from '../../payments/payments.ts';
import { findPayment, paymentById, paymentOfCharge, paymentPage } from '../../payments/queries.ts';
import { Payment, type PaymentPurpose, type PaymentRow, type ProcessorCharge } from '../../payments/record.ts';
import { refundRows } from '../../payments/refunds/queries.ts';
import { CANCELS_PACKAGE, KEEPS, VOIDS } from '../../payments/tables.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { ImportPayment } from '../shapes.ts';
import { importCharge } from './cards/charge.ts';
import { atCreation, utc } from './dates.ts';
import { importFamily } from './family.ts';
import { finderOf, idOf, insertOnce, required, requireIdentity } from './identity.ts';
import { clientOf, namedBooking, namedPackage, paidBookingOf, siteOf } from './references.ts';
import { requireNoNewWords } from './words.ts';

type Row = Static<typeof ImportPayment>;

const find = finderOf(paymentById, paymentPage);
type Refund = NonNullable<Row['refunds']>[number];

/** Tax is inside or on top, whichever leads to the amount. @throws Problem 400 when neither does. */
const linesOf = (tx: Tx, row: Row, siteId: string, amount: number, purpose: PaymentPurpose): Amounts => {
  const description = row.description || purpose.replaceAll('_', ' ');
  const lines = row.lineItems?.length ? row.lineItems : [{ description, unitAmount: amount }];
  const { taxInclusive } = paymentSettings(tx, siteId);
  const present = amountsOf(lines, taxInclusive, purpose);
  const amounts = present.amount === amount ? present : amountsOf(lines, !taxInclusive, purpose);
  if (amounts.amount === amount) return amounts;
  throw invalidParam('amount', `The line items add up to ${present.amount}. Send that, or change the lines.`, {
    reason: 'contradiction',
  });
};

/** The refunds of the row, or one refund of `amountRefunded`. */
const refundsOf = ({ refunds = [], amountRefunded = 0 }: Row): readonly Refund[] => {
  if (refunds.length > 0) return refunds;
  return amountRefunded === 0 ? [] : [{ amount: amountRefunded, reason: 'other' }];
};

/** The status that follows from the refunds. @throws Problem 400 when the row has another one. */
const statusOf = (row: Row, amount: number, refunded: number): PaymentRow['status'] => {
  const { status } = row;
  if (status === 'pending' && (row.state?.charge ?? undefined) === undefined) {
    const message =
      "A payment that is pending comes only from a file of studiod. Send 'completed' or 'failed', or leave the row out.";
    throw invalidParam('status', message, { reason: 'contradiction' });
  }
  if (refunded > amount) {
    throw invalidParam(
      'amountRefunded',
      `The refunds (${refunded}) exceed the amount (${amount}). Correct one of them.`,
      { reason: 'contradiction' },
    );
  }
  if (status === 'failed' || status === 'pending') {
    if (refunded === 0) return status;
    throw invalidParam(
      'status',
      `A ${status} payment has no refunds, because nothing was paid. Correct 'status' or the refunds.`,
      { reason: 'contradiction' },
    );
  }
  if (row.amountRefunded !== undefined && row.amountRefunded !== refunded) {
    throw invalidParam('amountRefunded', `The refunds add up to ${refunded}. Send that, or change the refunds.`, {
      reason: 'contradiction',
    });
  }
  const derived = refunded === 0 ? 'completed' : refunded === amount ? 'refunded' : 'partially_refunded';
  if (status === undefined || status === derived) return derived;
  throw invalidParam('status', `By its refunds this payment is '${derived}'. Send that, or what was refunded.`, {
    reason: 'contradiction',
  });
};

/** @throws Problem 400 when another payment has the charge: a refund of one would refund the other. */
const checkCharge = (tx: Tx, caller: Caller, { processor }: Row): void => {
  if (typeof processor?.chargeId !== 'string') return;
  const other = paymentOfCharge(tx, processor.chargeId);
  if (other === undefined) return;
  const name = Payment.canAccess(caller, other) ? `The payment '${other.id}'` : 'Another payment';
  throw invalidParam(
    'processor.chargeId',
    `${name} has the charge '${processor.chargeId}'. Leave 'processor' out, or correct it.`,
    { reason: 'already_used' },
  );
};

/** @throws Problem 400 for a payment without a charge: nothing would ever settle its refund. */
const checkPending = (payment: PaymentRow): void => {
  if (unpack<ProcessorCharge>(payment.processor)?.chargeId) return;
  throw invalidParam('refunds', 'Only the refund of a card is pending. Send how it ended.', {
    reason: 'contradiction',
  });
};

/** @throws Problem 400; 403 for the id of a refund at the processor without the permission to set that up. */
const insertRefunds = (tx: Tx, caller: Caller, payment: PaymentRow, refunds: readonly Refund[]): void => {
  for (const refund of refunds) {
    const at = utc(refund.createdAt) ?? payment.paidAt ?? payment.createdAt;
    const { status = 'succeeded', processorRefundId = null } = refund;
    if (typeof refund.notes === 'string') requireNotErased(tx, payment.clientId, 'Leave out the notes.');
    if (status === 'pending') checkPending(payment);
    if (processorRefundId !== null) requirePermission(caller, 'settings:processor');
    refundRows.insert(tx, {
      id: refund.id ?? tx.id(),
      paymentId: payment.id,
      amount: refund.amount,
      currency: payment.currency,
      reason: refund.reason ?? null,
      status,
      notes: refund.notes ?? null,
      createdByStaffId: refund.createdByStaffId ?? null,
      cancelPackage: refund.isVoid === true ? VOIDS : refund.cancelPackage === true ? CANCELS_PACKAGE : KEEPS,
      requestKey: null,
      processorRefundId,
      failureCode: refund.failureCode ?? null,
      createdAt: at,
      updatedAt: utc(refund.updatedAt) ?? at,
    });
  }
};

/** @throws Problem 400 for a code that does not exist or is out of the caller's sight. */
const redeemCode = (tx: Tx, caller: Caller, { id, clientId, createdAt }: PaymentRow, { state }: Row): void => {
  const { discountCodeId: codeId, discountGivenBackAt } = state ?? {};
  if (typeof codeId !== 'string') return;
  if (DiscountCode.lookUp(tx, caller, codeId) === undefined) {
    throw missingResource('state.discountCodeId', 'discount code', codeId);
  }
  redeem(tx, codeId, { id, clientId, createdAt, givenBackAt: utc(discountGivenBackAt) ?? null });
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const { amount, paymentMethod } = required({ amount: row.amount, paymentMethod: row.paymentMethod }, 'Send it.');
  const client = clientOf(tx, caller, row);
  requireNoNewWords(tx, client.id, row, [
    row.description,
    row.failureMessage,
    ...(row.lineItems ?? []).map(({ description }) => description),
  ]);
  const site = siteOf(tx, caller, row, client);
  const soldPackage = namedPackage.find(tx, caller, row, client.id);
  const purpose = row.purpose ?? (soldPackage === undefined ? 'other' : 'package');
  const refunds = refundsOf(row);
  const sumOf = (wanted: Refund['status']) =>
    refunds.reduce((sum, { status = 'succeeded', amount }) => sum + (status === wanted ? amount : 0), 0);
  const amountRefunded = sumOf('succeeded');
  const amountRefunding = sumOf('pending');
  const status = statusOf(row, amount, amountRefunded);
  const at = atCreation(tx, row.createdAt ?? row.paidAt ?? row.failedAt ?? undefined);
  const { lineItems, ...amounts } = linesOf(tx, row, site.id, amount, purpose);
  const payment: PaymentRow = {
    ...Payment.initial(at, idOf(tx, row.id)),
    ...Payment.restored(row),
    ...Payment.restored(row.state ?? {}),
    ...amounts,
    lineItems: pack(lineItems),
    clientId: client.id,
    siteId: site.id,
    currency: row.currency ?? site.currency,
    amountRefunded,
    amountRefunding,
    status,
    paymentMethod,
    purpose,
    ...packageColumns(soldPackage),
    bookingId: paidBookingOf(tx, caller, client.id, row),
    paidAt: status === 'failed' || status === 'pending' ? null : (utc(row.paidAt) ?? at.now),
    failedAt: status === 'failed' ? (utc(row.failedAt) ?? at.now) : null,
    updatedAt: utc(row.updatedAt) ?? at.now,
  };
  checkCharge(tx, caller, row);
  insertOnce(tx, Payment, payment, () =>
    invalidParam(
      'invoiceNumber',
      `Another payment has the invoice number '${payment.invoiceNumber}'. Leave it out, or correct it.`,
      { reason: 'already_used' },
    ),
  );
  insertRefunds(tx, caller, payment, refunds);
  if (payment.invoiceNumber !== null) continueAfter(tx, payment.invoiceNumber);
  const charge = row.state?.charge ?? undefined;
  if (charge !== undefined) importCharge(tx, caller, payment, charge);
  redeemCode(tx, caller, payment, row);
  // Packages are imported before payments, so that the package gets its payment here.
  const isOfPackage = row.state?.isOfPackage ?? (soldPackage?.paymentId === null && purpose === 'package');
  if (soldPackage !== undefined && isOfPackage) {
    Package.rows.update(tx, soldPackage.id, { paymentId: payment.id });
  }
  return payment.id;
};

/** Payments are identified by id or external id. They keep their dates, and their invoice number if they have one. */
export const importPayments = importFamily(ImportPayment, {
  rights: {
    create: ['recordPayment'],
    also: (row) => [
      // Whoever made a sale may void it.
      ...(refundsOf(row).length > 0 || typeof row.soldByStaffId === 'string' ? ['refundPayment'] : []),
      ...(refundsOf(row).some((each) => each.cancelPackage === true || each.isVoid === true) ? ['cancelPackage'] : []),
      // It counts in the redemptions of the code.
      ...(typeof row.state?.discountCodeId === 'string' ? ['updateDiscountCode'] : []),
    ],
    update: ['updatePayment'],
  },
  find,
  create,
  references: [namedPackage, namedBooking],
  reach: (tx, caller, { id }) => findPayment(tx, caller, id),
  shown: (tx, record) => paymentsWithState(tx, [record])(record),
  changeable: ['description', 'metadata', 'externalId'],
  change: (tx, _caller, record, changes) => updatePayment(tx, record, changes),
});

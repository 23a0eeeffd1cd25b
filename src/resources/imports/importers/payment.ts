import type { Tx } from '../../../database/database.ts';
import { pack } from '../../../database/json.ts';
import { mergeMetadata } from '../../../database/metadata.ts';
import { isTaken } from '../../../database/query.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type Detail, invalid, invalidParam } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { ExportedPayment } from '../../exports/shapes.ts';
import { Package } from '../../packages/record.ts';
import { amountsOf } from '../../payments/amounts.ts';
import { continueAfter } from '../../payments/invoices.ts';
import { updatePayment } from '../../payments/payments.ts';
import { findPayment, type PaymentRecord, paymentById, paymentPage } from '../../payments/queries.ts';
import { Payment, type PaymentRow } from '../../payments/record.ts';
import { refundRows } from '../../payments/refunds/queries.ts';
import { paymentView } from '../../payments/view.ts';
import { paymentSettings } from '../../settings/queries.ts';
import {
  atCreation,
  differing,
  foundBy,
  type Importable,
  idOf,
  refuseChanges,
  requireIdentity,
  type Taken,
  takeBy,
  utc,
} from '../apply.ts';
import { ImportPayment } from '../shapes.ts';
import { bookingOf, clientNamed, clientOf, packageOf, siteOf } from './parties.ts';

type Row = Static<typeof ImportPayment>;
type Sent = NonNullable<Row['refunds']>[number];

const CHANGEABLE = ['description', 'metadata', 'externalId'] as const;

const known = foundBy(paymentById, paymentPage);

const required = ({ amount, paymentMethod }: Row) => {
  if (amount !== undefined && paymentMethod !== undefined) return { amount, paymentMethod };
  const missing = Object.entries({ amount, paymentMethod }).flatMap(([param, value]): Detail[] =>
    value !== undefined ? [] : [{ param, code: 'parameter_missing', message: `'${param}' is missing. Send it.` }],
  );
  throw invalid(missing);
};

/** The lines of a payment as they were counted then: with the tax inside the prices, or on top of them. */
const linesOf = (tx: Tx, row: Row, siteId: string, amount: number, purpose: string) => {
  const line = (row.description ?? purpose.replaceAll('_', ' ')).slice(0, 200) || purpose;
  const lines = row.lineItems?.length ? row.lineItems : [{ description: line, unitAmount: amount }];
  const { taxInclusive } = paymentSettings(tx, siteId);
  const counted = amountsOf(lines, taxInclusive, purpose);
  const amounts = counted.amount === amount ? counted : amountsOf(lines, !taxInclusive, purpose);
  if (amounts.amount === amount) return amounts;
  throw invalidParam('amount', `The line items amount to ${counted.amount}. Send that, or change the lines.`);
};

/** What went back: as the row lists it, or in one piece as it sums it up. */
const refundsOf = (row: Row): readonly Sent[] => {
  if (row.refunds !== undefined && row.refunds.length > 0) return row.refunds;
  const { amountRefunded = 0 } = row;
  return amountRefunded === 0 ? [] : [{ amount: amountRefunded, reason: 'other' }];
};

const stateOf = (row: Row, amount: number, refunded: number): PaymentRow['status'] => {
  const { status } = row;
  if (refunded > amount) {
    throw invalidParam('amountRefunded', `More went back than came in: ${refunded} of ${amount}. Correct one of them.`);
  }
  if (status === 'failed') {
    if (refunded === 0) return status;
    throw invalidParam('status', 'Nothing was paid with a failed payment, so that nothing went back. Correct one.');
  }
  if (row.amountRefunded !== undefined && row.amountRefunded !== refunded) {
    throw invalidParam('amountRefunded', `The refunds sum up to ${refunded}. Send that, or change the refunds.`);
  }
  const derived = refunded === 0 ? 'completed' : refunded === amount ? 'refunded' : 'partially_refunded';
  if (status === undefined || status === derived) return derived;
  throw invalidParam('status', `By its refunds this payment is '${derived}'. Send that, or what was refunded.`);
};

const insert = (tx: Tx, payment: PaymentRow): void => {
  try {
    Payment.rows.insert(tx, payment);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw invalidParam(
      'invoiceNumber',
      `Another payment has the invoice number '${payment.invoiceNumber}'. Leave it out, or correct it.`,
    );
  }
};

const insertRefunds = (tx: Tx, payment: PaymentRow, refunds: readonly Sent[]): void => {
  for (const refund of refunds) {
    const at = utc(refund.createdAt) ?? payment.paidAt ?? payment.createdAt;
    refundRows.insert(tx, {
      id: refund.id ?? tx.id(),
      paymentId: payment.id,
      amount: refund.amount,
      currency: payment.currency,
      reason: refund.reason ?? null,
      status: refund.status ?? 'succeeded',
      notes: refund.notes ?? null,
      createdByStaffId: refund.createdByStaffId ?? null,
      cancelPackage: 0,
      requestKey: null,
      processorRefundId: null,
      failureCode: null,
      createdAt: at,
      updatedAt: at,
    });
  }
};

const create = (tx: Tx, caller: Caller, row: Row): Taken => {
  requireIdentity(row);
  const { amount, paymentMethod } = required(row);
  const client = clientOf(tx, caller, row);
  const site = siteOf(tx, caller, row, client);
  const bought = packageOf(tx, client.id, row);
  const purpose = row.purpose ?? (bought === undefined ? 'other' : 'package');
  const refunds = refundsOf(row);
  const sum = refunds.reduce((total, each) => total + (each.status === 'failed' ? 0 : each.amount), 0);
  const status = stateOf(row, amount, sum);
  const at = atCreation(tx, row.createdAt ?? row.paidAt ?? row.failedAt ?? undefined);
  const payment: PaymentRow = {
    ...linesOfRow(tx, row, site.id, amount, purpose),
    id: idOf(tx, row.id),
    clientId: client.id,
    siteId: site.id,
    currency: row.currency ?? site.currency,
    amountRefunded: sum,
    amountRefunding: 0,
    platformFeeAmount: row.platformFeeAmount ?? 0,
    status,
    paymentMethod,
    paymentMethodDetails: pack(row.paymentMethodDetails ?? null),
    purpose,
    description: row.description ?? null,
    invoiceNumber: row.invoiceNumber ?? null,
    packageId: bought?.id ?? null,
    bookingId: bookingOf(tx, client.id, row)?.id ?? null,
    processor: pack(row.processor ?? null),
    failureCode: row.failureCode ?? null,
    failureMessage: row.failureMessage ?? null,
    paidAt: status === 'failed' ? null : (utc(row.paidAt) ?? at.now),
    failedAt: status === 'failed' ? (utc(row.failedAt) ?? at.now) : null,
    metadata: row.metadata === undefined ? null : mergeMetadata(null, row.metadata),
    externalId: row.externalId ?? null,
    createdAt: at.now,
    updatedAt: utc(row.updatedAt) ?? at.now,
  };
  insert(tx, payment);
  insertRefunds(tx, payment, refunds);
  if (payment.invoiceNumber !== null) continueAfter(tx, payment.invoiceNumber);
  // A package knows what it was sold with; it comes first, so that its payment tells it.
  if (bought?.paymentId === null && purpose === 'package')
    Package.rows.update(tx, bought.id, { paymentId: payment.id });
  return { id: payment.id, action: 'created' };
};

const linesOfRow = (tx: Tx, row: Row, siteId: string, amount: number, purpose: string) => {
  const { lineItems, ...sums } = linesOf(tx, row, siteId, amount, purpose);
  return { ...sums, lineItems: pack(lineItems) };
};

const update = (tx: Tx, caller: Caller, record: PaymentRecord, row: Row): Taken => {
  findPayment(tx, caller, record.id);
  const { id: _id, createdAt: _made, updatedAt: _changed, ...said } = row;
  const {
    clientExternalId: _externalId,
    clientEmail: _email,
    clientId: _clientId,
    packageExternalId,
    bookingExternalId,
    ...fields
  } = said;
  Object.assign(fields, clientNamed(tx, caller, row));
  if (typeof packageExternalId === 'string') {
    Object.assign(fields, { packageId: packageOf(tx, record.clientId, row)?.id });
  }
  if (typeof bookingExternalId === 'string') {
    Object.assign(fields, { bookingId: bookingOf(tx, record.clientId, row)?.id });
  }
  const changes = differing(fields, paymentView(record));
  refuseChanges(changes, CHANGEABLE);
  const isChanged = Object.keys(changes).length > 0 && updatePayment(tx, record, changes) !== record;
  return { id: record.id, action: isChanged ? 'updated' : 'unchanged' };
};

/** Payments are found again by id or external id. They keep their dates, and their invoice number if they have one. */
export const importPayments: Importable = {
  name: 'payments',
  shape: ImportPayment,
  wire: ExportedPayment,
  take: takeBy(known, create, update),
};

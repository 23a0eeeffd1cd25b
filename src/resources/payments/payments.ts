import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { PaymentRow } from '../../database/tables/payments.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { conflict, invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { paymentSettings } from '../settings/queries.ts';
import { namedSite } from '../sites/named-sites.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { invoiceNumber } from './invoices.ts';
import { clientOfBooking, insertPayment, type PaymentRecord, paymentById, setPayment } from './queries.ts';
import type { LineInput, PaymentWire, RecordPaymentBody, UpdatePaymentBody } from './shapes.ts';
import { paymentView } from './view.ts';

/** @throws Problem 404 when there is no such payment or the caller may not see it. */
export const findPayment = (read: Read, caller: Caller, id: string): PaymentRecord => {
  const row = paymentById(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('payment', id);
  return row;
};

/** Who pays, and where. */
export interface Till {
  readonly client: ClientRecord;
  readonly site: SiteRow;
}

/**
 * The client and the site of something that is paid: the site that is named, else the client's home.
 * @throws Problem 400 `resource_missing`, 403 `site_not_allowed`, 409 `site_inactive`.
 */
export const tillOf = (
  read: Read,
  caller: Caller,
  body: { readonly clientId: string; readonly siteId?: string; readonly locationId?: string },
): Till => {
  const client = clientById(read, body.clientId);
  if (client === undefined) throw missingResource('clientId', 'client', body.clientId);
  requireSite(caller, client.homeLocationId);
  const site = namedSite(read, caller, body) ?? Site.rows.find(read, client.homeLocationId);
  if (site === undefined) throw new Error(`the client '${client.id}' has no home`);
  requireSite(caller, site.id);
  if (site.status !== 'active') {
    throw conflict('site_inactive', 'This site is inactive and takes no payments. Name an active site.');
  }
  return { client, site };
};

/** @throws Problem 400 for a saved card beside another way to pay. */
export const checkMethod = (method: string, paymentMethodId: string | null | undefined): void => {
  if (method !== 'card' && paymentMethodId !== undefined && paymentMethodId !== null) {
    throw invalidParam(
      'paymentMethodId',
      "'paymentMethodId' names a saved card. Leave it out when no card is charged.",
    );
  }
};

/** @throws Problem 400 when a price is not in the currency in which the site is paid. */
export const checkCurrency = (site: SiteRow, currency: string, param: string): void => {
  if (currency !== site.currency) {
    throw invalidParam(param, `The site is paid in ${site.currency}, and this is in ${currency}.`);
  }
};

/** Everything that a payment is, before it is written. */
export interface Taking extends Till, Amounts {
  readonly id: string;
  readonly paymentMethod: 'card' | 'cash' | 'external' | 'comp';
  readonly purpose: PaymentWire['purpose'];
  readonly description: string | null;
  readonly packageId: string | null;
  readonly bookingId: string | null;
  readonly metadata: string | null;
  readonly externalId: string | null;
}

/** What every event of a payment tells. */
const told = (row: PaymentRow) => ({
  paymentId: row.id,
  clientId: row.clientId,
  amount: row.amount,
  currency: row.currency,
  status: upperSnake(row.status as PaymentWire['status']),
  paymentMethod: upperSnake(row.paymentMethod as PaymentWire['paymentMethod']),
  purpose: upperSnake(row.purpose as PaymentWire['purpose']),
  failureCode: row.failureCode,
});

/** Tells of a payment's turn. */
export const tellPayment = (
  tx: Tx,
  type: 'payment.created' | 'payment.completed' | 'payment.failed',
  row: PaymentRow,
): void => {
  tx.raise(type, row.siteId, told(row));
};

/** The row of a payment that begins. */
export const newPayment = (tx: Tx, taking: Taking): PaymentRow => {
  const { client, site, lineItems, ...rest } = taking;
  return {
    ...rest,
    clientId: client.id,
    siteId: site.id,
    currency: site.currency,
    amountRefunded: 0,
    amountRefunding: 0,
    platformFeeAmount: 0,
    status: 'pending',
    paymentMethodDetails: null,
    invoiceNumber: null,
    lineItems: pack(lineItems),
    processor: null,
    failureCode: null,
    failureMessage: null,
    paidAt: null,
    failedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
};

/** Takes money that is there already: cash, external and comp settle at once (rules.md "Payment"). */
export const take = (tx: Tx, taking: Taking): PaymentRecord => {
  const row = {
    ...newPayment(tx, taking),
    status: 'completed',
    invoiceNumber: invoiceNumber(tx),
    paidAt: tx.now,
  };
  insertPayment(tx, row);
  tellPayment(tx, 'payment.created', row);
  tellPayment(tx, 'payment.completed', row);
  return { ...row, refunds: '[]' };
};

const linesOf = (body: RecordPaymentBody): readonly LineInput[] => {
  const { lineItems, description, purpose, amount, bookingId } = body;
  if (lineItems !== undefined) return lineItems;
  const line = (description ?? purpose.replaceAll('_', ' ')).slice(0, 200);
  return [{ description: line, unitAmount: amount, referenceId: bookingId ?? null }];
};

const checkBooking = (read: Read, { clientId, bookingId }: RecordPaymentBody): void => {
  if (bookingId === undefined || bookingId === null) return;
  const booker = clientOfBooking(read, bookingId);
  if (booker === undefined) throw missingResource('bookingId', 'booking', bookingId);
  if (booker !== clientId)
    throw invalidParam('bookingId', "This booking is another client's. Send one of this client.");
};

/**
 * A payment that the desk enters, before it is written.
 * @throws Problem 400 when lines and amount do not agree, the currency is not the site's, or a comp takes money.
 */
export const enteredPayment = (tx: Tx, caller: Caller, body: RecordPaymentBody): Taking => {
  const till = tillOf(tx, caller, body);
  checkMethod(body.paymentMethod, body.paymentMethodId);
  checkCurrency(till.site, body.currency, 'currency');
  checkBooking(tx, body);
  const { taxInclusive } = paymentSettings(tx, till.site.id);
  const amounts = amountsOf(linesOf(body), taxInclusive, body.purpose);
  if (amounts.amount !== body.amount) {
    throw invalidParam('amount', `The line items amount to ${amounts.amount}. Send that, or change the lines.`);
  }
  if (body.paymentMethod === 'comp' && body.amount !== 0) {
    throw invalidParam('amount', "A comp takes no money: send 0, and the value as a line with its 'discountAmount'.");
  }
  return {
    ...till,
    ...amounts,
    id: tx.id(),
    paymentMethod: body.paymentMethod,
    purpose: body.purpose,
    description: body.description ?? null,
    packageId: null,
    bookingId: body.bookingId ?? null,
    metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
    externalId: body.externalId ?? null,
  };
};

/** Changes what is said about a payment; no event tells of it. */
export const updatePayment = (tx: Tx, row: PaymentRecord, body: UpdatePaymentBody): PaymentRecord => {
  const { metadata, ...plain } = body;
  const patch = { ...plain, ...(metadata === undefined ? {} : { metadata: mergeMetadata(row.metadata, metadata) }) };
  const next: PaymentRecord = { ...row, ...patch };
  if (!isChanged(changesBetween(paymentView(row), paymentView(next)))) return row;
  setPayment(tx, row.id, { ...patch, updatedAt: tx.now });
  return { ...next, updatedAt: tx.now };
};

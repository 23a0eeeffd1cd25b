import type { Read, Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { type Caller, canAccessSite, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { allOf, conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import { pack } from '../../records/json.ts';
import { setColumns } from '../../records/store-changes.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { namedSite } from '../named-sites.ts';
import type { PackageRow } from '../packages/record.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import type { Amounts } from './amounts.ts';
import { invoiceNumber } from './invoices.ts';
import type { PaymentRecord } from './queries.ts';
import { Payment, type PaymentPurpose, type PaymentRow, type UpdatePaymentBody } from './record.ts';
import { paymentView } from './view.ts';

export interface Payer {
  readonly client: ClientRecord;
  readonly site: SiteRow;
}

/** @throws Problem 400 `resource_missing`, also for a client of another site. */
const payingClient = (read: Read, caller: Caller, id: string): ClientRecord => {
  const client = clientById(read, id);
  if (client === undefined || !canAccessSite(caller, client.homeLocationId)) {
    throw missingResource('clientId', 'client', id);
  }
  return client;
};

/**
 * Finds the client and the site of a payment: the site that the body names, or else the client's home.
 * @throws Problem 400 `resource_missing`, 403 `site_not_allowed`, 409 `site_inactive`.
 */
export const findPayer = (
  read: Read,
  caller: Caller,
  body: { readonly clientId: string; readonly siteId?: string; readonly locationId?: string },
): Payer => {
  const [client, named] = allOf(
    () => payingClient(read, caller, body.clientId),
    () => namedSite(read, caller, body),
  );
  const site = named ?? Site.rows.find(read, client.homeLocationId);
  if (site === undefined) throw new Error(`the client '${client.id}' has no home`);
  requireSite(caller, site.id);
  if (site.status !== 'active') {
    throw conflict('site_inactive', 'This site is inactive and takes no payments. Name an active site.');
  }
  return { client, site };
};

/** @throws Problem 400 when a request names a saved card and another payment method. */
export const checkMethod = (method: string, paymentMethodId: string | null | undefined): void => {
  if (method !== 'card' && paymentMethodId !== undefined && paymentMethodId !== null) {
    throw invalidParam(
      'paymentMethodId',
      "'paymentMethodId' is for saved cards. Leave it out when no card is charged.",
      { reason: 'not_applicable' },
    );
  }
};

/** @throws Problem 400 when an amount is not in the currency of the site. */
export const checkCurrency = (site: SiteRow, currency: string, param: string): void => {
  if (currency !== site.currency) {
    throw invalidParam(param, `The currency of the site is ${site.currency}, not ${currency}.`, {
      reason: 'currency_differs',
      currency: site.currency,
    });
  }
};

type PaidPackage = Pick<PackageRow, 'id' | 'planId'>;

/** The columns of the package that a payment is for: its plan is kept too, by which reports add up. */
export const packageColumns = (paid: PaidPackage | null | undefined): Pick<PaymentRow, 'packageId' | 'planId'> => ({
  packageId: paid?.id ?? null,
  planId: paid?.planId ?? null,
});

export interface NewPayment extends Payer, Amounts {
  readonly id: string;
  readonly paymentMethod: 'card' | 'cash' | 'external' | 'comp';
  readonly purpose: PaymentPurpose;
  readonly description: string | null;
  readonly package?: PaidPackage | null;
  readonly bookingId?: string | null;
  readonly metadata?: string | null;
  readonly externalId?: string | null;
  /** Who sells, where a person does. */
  readonly soldByStaffId?: string | null;
  /** The currency of the site, unless something else was agreed. */
  readonly currency?: string;
}

export const pendingPayment = (tx: Tx, payment: NewPayment): PaymentRow => {
  const { client, site, lineItems, package: paid, currency = site.currency, ...columns } = payment;
  return Payment.make(
    tx,
    {},
    { ...columns, ...packageColumns(paid), clientId: client.id, siteId: site.id, currency, lineItems: pack(lineItems) },
  );
};

export const raisePaymentEvent = (
  tx: Tx,
  type: 'payment.created' | 'payment.completed' | 'payment.failed',
  row: PaymentRow,
): void => {
  tx.raise(type, row.siteId, {
    paymentId: row.id,
    clientId: row.clientId,
    amount: row.amount,
    currency: row.currency,
    status: upperSnake(row.status),
    paymentMethod: upperSnake(row.paymentMethod),
    purpose: upperSnake(row.purpose),
    failureCode: row.failureCode,
  });
};

/** Inserts a payment that needs no processor: cash, external and comp payments are complete immediately. */
export const insertCompletedPayment = (tx: Tx, payment: NewPayment): PaymentRecord => {
  const row: PaymentRow = {
    ...pendingPayment(tx, payment),
    status: 'completed',
    invoiceNumber: invoiceNumber(tx),
    paidAt: tx.now,
  };
  Payment.rows.insert(tx, row);
  raisePaymentEvent(tx, 'payment.created', row);
  raisePaymentEvent(tx, 'payment.completed', row);
  return { ...row, refunds: '[]' };
};

/** Changes the description of a payment and what integrations store with it. It raises no event. */
export const updatePayment = (tx: Tx, row: PaymentRecord, body: UpdatePaymentBody): PaymentRecord => {
  const columns = Payment.columns(body, row);
  const isSame = !isChanged(changesBetween(paymentView(row), paymentView({ ...row, ...columns })));
  return isSame ? row : setColumns(tx, Payment, row, columns);
};

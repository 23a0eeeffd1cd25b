import type { Read } from '../../../database/database.ts';
import { type Caller, canAccessSite, hasPermission, hasScope } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { conflict } from '../../../kernel/problem.ts';
import { clientById } from '../../clients/queries.ts';
import { themeOf } from '../../experience/queries.ts';
import { Package } from '../../packages/record.ts';
import { packageView } from '../../packages/view.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import type { PaymentRecord } from '../queries.ts';
import { paymentView } from '../view.ts';
import type { ReceiptResponse } from './shapes.ts';

/** The name of the client, for the client and for callers who may read this client. */
const clientOf = (read: Read, caller: Caller, id: string): ReceiptResponse['client'] => {
  const isOwn = caller.kind === 'member' && caller.clientId === id;
  if (!isOwn && !(hasScope(caller, 'clients:read') && hasPermission(caller, 'clients:read'))) return null;
  const client = clientById(read, id);
  if (client === undefined || !(isOwn || canAccessSite(caller, client.homeLocationId))) return null;
  return { id, name: fullName(client) };
};

const packageOf = (read: Read, caller: Caller, id: string | null): ReceiptResponse['package'] => {
  const row = id === null ? undefined : Package.rows.find(read, id);
  if (row === undefined || !Package.canAccess(caller, row)) return null;
  const { name, status, creditsTotal, creditsRemaining, creditsHeld, startsAt, expiresAt, nextRenewalAt } = packageView(
    read,
    row,
  );
  return {
    id: row.id,
    name,
    status,
    creditsTotal,
    creditsRemaining,
    creditsHeld,
    startsAt,
    expiresAt,
    nextRenewalAt,
  };
};

const siteOf = (read: Read, id: string): ReceiptResponse['site'] => {
  const site = Site.rows.find(read, id);
  if (site === undefined) throw new Error(`a payment refers to the site '${id}', which does not exist`);
  const { name, phone, email, timezone } = site;
  return { id, name, phone, email, timezone, address: Site.view(site).address };
};

/** @throws Problem 409 `payment_not_completed` while nothing is paid. */
export const receiptOf = (read: Read, caller: Caller, row: PaymentRecord): ReceiptResponse => {
  const payment = paymentView(row);
  const { amount, currency, discountAmount, taxAmount, lineItems, paidAt, paymentMethodDetails: card } = payment;
  if (paidAt === null) {
    throw conflict(
      'payment_not_completed',
      `This payment is ${payment.status}. Only completed payments have a receipt.`,
    );
  }
  const subtotal = lineItems.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  return {
    object: 'receipt',
    paymentId: payment.id,
    number: payment.invoiceNumber,
    paidAt,
    studio: { name: brandSettings(read).name, logoUrl: themeOf(read).logoUrl },
    site: siteOf(read, payment.siteId),
    client: clientOf(read, caller, payment.clientId),
    description: payment.description,
    lineItems,
    subtotal,
    discountAmount,
    taxAmount,
    isTaxIncluded: amount === subtotal - discountAmount,
    total: amount,
    currency,
    paymentMethod: payment.paymentMethod,
    card: card && { brand: card.brand ?? card.type ?? 'unknown', last4: card.last4 ?? '' },
    amountRefunded: payment.amountRefunded,
    refunds: payment.refunds
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount: refunded, createdAt }) => ({ amount: refunded, createdAt })),
    package: packageOf(read, caller, payment.packageId),
  };
};

/** The locale of a client, else that of the brand. */
export const localeOfReader = (read: Read, clientId: string): string =>
  clientById(read, clientId)?.preferredLocale ?? brandSettings(read).locale;

import { apart } from '../../../database/apart.ts';
import type { Tx } from '../../../database/database.ts';
import { nothingDue } from '../../../database/sweep.ts';
import { unpackList } from '../../../records/json.ts';
import { clientById } from '../../clients/queries.ts';
import { changePackage } from '../../packages/change.ts';
import { dueToRenew } from '../../packages/lifecycle/queries.ts';
import { failRenewal, renew, stopRenewal } from '../../packages/lifecycle/renew.ts';
import { ARREARS, Package, type PackageRow } from '../../packages/record.ts';
import { paysFor } from '../../payment-methods/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import { amountsOf } from '../amounts.ts';
import { insertCompletedPayment, type NewPayment } from '../payments.ts';
import { isRenewalBeingPaid, lastRenewal, type PaymentRecord, paymentById } from '../queries.ts';
import { refundByRule } from '../refunds/refunds.ts';
import { addArrears, reduceArrears } from './arrears.ts';
import type { ChargeDeps } from './call-processor.ts';
import { chargeAutomatically, failIfUnusable } from './charge-card.ts';
import { beginCharge, type ChargeHandler, retryCharge } from './charges.ts';
import { renewalSubject } from './lost.ts';
import { chargeById, setContext, takeOwed } from './queries.ts';

const BATCH = 50;
/** The handler of the charges of renewals. */
const RENEWAL = 'renewal';

interface RenewalContext {
  readonly packageId: string;
  /** What the client still owes for it since it has failed permanently. Charges from before there was this have none. */
  readonly owed?: number;
  readonly subject?: string;
}

/** Starts the next period, or tries again, or the client owes it. Money for a cancelled package goes back. */
export const renewalHandler: ChargeHandler<RenewalContext> = {
  completed(tx, payment, { packageId, owed }) {
    const row = Package.rows.find(tx, packageId);
    // What goes back pays nothing that is owed.
    if (row?.status === 'cancelled') return refundByRule(tx, payment, 'service_issue');
    const paid = owed ?? (row?.holdReason === ARREARS ? payment.amount : 0);
    renew(tx, packageId, payment.id);
    if (paid > 0) reduceArrears(tx, payment.clientId, { amount: paid, currency: payment.currency });
  },
  ahead(tx, payment, { packageId }) {
    if (Package.rows.find(tx, packageId)?.status === 'cancelled') return false;
    renew(tx, packageId, payment.id);
    return true;
  },
  settled(tx, payment, { owed = 0 }) {
    if (owed > 0) reduceArrears(tx, payment.clientId, { amount: owed, currency: payment.currency });
  },
  failed(tx, payment, context) {
    const { packageId, owed = 0 } = context;
    if (!failRenewal(tx, packageId, payment.id, payment.failureCode)) return;
    const row = Package.rows.find(tx, packageId);
    if (row === undefined) return;
    // A package that renews does not expire, so it is put on hold whatever `holdCreditsInArrears` is.
    if (row.holdReason !== ARREARS) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
    // It is owed once, and a part of it may be paid already.
    if (owed > 0) return;
    setContext(tx, payment.id, { ...context, owed: payment.amount } satisfies RenewalContext);
    addArrears(tx, payment.clientId, payment);
  },
};

/** Whether a package can be used at any active site. */
const isUsableSomewhere = (tx: Tx, { eligibleSiteIds }: PackageRow): boolean => {
  const ids = unpackList<string>(eligibleSiteIds);
  return ids.length === 0 || Site.rows.findAll(tx, ids).some(({ status }) => status === 'active');
};

/** The payment of a renewal; undefined when the client is archived, or the package can be used at no active site. */
const paymentOf = (tx: Tx, row: PackageRow): NewPayment | undefined => {
  const client = clientById(tx, row.clientId);
  const site = Site.rows.find(tx, row.siteId);
  if (client === undefined || site === undefined || client.archivedAt !== null) return undefined;
  if (!isUsableSomewhere(tx, row)) return undefined;
  const { taxInclusive } = paymentSettings(tx, site.id);
  const line = { description: row.name, unitAmount: row.price, referenceId: row.id };
  return {
    client,
    site,
    ...amountsOf([line], taxInclusive, 'membership_renewal'),
    id: tx.id(),
    paymentMethod: 'comp',
    purpose: 'membership_renewal',
    description: row.name,
    package: row,
    // The site may have another currency by now; the client has agreed to the price in this one.
    currency: row.currency,
  };
};

/** Whether the card by which a package renews is still its client's, or that of who pays for them. */
const mayBeCharged = (tx: Tx, { clientId, paymentMethodId }: PackageRow): boolean => {
  const card = paymentMethodId === null ? undefined : PaymentMethod.rows.find(tx, paymentMethodId);
  return card === undefined || paysFor(tx, card, clientId);
};

/**
 * Begins the charge of a renewal: a new payment, or another attempt of the one that has failed. No renewal was paid since, whatever
 * the end of the period is by now: the desk, an import or a freeze may have moved it.
 */
const beginRenewal = (tx: Tx, deps: ChargeDeps, row: PackageRow, payment: NewPayment): string | undefined => {
  const card = row.paymentMethodId === null ? undefined : PaymentMethod.rows.find(tx, row.paymentMethodId);
  if (card === undefined) throw new Error(`the package '${row.id}' renews by a card that does not exist`);
  const last = lastRenewal(tx, row.id);
  const charged = last === undefined ? undefined : chargeById(tx, last.id);
  // A debit that was returned has paid for a period that was given: what renews now is the next one.
  const isSamePeriod = last?.status === 'failed' && charged?.handler === RENEWAL && charged.isAhead === 0;
  let paymentId: string;
  if (last !== undefined && isSamePeriod && last.amount === payment.amount && last.currency === payment.currency) {
    retryCharge(tx, deps, last, card);
    paymentId = last.id;
  } else {
    const { paymentMethod: _, ...charged } = payment;
    const owed = isSamePeriod ? takeOwed(tx, last.id) : { owed: 0 };
    const context: RenewalContext = { packageId: row.id, subject: renewalSubject(row), ...owed };
    paymentId = beginCharge(tx, deps, { ...charged, card, handler: RENEWAL, context, isAutomatic: true }).id;
  }
  return failIfUnusable(tx, deps, card, paymentId) ? paymentId : undefined;
};

/** Begins a renewal that is due. Returns the payment to charge, if any. */
const begin = (tx: Tx, deps: ChargeDeps, packageId: string): PaymentRecord | undefined => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined || row.nextRenewalAt === null || row.nextRenewalAt > tx.now) return undefined;
  if (isRenewalBeingPaid(tx, row.id)) return undefined;
  const payment = paymentOf(tx, row);
  // The program ends the renewal of what expires; what an older version has imported may still have one.
  const isOver = row.status === 'cancelled' || row.status === 'expired';
  if (payment === undefined || isOver || !mayBeCharged(tx, row)) {
    stopRenewal(tx, row);
    return undefined;
  }
  if (payment.amount === 0) {
    renew(tx, row.id, insertCompletedPayment(tx, payment).id);
    return undefined;
  }
  const paymentId = beginRenewal(tx, deps, row, payment);
  return paymentId === undefined ? undefined : paymentById(tx, paymentId);
};

export const noRenewalDue = nothingDue((read, limit) => dueToRenew(read, undefined, limit));

/** Charges the renewals that are due, one after the other. It does nothing until the account may charge cards. */
export const renewPackages = async (deps: ChargeDeps): Promise<void> => {
  const { store, processor } = deps;
  let due = dueToRenew(store.view(), undefined, BATCH);
  if (due.length === 0) return;
  if (processor.mode === 'live' && !(await deps.isEnabled())) {
    deps.report('packages are due to be renewed, and the account may not charge cards yet', undefined);
    return;
  }
  // One that is several periods behind renews once in each run. One whose result is unknown stays due.
  const seen = new Set<string>();
  for (; due.length > 0; due = dueToRenew(store.view(), due.at(-1), BATCH)) {
    for (const { id } of due) {
      if (deps.signal.aborted) return;
      if (seen.has(id)) continue;
      seen.add(id);
      const isKeyGood = await apart(`the renewal of the package ${id}`, async () => {
        const payment = await store.write((tx) => begin(tx, deps, id));
        return payment === undefined || (await chargeAutomatically(deps, payment));
      });
      if (isKeyGood === false) return;
    }
  }
};

import type { Tx } from '../../../database/database.ts';
import { clientById } from '../../clients/queries.ts';
import { changePackage } from '../../packages/change.ts';
import { dueToRenew } from '../../packages/lifecycle/queries.ts';
import { failRenewal, renew, stopRenewal } from '../../packages/lifecycle/renew.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { methodRows } from '../../payment-methods/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import { amountsOf } from '../amounts.ts';
import { type Taking, take } from '../payments.ts';
import { lastRenewal, type PaymentRecord, paymentById } from '../queries.ts';
import { ARREARS, goIntoArrears, leaveArrears } from './arrears.ts';
import { type ChargeDeps, chargeAlone, stillChargeable } from './charge.ts';
import { beginCharge, type Follower, retryCharge } from './charges.ts';

const BATCH = 50;

/** What a renewal keeps until it is paid. */
interface Renewal {
  readonly packageId: string;
}

/** Starts the next period, or tries again later, or puts the client into arrears. */
export const renewalFollower: Follower = {
  paid(tx, payment, facts) {
    const { packageId } = facts as Renewal;
    const isOwed = Package.rows.find(tx, packageId)?.holdReason === ARREARS;
    renew(tx, packageId, payment.id);
    if (isOwed) leaveArrears(tx, payment.clientId, payment.amount);
  },
  unpaid(tx, payment, facts) {
    const { packageId } = facts as Renewal;
    if (!failRenewal(tx, packageId, payment.id, payment.failureCode)) return;
    const row = Package.rows.find(tx, packageId);
    if (row === undefined || row.holdReason === ARREARS) return;
    // What renews has no other end: it is on hold whatever the settings say of the client's other packages.
    changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
    goIntoArrears(tx, payment.clientId, payment.siteId, payment.amount);
  },
};

const takingOf = (tx: Tx, row: PackageRow): Taking | undefined => {
  const client = clientById(tx, row.clientId);
  const site = Site.rows.find(tx, row.siteId);
  if (client === undefined || site === undefined || client.archivedAt !== null) return undefined;
  const { taxInclusive } = paymentSettings(tx, site.id);
  const line = { description: row.name, unitAmount: row.price, referenceId: row.id };
  return {
    ...{ client, site, ...amountsOf([line], taxInclusive, 'membership_renewal') },
    id: tx.id(),
    paymentMethod: 'comp',
    purpose: 'membership_renewal',
    description: row.name,
    packageId: row.id,
    bookingId: null,
    metadata: null,
    externalId: null,
  };
};

/** The payment of a renewal that is due now: a new one, or the failed one once more. */
const paymentFor = (tx: Tx, row: PackageRow, taking: Taking): string => {
  const card = row.paymentMethodId === null ? undefined : methodRows.find(tx, row.paymentMethodId);
  if (card === undefined) throw new Error(`the package '${row.id}' renews by a card that does not exist`);
  const last = lastRenewal(tx, row.id);
  // A failed try of an earlier period is history; of this one it is asked for again.
  const isSame = last?.status === 'failed' && row.expiresAt !== null && last.createdAt >= row.expiresAt;
  if (last !== undefined && isSame && last.amount === taking.amount) {
    retryCharge(tx, last, card);
    return last.id;
  }
  const { paymentMethod: _, ...charged } = taking;
  const facts: Renewal = { packageId: row.id };
  return beginCharge(tx, { ...charged, card, follows: 'renewal', facts, isAutomatic: true }).id;
};

/** Begins what is due; the payments that are to be asked for. A package whose payment is under way waits for that. */
const begin = (tx: Tx, deps: ChargeDeps, given: PackageRow): PaymentRecord | undefined => {
  const row = Package.rows.find(tx, given.id);
  if (row === undefined || row.nextRenewalAt === null || row.nextRenewalAt > tx.now) return undefined;
  if (lastRenewal(tx, row.id)?.status === 'pending') return undefined;
  const taking = takingOf(tx, row);
  if (taking === undefined || row.status === 'cancelled') {
    stopRenewal(tx, row);
    return undefined;
  }
  if (taking.amount === 0) {
    renew(tx, row.id, take(tx, taking).id);
    return undefined;
  }
  const paymentId = paymentFor(tx, row, taking);
  const card = methodRows.find(tx, row.paymentMethodId as string);
  if (card === undefined || !stillChargeable(tx, deps, card, paymentId)) return undefined;
  return paymentById(tx, paymentId);
};

/** Charges what is due to be renewed, one after the other. Until cards may be charged, nothing is tried. */
export const renewPackages = async (deps: ChargeDeps): Promise<void> => {
  const { store, processor } = deps;
  if (dueToRenew(store.view(), 1).length === 0) return;
  if (processor.mode === 'live' && !(await deps.isEnabled())) {
    deps.report('packages are due to be renewed, and the account may not charge cards yet', undefined);
    return;
  }
  const seen = new Set<string>();
  for (;;) {
    const due = dueToRenew(store.view(), BATCH + seen.size).filter(({ id }) => !seen.has(id));
    if (due.length === 0) return;
    for (const row of due) {
      if (deps.signal.aborted) return;
      seen.add(row.id);
      const payment = await store.write((tx) => begin(tx, deps, row));
      if (payment !== undefined) await chargeAlone(deps, payment);
    }
  }
};

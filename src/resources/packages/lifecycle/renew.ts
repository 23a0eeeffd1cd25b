import type { Read, Tx } from '../../../database/database.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { change, credit, lifeOf } from '../credits/ledger.ts';
import { cardById, packageRows } from '../queries.ts';
import type { UpdatePackageBody } from '../shapes.ts';
import { endOfSiteDay, moveEndOfDay } from './dates.ts';

const DAY_MS = 86_400_000;
/** The days between the tries of a renewal that fails: on days 1, 3 and 5 (rules.md "Package"). */
const DAYS_BETWEEN = [1, 2, 2];

const requireCard = (read: Read, clientId: string, id: string): void => {
  const card = cardById(read, id);
  if (card === undefined || card.clientId !== clientId || card.status !== 'active') {
    throw missingResource('paymentMethodId', 'saved card of this client', id);
  }
};

/**
 * The columns by which an edit binds a package to a card, to another one, or to none. A package whose renewals have
 * failed is tried again at once with the new card.
 * @throws Problem 400 for a card that is not the client's, or renewal without a card or an end.
 */
export const renewalColumns = (read: Read, row: PackageRow, body: UpdatePackageBody): Partial<PackageRow> => {
  const { autoRenews, paymentMethodId } = body;
  if (autoRenews === undefined && paymentMethodId === undefined) return {};
  const card = paymentMethodId === undefined ? row.paymentMethodId : paymentMethodId;
  if (typeof paymentMethodId === 'string') requireCard(read, row.clientId, paymentMethodId);
  const renews = autoRenews ?? (row.autoRenews === 1 && card !== null);
  if (!renews) return { autoRenews: 0, nextRenewalAt: null, paymentMethodId: card, renewalAttempts: 0 };
  if (card === null) {
    throw invalidParam('paymentMethodId', "What renews needs a saved card. Send it as 'paymentMethodId'.");
  }
  if (row.validityDays === null) {
    throw invalidParam('autoRenews', 'This package has no end, so that there is nothing to renew.');
  }
  const isDue = row.renewalAttempts > 0 || (row.expiresAt !== null && row.expiresAt <= read.now);
  return {
    autoRenews: 1,
    paymentMethodId: card,
    nextRenewalAt: isDue ? read.now : row.expiresAt,
    renewalAttempts: 0,
  };
};

/** Takes what is left of a period away and gives the credits of the next one, in an order that never touches zero. */
const refill = (tx: Tx, row: PackageRow): PackageRow => {
  const { creditsTotal, creditsRemaining: left } = row;
  if (creditsTotal === null || left === null) return row;
  const filled = credit(tx, row, creditsTotal, 'purchase');
  const unheld = left - row.creditsHeld;
  return unheld > 0 ? credit(tx, filled, -unheld, 'expiry') : filled;
};

/** Starts the next period of a package that was paid on: it follows the old one, or begins now where that is long over. */
export const renew = (tx: Tx, packageId: string, paymentId: string): void => {
  const row = packageRows.find(tx, packageId);
  if (row === undefined || row.status === 'cancelled' || row.validityDays === null) return;
  const following = row.expiresAt === null ? null : moveEndOfDay(tx, row.siteId, row.expiresAt, row.validityDays);
  const expiresAt =
    following !== null && following > tx.now ? following : endOfSiteDay(tx, row.siteId, tx.nowMs, row.validityDays);
  const renewed = change(tx, row, {
    status: row.status === 'expired' ? 'active' : row.status,
    expiresAt,
    expiryToldAt: null,
    nextRenewalAt: row.autoRenews === 1 ? expiresAt : null,
    renewalAttempts: 0,
    paymentId,
  });
  const filled = refill(tx, renewed);
  tx.raise('package.renewed', row.siteId, { ...lifeOf(filled), paymentId, expiresAt, nextRenewalAt: expiresAt });
};

/** Notes that a renewal failed: it is tried again on days 1, 3 and 5. Answers whether that was the last time. */
export const failRenewal = (tx: Tx, packageId: string, paymentId: string, failureCode: string | null): boolean => {
  const row = packageRows.find(tx, packageId);
  if (row === undefined || row.autoRenews === 0) return false;
  const attempt = row.renewalAttempts + 1;
  const days = DAYS_BETWEEN[attempt - 1];
  // A server that was down for long does not make up for the tries that it missed.
  const due = Math.max(epochOf(row.nextRenewalAt ?? tx.now), tx.nowMs - DAY_MS);
  const nextRenewalAt = days === undefined ? null : isoInstant(due + days * DAY_MS);
  const failed = change(tx, row, { renewalAttempts: attempt, nextRenewalAt });
  tx.raise('package.renewal_failed', row.siteId, { ...lifeOf(failed), paymentId, failureCode, attempt, nextRenewalAt });
  return nextRenewalAt === null;
};

/** Ends the renewal of a package; it lasts as long as it is paid. */
export const stopRenewal = (tx: Tx, row: PackageRow): PackageRow =>
  change(tx, row, { autoRenews: 0, nextRenewalAt: null, renewalAttempts: 0 });

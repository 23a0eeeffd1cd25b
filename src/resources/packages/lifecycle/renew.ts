import type { Read, Tx } from '../../../database/database.ts';
import type { AnyCaller } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { mayPayWith } from '../../payment-methods/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { billingDayAfter, hasPeriod, type Validity } from '../../validity.ts';
import { reactivated } from '../arrears.ts';
import { changePackage, packagePayload } from '../change.ts';
import { addCredits } from '../credits/ledger.ts';
import { packagesOfClients } from '../queries.ts';
import { Package, type PackageRow, type UpdatePackageBody } from '../record.ts';
import { billingDayFrom, expiryFrom, movePeriods, NO_RENEWAL, NOT_ENDED, zoneOf } from './dates.ts';
import { withFreezeAhead } from './ending.ts';

/** The days after each failed attempt at a renewal: attempts are on days 1, 3 and 5 (rules.md "Package"). */
const RETRY_DAYS = [1, 2, 2];
/** The days after the last attempt until the package expires. */
const HOLD_DAYS = 30;

const requireCard = (read: Read, caller: AnyCaller, clientId: string, id: string): void => {
  const card = PaymentMethod.rows.find(read, id);
  if (card === undefined || !mayPayWith(read, caller, card, clientId) || card.status !== 'active') {
    throw missingResource('paymentMethodId', 'saved card of this client', id);
  }
};

/** The card by which a package renews. @throws Problem 400 for one that cannot renew: without a card or a period. */
export const requireRenewable = (card: string | null, validity: Validity): string => {
  if (card === null) {
    throw invalidParam('paymentMethodId', "A package that renews needs a saved card. Send it in 'paymentMethodId'.", {
      reason: 'needs_card',
    });
  }
  if (hasPeriod(validity)) return card;
  throw invalidParam(
    'autoRenews',
    "This package has no 'validityDays' or 'validityMonths', so it cannot renew. Send 'autoRenews' as false.",
    { reason: 'needs_period' },
  );
};

/**
 * The columns of an update that starts or ends the renewal of a package, or changes its card. If a renewal has
 * failed, the new card is charged immediately, which counts as the next attempt: changing cards gives no more of them.
 * @throws Problem 400 for a card by which the caller may not pay for the client, or renewal without a card or an expiry.
 */
export const renewalColumns = (
  read: Read,
  caller: AnyCaller,
  row: PackageRow,
  body: UpdatePackageBody,
): Partial<PackageRow> => {
  const { autoRenews, paymentMethodId } = body;
  if (autoRenews === undefined && paymentMethodId === undefined) return {};
  const card = paymentMethodId === undefined ? row.paymentMethodId : paymentMethodId;
  if (typeof paymentMethodId === 'string') requireCard(read, caller, row.clientId, paymentMethodId);
  const renews = autoRenews ?? (row.autoRenews === 1 && card !== null);
  const again = autoRenews === undefined ? {} : NOT_ENDED;
  if (!renews) return { ...NO_RENEWAL, ...again, paymentMethodId: card };
  const renewing = requireRenewable(card, row);
  const isDue = row.renewalAttempts > 0 || (row.expiresAt !== null && row.expiresAt <= read.now);
  return {
    autoRenews: 1,
    paymentMethodId: renewing,
    nextRenewalAt: isDue ? read.now : row.expiresAt,
    ...again,
  };
};

/** Replaces the credits of the last period by the credits of the next; adds first, so that the package is never depleted. */
const refill = (tx: Tx, row: PackageRow): PackageRow => {
  const { creditsTotal, creditsRemaining: left } = row;
  if (creditsTotal === null || left === null) return row;
  const filled = addCredits(tx, row, creditsTotal, 'purchase');
  const available = left - row.creditsHeld;
  return available > 0 ? addCredits(tx, filled, -available, 'expiry') : filled;
};

/** The next period follows the last, or begins now where that ended long ago. Undefined for a package without an end. */
const nextPeriod = (tx: Tx, row: PackageRow): { end: string; billingDay: number | null } | undefined => {
  const fromNow = expiryFrom(tx, row, tx.nowMs);
  if (fromNow === null) return undefined;
  const following = row.expiresAt === null ? null : movePeriods(tx, row, row.expiresAt, 1);
  if (row.expiresAt === null || following === null || following <= tx.now) {
    return { end: fromNow, billingDay: billingDayFrom(tx, row, tx.nowMs) };
  }
  const last = localDateAt(Date.parse(row.expiresAt), zoneOf(tx, row.siteId));
  return { end: following, billingDay: row.validityMonths === null ? null : billingDayAfter(last, row.billingDay) };
};

/** Starts the next period of a package whose renewal is paid: after the last one, or now if that ended long ago. */
export const renew = (tx: Tx, packageId: string, paymentId: string): void => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined || row.status === 'cancelled') return;
  const next = nextPeriod(tx, row);
  if (next === undefined) return;
  const { billingDay } = next;
  const expiresAt = withFreezeAhead(tx, row, next.end);
  const renewalsLeft = row.renewalsLeft === null ? null : Math.max(0, row.renewalsLeft - 1);
  const renewed = changePackage(tx, row, {
    ...reactivated(tx, row),
    expiresAt,
    billingDay,
    expiryNotifiedAt: null,
    nextRenewalAt: row.autoRenews === 1 ? expiresAt : null,
    renewalAttempts: 0,
    renewalEndsAt: null,
    paymentId,
    renewalsLeft,
    ...(renewalsLeft === 0 ? NO_RENEWAL : {}),
  });
  const filled = refill(tx, renewed);
  tx.raise('package.renewed', row.siteId, {
    ...packagePayload(filled),
    paymentId,
    expiresAt,
    nextRenewalAt: filled.nextRenewalAt,
  });
};

/** Records a failed renewal and plans the next attempt. Returns whether that was the last attempt. */
export const failRenewal = (tx: Tx, packageId: string, paymentId: string, failureCode: string | null): boolean => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined || row.autoRenews === 0) return false;
  const attempt = row.renewalAttempts + 1;
  const days = RETRY_DAYS[attempt - 1];
  // A server that was down for long does not make up for missed attempts.
  const due = Math.max(epochOf(row.nextRenewalAt ?? tx.now), tx.nowMs - DAY_MS);
  const nextRenewalAt = days === undefined ? null : isoInstant(due + days * DAY_MS);
  const renewalEndsAt =
    nextRenewalAt === null ? (row.renewalEndsAt ?? isoInstant(tx.nowMs + HOLD_DAYS * DAY_MS)) : null;
  const failed = changePackage(tx, row, { renewalAttempts: attempt, nextRenewalAt, renewalEndsAt });
  const payload = { ...packagePayload(failed), paymentId, failureCode, attempt, nextRenewalAt };
  tx.raise('package.renewal_failed', row.siteId, payload);
  return nextRenewalAt === null;
};

/** Ends the renewal of a package; it lasts until the end of the paid period. */
export const stopRenewal = (tx: Tx, row: PackageRow): PackageRow => changePackage(tx, row, NO_RENEWAL);

/** Ends the renewals of a client who is archived (rules.md "Archive"); restoring the client does not begin them again. */
export const stopRenewals = (tx: Tx, clientId: string): void => {
  for (const row of packagesOfClients(tx, [clientId])) if (row.autoRenews === 1) stopRenewal(tx, row);
};

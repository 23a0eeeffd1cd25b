import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { conflict } from '../../../kernel/problem.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { PackageRow } from '../record.ts';
import type { LedgerReason, LedgerRow } from '../tables.ts';
import { appendToLedger } from './queries.ts';

/** An active package is depleted at 0 credits and active again with more; the other statuses ignore the balance. */
const updateStatus = (tx: Tx, row: PackageRow): PackageRow => {
  if (row.status === 'active' && row.creditsRemaining === 0) {
    const depleted = changePackage(tx, row, { status: 'depleted' });
    tx.raise('package.depleted', row.siteId, packagePayload(depleted));
    return depleted;
  }
  if (row.status === 'depleted' && row.creditsRemaining !== 0) return changePackage(tx, row, { status: 'active' });
  return row;
};

/**
 * Adds `delta` credits, which may be negative, and an entry to the ledger (rules.md "Which credit"). A delta of 0
 * records why a credit is not restored and raises no event. Packages without a number of credits have no ledger.
 * @throws Problem 409 `package_not_eligible` (no_credits) when fewer than 0 would be left.
 */
export const addCredits = (
  tx: Tx,
  row: PackageRow,
  delta: number,
  reason: LedgerReason,
  { bookingId = null, staffId = null, note = null }: Partial<Pick<LedgerRow, 'bookingId' | 'staffId' | 'note'>> = {},
): PackageRow => {
  if (row.creditsRemaining === null) return row;
  const balance = row.creditsRemaining + delta;
  if (balance < 0) {
    const message = `The package has ${row.creditsRemaining} credits left, but ${-delta} are needed.`;
    throw conflict('package_not_eligible', message, [{ param: 'packageId', code: 'no_credits', message }]);
  }
  appendToLedger(tx, {
    id: tx.id(),
    packageId: row.id,
    at: tx.now,
    delta,
    balance,
    reason,
    bookingId,
    staffId,
    note,
  });
  if (delta === 0) return row;
  const changed = changePackage(tx, row, { creditsRemaining: balance });
  tx.raise('package.credits_changed', row.siteId, {
    packageId: row.id,
    clientId: row.clientId,
    delta,
    creditsRemaining: balance,
    reason: upperSnake(reason),
    bookingId,
  });
  return updateStatus(tx, changed);
};

/** Takes away the remaining credits. */
export const voidCredits = (tx: Tx, row: PackageRow, reason: LedgerReason): PackageRow =>
  row.creditsRemaining === null || row.creditsRemaining === 0
    ? row
    : addCredits(tx, row, -row.creditsRemaining, reason);

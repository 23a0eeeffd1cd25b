import type { Tx } from '../../../database/database.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { upperSnake } from '../../../events/catalogue.ts';
import { conflict } from '../../../kernel/problem.ts';
import { appendToLedger, packageRows } from '../queries.ts';
import type { LedgerReason, PackageWire } from '../shapes.ts';

/** What a movement of credits is about. */
export interface Movement {
  readonly bookingId?: string | undefined;
  readonly staffId?: string | undefined;
  /** What the desk says about an adjustment. */
  readonly note?: string | undefined;
}

/** Writes columns of a package and answers the row as it is now. */
export const change = (tx: Tx, row: PackageRow, patch: Partial<PackageRow>): PackageRow => {
  const written = { ...patch, updatedAt: tx.now };
  packageRows.update(tx, row.id, written);
  return { ...row, ...written };
};

/** What every event of a package's life tells. */
export const lifeOf = (row: PackageRow) => ({
  packageId: row.id,
  clientId: row.clientId,
  status: upperSnake(row.status as PackageWire['status']),
});

/** A pack is depleted at 0 and comes back when a credit returns; other states do not follow from the balance. */
const follow = (tx: Tx, row: PackageRow): PackageRow => {
  if (row.status === 'active' && row.creditsRemaining === 0) {
    const depleted = change(tx, row, { status: 'depleted' });
    tx.raise('package.depleted', row.siteId, lifeOf(depleted));
    return depleted;
  }
  if (row.status === 'depleted' && row.creditsRemaining !== 0) return change(tx, row, { status: 'active' });
  return row;
};

/**
 * Moves credits and appends to the ledger, the balance in the same transaction (rules.md "Which credit"). A movement
 * of 0 notes why a credit stays lost, and no event tells it. Packages without a number of credits have no ledger.
 * @throws Problem 409 `package_not_eligible` (no_credits) when fewer than 0 would be left.
 */
export const credit = (
  tx: Tx,
  row: PackageRow,
  delta: number,
  reason: LedgerReason,
  { bookingId, staffId, note }: Movement = {},
): PackageRow => {
  if (row.creditsRemaining === null) return row;
  const balance = row.creditsRemaining + delta;
  if (balance < 0) {
    const message = `The package has ${row.creditsRemaining} credits left, and ${-delta} are needed.`;
    throw conflict('package_not_eligible', message, [{ param: 'packageId', code: 'no_credits', message }]);
  }
  appendToLedger(tx, {
    id: tx.id(),
    packageId: row.id,
    at: tx.now,
    delta,
    balance,
    reason,
    bookingId: bookingId ?? null,
    staffId: staffId ?? null,
    note: note ?? null,
  });
  if (delta === 0) return row;
  const moved = change(tx, row, { creditsRemaining: balance });
  tx.raise('package.credits_changed', row.siteId, {
    packageId: row.id,
    clientId: row.clientId,
    delta,
    creditsRemaining: balance,
    reason: upperSnake(reason),
    bookingId: bookingId ?? null,
  });
  return follow(tx, moved);
};

/** Takes away whatever is left. */
export const voidCredits = (tx: Tx, row: PackageRow, reason: LedgerReason): PackageRow =>
  row.creditsRemaining === null || row.creditsRemaining === 0 ? row : credit(tx, row, -row.creditsRemaining, reason);

import type { Tx } from '../../../database/database.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import type { Reactions } from '../../reactions.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { changePackage, packagePayload } from '../change.ts';
import { voidCredits } from '../credits/ledger.ts';
import type { PackageRow } from '../record.ts';
import { verbs } from '../states.ts';
import type { LedgerReason } from '../tables.ts';
import { expireIfDue, NO_RENEWAL } from './dates.ts';

interface Cause {
  readonly reason?: string | null | undefined;
  /** The reason in the ledger; `adjustment` when absent. */
  readonly ledger?: LedgerReason;
}

/**
 * Cancels a package (rules.md "Package"): its remaining credits are void and nothing is refunded. Bookings that it
 * pays for stay unless the settings of the site say otherwise.
 * @throws Problem 409 `package_already_cancelled`, `package_expired`.
 */
export const cancelPackage = (
  tx: Tx,
  found: PackageRow,
  reactions: Pick<Reactions, 'packageCancelled'>,
  cause: Cause = {},
): PackageRow => {
  const row = expireIfDue(tx, found);
  const cancelReason = cause.reason ?? null;
  const cancelled = changePackage(tx, row, {
    status: applyTransition(verbs.cancel, row.status),
    cancelledAt: tx.now,
    cancelReason,
    creditsHeld: 0,
    ...NO_RENEWAL,
  });
  tx.raise('package.cancelled', row.siteId, { ...packagePayload(cancelled), cancelledAt: tx.now, cancelReason });
  const emptied = voidCredits(tx, cancelled, cause.ledger ?? 'adjustment');
  if (membershipSettings(tx, row.siteId).cancelFutureBookingsOnPackageCancel) reactions.packageCancelled(tx, row.id);
  return emptied;
};

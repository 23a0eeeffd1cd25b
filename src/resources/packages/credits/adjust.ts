import type { Tx } from '../../../database/database.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { expireIfDue } from '../lifecycle/dates.ts';
import type { PackageRow } from '../record.ts';
import type { AdjustPackageBody } from '../shapes.ts';
import { verbs } from '../states.ts';
import { addCredits } from './ledger.ts';

/**
 * Adds credits to a package or takes some away, by decision of the staff.
 * @throws Problem 400 for a package without a number of credits; 409 for words about an erased client, when fewer than 0 would be left, or when the
 *   package is over.
 */
export const adjustCredits = (
  tx: Tx,
  caller: Caller,
  found: PackageRow,
  { delta, reason }: AdjustPackageBody,
): PackageRow => {
  if (typeof reason === 'string' && reason !== '') requireNotErased(tx, found.clientId, 'Leave out the reason.');
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  if (delta === 0)
    throw invalidParam('delta', "'delta' must not be 0. Send how many credits to add or remove.", { reason: 'zero' });
  if (row.creditsRemaining === null) {
    throw invalidParam('delta', 'This package is unlimited. Only packages with a number of credits can be adjusted.', {
      reason: 'unlimited_pass',
    });
  }
  const available = row.creditsRemaining - row.creditsHeld;
  if (delta < 0 && available + delta < 0) {
    const message = `Only ${available} credits can be removed; the others are held.`;
    throw conflict('package_not_eligible', message, [{ param: 'delta', code: 'no_credits', message }]);
  }
  return addCredits(tx, row, delta, 'adjustment', { note: reason ?? null, staffId: staffIdOf(caller) });
};

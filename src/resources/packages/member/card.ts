// Which card pays for what renews.

import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import { changePackage } from '../change.ts';
import { expireIfDue } from '../lifecycle/dates.ts';
import { renewalColumns } from '../lifecycle/renew.ts';
import { packagesOfClients } from '../queries.ts';
import type { PackageRow } from '../record.ts';
import { verbs } from '../states.ts';

const rebound = (tx: Tx, member: MemberCaller, row: PackageRow, paymentMethodId: string): PackageRow =>
  changePackage(tx, row, renewalColumns(tx, member, row, { paymentMethodId }));

/**
 * Charges the renewals of a package to another card of the member. What is owed of one that has failed is charged right away.
 * @throws Problem 400 for a card that is not the member's, and for a package that does not renew; 409 `package_expired`,
 *   `package_already_cancelled`.
 */
export const renewWith = (tx: Tx, member: MemberCaller, found: PackageRow, paymentMethodId: string): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  // One that was canceled can be resumed, which takes a card.
  if (row.autoRenews === 0 && row.endRequestedAt === null) {
    throw invalidParam('paymentMethodId', 'This package does not renew, so no card is charged for it.', {
      reason: 'not_applicable',
    });
  }
  return row.paymentMethodId === paymentMethodId ? row : rebound(tx, member, row, paymentMethodId);
};

/** Whatever renews of a client, and is not charged to a card, the newest first. */
export const renewedOtherwise = (read: Read, clientId: string, paymentMethodId: string): PackageRow[] =>
  packagesOfClients(read, [clientId])
    .filter((row) => row.autoRenews === 1 && (row.status === 'active' || row.status === 'depleted'))
    .filter((row) => row.paymentMethodId !== paymentMethodId);

/** Charges whatever renews of a client to a card of theirs. */
export const renewAllWith = (tx: Tx, member: MemberCaller, { clientId, id }: PaymentMethodRow): void => {
  for (const row of renewedOtherwise(tx, clientId, id)) rebound(tx, member, row, id);
};

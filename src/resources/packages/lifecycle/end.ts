import type { Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { mayPayWith } from '../../payment-methods/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { PackageRow } from '../record.ts';
import { verbs } from '../states.ts';
import { expireIfDue, NO_RENEWAL, NOT_ENDED } from './dates.ts';
import { endingOf, endOfPackage } from './ending.ts';
import { renewalColumns } from './renew.ts';

const notAllowed = (code: string, message: string): Problem =>
  conflict('end_not_allowed', message, [{ param: 'id', code, message }]);

/**
 * Ends a package that renews, as the member who holds it: it stays usable until its end, and is charged until then.
 * Ending it again changes nothing.
 * @throws Problem 409 `package_expired`, `package_already_cancelled`; `end_not_allowed` (does_not_renew).
 */
export const endPackage = (tx: Tx, found: PackageRow): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  if (row.endRequestedAt !== null) return row;
  if (row.autoRenews === 0) {
    throw notAllowed('does_not_renew', 'This package expires without renewing, so there is nothing to cancel.');
  }
  const { renewals } = endingOf(tx, row);
  const ended = changePackage(tx, row, {
    ...(renewals === 0 ? NO_RENEWAL : {}),
    endRequestedAt: tx.now,
    renewalsLeft: renewals,
  });
  tx.raise('package.end_requested', row.siteId, {
    ...packagePayload(ended),
    requestedAt: tx.now,
    endsAt: endOfPackage(tx, ended),
    renewalsLeft: renewals,
  });
  return ended;
};

/**
 * Takes the end of a package back: it renews as before, by a card of the member.
 * @throws Problem 409 `package_expired`, `package_already_cancelled`; `end_not_allowed` (not_ended, card_missing, not_payer).
 */
export const withdrawEnd = (tx: Tx, member: MemberCaller, found: PackageRow): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  if (row.endRequestedAt === null) throw notAllowed('not_ended', 'This package was not canceled.');
  const card = row.paymentMethodId === null ? undefined : PaymentMethod.rows.find(tx, row.paymentMethodId);
  if (row.autoRenews === 0 && card?.status !== 'active') {
    throw notAllowed('card_missing', 'The card this package renewed with was removed. Ask the studio to renew it.');
  }
  if (card !== undefined && !mayPayWith(tx, member, card, row.clientId)) {
    throw notAllowed('not_payer', 'Someone else in your household pays for this package. Ask them to resume it.');
  }
  const columns = row.autoRenews === 1 ? NOT_ENDED : renewalColumns(tx, member, row, { autoRenews: true });
  const renewing = changePackage(tx, row, columns);
  const { nextRenewalAt } = renewing;
  tx.raise('package.end_withdrawn', row.siteId, { ...packagePayload(renewing), nextRenewalAt });
  return renewing;
};

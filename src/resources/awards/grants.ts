import type { Tx } from '../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../kernel/caller.ts';
import { conflict, missingResource, notFound } from '../../kernel/problem.ts';
import { runAtOnce } from '../../kernel/slices.ts';
import { requireNotErased } from '../../records/erased.ts';
import { homeSiteId } from '../facts/queries.ts';
import { reachesClient } from '../member-links/queries.ts';
import { dueGrants } from './earning.ts';
import { earnedBy, findGrant, heldBy } from './queries.ts';
import { AwardGrant, type AwardRow, type GrantRow } from './record.ts';

/** Stores that a member earned an award, and raises it once. */
const grant = (tx: Tx, award: AwardRow, given: Pick<GrantRow, 'clientId' | 'ordinal' | 'earnedAt'>): GrantRow => {
  const { clientId, earnedAt } = given;
  const row = AwardGrant.make(tx, { clientId }, { awardId: award.id, ...given });
  AwardGrant.rows.insert(tx, row);
  tx.raise('award.earned', homeSiteId(tx, clientId), { awardId: award.id, clientId, earnedAt });
  return row;
};

/** How many times a member earns one award in a slice. The next slice continues with old facts. */
const MOST_AT_ONCE = 100;

/** The steps of granting a member what they have earned of an award and do not have yet. */
export function* grantingDue(
  tx: Tx,
  award: AwardRow,
  clientId: string,
  atOnce = Number.POSITIVE_INFINITY,
): Generator<void, number> {
  const due = dueGrants(tx, award, clientId, atOnce);
  if (due.length === 0) return 0;
  const { times } = earnedBy(tx, clientId, award.id);
  for (const [index, earnedAt] of due.entries()) {
    grant(tx, award, { clientId, ordinal: times + index + 1, earnedAt });
    yield;
  }
  return due.length;
}

/** The same in one call, at most 100 times. Returns how many times. */
export const grantDue = (tx: Tx, award: AwardRow, clientId: string): number =>
  runAtOnce(grantingDue(tx, award, clientId, MOST_AT_ONCE));

/**
 * Grants an award by hand, of any trigger.
 * @throws Problem 403 `site_not_allowed`; 400 `resource_missing` for a client who does not exist; 409 `award_archived`,
 *   `award_already_earned` for an award that does not repeat, `client_erased`.
 */
export const grantByHand = (tx: Tx, caller: Caller, award: AwardRow, clientId: string): GrantRow => {
  requireWholeBrand(caller, 'awards');
  if (!reachesClient(tx, caller, clientId)) throw missingResource('clientId', 'client', clientId);
  requireNotErased(tx, clientId, 'Grant it to another client.');
  if (award.archivedAt !== null) {
    throw conflict('award_archived', `The award '${award.name}' is archived. Create another one.`);
  }
  if (award.isRepeatable === 0 && heldBy(tx, clientId, award.id).times > 0) {
    const message = `The client already has the award '${award.name}', which can be earned only once. Revoke that grant first.`;
    throw conflict('award_already_earned', message);
  }
  return grant(tx, award, { clientId, ordinal: null, earnedAt: tx.now });
};

/** Takes a grant away. What earned it does not earn it again. @throws Problem 404; 403 `site_not_allowed`. */
export const revokeGrant = (tx: Tx, caller: Caller, awardId: string, id: string): void => {
  requireWholeBrand(caller, 'awards');
  findGrant(tx, awardId, id);
  AwardGrant.rows.update(tx, id, { revokedAt: tx.now, updatedAt: tx.now });
};

const DISMISS = `update "awardGrants" set "dismissedAt" = ?1, "updatedAt" = ?1
  where "clientId" = ?2 and "awardId" = ?3 and "revokedAt" is null and "dismissedAt" is null`;

/** Puts the banners of an award away. Doing it again changes nothing. @throws Problem 404 for one that is not earned. */
export const dismissBanner = (tx: Tx, clientId: string, awardId: string): void => {
  if (heldBy(tx, clientId, awardId).times === 0) throw notFound('award', awardId);
  tx.db.query(DISMISS).run(tx.now, clientId, awardId);
};

import { type Caller, hasScope, requireSites } from '../kernel/caller.ts';
import { isoInstant } from '../kernel/clock.ts';
import { forbidden } from '../kernel/problem.ts';
import { isHigherTier, type Tier } from '../kernel/tier.ts';

/**
 * A credential gives no longer life than its own. An access token ends within the hour, so it makes nothing that stays.
 * @throws Problem 403 `permission_denied`.
 */
export const requireExpiryWithinOwn = ({ expiresAt: own }: Caller, expiresAt: string | null): void => {
  if (own === undefined || (expiresAt !== null && Date.parse(expiresAt) <= own)) return;
  const end = isoInstant(own);
  throw forbidden(
    `This credential expires at ${end} and cannot create a credential that lasts longer. Send 'expiresAt' up to then for an API key, or use a credential that does not expire.`,
  );
};

/**
 * No one grants what they lack: a restricted credential could make an unrestricted one.
 * @throws Problem 403 `permission_denied` naming the scope or the tier, or `site_not_allowed`.
 */
export const requireGrantable = (
  caller: Caller,
  given: {
    readonly scopes: readonly string[];
    readonly tier: Tier;
    readonly siteIds?: readonly string[] | null | undefined;
    /** Undefined for a credential that acts for no one. */
    readonly staffId?: string | null | undefined;
  },
): void => {
  const actor = caller.kind === 'staff' ? caller.actor : undefined;
  if (actor !== undefined && !actor.isOwner && given.staffId !== actor.staffId) {
    if (given.staffId === undefined) {
      throw forbidden('Only an owner can create or change an OAuth client. Create an API key that acts for you.');
    }
    throw forbidden(
      `Only an owner can create credentials for others. Send 'staffId': '${actor.staffId}' for a credential that acts for you.`,
    );
  }
  // An owner who is signed in has every scope, later ones too.
  const isSignedInOwner = actor?.isOwner === true && caller.kind === 'staff' && caller.session !== undefined;
  const missing = isSignedInOwner ? undefined : given.scopes.find((scope) => !hasScope(caller, scope));
  if (missing !== undefined) {
    throw forbidden(`This credential lacks the scope '${missing}' and cannot grant it. Leave the scope out.`);
  }
  if (isHigherTier(given.tier, caller.tier)) {
    throw forbidden(
      `This credential has the tier '${caller.tier}' and cannot grant the higher tier '${given.tier}'. Send 'tier': '${caller.tier}' or a lower one.`,
    );
  }
  requireSites(caller, given.siteIds ?? [], 'siteIds');
};

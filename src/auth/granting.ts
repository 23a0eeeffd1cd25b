import { allows, type Caller, requireSite } from '../kernel/caller.ts';
import { forbidden } from '../kernel/problem.ts';

/**
 * Nobody hands on more than they hold, or a narrow credential could make itself a wide one.
 * @throws Problem 403 `permission_denied` naming the scope, or `site_not_allowed`.
 */
export const requireGrantable = (
  caller: Caller,
  given: {
    readonly scopes: readonly string[];
    readonly siteIds?: readonly string[] | null | undefined;
    /** The staff member for whom the new credential acts. */
    readonly staffId?: string | null | undefined;
  },
): void => {
  const { actor } = caller;
  if (actor !== undefined && !actor.isOwner && given.staffId !== actor.staffId) {
    throw forbidden(
      `Only an owner gives credentials to others. Send 'staffId': '${actor.staffId}' for one that acts as you do.`,
    );
  }
  const missing = given.scopes.find((scope) => !allows(caller, scope));
  if (missing !== undefined) {
    throw forbidden(`This credential lacks the scope '${missing}' and cannot give it to another one.`);
  }
  if (caller.siteIds === null) return;
  if (given.siteIds == null) {
    throw forbidden(
      "This credential is restricted to some sites. Name sites of its own in 'siteIds'.",
      'site_not_allowed',
    );
  }
  for (const siteId of given.siteIds) requireSite(caller, siteId);
};

/** Whether a restricted caller may know of a credential: it must be restricted to sites of the caller's. */
export const reachesCredential = (caller: Caller, siteIds: readonly string[] | null): boolean => {
  const own = caller.siteIds;
  return own === null || (siteIds?.every((siteId) => own.includes(siteId)) ?? false);
};

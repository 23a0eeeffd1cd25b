import { allows, type Caller, requireSites } from '../kernel/caller.ts';
import { forbidden } from '../kernel/problem.ts';

/**
 * Nobody grants what they lack: a restricted credential could make an unrestricted one.
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
      `Only an owner may create credentials for others. Send 'staffId': '${actor.staffId}' for one that acts for you.`,
    );
  }
  const missing = given.scopes.find((scope) => !allows(caller, scope));
  if (missing !== undefined) {
    throw forbidden(`This credential lacks the scope '${missing}' and cannot give it to another one.`);
  }
  requireSites(caller, given.siteIds ?? [], 'siteIds');
};

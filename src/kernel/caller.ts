import { forbidden } from './problem.ts';
import type { Tier } from './tier.ts';

/** The staff member for whom a credential acts, with what that person may do at this moment. */
export interface Actor {
  readonly staffId: string;
  /** Owners may do everything, and give it to others. */
  readonly isOwner: boolean;
  readonly permissions: ReadonlySet<string>;
}

/** Who sends a request and what they may do. Made by identity, read by rules. */
export interface Caller {
  /** The credential's record id; it keys limits, idempotency and the log. */
  readonly credentialId: string;
  /** A key or access token of the business, or a member who signed in. */
  readonly kind: 'business' | 'member';
  readonly scopes: ReadonlySet<string>;
  /** The sites this credential is restricted to; null when it sees the whole brand. */
  readonly siteIds: readonly string[] | null;
  readonly tier: Tier;
  /** Present when the credential acts for a staff member; it may do no more than that person. */
  readonly actor?: Actor;
  /** On the member API: the client whose affairs these are. */
  readonly clientId?: string;
  /** On the member API: the site that the request names, or the client's home where a business names none. */
  readonly siteId?: string;
}

/** A caller on the member API, for one client at one site. */
export interface MemberCaller extends Caller {
  readonly clientId: string;
  readonly siteId: string;
}

/** The caller of a member route, whom the gate has let in for one client at one site. */
export const memberOf = (caller: Caller): MemberCaller => {
  const { clientId, siteId } = caller;
  if (clientId === undefined || siteId === undefined) throw new Error('the route is not below a member path');
  return { ...caller, clientId, siteId };
};

/** The staff member for whom the caller acts, who is told of what they decided; null when it acts for nobody. */
export const staffOf = ({ actor }: Caller): string | null => actor?.staffId ?? null;

/** Whether the caller holds `scope`, directly, through `*`, or a read through its write. */
export const allows = (caller: Caller, scope: string): boolean =>
  caller.scopes.has(scope) ||
  caller.scopes.has('*') ||
  (scope.endsWith(':read') && caller.scopes.has(`${scope.slice(0, -5)}:write`));

/** @throws Problem 403 `permission_denied` naming the scope that is missing. */
export const requireScope = (caller: Caller, scope: string): void => {
  if (!allows(caller, scope)) {
    throw forbidden(`This credential lacks the scope '${scope}'. Use one that has it, or create one with it.`);
  }
};

/** Whether the person for whom the caller acts may do something; a credential of nobody is held by its scopes alone. */
export const permits = ({ actor }: Caller, permission: string): boolean => actor?.permissions.has(permission) ?? true;

/** @throws Problem 403 `permission_denied` naming the permission that the person lacks. */
export const requirePermission = (caller: Caller, permission: string): void => {
  if (!permits(caller, permission)) {
    throw forbidden(
      `The staff member for whom this credential acts lacks the permission '${permission}'. Ask an owner for it.`,
    );
  }
};

/** Whether the caller may see and touch records of `siteId`. */
export const reachesSite = (caller: Caller, siteId: string): boolean =>
  caller.siteIds === null || caller.siteIds.includes(siteId);

/** @throws Problem 403 `site_not_allowed` when a write names a site outside the caller's. */
export const requireSite = (caller: Caller, siteId: string): void => {
  if (!reachesSite(caller, siteId)) {
    throw forbidden(`This credential is restricted to other sites than '${siteId}'.`, 'site_not_allowed');
  }
};

/** @throws Problem 403 `site_not_allowed` unless the caller reaches all of `siteIds`; an empty list means every site. */
export const requireSites = (caller: Caller, siteIds: readonly string[], param: string): void => {
  if (caller.siteIds !== null && siteIds.length === 0) {
    throw forbidden(
      `This credential is restricted to some sites. Name sites of its own in '${param}'.`,
      'site_not_allowed',
    );
  }
  for (const siteId of siteIds) requireSite(caller, siteId);
};

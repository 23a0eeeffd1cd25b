import { OWNER_PERMISSIONS } from './permissions.ts';
import { forbidden, Problem } from './problem.ts';
import type { Tier } from './tier.ts';

export interface Actor {
  readonly staffId: string;
  /** Owners have every permission and can grant it to others. */
  readonly isOwner: boolean;
  readonly permissions: ReadonlySet<string>;
}

/** Why a person who signed in is no client. */
export type NoClientReason = 'email_not_verified' | 'no_client_with_email' | 'client_archived' | 'approval_pending';

interface Credential {
  /** The id of the credential. It is the key for rate limits, idempotency and the access log. */
  readonly credentialId: string;
  readonly scopes: ReadonlySet<string>;
  /** The sites that the caller has access to; null for the whole brand. */
  readonly siteIds: readonly string[] | null;
  readonly tier: Tier;
  /** When the credential ends, epoch ms; absent for one that never does. */
  readonly expiresAt?: number;
}

export interface BusinessCaller extends Credential {
  readonly kind: 'business';
}

export interface StaffSession {
  readonly id: string;
  /** When the person last gave their password, epoch ms. */
  readonly confirmedAt: number;
  /** Whether the person has to set a second factor up before they do anything else. */
  readonly needsSecondFactor: boolean;
}

/** A person who has signed in, or a key of the business that acts for one: it may do no more than that person. */
export interface StaffCaller extends Credential {
  readonly kind: 'staff';
  readonly actor: Actor;
  readonly session?: StaffSession;
}

export interface MemberCaller extends Credential {
  readonly kind: 'member';
  /** Whether the member has signed in, or a business credential acts for the client. */
  readonly through: 'sign-in' | 'business';
  /** The device in which the member has signed in here; absent for another provider. */
  readonly deviceId?: string;
  readonly clientId: string;
  /** The adult of the household who has signed in and acts for the client, a dependant. */
  readonly adultId?: string;
  /** The site in the request, or the client's home site when a business credential sends none. */
  readonly siteId: string;
}

/** A tablet at the door of a site. It has no scope, and calls only the operations for kiosks. */
export interface KioskCaller extends Credential {
  readonly kind: 'kiosk';
  readonly siteId: string;
}

export interface PublicCaller {
  readonly kind: 'public';
}

export const PUBLIC: PublicCaller = { kind: 'public' };

export type Caller = BusinessCaller | StaffCaller | MemberCaller;

export type AnyCaller = Caller | PublicCaller | KioskCaller;

/** A person who has signed in, before the client and the site of the request are known. */
export interface SignedIn extends Credential {
  readonly kind: 'signed-in';
  readonly deviceId?: string;
  /** Whether the cookie of a browser says who it is. */
  readonly isBrowser?: true;
  /** The client of the person, or why there is none. */
  readonly client: { readonly id: string } | { readonly reason: NoClientReason };
}

export type Authenticated = Caller | SignedIn | KioskCaller;

/** The sites that a caller has access to; null for the whole brand. */
export type SiteAccess = Pick<Credential, 'siteIds'>;

export const staffIdOf = (caller: AnyCaller): string | null => (caller.kind === 'staff' ? caller.actor.staffId : null);

export const clientIdOf = (caller: Caller): string | undefined =>
  caller.kind === 'member' ? caller.clientId : undefined;

/** Whose cards and name a member uses: the adult's, who acts for a dependant. */
export const holderIdOf = ({ adultId, clientId }: Pick<MemberCaller, 'adultId' | 'clientId'>): string =>
  adultId ?? clientId;

/** Who does what a request asks for: the staff member, the member who has signed in, or the credential. */
export const actorOf = (caller: AnyCaller): string | null => {
  if (caller.kind === 'public') return null;
  if (caller.kind === 'staff') return caller.actor.staffId;
  return caller.kind === 'member' && caller.through === 'sign-in' ? holderIdOf(caller) : caller.credentialId;
};

/** Whether the caller has `scope`: directly, through `*`, or a read scope through the write scope. */
export const hasScope = (caller: Caller, scope: string): boolean =>
  caller.scopes.has(scope) ||
  caller.scopes.has('*') ||
  (scope.endsWith(':read') && caller.scopes.has(`${scope.slice(0, -5)}:write`));

/** @throws Problem 403 `permission_denied` with the missing scope. */
export const requireScope = (caller: Caller, scope: string): void => {
  if (hasScope(caller, scope)) return;
  const message = `This credential lacks the scope '${scope}'. Use a credential with this scope, or create one.`;
  throw new Problem(403, 'permission_denied', message, { scope });
};

/** Whether the staff member the caller acts for has a permission. Callers without one are limited by scopes only. */
export const hasPermission = (caller: Caller, permission: string): boolean =>
  caller.kind !== 'staff' || caller.actor.permissions.has(permission);

/** @throws Problem 403 `permission_denied` with the missing permission. */
export const requireReadingPermission = (caller: Caller, permission: string): void => {
  if (hasPermission(caller, permission)) return;
  throw forbidden(
    `The staff member this credential acts for lacks the permission '${permission}'. Ask an owner to grant it.`,
  );
};

/**
 * What a caller does takes the permission. Without a person, what only owners may do about rights and secrets takes every
 * scope (conventions.md "Credentials"); reading it does not.
 * @throws Problem 403 `permission_denied` with the missing permission.
 */
export const requirePermission = (caller: Caller, permission: string): void => {
  requireReadingPermission(caller, permission);
  if (caller.kind !== 'business' || caller.scopes.has('*') || !OWNER_PERMISSIONS.has(permission)) return;
  throw forbidden(
    `Only an owner can do this (permission '${permission}'). Use a credential with the scope '*', or one that acts for an owner.`,
  );
};

interface Right {
  readonly scopes: readonly [string, ...string[]];
  readonly permission: string;
}

export const hasRights = (caller: Caller, rights: readonly Right[]): boolean =>
  rights.every(
    ({ scopes, permission }) => scopes.some((scope) => hasScope(caller, scope)) && hasPermission(caller, permission),
  );

/** @throws Problem 403 `permission_denied` with the first scope or permission of some rights that the caller lacks. */
export const requireRights = (caller: Caller, rights: readonly Right[]): void => {
  for (const { scopes, permission } of rights) {
    if (!scopes.some((scope) => hasScope(caller, scope))) requireScope(caller, scopes[0]);
    requireReadingPermission(caller, permission);
  }
};

export const canAccessSite = (caller: SiteAccess, siteId: string): boolean =>
  caller.siteIds === null || caller.siteIds.includes(siteId);

/** @throws Problem 403 `site_not_allowed` when the caller is restricted to other sites. */
export const requireSite = (caller: SiteAccess, siteId: string): void => {
  if (!canAccessSite(caller, siteId)) {
    throw forbidden(
      `This credential cannot access the site '${siteId}'. Use a credential for this site or for the whole brand.`,
      'site_not_allowed',
    );
  }
};

/** @throws Problem 403 `site_not_allowed` unless the caller has access to all of `siteIds`; an empty list means all sites. */
export const requireSites = (caller: SiteAccess, siteIds: readonly string[], param: string): void => {
  if (caller.siteIds !== null && siteIds.length === 0) {
    throw forbidden(
      `This credential is restricted to some sites. Send at least one of them in '${param}'.`,
      'site_not_allowed',
    );
  }
  for (const siteId of siteIds) requireSite(caller, siteId);
};

/** @throws Problem 403 `site_not_allowed` when the caller is restricted to some sites: `what` belongs to all of them. */
export const requireWholeBrand = ({ siteIds }: SiteAccess, what: string): void => {
  if (siteIds === null) return;
  throw forbidden(
    `This credential is restricted to some sites, but ${what} belong to all. Use a credential for the whole brand.`,
    'site_not_allowed',
  );
};

const rightsOf = (caller: AnyCaller): object => {
  if (caller.kind === 'public') return { kind: caller.kind };
  const { kind, credentialId, scopes, siteIds, tier } = caller;
  return { kind, credentialId, scopes, siteIds, tier, ...(kind === 'staff' ? { actor: caller.actor } : {}) };
};

/** Whether a caller has the rights that it had before: scopes, sites, tier, and the permissions of its person. */
export const hasSameRights = (now: AnyCaller, before: AnyCaller): boolean =>
  Bun.deepEquals(rightsOf(now), rightsOf(before));

/** The sites that both lists allow; null allows every site. */
export const commonSites = (
  left: readonly string[] | null,
  right: readonly string[] | null,
): readonly string[] | null => {
  if (left === null || right === null) return left ?? right;
  return left.filter((id) => right.includes(id));
};

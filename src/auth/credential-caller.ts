import { type BusinessCaller, type Caller, hasScope } from '../kernel/caller.ts';
import { epochOf } from '../kernel/clock.ts';
import { isTier, type Tier } from '../kernel/tier.ts';
import { unpack, unpackList } from '../records/json.ts';

interface CredentialRow {
  readonly id: string;
  readonly scopes: string;
  readonly siteIds: string | null;
  readonly tier: Tier;
  /** OAuth clients have none and never expire. */
  readonly expiresAt?: string | null;
}

/** The caller of an API key or OAuth client. A tier that only a newer release knows counts as the lowest. */
export const callerOf = ({ id, scopes, siteIds, tier, expiresAt = null }: CredentialRow): BusinessCaller => ({
  credentialId: id,
  kind: 'business',
  scopes: new Set(unpackList<string>(scopes)),
  siteIds: unpack<string[]>(siteIds),
  tier: isTier(tier) ? tier : 'basic',
  ...(expiresAt === null ? {} : { expiresAt: epochOf(expiresAt) }),
});

/** The scopes that two callers both have; of `*` and another one, the other. */
export const commonScopes = (left: Caller, right: Caller): ReadonlySet<string> =>
  new Set([...left.scopes, ...right.scopes].filter((each) => hasScope(left, each) && hasScope(right, each)));

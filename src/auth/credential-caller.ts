import { unpack, unpackList } from '../database/json.ts';
import type { Caller } from '../kernel/caller.ts';
import { isTier, type Tier } from '../kernel/tier.ts';

interface CredentialRow {
  readonly id: string;
  readonly scopes: string;
  readonly siteIds: string | null;
  readonly tier: Tier;
}

/** The caller of an API key or OAuth client. A tier that only a newer release knows counts as the lowest. */
export const callerOf = ({ id, scopes, siteIds, tier }: CredentialRow): Caller => ({
  credentialId: id,
  kind: 'business',
  scopes: new Set(unpackList<string>(scopes)),
  siteIds: unpack<string[]>(siteIds),
  tier: isTier(tier) ? tier : 'basic',
});

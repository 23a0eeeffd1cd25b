import { createApiKey, newApiKey, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { ApiKey, apiKeyPage } from '../../auth/api-keys/record.ts';
import { createVerb, listVerb, revokeVerb, WHOLE_BRAND } from '../credentials.ts';
import type { Verb } from '../verb.ts';

const create = createVerb({
  verb: 'key',
  noun: 'key',
  defaultName: 'API key',
  summary: 'creates an API key and prints it once',
  example: 'studiod key create --name "Front door" --scopes clients:read,checkins:write',
  flags: [
    { name: 'name', value: 'NAME', help: "who uses the key; default 'API key'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'what it may do; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'the sites to which it is restricted; default all' },
    { name: 'staff', value: 'STAFF-ID', help: 'the staff member for whom it acts, and whose permissions limit it' },
    { name: 'tier', value: 'TIER', help: 'basic, premium, pro or unlimited; default basic' },
    { name: 'new-data', help: 'makes the data directory, before a first start' },
    { name: 'expires', value: 'INSTANT', help: 'when it expires, such as 2030-01-31T00:00:00Z; default never' },
  ],
  newSecret: ({ data, random }) => newApiKey(random, data.purpose === 'sandbox' ? 'test' : 'live'),
  create: (tx, key, request) => ApiKey.view(createApiKey(tx, key, request)),
  shown: (_view, key) => ({ json: { key }, text: key }),
});

const list = listVerb({
  verb: 'key',
  plural: 'API keys',
  property: 'keys',
  page: apiKeyPage,
  view: ApiKey.view,
  hint: ({ prefix, last4 }) => `${prefix}...${last4}`,
  status({ revokedAt, expiresAt }, now) {
    if (revokedAt !== null) return 'revoked';
    return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
  },
});

const revoke = revokeVerb({
  verb: 'key',
  noun: 'key',
  summary: 'revokes an API key; a running server rejects it within a second',
  revoke: (tx, id) => revokeApiKey(tx, ApiKey.find(tx, WHOLE_BRAND, id)),
  view: ApiKey.view,
});

export const keyVerbs: readonly Verb[] = [create, list, revoke];

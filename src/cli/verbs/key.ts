import { createApiKey, newApiKey, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { ApiKey, apiKeyPage } from '../../auth/api-keys/record.ts';
import { createVerb, listVerb, revokeVerb, WHOLE_BRAND } from '../credentials.ts';
import type { Verb } from '../verb.ts';

const create = createVerb({
  verb: 'key',
  noun: 'key',
  defaultName: 'API key',
  summary: 'Create an API key and print it once',
  example: 'studiod key create --name "Front door" --scopes clients:read,checkins:write',
  flags: [
    { name: 'name', value: 'NAME', help: "Who uses the key; default 'API key'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'Scopes of the key; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'Sites the key is restricted to; default all' },
    { name: 'staff', value: 'STAFF-ID', help: 'Staff member the key acts for, whose permissions limit it' },
    { name: 'tier', value: 'TIER', help: 'Rate limit tier: basic, premium, pro, or unlimited; default basic' },
    { name: 'new-data', help: 'Create the data directory, before a first start' },
    { name: 'expires', value: 'TIMESTAMP', help: 'When the key expires, such as 2030-01-31T00:00:00Z; default never' },
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
  summary: 'Revoke an API key (a running server rejects it within a second)',
  revoke: (tx, id) => revokeApiKey(tx, ApiKey.find(tx, WHOLE_BRAND, id)),
  view: ApiKey.view,
});

export const keyVerbs: readonly Verb[] = [create, list, revoke];

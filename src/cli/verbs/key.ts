import { createApiKey, newApiKey, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { ApiKey, type ApiKeyRow, apiKeyPage } from '../../auth/api-keys/record.ts';
import { credentialSettings, readAll, revokeVerb, splitList, WHOLE_BRAND } from '../credentials.ts';
import { withDatabase } from '../open-database.ts';
import { exit, type Verb } from '../verb.ts';

const create: Verb = {
  name: 'key create',
  summary: 'creates an API key and prints it once',
  example: 'studiod key create --name "Front door" --scopes clients:read,checkins:write',
  flags: [
    { name: 'name', value: 'NAME', help: "who uses the key; default 'API key'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'what it may do; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'the sites to which it is restricted; default all' },
    { name: 'staff', value: 'STAFF-ID', help: 'the staff member for whom it acts, and whose permissions limit it' },
    { name: 'tier', value: 'TIER', help: 'basic, premium, pro or unlimited; default basic' },
    { name: 'expires', value: 'INSTANT', help: 'when it expires, such as 2030-01-31T00:00:00Z; default never' },
  ],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { key, row } = await withDatabase(call, { mayCreate: true }, async ({ store, data, random }) => {
      const key = newApiKey(random, data.purpose === 'sandbox' ? 'test' : 'live');
      const request = {
        name: call.flag('name') ?? 'API key',
        scopes: splitList(call.flag('scopes')) ?? ['*'],
        siteIds: splitList(call.flag('sites')),
        staffId: call.flag('staff'),
        tier: call.flag('tier'),
        expiresAt: call.flag('expires'),
      };
      return { key, row: await store.write((tx) => createApiKey(tx, key, request)) };
    });
    const { id, name, scopes, tier } = ApiKey.view(row);
    call.print(call.json ? JSON.stringify({ id, key, name, scopes }) : key);
    // On stderr, so that KEY=$(studiod key create) holds the key alone.
    if (!call.json)
      call.printError(
        `The key is not shown again. '${name}' has the scopes ${scopes.join(', ')} and the tier ${tier}.`,
      );
    return exit.done;
  },
};

const lineOf = (row: ApiKeyRow, now: string): string => {
  const { id, name, prefix, last4, scopes, tier } = ApiKey.view(row);
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  const status = row.revokedAt === null ? (isExpired ? 'expired' : 'active') : 'revoked';
  return [id, `${prefix}...${last4}`, status.padEnd(7), tier.padEnd(9), `${name} (${scopes.join(', ')})`].join('  ');
};

const list: Verb = {
  name: 'key list',
  summary: 'lists the API keys, newest first',
  example: 'studiod key list --json',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { rows, now } = await withDatabase(call, { mayCreate: false }, ({ store }) => ({
      rows: readAll(store, apiKeyPage),
      now: store.view().now,
    }));
    const text = rows.map((row) => lineOf(row, now)).join('\n');
    const none = 'There are no API keys. Create one: studiod key create';
    call.print(call.json ? JSON.stringify({ keys: rows.map(ApiKey.view) }) : text || none);
    return exit.done;
  },
};

const revoke = revokeVerb({
  verb: 'key',
  noun: 'key',
  summary: 'revokes an API key; a running server rejects it within a second',
  revoke: (store, id) => store.write((tx) => revokeApiKey(tx, ApiKey.find(tx, WHOLE_BRAND, id))),
  view: ApiKey.view,
});

export const keyVerbs: readonly Verb[] = [create, list, revoke];

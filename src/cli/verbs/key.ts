import { createApiKey, newApiKey, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { ApiKey, type ApiKeyRow, apiKeyPage } from '../../auth/api-keys/record.ts';
import { credentialSettings, everyRow, listed, revoking, WHOLE_BRAND } from '../credentials.ts';
import { besideServer } from '../open-database.ts';
import { exit, type Verb } from '../verb.ts';

const create: Verb = {
  name: 'key create',
  summary: 'makes an API key and prints it, this once',
  example: 'studiod key create --name "Front door" --scopes clients:read,checkins:write',
  flags: [
    { name: 'name', value: 'NAME', help: "who uses it; default 'API key'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'what it may do; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'the sites it sees; default all' },
    { name: 'staff', value: 'STAFF-ID', help: 'the person for whom it acts, with no more rights than they have' },
    { name: 'tier', value: 'TIER', help: 'basic, premium, pro or unlimited; default basic' },
    { name: 'expires', value: 'INSTANT', help: 'when it ends, such as 2030-01-31T00:00:00Z; default never' },
  ],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { key, row } = await besideServer(call, true, async ({ store, data, random }) => {
      const key = newApiKey(random, data.purpose === 'sandbox' ? 'test' : 'live');
      const request = {
        name: call.flag('name') ?? 'API key',
        scopes: listed(call.flag('scopes')) ?? ['*'],
        siteIds: listed(call.flag('sites')),
        staffId: call.flag('staff'),
        tier: call.flag('tier'),
        expiresAt: call.flag('expires'),
      };
      return { key, row: await store.write((tx) => createApiKey(tx, key, request)) };
    });
    const { id, name, scopes, tier } = ApiKey.view(row);
    if (call.json) call.print(JSON.stringify({ id, key, name, scopes }));
    else
      call.print(`${key}\n\nThis is the only time it is shown. '${name}' may do ${scopes.join(', ')} (tier ${tier}).`);
    return exit.done;
  },
};

const line = (row: ApiKeyRow, now: string): string => {
  const { id, name, prefix, last4, scopes, tier } = ApiKey.view(row);
  const expired = row.expiresAt !== null && row.expiresAt <= now ? 'expired' : 'active';
  const state = row.revokedAt === null ? expired : 'revoked';
  return [id, `${prefix}...${last4}`, state.padEnd(7), tier.padEnd(9), `${name} (${scopes.join(', ')})`].join('  ');
};

const list: Verb = {
  name: 'key list',
  summary: 'lists the API keys, newest first',
  example: 'studiod key list --json',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { rows, now } = await besideServer(call, false, ({ store }) => ({
      rows: everyRow(store, apiKeyPage),
      now: store.view().now,
    }));
    if (call.json) call.print(JSON.stringify({ keys: rows.map(ApiKey.view) }));
    else
      call.print(rows.map((row) => line(row, now)).join('\n') || 'There are no API keys. Make one: studiod key create');
    return exit.done;
  },
};

const revoke = revoking({
  kind: 'key',
  called: 'key',
  summary: 'ends an API key for good; a running server knows within a second',
  revoke: (store, id) => store.write((tx) => revokeApiKey(tx, ApiKey.find(tx, WHOLE_BRAND, id))),
  view: ApiKey.view,
});

export const keyVerbs: readonly Verb[] = [create, list, revoke];

import { createOAuthClient, newClientSecret, revokeOAuthClient } from '../../auth/oauth/clients.ts';
import { OAuthClient, type OAuthClientRow, oauthClientPage } from '../../auth/oauth/record.ts';
import { newSigningKey, rotateSigningKey } from '../../auth/oauth/signing-keys.ts';
import { credentialSettings, everyRow, listed, revoking, WHOLE_BRAND } from '../credentials.ts';
import { besideServer } from '../open-database.ts';
import { exit, type Verb } from '../verb.ts';

const create: Verb = {
  name: 'oauth-client create',
  summary: 'makes an OAuth client and prints its secret, this once',
  example: 'studiod oauth-client create --name "Reporting" --scopes clients:read,bookings:read',
  flags: [
    { name: 'name', value: 'NAME', help: "who uses it; default 'OAuth client'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'what it may ask tokens for; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'the sites it sees; default all' },
    { name: 'tier', value: 'TIER', help: 'basic, premium, pro or unlimited; default basic' },
  ],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { clientSecret, row } = await besideServer(call, true, async ({ store, random }) => {
      const clientSecret = newClientSecret(random);
      const request = {
        name: call.flag('name') ?? 'OAuth client',
        scopes: listed(call.flag('scopes')) ?? ['*'],
        siteIds: listed(call.flag('sites')),
        tier: call.flag('tier'),
      };
      return { clientSecret, row: await store.write((tx) => createOAuthClient(tx, clientSecret, request)) };
    });
    const { id, clientId, name, scopes, tier } = OAuthClient.view(row);
    if (call.json) call.print(JSON.stringify({ id, clientId, clientSecret, name, scopes }));
    else {
      const shown = `client_id      ${clientId}\nclient_secret  ${clientSecret}`;
      call.print(
        `${shown}\n\nThis is the only time it is shown. '${name}' may do ${scopes.join(', ')} (tier ${tier}).`,
      );
    }
    return exit.done;
  },
};

const line = (row: OAuthClientRow): string => {
  const { id, name, secretLast4, scopes, tier } = OAuthClient.view(row);
  const state = row.revokedAt === null ? 'active' : 'revoked';
  return [id, `...${secretLast4}`, state.padEnd(7), tier.padEnd(9), `${name} (${scopes.join(', ')})`].join('  ');
};

const list: Verb = {
  name: 'oauth-client list',
  summary: 'lists the OAuth clients, newest first',
  example: 'studiod oauth-client list --json',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const rows = await besideServer(call, false, ({ store }) => everyRow(store, oauthClientPage));
    const none = 'There are no OAuth clients. Make one: studiod oauth-client create';
    if (call.json) call.print(JSON.stringify({ oauthClients: rows.map(OAuthClient.view) }));
    else call.print(rows.map(line).join('\n') || none);
    return exit.done;
  },
};

const revoke = revoking({
  kind: 'oauth-client',
  called: 'client',
  summary: 'ends an OAuth client and its tokens for good; a running server knows within a second',
  revoke: (store, id) => store.write((tx) => revokeOAuthClient(tx, OAuthClient.find(tx, WHOLE_BRAND, id))),
  view: OAuthClient.view,
});

const rotateKey: Verb = {
  name: 'oauth-client rotate-key',
  summary: 'signs access tokens with a new key from now on; tokens that are out stay good until they end',
  example: 'studiod oauth-client rotate-key',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const key = await newSigningKey();
    const { id, createdAt } = await besideServer(call, false, ({ store, data }) =>
      store.write((tx) => rotateSigningKey(tx, data.seal, key)),
    );
    const text = `Access tokens are signed with the key ${id} from now on.`;
    call.print(call.json ? JSON.stringify({ kid: id, createdAt }) : text);
    return exit.done;
  },
};

export const oauthClientVerbs: readonly Verb[] = [create, list, revoke, rotateKey];

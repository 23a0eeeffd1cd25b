import { createOAuthClient, newClientSecret, revokeOAuthClient } from '../../auth/oauth/clients.ts';
import { OAuthClient, type OAuthClientRow, oauthClientPage } from '../../auth/oauth/record.ts';
import { newSigningKey, rotateSigningKey } from '../../auth/oauth/signing-keys.ts';
import { credentialSettings, readAll, revokeVerb, splitList, WHOLE_BRAND } from '../credentials.ts';
import { withDatabase } from '../open-database.ts';
import { exit, type Verb } from '../verb.ts';

const create: Verb = {
  name: 'oauth-client create',
  summary: 'creates an OAuth client and prints its secret once',
  example: 'studiod oauth-client create --name "Reporting" --scopes clients:read,bookings:read',
  flags: [
    { name: 'name', value: 'NAME', help: "who uses the client; default 'OAuth client'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'the scopes that its tokens can have; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'the sites to which it is restricted; default all' },
    { name: 'tier', value: 'TIER', help: 'basic, premium, pro or unlimited; default basic' },
  ],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { clientSecret, row } = await withDatabase(call, { mayCreate: true }, async ({ store, random }) => {
      const clientSecret = newClientSecret(random);
      const request = {
        name: call.flag('name') ?? 'OAuth client',
        scopes: splitList(call.flag('scopes')) ?? ['*'],
        siteIds: splitList(call.flag('sites')),
        tier: call.flag('tier'),
      };
      return { clientSecret, row: await store.write((tx) => createOAuthClient(tx, clientSecret, request)) };
    });
    const { id, clientId, name, scopes, tier } = OAuthClient.view(row);
    const text = `client_id      ${clientId}\nclient_secret  ${clientSecret}`;
    call.print(call.json ? JSON.stringify({ id, clientId, clientSecret, name, scopes }) : text);
    if (!call.json)
      call.printError(
        `The secret is not shown again. '${name}' has the scopes ${scopes.join(', ')} and the tier ${tier}.`,
      );
    return exit.done;
  },
};

const lineOf = (row: OAuthClientRow): string => {
  const { id, name, secretLast4, scopes, tier } = OAuthClient.view(row);
  const status = row.revokedAt === null ? 'active' : 'revoked';
  return [id, `...${secretLast4}`, status.padEnd(7), tier.padEnd(9), `${name} (${scopes.join(', ')})`].join('  ');
};

const list: Verb = {
  name: 'oauth-client list',
  summary: 'lists the OAuth clients, newest first',
  example: 'studiod oauth-client list --json',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const rows = await withDatabase(call, { mayCreate: false }, ({ store }) => readAll(store, oauthClientPage));
    const none = 'There are no OAuth clients. Create one: studiod oauth-client create';
    const text = rows.map(lineOf).join('\n');
    call.print(call.json ? JSON.stringify({ oauthClients: rows.map(OAuthClient.view) }) : text || none);
    return exit.done;
  },
};

const revoke = revokeVerb({
  verb: 'oauth-client',
  noun: 'client',
  summary: 'revokes an OAuth client and its tokens; a running server rejects them within a second',
  revoke: (store, id) => store.write((tx) => revokeOAuthClient(tx, OAuthClient.find(tx, WHOLE_BRAND, id))),
  view: OAuthClient.view,
});

const rotateKey: Verb = {
  name: 'oauth-client rotate-key',
  summary: 'signs new access tokens with a new key; existing tokens stay valid until they expire',
  example: 'studiod oauth-client rotate-key',
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const key = await newSigningKey();
    const { id, createdAt } = await withDatabase(call, { mayCreate: false }, ({ store, data }) =>
      store.write((tx) => rotateSigningKey(tx, data.seal, key)),
    );
    const text = `Access tokens are now signed with the key ${id}.`;
    call.print(call.json ? JSON.stringify({ kid: id, createdAt }) : text);
    return exit.done;
  },
};

export const oauthClientVerbs: readonly Verb[] = [create, list, revoke, rotateKey];

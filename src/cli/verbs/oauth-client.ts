import { createOAuthClient, newClientSecret, revokeOAuthClient } from '../../auth/oauth/clients.ts';
import { OAuthClient, oauthClientPage } from '../../auth/oauth/record.ts';
import { newSigningKey, rotateSigningKey } from '../../auth/oauth/signing-keys.ts';
import { auditVerb } from '../audit.ts';
import { createVerb, credentialSettings, listVerb, revokeVerb, WHOLE_BRAND } from '../credentials.ts';
import { withDatabase } from '../open-database.ts';
import { printResult, type Verb } from '../verb.ts';

const create = createVerb({
  verb: 'oauth-client',
  noun: 'secret',
  defaultName: 'OAuth client',
  summary: 'Create an OAuth client and print its secret once',
  example: 'studiod oauth-client create --name "Reporting" --scopes clients:read,bookings:read',
  flags: [
    { name: 'name', value: 'NAME', help: "Who uses the client; default 'OAuth client'" },
    { name: 'scopes', value: 'SCOPE,..', help: 'Scopes its tokens can have; default *, everything' },
    { name: 'sites', value: 'SITE-ID,..', help: 'Sites the client is restricted to; default all' },
    { name: 'tier', value: 'TIER', help: 'Rate limit tier: basic, premium, pro, or unlimited; default basic' },
  ],
  newSecret: ({ random }) => newClientSecret(random),
  create: (tx, secret, request) => OAuthClient.view(createOAuthClient(tx, secret, request)),
  shown: ({ clientId }, clientSecret) => ({
    json: { clientId, clientSecret },
    text: `client_id      ${clientId}\nclient_secret  ${clientSecret}`,
  }),
});

const list = listVerb({
  verb: 'oauth-client',
  plural: 'OAuth clients',
  property: 'oauthClients',
  page: oauthClientPage,
  view: OAuthClient.view,
  hint: ({ secretLast4 }) => `...${secretLast4}`,
  status: ({ revokedAt }) => (revokedAt === null ? 'active' : 'revoked'),
});

const revoke = revokeVerb({
  verb: 'oauth-client',
  noun: 'client',
  summary: 'Revoke an OAuth client and its tokens (a running server rejects them within a second)',
  revoke: (tx, id) => revokeOAuthClient(tx, OAuthClient.find(tx, WHOLE_BRAND, id)),
  view: OAuthClient.view,
});

const rotateKey: Verb = {
  name: 'oauth-client rotate-key',
  summary: 'Sign new access tokens with a new key; existing tokens stay valid until they expire',
  example: 'studiod oauth-client rotate-key',
  settings: credentialSettings,
  async run(call) {
    const key = await newSigningKey();
    const { id, createdAt } = await withDatabase(call, { mayCreate: false }, ({ store, data }) =>
      store.write((tx) => {
        const rotated = rotateSigningKey(tx, data.seal, key);
        auditVerb(tx, rotateKey.name, { recordType: 'signing_key', recordId: rotated.id });
        return rotated;
      }),
    );
    const text = `Access tokens are now signed with key ${id}.`;
    printResult(call, { kid: id, createdAt }, text);
  },
};

export const oauthClientVerbs: readonly Verb[] = [create, list, revoke, rotateKey];

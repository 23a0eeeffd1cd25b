import { Type } from '@sinclair/typebox';
import { createApiKey, newApiKey, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { ApiKey, apiKeyPage } from '../../auth/api-keys/record.ts';
import { requireExpiryWithinOwn, requireGrantable } from '../../auth/granting.ts';
import { issuedFields, issuedOf, RevokeBody } from '../../auth/issued.ts';
import type { Tx } from '../../database/database.ts';
import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { Random } from '../../kernel/random.ts';
import { described, shape } from '../../kernel/schemas.ts';
import { KEYS } from '../demo-ids.ts';

export interface CredentialDeps {
  readonly credentials: {
    readonly keyEnvironment: 'live' | 'test';
    readonly random: Random;
    /** Changes what follows from the rights of a credential, in the transaction that takes some. */
    rightsChanged(tx: Tx): void;
    /** Called after a credential was changed, so that every key and token is looked up again. */
    clearCaches(): void;
  };
}

const ApiKeyWithKey = shape('ApiKeyWithKey', () => ({
  ...ApiKey.schema.properties,
  key: described(Type.String(), 'The key itself. Shown only once.'),
}));

const RevokedApiKey = shape('RevokedApiKey', () => ({ ...ApiKey.schema.properties, ...issuedFields }));

export const apiKeyOperations = ({ credentials }: CredentialDeps) =>
  recordOperations(
    { tag: 'Credentials', about: 'API keys and OAuth clients for integrations.' },
    'manage',
    {
      record: ApiKey,
      path: '/manage/api-keys',
      names: ['API key', 'API keys'],
      ids: ['ApiKey', 'ApiKeys'],
      staff: 'integrations:manage',
      example: like(KEYS.website, 'createApiKey'),
    },
    ({ list, retrieve }, { write, flow }) => [
      list(
        'Only the prefix and the last four characters of a key are included.',
        (read, { caller, page }) => apiKeyPage(read, page, {}, caller.siteIds),
        { summary: 'List API keys, including revoked ones' },
      ),
      write(
        'POST /manage/api-keys',
        'createApiKey',
        {
          sensitive: true,
          summary: 'Create an API key',
          description:
            'The key is shown only once. It cannot do more than the credential that creates it. A key with `kind`: ' +
            '`publishable` and the `origins` of your website can be embedded in its pages: it reads what visitors ' +
            'can read, with its own rate limit.',
          body: ApiKey.create,
          status: 201,
          response: ApiKeyWithKey,
          staff: 'integrations:manage',
          sites: 'named',
          example: { body: { name: 'Website', scopes: ['clients:write', 'bookings:write'] } },
        },
        (tx, { caller, body }) => {
          const key = newApiKey(credentials.random, credentials.keyEnvironment, body.kind);
          const row = createApiKey(tx, key, body, caller.credentialId);
          const made = ApiKey.view(row);
          // Everyone may read what is public.
          requireGrantable(caller, made.kind === 'publishable' ? { ...made, scopes: [] } : made);
          requireExpiryWithinOwn(caller, made.expiresAt);
          return { ...made, key };
        },
      ),
      retrieve('Only the prefix and the last four characters of the key are included.'),
      flow(
        'POST /manage/api-keys/:id/revoke',
        'revokeApiKey',
        {
          sensitive: true,
          summary: 'Permanently revoke an API key',
          description:
            'From now on, requests with it return 401. `issued` lists the credentials created with it: anyone who ' +
            'stole it may have created others. `revokeIssued` revokes them, too.',
          on: ApiKey,
          body: RevokeBody,
          response: RevokedApiKey,
          staff: 'integrations:manage',
          example: { ...like(KEYS.website, 'createApiKey'), body: { revokeIssued: true } },
        },
        async ({ caller, id, body }, conclude) => {
          const response = await conclude((tx) => {
            const row = revokeApiKey(tx, ApiKey.find(tx, caller, id));
            const issued = issuedOf(tx, id, body);
            credentials.rightsChanged(tx);
            return { ...ApiKey.view(row), ...issued };
          });
          credentials.clearCaches();
          return response;
        },
      ),
    ],
  );

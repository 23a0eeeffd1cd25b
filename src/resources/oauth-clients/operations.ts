import { Type } from '@sinclair/typebox';
import { requireExpiryWithinOwn, requireGrantable } from '../../auth/granting.ts';
import { issuedFields, issuedOf, RevokeBody } from '../../auth/issued.ts';
import {
  createOAuthClient,
  newClientSecret,
  type OAuthClientRequest,
  revokeOAuthClient,
  updateOAuthClient,
} from '../../auth/oauth/clients.ts';
import { OAuthClient, type OAuthClientRow, oauthClientPage } from '../../auth/oauth/record.ts';
import type { Tx } from '../../database/database.ts';
import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { Caller } from '../../kernel/caller.ts';
import { described, shape } from '../../kernel/schemas.ts';
import type { CredentialDeps } from '../api-keys/operations.ts';
import { OAUTH_CLIENTS } from '../demo-ids.ts';

const OAuthClientWithSecret = shape('OAuthClientWithSecret', () => ({
  ...OAuthClient.schema.properties,
  clientSecret: described(Type.String(), 'The secret. Shown only once.'),
}));

const RevokedOAuthClient = shape('RevokedOAuthClient', () => ({ ...OAuthClient.schema.properties, ...issuedFields }));

/** What a client may do and how often. A change of it makes another credential. */
const rightsOf = ({ scopes, siteIds, tier }: OAuthClientRow) => [scopes, siteIds, tier];

/** Changes a client. @throws Problem 400, 403 when the caller lacks what the client then has, 404. */
const changeClient = (tx: Tx, caller: Caller, id: string, patch: Partial<OAuthClientRequest>) => {
  const row = OAuthClient.find(tx, caller, id);
  const next = updateOAuthClient(tx, row, patch);
  const response = OAuthClient.view(next);
  if (next !== row) requireGrantable(caller, response);
  if (!Bun.deepEquals(rightsOf(next), rightsOf(row))) requireExpiryWithinOwn(caller, null);
  return response;
};

export const oauthClientOperations = ({ credentials }: CredentialDeps) =>
  recordOperations(
    { tag: 'Credentials' },
    'manage',
    {
      record: OAuthClient,
      path: '/manage/oauth-clients',
      names: ['OAuth client', 'OAuth clients'],
      staff: 'integrations:manage',
      example: like(OAUTH_CLIENTS.reporting, 'createOAuthClient'),
    },
    ({ list, retrieve }, { write, flow }) => [
      list(
        'Returns the newest clients first. Secrets are not included.',
        (read, { caller, page }) => oauthClientPage(read, page, {}, caller.siteIds),
        { summary: 'List OAuth clients, including revoked ones' },
      ),
      write(
        'POST /manage/oauth-clients',
        'createOAuthClient',
        {
          sensitive: true,
          summary: 'Create an OAuth client',
          description:
            'The secret is shown only once. The client exchanges its ID and secret for access tokens at ' +
            '`/oauth/token`. It cannot do more than the credential that creates it.',
          body: OAuthClient.create,
          status: 201,
          response: OAuthClientWithSecret,
          staff: 'integrations:manage',
          sites: 'named',
          example: { body: { name: 'Reporting', scopes: ['payments:read'] } },
        },
        (tx, { caller, body }) => {
          const clientSecret = newClientSecret(credentials.random);
          const row = createOAuthClient(tx, clientSecret, body, caller.credentialId);
          const made = OAuthClient.view(row);
          requireGrantable(caller, made);
          requireExpiryWithinOwn(caller, null);
          return { ...made, clientSecret };
        },
      ),
      retrieve("The client's name, scopes, sites, and tier. The secret is not included."),
      flow(
        'PATCH /manage/oauth-clients/:id',
        'updateOAuthClient',
        {
          sensitive: true,
          givesRights: true,
          summary: 'Update an OAuth client',
          description:
            'You can change the name, scopes, sites, and tier. Tokens already issued lose removed access immediately.',
          on: OAuthClient,
          body: OAuthClient.patch,
          response: OAuthClient.schema,
          staff: 'integrations:manage',
          example: { ...like(OAUTH_CLIENTS.reporting, 'createOAuthClient'), body: { name: 'Monthly reports' } },
        },
        async ({ caller, id, body }, conclude) => {
          const response = await conclude((tx) => {
            const changed = changeClient(tx, caller, id, body);
            credentials.rightsChanged(tx);
            return changed;
          });
          credentials.clearCaches();
          return response;
        },
      ),
      flow(
        'POST /manage/oauth-clients/:id/revoke',
        'revokeOAuthClient',
        {
          sensitive: true,
          summary: 'Permanently revoke an OAuth client and its tokens',
          description:
            'Requests with its tokens return 401 from now on. `issued` lists the credentials created with it, ' +
            'which `revokeIssued` revokes, too.',
          on: OAuthClient,
          body: RevokeBody,
          response: RevokedOAuthClient,
          staff: 'integrations:manage',
          example: { ...like(OAUTH_CLIENTS.reporting, 'createOAuthClient'), body: { revokeIssued: true } },
        },
        async ({ caller, id, body }, conclude) => {
          const response = await conclude((tx) => {
            const row = revokeOAuthClient(tx, OAuthClient.find(tx, caller, id));
            const issued = issuedOf(tx, id, body);
            credentials.rightsChanged(tx);
            return { ...OAuthClient.view(row), ...issued };
          });
          credentials.clearCaches();
          return response;
        },
      ),
    ],
  );

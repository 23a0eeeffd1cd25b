import { oauthClientView } from '../../auth/credential-view.ts';
import { listOAuthClients, revokeOAuthClient } from '../../auth/oauth/clients.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { CredentialDeps } from '../api-keys/operations.ts';
import { changeOAuthClient, findReachableClient, makeOAuthClient } from './oauth-clients.ts';
import { CreateOAuthClient, OAuthClient, OAuthClientList, OAuthClientWithSecret, UpdateOAuthClient } from './shapes.ts';

const onOAuthClient = { find: findReachableClient };

/** OAuth clients of integrations. */
export const oauthClientOperations = ({ credentials }: CredentialDeps) =>
  businessOperations('Credentials', 'manage', ({ list, read, write, flow }) => [
    list(
      'GET /manage/oauth-clients',
      'listOAuthClients',
      { summary: 'List OAuth clients, revoked ones included', answer: OAuthClientList, staff: 'integrations:manage' },
      (read, { caller, page }) => ({ page: listOAuthClients(read, page, caller.siteIds), view: oauthClientView }),
    ),
    write(
      'POST /manage/oauth-clients',
      'createOAuthClient',
      {
        summary: 'Make an OAuth client; its secret is told this once',
        body: CreateOAuthClient,
        status: 201,
        answer: OAuthClientWithSecret,
        staff: 'integrations:manage',
        sites: 'named',
      },
      (tx, { caller, body }) => {
        const { row, clientSecret } = makeOAuthClient(tx, caller, credentials.random, body);
        return { ...oauthClientView(row), clientSecret };
      },
    ),
    read(
      'GET /manage/oauth-clients/:id',
      'getOAuthClient',
      { summary: 'Retrieve an OAuth client', on: onOAuthClient, answer: OAuthClient, staff: 'integrations:manage' },
      (_read, { record }) => oauthClientView(record),
    ),
    flow(
      'PATCH /manage/oauth-clients/:id',
      'updateOAuthClient',
      {
        summary: 'Change an OAuth client; its tokens lose at once what it loses',
        on: onOAuthClient,
        body: UpdateOAuthClient,
        answer: OAuthClient,
        staff: 'integrations:manage',
      },
      async ({ caller, id, body }, conclude) => {
        const answer = await conclude((tx) =>
          oauthClientView(changeOAuthClient(tx, caller, findReachableClient(tx, caller, id), body)),
        );
        credentials.forget();
        return answer;
      },
    ),
    flow(
      'POST /manage/oauth-clients/:id/revoke',
      'revokeOAuthClient',
      {
        summary: 'End an OAuth client and its tokens for good',
        on: onOAuthClient,
        answer: OAuthClient,
        staff: 'integrations:manage',
      },
      async ({ caller, id }, conclude) => {
        const answer = await conclude((tx) =>
          oauthClientView(revokeOAuthClient(tx, findReachableClient(tx, caller, id))),
        );
        credentials.forget();
        return answer;
      },
    ),
  ]);

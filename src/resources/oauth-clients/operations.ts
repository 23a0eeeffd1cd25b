import type { AnyElysia } from 'elysia';
import { oauthClientView } from '../../auth/credential-view.ts';
import { listOAuthClients, revokeOAuthClient } from '../../auth/oauth/clients.ts';
import { operations, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { CredentialRouteDeps } from '../api-keys/operations.ts';
import { changeOAuthClient, findReachableClient, makeOAuthClient } from './oauth-clients.ts';
import {
  CreateOAuthClient,
  OAuthClient,
  OAuthClientList,
  OAuthClientQuery,
  OAuthClientWithSecret,
  UpdateOAuthClient,
} from './shapes.ts';

export const oauthClientRoutes = (deps: CredentialRouteDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Credentials');
  const { credentials } = deps;
  const isExtension = true;
  return router('/oauth-clients')
    .get(
      '/',
      ...reads(
        {
          id: 'listOAuthClients',
          summary: 'List OAuth clients, revoked ones included',
          query: OAuthClientQuery,
          answer: OAuthClientList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) =>
          listAnswer(
            '/manage/oauth-clients',
            listOAuthClients(read, pageRequest(query), caller.siteIds),
            oauthClientView,
          ),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createOAuthClient',
          summary: 'Make an OAuth client; its secret is told this once',
          body: CreateOAuthClient,
          status: 201,
          answer: OAuthClientWithSecret,
          refusals: [400],
          isExtension,
        },
        (tx, { caller, body }) => {
          const { row, clientSecret } = makeOAuthClient(tx, caller, credentials.random, body);
          return { ...oauthClientView(row), clientSecret };
        },
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getOAuthClient',
          summary: 'Retrieve an OAuth client',
          answer: OAuthClient,
          refusals: [404],
          isExtension,
        },
        (read, { caller, id }) => oauthClientView(findReachableClient(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...flows(
        {
          id: 'updateOAuthClient',
          summary: 'Change an OAuth client; its tokens lose at once what it loses',
          body: UpdateOAuthClient,
          answer: OAuthClient,
          refusals: [400, 404],
          isExtension,
        },
        async ({ caller, id, body }, conclude) => {
          const answer = await conclude((tx) =>
            oauthClientView(changeOAuthClient(tx, caller, findReachableClient(tx, caller, id), body)),
          );
          credentials.forget();
          return answer;
        },
      ),
    )
    .post(
      '/:id/revoke',
      ...flows(
        {
          id: 'revokeOAuthClient',
          summary: 'End an OAuth client and its tokens for good',
          answer: OAuthClient,
          refusals: [404],
          isExtension,
        },
        async ({ caller, id }, conclude) => {
          const answer = await conclude((tx) =>
            oauthClientView(revokeOAuthClient(tx, findReachableClient(tx, caller, id))),
          );
          credentials.forget();
          return answer;
        },
      ),
    );
};

import type { AnyElysia } from 'elysia';
import { listApiKeys, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { apiKeyView } from '../../auth/credential-view.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import { type CredentialPort, findKey, makeKey } from './api-keys.ts';
import { ApiKey, ApiKeyList, ApiKeyQuery, ApiKeyWithKey, CreateApiKey } from './shapes.ts';

/** What the routes of credentials need besides what all routes do. */
export interface CredentialRouteDeps extends RouteDeps {
  readonly credentials: CredentialPort;
}

export const apiKeyRoutes = (deps: CredentialRouteDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Credentials');
  const isExtension = true;
  return router('/api-keys')
    .get(
      '/',
      ...reads(
        {
          id: 'listApiKeys',
          summary: 'List API keys, revoked ones included',
          query: ApiKeyQuery,
          answer: ApiKeyList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) =>
          listAnswer('/manage/api-keys', listApiKeys(read, pageRequest(query), caller.siteIds), apiKeyView),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createApiKey',
          summary: 'Make an API key, told this once',
          body: CreateApiKey,
          status: 201,
          answer: ApiKeyWithKey,
          refusals: [400],
          isExtension,
        },
        (tx, { caller, body }) => {
          const { key, row } = makeKey(tx, caller, deps.credentials, body);
          return { ...apiKeyView(row), key };
        },
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getApiKey', summary: 'Retrieve an API key', answer: ApiKey, refusals: [404], isExtension },
        (read, { caller, id }) => apiKeyView(findKey(read, caller, id)),
      ),
    )
    .post(
      '/:id/revoke',
      ...flows(
        { id: 'revokeApiKey', summary: 'End an API key for good', answer: ApiKey, refusals: [404], isExtension },
        async ({ caller, id }, conclude) => {
          const answer = await conclude((tx) => apiKeyView(revokeApiKey(tx, findKey(tx, caller, id).id)));
          deps.credentials.forget();
          return answer;
        },
      ),
    );
};

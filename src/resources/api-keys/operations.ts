import { listApiKeys, revokeApiKey } from '../../auth/api-keys/api-keys.ts';
import { apiKeyView } from '../../auth/credential-view.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { type CredentialPort, findKey, makeKey } from './api-keys.ts';
import { ApiKey, ApiKeyList, ApiKeyWithKey, CreateApiKey } from './shapes.ts';

/** What the operations on credentials need. */
export interface CredentialDeps {
  readonly credentials: CredentialPort;
}

const onApiKey = { find: findKey };

/** API keys. */
export const apiKeyOperations = ({ credentials }: CredentialDeps) =>
  businessOperations('Credentials', 'manage', ({ list, read, write, flow }) => [
    list(
      'GET /manage/api-keys',
      'listApiKeys',
      { summary: 'List API keys, revoked ones included', answer: ApiKeyList, staff: 'integrations:manage' },
      (read, { caller, page }) => ({ page: listApiKeys(read, page, caller.siteIds), view: apiKeyView }),
    ),
    write(
      'POST /manage/api-keys',
      'createApiKey',
      {
        summary: 'Make an API key, told this once',
        body: CreateApiKey,
        status: 201,
        answer: ApiKeyWithKey,
        staff: 'integrations:manage',
        sites: 'named',
      },
      (tx, { caller, body }) => {
        const { key, row } = makeKey(tx, caller, credentials, body);
        return { ...apiKeyView(row), key };
      },
    ),
    read(
      'GET /manage/api-keys/:id',
      'getApiKey',
      { summary: 'Retrieve an API key', on: onApiKey, answer: ApiKey, staff: 'integrations:manage' },
      (_read, { record }) => apiKeyView(record),
    ),
    flow(
      'POST /manage/api-keys/:id/revoke',
      'revokeApiKey',
      { summary: 'End an API key for good', on: onApiKey, answer: ApiKey, staff: 'integrations:manage' },
      async ({ caller, id }, conclude) => {
        const answer = await conclude((tx) => apiKeyView(revokeApiKey(tx, findKey(tx, caller, id).id)));
        credentials.forget();
        return answer;
      },
    ),
  ]);

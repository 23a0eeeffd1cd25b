import type { Store } from '../../database/store.ts';
import { type Caller, hasScope } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { callerOf } from '../credential-caller.ts';
import { RECORD_INTERVAL, recordUse } from '../last-use.ts';
import type { AccessTokens } from './access-tokens.ts';
import { clientOfSecret } from './clients.ts';
import type { OAuthClientRow } from './record.ts';
import { TOKEN_LIFETIME } from './signing-keys.ts';
import { invalidClient, readTokenRequest, TokenError, tooManyRequests } from './token-request.ts';

export interface TokenEndpointDeps {
  readonly store: Store;
  readonly tokens: AccessTokens;
  /** Counts one request of a client in its rate limit; seconds to wait where it exceeds the limit, else 0. */
  readonly consume: (caller: Caller) => number;
}

/** The scopes of a new token: those requested, or all that the client has. @throws TokenError `invalid_scope`. */
const requireGrantedScopes = (client: Caller, requested: readonly string[]): string[] => {
  if (requested.length === 0) return [...client.scopes];
  const missing = requested.find((scope) => !hasScope(client, scope));
  if (missing === undefined) return [...new Set(requested)];
  throw new TokenError(400, 'invalid_scope', `This client does not have the scope '${missing}'.`);
};

/** @throws TokenError unless the grant is `client_credentials`, the only one. */
const checkGrantType = (grantType: string | undefined): void => {
  if (grantType === undefined) throw new TokenError(400, 'invalid_request', "Send 'grant_type=client_credentials'.");
  if (grantType === 'client_credentials') return;
  throw new TokenError(400, 'unsupported_grant_type', 'The only grant type is client_credentials.');
};

export const createTokenEndpoint = ({ store, tokens, consume }: TokenEndpointDeps) => {
  const recordClientUse = ({ id, lastUsedAt }: OAuthClientRow): void => {
    const isRecent = lastUsedAt !== null && store.clock.now() - epochOf(lastUsedAt) < RECORD_INTERVAL;
    if (!isRecent) recordUse(store, 'oauthClients', id);
  };

  /** @returns the response of RFC 6749 section 5.1. @throws TokenError with its status and error code. */
  return async (request: Request) => {
    const { clientId, secret, grantType, scopes } = await readTokenRequest(request);
    const client = clientOfSecret(store.view(), clientId, secret);
    if (client === undefined) throw invalidClient(request);
    const caller = callerOf(client);
    const wait = consume(caller);
    if (wait > 0) throw tooManyRequests(wait);
    checkGrantType(grantType);
    const granted = requireGrantedScopes(caller, scopes);
    recordClientUse(client);
    const token = await tokens.issue(client, granted);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME, scope: granted.join(' ') };
  };
};

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

import { unpackList } from '../../database/json.ts';
import type { Store } from '../../database/store.ts';
import { allows, type Caller } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { type AccessTokens, callerOfToken } from './access-tokens.ts';
import { clientOfSecret } from './clients.ts';
import { noteClientUse } from './queries.ts';
import { TOKEN_LIFE } from './signing-keys.ts';
import type { OAuthClientRow } from './tables.ts';
import { invalidClient, readTokenRequest, TokenRefusal, tooManyRequests } from './token-request.ts';

/** The last use of a client is noted at most this often, ms. */
const USE_NOTED_EVERY = 3_600_000;

/** The answer of RFC 6749 section 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

export interface TokenEndpointDeps {
  readonly store: Store;
  readonly tokens: AccessTokens;
  /** Pours one request of a client into its bucket; seconds to wait when it does not fit, else 0. */
  readonly consume: (caller: Caller) => number;
}

/** The scopes of a new token: those asked for, or all that the client has. */
const grantedScopes = (client: OAuthClientRow, holder: Caller, asked: readonly string[] | undefined): string[] => {
  if (asked === undefined || asked.length === 0) return unpackList<string>(client.scopes);
  const refused = asked.find((scope) => !allows(holder, scope));
  if (refused === undefined) return [...new Set(asked)];
  throw new TokenRefusal(400, 'invalid_scope', `This client does not have the scope '${refused}'.`);
};

/** The one grant that there is: `client_credentials`. */
export const createTokenEndpoint = ({ store, tokens, consume }: TokenEndpointDeps) => {
  const holderOf = (client: OAuthClientRow): Caller => {
    const scopes = unpackList<string>(client.scopes);
    const token = { clientId: client.id, scopes, siteIds: null, expiresAt: Number.POSITIVE_INFINITY };
    return callerOfToken(store.view(), token) as Caller;
  };

  const noteUse = ({ id, lastUsedAt }: OAuthClientRow): void => {
    const before = isoInstant(store.clock.now() - USE_NOTED_EVERY + 1);
    // Nobody waits for this, and a note that fails is not worth refusing a token.
    if (lastUsedAt === null || lastUsedAt < before) store.write((tx) => noteClientUse(tx, id, before)).catch(() => {});
  };

  /** @throws TokenRefusal with the status and error code of RFC 6749. */
  return async (request: Request): Promise<TokenAnswer> => {
    const { clientId, secret, grantType, scopes } = await readTokenRequest(request);
    const client = clientOfSecret(store.view(), clientId, secret);
    if (client === undefined) throw invalidClient(request);
    const holder = holderOf(client);
    const wait = consume(holder);
    if (wait > 0) throw tooManyRequests(wait);
    if (grantType === undefined)
      throw new TokenRefusal(400, 'invalid_request', "Send 'grant_type=client_credentials'.");
    if (grantType !== 'client_credentials') {
      throw new TokenRefusal(400, 'unsupported_grant_type', 'The one grant that there is: client_credentials.');
    }
    const granted = grantedScopes(client, holder, scopes);
    noteUse(client);
    const token = await tokens.issue(client, granted);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE, scope: granted.join(' ') };
  };
};

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

import type { JWTPayload } from 'jose';
import type { Read } from '../../database/database.ts';
import { type BusinessCaller, commonSites } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { unpack } from '../../records/json.ts';
import { callerOf, commonScopes } from '../credential-caller.ts';
import { tokenExpired, tokenInvalid } from '../errors.ts';
import { OAuthClient, type OAuthClientRow } from './record.ts';
import { ALGORITHM, type SigningKeys, TOKEN_LIFETIME } from './signing-keys.ts';

/** The media type of an access token in its header (RFC 9068). */
const ACCESS_TOKEN_TYPE = 'at+jwt';

export interface AccessToken {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly siteIds: readonly string[] | null;
  /** Epoch ms. */
  readonly expiresAt: number;
}

interface TokenDeps {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rootUrl: () => string;
}

const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const tokenOf = (claims: JWTPayload): AccessToken => {
  const { client_id: clientId, scope, site_ids: siteIds, exp } = claims;
  const isComplete = typeof clientId === 'string' && typeof scope === 'string' && typeof exp === 'number';
  if (!isComplete || claims.sub !== clientId || !(siteIds === undefined || isStringList(siteIds))) throw tokenInvalid();
  return { clientId, scopes: scope.split(' '), siteIds: siteIds ?? null, expiresAt: exp * 1000 };
};

/** Signs and verifies access tokens: RFC 9068, one hour, ES256. */
export const createAccessTokens = ({ keys, clock, ids, rootUrl }: TokenDeps) => ({
  /** A new token of a client for `scopes`; the client must have all of them. */
  async issue(client: OAuthClientRow, scopes: readonly string[]): Promise<string> {
    const { SignJWT } = await import('jose');
    const { kid, privateKey } = await keys.signer();
    const now = Math.floor(clock.now() / 1000);
    const siteIds = unpack<string[]>(client.siteIds);
    return new SignJWT({
      iss: rootUrl(),
      aud: rootUrl(),
      sub: client.id,
      client_id: client.id,
      scope: scopes.join(' '),
      ...(siteIds === null ? {} : { site_ids: siteIds }),
      jti: ids.uuid(),
      iat: now,
      exp: now + TOKEN_LIFETIME,
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid })
      .sign(privateKey);
  },

  /** @throws Problem 401 `token_expired` or `token_invalid`. */
  async verify(token: string): Promise<AccessToken> {
    const keyOf = ({ kid }: { kid?: string }) => {
      const key = kid === undefined ? undefined : keys.publicKey(kid);
      if (key === undefined) throw tokenInvalid();
      return key;
    };
    const { errors, jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: [ALGORITHM],
        typ: ACCESS_TOKEN_TYPE,
        issuer: rootUrl(),
        audience: rootUrl(),
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope', 'jti'],
        currentDate: new Date(clock.now()),
      });
      return tokenOf(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw tokenExpired();
      throw error instanceof errors.JOSEError ? tokenInvalid() : error;
    }
  },
});

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * The caller of a token: what it was issued for and its client still has. Undefined when the client is revoked.
 */
export const callerOfToken = (read: Read, token: AccessToken): BusinessCaller | undefined => {
  const row = OAuthClient.rows.find(read, token.clientId);
  if (row === undefined || row.revokedAt !== null) return undefined;
  const client = callerOf(row);
  const issued: BusinessCaller = { ...client, scopes: new Set(token.scopes) };
  return {
    ...client,
    // A token that was issued for more, such as `*`, keeps the scopes of its client that it includes.
    scopes: commonScopes(issued, client),
    siteIds: commonSites(token.siteIds, client.siteIds),
    expiresAt: token.expiresAt,
  };
};

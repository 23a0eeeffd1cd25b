import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Read } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import { allows, type Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { isTier } from '../../kernel/tier.ts';
import { siteIdsOf } from '../credential-view.ts';
import { tokenExpired, tokenInvalid } from '../errors.ts';
import { oauthClientRows } from './queries.ts';
import { ALGORITHM, type SigningKeys, TOKEN_LIFE } from './signing-keys.ts';
import type { OAuthClientRow } from './tables.ts';

/** The media type of an access token in its header (RFC 9068). */
const ACCESS_TOKEN_TYPE = 'at+jwt';

/** An access token that was verified. */
export interface AccessToken {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The sites it is restricted to; null for the whole brand. */
  readonly siteIds: readonly string[] | null;
  /** Epoch ms. */
  readonly expiresAt: number;
}

interface TokenDeps {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  /** This server as others reach it; issuer and audience of its tokens. */
  readonly rootUrl: () => string;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const read = (claims: JWTPayload): AccessToken => {
  const { client_id: clientId, scope, site_ids: siteIds, exp } = claims;
  const isOurs = typeof clientId === 'string' && typeof scope === 'string' && typeof exp === 'number';
  if (!isOurs || claims.sub !== clientId || !(siteIds === undefined || isTexts(siteIds))) throw tokenInvalid();
  return { clientId, scopes: scope.split(' '), siteIds: siteIds ?? null, expiresAt: exp * 1000 };
};

/** Signs access tokens and tells whether one is ours: RFC 9068, one hour, ES256. */
export const createAccessTokens = ({ keys, clock, ids, rootUrl }: TokenDeps) => ({
  /** A new token of a client for `scopes`, which it must hold. */
  async issue(client: OAuthClientRow, scopes: readonly string[]): Promise<string> {
    const { kid, privateKey } = await keys.signer();
    const now = Math.floor(clock.now() / 1000);
    const siteIds = siteIdsOf(client);
    return new SignJWT({
      iss: rootUrl(),
      aud: rootUrl(),
      sub: client.id,
      client_id: client.id,
      scope: scopes.join(' '),
      ...(siteIds === null ? {} : { site_ids: siteIds }),
      jti: ids.uuid(),
      iat: now,
      exp: now + TOKEN_LIFE,
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
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: [ALGORITHM],
        typ: ACCESS_TOKEN_TYPE,
        issuer: rootUrl(),
        audience: rootUrl(),
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope', 'jti'],
        currentDate: new Date(clock.now()),
      });
      return read(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw tokenExpired();
      throw error instanceof errors.JOSEError ? tokenInvalid() : error;
    }
  },
});

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** The sites that both a token and its client allow. */
const commonSites = (token: readonly string[] | null, client: readonly string[] | null): readonly string[] | null =>
  token === null ? client : client === null ? token : token.filter((siteId) => client.includes(siteId));

/** What a token may do now: what it was issued for and its client still holds; undefined when the client is revoked. */
export const callerOfToken = (view: Read, token: AccessToken): Caller | undefined => {
  const row = oauthClientRows.find(view, token.clientId);
  if (row === undefined || row.revokedAt !== null) return undefined;
  const holder: Caller = {
    credentialId: row.id,
    kind: 'business',
    scopes: new Set(unpackList<string>(row.scopes)),
    siteIds: commonSites(token.siteIds, siteIdsOf(row)),
    // A tier that a newer release gave and this one does not know gets the least.
    tier: isTier(row.tier) ? row.tier : 'basic',
  };
  return { ...holder, scopes: new Set(token.scopes.filter((scope) => allows(holder, scope))) };
};

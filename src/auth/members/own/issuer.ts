import type { Read } from '../../../database/database.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { ALGORITHM, type SigningKeys } from '../../oauth/signing-keys.ts';
import { type MemberIssuer, normalizeIssuer } from '../issuer.ts';
import { isDevice } from './devices.ts';

/** How long an ID token is valid, seconds. The keys that signed it verify for as long. */
export const ID_TOKEN_LIFETIME = 3600;

/** The audience of ID tokens: every app of the studio. Access tokens have another one. */
const OWN_AUDIENCE = 'studiod-members';

interface OwnIssuerDeps {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly rootUrl: () => string;
}

/** Whose ID token it is. */
export interface TokenClaims {
  readonly clientId: string;
  /** The device for which it is issued: the token ends with it. */
  readonly deviceId: string;
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/** All keys that verify are read for each token, so that its verdict need not be dropped with one of them. */
const KEY_SET = {};

/** studiod as an issuer of ID tokens: the subject is the id of the client. */
export const createOwnIssuer = ({ keys, clock, rootUrl }: OwnIssuerDeps) => ({
  member: {
    issuer: rootUrl,
    audiences: [OWN_AUDIENCE],
    async keyOf({ kid }) {
      const { errors, importJWK } = await import('jose');
      const key = kid === undefined ? undefined : keys.publicKey(kid);
      const imported = key === undefined ? undefined : await importJWK(key, ALGORITHM);
      if (imported === undefined || imported instanceof Uint8Array) throw new errors.JWKSNoMatchingKey();
      return imported;
    },
    keySet: () => KEY_SET,
    maxTokenSeconds: ID_TOKEN_LIFETIME,
    isLive: (read: Read, deviceId: string | undefined): boolean => deviceId !== undefined && isDevice(read, deviceId),
  } satisfies MemberIssuer,
  async issue({ clientId, deviceId, email, firstName, lastName }: TokenClaims): Promise<string> {
    const { SignJWT } = await import('jose');
    const { kid, privateKey } = await keys.signer();
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT({
      iss: normalizeIssuer(rootUrl()),
      aud: OWN_AUDIENCE,
      sub: clientId,
      sid: deviceId,
      ...(email === null ? {} : { email, email_verified: true }),
      given_name: firstName,
      family_name: lastName,
      iat: now,
      exp: now + ID_TOKEN_LIFETIME,
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
      .sign(privateKey);
  },
});

export type OwnIssuer = ReturnType<typeof createOwnIssuer>;

/** What verifies ID tokens (OpenID Connect Discovery 1.0). There is no page at which other pages let members sign in. */
export const idTokenMetadata = (root: string) => ({
  issuer: normalizeIssuer(root),
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [ALGORITHM],
  scopes_supported: ['openid', 'email', 'profile'],
  claims_supported: ['iss', 'aud', 'sub', 'sid', 'email', 'email_verified', 'given_name', 'family_name', 'iat', 'exp'],
});

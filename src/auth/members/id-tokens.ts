import type { JWTPayload } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { idTokenInvalid, idTokenTooLong, tokenExpired } from '../errors.ts';
import { type KeyOf, type MemberIssuer, normalizeIssuer } from './issuer.ts';

const CLOCK_SKEW = 60;

/** OpenID Connect Core 2. */
const MAX_SUBJECT_LENGTH = 255;

/** Only asymmetric ones: with a shared secret, every verifier could also sign tokens. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface Person {
  /** Without a slash at its end. */
  readonly issuer: string;
  readonly subject: string;
  /** Only where the provider has verified it. */
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** The full name, where there is no first or last name. */
  readonly name: string | undefined;
  /** The session at the provider. */
  readonly sessionId?: string | undefined;
}

export interface IdToken {
  readonly provider: MemberIssuer;
  /** As the token says, and the provider's UserInfo endpoint where it was asked. */
  readonly person: Person;
  /** Claims that the token has not, and that the provider may give at its UserInfo endpoint. */
  readonly lacks: { readonly email: boolean; readonly name: boolean };
  /** Epoch ms, with the allowed clock skew. */
  readonly expiresAt: number;
  /** When it was verified, epoch ms, and the keys of the provider by which it was. */
  readonly verifiedAt: number;
  readonly keySet: unknown;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Some providers send the flag as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

export const personOf = (claims: JWTPayload, issuer: string): Person => ({
  issuer,
  subject: String(claims.sub),
  email: isTrue(claims.email_verified) ? textOf(claims.email) : undefined,
  firstName: textOf(claims.given_name),
  lastName: textOf(claims.family_name),
  name: textOf(claims.name),
});

const lackOf = ({ email, email_verified: isVerified, given_name: first, family_name: last, name }: JWTPayload) => ({
  email: email === undefined || isVerified === undefined,
  name: first === undefined && last === undefined && name === undefined,
});

/** Whether a token is no ID token by its own claims: Cognito sends `token_use`, Keycloak `typ`. */
const isOtherToken = ({ token_use: use, typ }: JWTPayload): boolean =>
  (use !== undefined && use !== 'id') || (typ !== undefined && typ !== 'ID');

const check = (claims: JWTPayload, { audiences, maxTokenSeconds }: MemberIssuer, now: number): void => {
  const { sub, aud, azp, iat, exp } = claims;
  const hasSeveralAudiences = Array.isArray(aud) && aud.length > 1;
  if (textOf(sub) === undefined || String(sub).length > MAX_SUBJECT_LENGTH) throw idTokenInvalid();
  if (isOtherToken(claims) || Number(iat) > now + CLOCK_SKEW) throw idTokenInvalid();
  // OpenID Connect Core 3.1.3.7: a token for several audiences names the one that requested it.
  if (hasSeveralAudiences && azp !== undefined && !audiences.includes(String(azp))) throw idTokenInvalid();
  if (Number(exp) - Number(iat) > maxTokenSeconds) throw idTokenTooLong(maxTokenSeconds / 3_600);
};

type Jose = typeof import('jose');

const claimedIssuer = (jose: Jose, token: string, issuers: readonly MemberIssuer[]): MemberIssuer => {
  const { typ } = jose.decodeProtectedHeader(token);
  const { iss } = jose.decodeJwt(token);
  const found = issuers.find((each) => iss !== undefined && normalizeIssuer(each.issuer()) === normalizeIssuer(iss));
  if (found === undefined || (typ !== undefined && typ.toUpperCase() !== 'JWT')) throw idTokenInvalid();
  return found;
};

/**
 * Verifies ID tokens of the given issuers (conventions.md "Credentials").
 * @returns a function that throws Problem 401 `token_invalid` or `token_expired`, or 503 when the keys are unavailable.
 */
export const createIdTokenVerifier =
  ({ issuers, clock }: { readonly issuers: readonly MemberIssuer[]; readonly clock: Clock }) =>
  async (token: string): Promise<IdToken> => {
    // Loaded with the first token: a studio without members who sign in does not need it.
    const jose = await import('jose');
    try {
      const issuer = claimedIssuer(jose, token, issuers);
      const name = normalizeIssuer(issuer.issuer());
      let keySet: unknown;
      const keyOf: KeyOf = async (...asked) => {
        const key = await issuer.keyOf(...asked);
        keySet = issuer.keySet();
        return key;
      };
      const { payload } = await jose.jwtVerify(token, keyOf, {
        algorithms: ALGORITHMS,
        issuer: [name, `${name}/`],
        audience: [...issuer.audiences],
        clockTolerance: CLOCK_SKEW,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: new Date(clock.now()),
      });
      check(payload, issuer, clock.now() / 1000);
      return {
        provider: issuer,
        person: { ...personOf(payload, name), sessionId: textOf(payload.sid) },
        lacks: lackOf(payload),
        expiresAt: (Number(payload.exp) + CLOCK_SKEW) * 1000,
        verifiedAt: clock.now(),
        keySet,
      };
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw error instanceof jose.errors.JWTExpired ? tokenExpired() : idTokenInvalid();
    }
  };

import type { JWTPayload } from 'jose';
import { isObject } from '../../kernel/objects.ts';
import type { Problem } from '../../kernel/problem.ts';
import { issuerUnavailable, userInfoRefused } from '../errors.ts';
import { ContentError, isRefusal } from './fetch-json.ts';
import { type IdToken, personOf } from './id-tokens.ts';

/** When a request to a provider that did not respond may be repeated, in seconds. */
const RETRY_AFTER = 5;
/** Longer access tokens are refused without asking the provider. */
const MAX_LENGTH = 16_384;
/** What a header can carry without spaces: some providers use more characters than RFC 6750 names. */
const TOKEN = /^[\x21-\x7e]+$/;

const rejected = (): Problem =>
  userInfoRefused(
    'access_token_rejected',
    'The sign-in provider does not accept the access token in X-Access-Token at its UserInfo endpoint. Send the ' +
      'access token alone, without Bearer, that came with the ID token, or get new tokens with the scopes openid and email.',
  );

const noEndpoint = (): Problem =>
  userInfoRefused(
    'user_info_missing',
    'The discovery document of the sign-in provider names no UserInfo endpoint with https. Leave X-Access-Token out, ' +
      'and let the provider put email and email_verified into the ID token.',
  );

const unusable = (): Problem =>
  userInfoRefused(
    'user_info_invalid',
    'The UserInfo endpoint of the sign-in provider did not send the claims of a person as JSON. Signed or encrypted ' +
      'responses are not supported: turn them off at the provider.',
  );

const ofAnother = (): Problem =>
  userInfoRefused(
    'access_token_of_another',
    'The access token in X-Access-Token and the ID token belong to different people. Send two tokens issued together.',
  );

/** A request that may succeed later is 503, so that a member who is signed in stays signed in. */
const problemOf = (error: unknown): Problem => {
  if (error instanceof ContentError) return unusable();
  return isRefusal(error) ? rejected() : issuerUnavailable(RETRY_AFTER);
};

const claimsFrom = async ({ provider }: IdToken, accessToken: string): Promise<JWTPayload> => {
  if (accessToken.length > MAX_LENGTH || !TOKEN.test(accessToken)) throw rejected();
  const asking = provider.userInfo?.(accessToken);
  if (asking === undefined) throw noEndpoint();
  let claims: unknown;
  try {
    claims = await asking;
  } catch (error) {
    throw problemOf(error);
  }
  if (!isObject(claims) || typeof claims.sub !== 'string') throw unusable();
  return claims;
};

/** Whether the provider may know more of the person than the ID token says. */
export const isIncomplete = ({ lacks }: IdToken): boolean => lacks.email || lacks.name;

/**
 * An ID token with the claims that its provider gives at the UserInfo endpoint only (OpenID Connect Core 5.3). Claims
 * that the token has are not replaced.
 * @throws Problem 401 `token_invalid` whose details name the reason, 503 `issuer_unavailable`.
 */
export const completeIdToken = async (idToken: IdToken, accessToken: string): Promise<IdToken> => {
  const { person, lacks } = idToken;
  const claims = await claimsFrom(idToken, accessToken);
  // Core 5.3.2: otherwise the access token of someone else would make this person a client.
  if (claims.sub !== person.subject) throw ofAnother();
  const { email, firstName, lastName, name } = personOf(claims, person.issuer);
  return {
    ...idToken,
    person: { ...person, ...(lacks.email ? { email } : {}), ...(lacks.name ? { firstName, lastName, name } : {}) },
    lacks: { email: false, name: false },
  };
};

import { misnamedHeader } from '../kernel/misnamed-header.ts';
import { forbidden, Problem } from '../kernel/problem.ts';

const API_KEY_HEADER = 'X-Service-API-Key';

/** The names that other services give the header of an API key. */
const OTHER_KEY_HEADERS = ['x-api-key', 'api-key', 'apikey', 'x-api-token', 'x-auth-token'];

const misplacedCredential = (headers: Headers): string =>
  headers.get('authorization')
    ? " The header 'Authorization' must begin with 'Bearer '."
    : misnamedHeader(headers, API_KEY_HEADER, OTHER_KEY_HEADERS);

export const credentialMissing = (headers: Headers): Problem =>
  new Problem(
    401,
    'credential_missing',
    `This request carries no credential. Send an API key in the header ${API_KEY_HEADER}, or an access token as ` +
      `'Authorization: Bearer <token>'.${misplacedCredential(headers)}`,
  );

/** 401: an API key was sent as a bearer token. */
export const keyInBearer = (): Problem =>
  new Problem(
    401,
    'token_invalid',
    `The bearer token is an API key. Send it in the header ${API_KEY_HEADER} instead of Authorization.`,
  );

export const idTokenMissing = (): Problem =>
  new Problem(
    401,
    'credential_missing',
    "This request carries no ID token. Send the member's as 'Authorization: Bearer <token>'.",
  );

/** 401: the key is unknown or no longer valid. It does not say which, since that would help to guess. */
export const apiKeyInvalid = (): Problem =>
  new Problem(
    401,
    'api_key_invalid',
    `The API key in ${API_KEY_HEADER} is unknown, expired, or revoked. Check that you copied all of it, or create another key.`,
  );

/** 403: a publishable key was sent to a path that is not public. */
export const publishableOnly = (): Problem =>
  forbidden('A publishable key can read only what visitors can read. Use a secret key on your server.');

/** 403: a page of another website uses a publishable key. */
export const originNotAllowed = (origin: string): Problem =>
  forbidden(`This publishable key is not for pages on ${origin}. Create a key with this origin.`, 'origin_not_allowed');

export const sessionEnded = (): Problem => new Problem(401, 'session_ended', 'Your session has ended. Sign in again.');

export const kioskEnded = (): Problem =>
  new Problem(401, 'kiosk_ended', 'This kiosk has ended. Sign in and start it again.');

export const tokenInvalid = (): Problem =>
  new Problem(
    401,
    'token_invalid',
    'This access token was not issued by this server. Request one from POST /oauth/token, ' +
      `or send an API key in the header ${API_KEY_HEADER}.`,
  );

export const idTokenInvalid = (): Problem =>
  new Problem(
    401,
    'token_invalid',
    'This server does not trust this ID token: its issuer, audience, algorithm, or signature is wrong. ' +
      'Sign the member in with the provider the studio uses, and send the ID token, not the access token.',
  );

/** 401: the token was issued for longer than `hours`. A leaked one would be of use for as long. */
export const idTokenTooLong = (hours: number): Problem =>
  new Problem(
    401,
    'token_invalid',
    `This ID token is valid for more than ${hours} hours, from iat to exp. Configure the provider to issue tokens with a shorter lifetime, or allow ` +
      'a longer lifetime with the setting STUDIOD_MEMBER_TOKEN_MAX_HOURS.',
  );

/** 401: the token was valid before. */
export const tokenExpired = (): Problem =>
  new Problem(401, 'token_expired', 'The token has expired. Get a new one and send the request again.');

/** 401: the provider's UserInfo endpoint did not say who the member is; `code` is the code of the detail. */
export const userInfoRefused = (code: string, message: string): Problem =>
  new Problem(401, 'token_invalid', message, { details: [{ param: 'X-Access-Token', code, message }] });

/** 503: the provider of ID tokens cannot be reached. @param retryAfter in seconds. */
export const issuerUnavailable = (retryAfter: number): Problem =>
  new Problem(
    503,
    'issuer_unavailable',
    'The sign-in provider of the studio is not responding, so this token cannot be checked. Send the request again.',
    { retryAfter },
  );

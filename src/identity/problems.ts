import { Problem } from '../kernel/problem.ts';

/** The header that carries an API key. */
const API_KEY_HEADER = 'X-Service-API-Key';

/** 401: the request names no credential at all. */
export const credentialMissing = (): Problem =>
  new Problem(
    401,
    'credential_missing',
    `This request carries no credential. Send an API key in the header ${API_KEY_HEADER}.`,
  );

/** 401: the key is not one of ours, or not any more; which of these it is would help only a guesser. */
export const apiKeyInvalid = (): Problem =>
  new Problem(
    401,
    'api_key_invalid',
    `The API key in ${API_KEY_HEADER} is unknown, expired or revoked. Check that it was copied whole, or create another one.`,
  );

/** 401: a bearer token, which this release does not issue. */
export const tokenInvalid = (): Problem =>
  new Problem(
    401,
    'token_invalid',
    `This server takes no bearer tokens. Send an API key in the header ${API_KEY_HEADER} instead of Authorization.`,
  );

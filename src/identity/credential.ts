import type { Caller } from '../kernel/caller.ts';
import type { KeyAuthenticator } from './authenticate.ts';
import { apiKeyInvalid, credentialMissing, tokenInvalid } from './problems.ts';

const isBearer = (authorization: string | null): boolean =>
  authorization !== null && /^bearer(?:\s|$)/i.test(authorization);

/**
 * Reads who is calling from the headers of a request; an API key goes before anything else that is sent.
 * @returns a function that throws Problem 401 `credential_missing`, `api_key_invalid` or `token_invalid`.
 */
export const createIdentify =
  (keys: KeyAuthenticator) =>
  (headers: Headers): Caller => {
    const key = headers.get('x-service-api-key');
    if (key !== null && key !== '') {
      const caller = keys.authenticate(key);
      if (caller === undefined) throw apiKeyInvalid();
      return caller;
    }
    throw isBearer(headers.get('authorization')) ? tokenInvalid() : credentialMissing();
  };

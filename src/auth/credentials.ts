import type { Caller } from '../kernel/caller.ts';
import type { KeyAuthenticator } from './api-keys/authenticator.ts';
import { apiKeyInvalid, credentialMissing, idTokenInvalid, idTokenMissing, tokenInvalid } from './errors.ts';
import { isMemberPath, isMembersOnly } from './members/paths.ts';
import type { SignIn } from './members/sign-in.ts';
import type { TokenAuthenticator } from './oauth/authenticator.ts';

/** Every way in. */
export interface Ways {
  readonly keys: KeyAuthenticator;
  readonly tokens: TokenAuthenticator;
  readonly members: SignIn;
}

/** Reads who is calling from the headers of a request. */
export interface Credentials {
  /**
   * Looks at a bearer token that is not known yet, so that `authenticate` need not wait; what is wrong with it is told
   * there. Undefined when nothing has to be looked at: keys, and tokens once they are known, are told at once.
   */
  prepare(request: Request, path: string): Promise<void> | undefined;
  /**
   * The caller. An API key goes before a token, except where members only are let in.
   * @throws Problem 401 `credential_missing`, `api_key_invalid`, `token_invalid` or `token_expired`; 503 when a token
   * could not be checked.
   */
  authenticate(request: Request, path: string): Caller;
}

/** Longer ones are no tokens of anybody's; nothing is computed for them. */
const LONGEST_TOKEN = 16_384;

/** What follows `Bearer`; undefined when that is not the scheme. */
const bearerOf = (headers: Headers): string | undefined => {
  const authorization = headers.get('authorization');
  if (authorization === null || !/^bearer(?:\s|$)/i.test(authorization)) return undefined;
  return authorization.slice('bearer'.length).trim();
};

const keyOf = (headers: Headers, path: string): string | undefined =>
  isMembersOnly(path) ? undefined : headers.get('x-service-api-key') || undefined;

/** Whether a token says in its header that it is an access token (RFC 9068); nothing is believed yet. */
const isAccessToken = (token: string): boolean => {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    return /^(?:application\/)?at\+jwt$/i.test(String(header?.typ));
  } catch {
    return false;
  }
};

/** Every way to call, put together. */
export const createCredentials = ({ keys, tokens, members }: Ways): Credentials => {
  /** Whose token came with a request that arrived, or what is wrong with it: the caches may forget it meanwhile. */
  const learned = new WeakMap<Request, { readonly caller?: Caller; readonly error?: unknown }>();

  const takesIdToken = (token: string, path: string): boolean =>
    isMembersOnly(path) || (isMemberPath(path) && !isAccessToken(token));

  const callerOfBearer = (request: Request, token: string, path: string): Caller => {
    const { caller, error } = learned.get(request) ?? {
      caller: takesIdToken(token, path) ? members.caller(token) : tokens.caller(token),
    };
    if (caller !== undefined) return caller;
    throw error ?? (takesIdToken(token, path) ? idTokenInvalid() : tokenInvalid());
  };

  return {
    prepare(request, path) {
      const token = bearerOf(request.headers);
      if (token === undefined || token.length > LONGEST_TOKEN || keyOf(request.headers, path) !== undefined) {
        return undefined;
      }
      const isMembers = takesIdToken(token, path);
      if (isMembers ? members.isKnown(token) : tokens.isKnown(token)) return undefined;
      const learning = isMembers ? members.learn(token, request.headers.get('x-site-id')) : tokens.learn(token);
      return learning.then(
        (caller) => void learned.set(request, { caller }),
        (error: unknown) => void learned.set(request, { error }),
      );
    },

    authenticate(request, path) {
      const { headers } = request;
      const key = keyOf(headers, path);
      if (key !== undefined) {
        const caller = keys.authenticate(key);
        if (caller === undefined) throw apiKeyInvalid();
        return caller;
      }
      const token = bearerOf(headers);
      if (token !== undefined) return callerOfBearer(request, token, path);
      throw isMembersOnly(path) ? idTokenMissing() : credentialMissing();
    },
  };
};

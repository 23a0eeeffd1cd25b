import type { Read } from '../database/database.ts';
import type { Authenticated } from '../kernel/caller.ts';
import { storedId } from '../kernel/ids.ts';
import { isApiKey } from './api-keys/api-keys.ts';
import type { KeyAuthenticator } from './api-keys/authenticator.ts';
import {
  apiKeyInvalid,
  credentialMissing,
  idTokenInvalid,
  idTokenMissing,
  keyInBearer,
  kioskEnded,
  sessionEnded,
  tokenInvalid,
} from './errors.ts';
import type { KioskAuthenticator } from './kiosks/authenticator.ts';
import { KIOSK_HEADER } from './kiosks/tokens.ts';
import type { MemberAuthenticator, VerifiedMember } from './members/authenticator.ts';
import { type BrowserSessions, PAGE_HEADER } from './members/own/browser-sessions.ts';
import { isMembersOnly, isOpenToMembers } from './members/paths.ts';
import type { TokenAuthenticator, VerifiedToken } from './oauth/authenticator.ts';
import type { SessionAuthenticator } from './staff/authenticator.ts';

export interface Authenticators {
  readonly keys: KeyAuthenticator;
  readonly tokens: TokenAuthenticator;
  readonly members: MemberAuthenticator;
  readonly sessions: SessionAuthenticator;
  /** Undefined where members sign in with other providers only. */
  readonly browsers: BrowserSessions | undefined;
  readonly kiosks: KioskAuthenticator;
}

/** A bearer token whose signature was verified. */
type Verified = VerifiedToken | VerifiedMember;

/** Longer tokens are rejected without verification. */
const MAX_TOKEN_LENGTH = 16_384;

/** The token after `Bearer`; undefined when the scheme is another one. */
const bearerOf = (headers: Headers): string | undefined => {
  const authorization = headers.get('authorization');
  if (authorization === null || !/^bearer(?:\s|$)/i.test(authorization)) return undefined;
  return authorization.slice('bearer'.length).trim();
};

const keyOf = (headers: Headers, path: string): string | undefined =>
  isMembersOnly(path) ? undefined : headers.get('x-service-api-key') || undefined;

/** Whether the header of a token, not verified yet, says that it is an access token (RFC 9068). */
const isAccessToken = (token: string): boolean => {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    return /^(?:application\/)?at\+jwt$/i.test(String(header?.typ));
  } catch {
    return false;
  }
};

const ended = (refusal: () => Error): never => {
  throw refusal();
};

/** Finds the caller of a request by its headers: an API key, an access token, an ID token or the cookie of a session. */
export const createCredentials = ({ keys, tokens, members, sessions, browsers, kiosks }: Authenticators) => {
  /** The result of `prepare` for a request: by the time of `authenticate` the caches may have dropped the token. */
  const prepared = new WeakMap<Request, { readonly verified?: Verified; readonly error?: unknown }>();
  /** What the bearer token of a request says: its signature is verified once. */
  const presented = new WeakMap<Request, Verified>();

  const expectsIdToken = (token: string, path: string): boolean =>
    isMembersOnly(path) || (isOpenToMembers(path) && !isAccessToken(token));

  const callerOfBearer = (request: Request, token: string, path: string): Authenticated => {
    if (!isMembersOnly(path) && isApiKey(token)) throw keyInBearer();
    const isIdToken = expectsIdToken(token, path);
    const { verified, error } = prepared.get(request) ?? { verified: (isIdToken ? members : tokens).cached(token) };
    if (verified === undefined) throw error ?? (isIdToken ? idTokenInvalid() : tokenInvalid());
    presented.set(request, verified);
    return verified.caller;
  };

  /** Whether the cookie of a member counts: the console may be open in the same browser, and reads the content too. */
  const isOfMember = (request: Request, path: string): boolean =>
    browsers?.isPresent(request) === true &&
    isOpenToMembers(path) &&
    (isMembersOnly(path) || request.headers.has(PAGE_HEADER) || !sessions.isPresent(request));

  return {
    /**
     * Verifies a bearer token that is in no cache, so that `authenticate` is synchronous; it reports what was wrong.
     * Undefined when nothing has to be verified: for API keys and cached tokens.
     */
    prepare(request: Request, path: string): Promise<void> | undefined {
      const { headers } = request;
      const token = bearerOf(headers);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH || keyOf(headers, path) !== undefined)
        return undefined;
      const isIdToken = expectsIdToken(token, path);
      if (isIdToken ? members.isCached(token) : tokens.cached(token) !== undefined) return undefined;
      const site = headers.get('x-site-id');
      const siteId = site === null ? null : storedId(site);
      const accessToken = headers.get('x-access-token') || null;
      const verifying: Promise<Verified> = isIdToken
        ? members.verify(token, { siteId, accessToken })
        : tokens.verify(token);
      return verifying.then(
        (found) => void prepared.set(request, { verified: found }),
        (error: unknown) => void prepared.set(request, { error }),
      );
    },

    /**
     * The caller. An API key takes precedence over a token, except where only members may call.
     * The cookie of a session counts where neither is sent.
     * @throws Problem 401 `credential_missing`, `api_key_invalid`, `token_invalid`, `token_expired` or `session_ended`; 403
     * `cross_origin`; 503 when a token could not be checked.
     */
    authenticate(request: Request, path: string): Authenticated {
      const { headers } = request;
      const kiosk = headers.get(KIOSK_HEADER);
      if (kiosk !== null) {
        const caller = kiosks.authenticate(kiosk);
        if (caller === undefined) throw kioskEnded();
        return caller;
      }
      const key = keyOf(headers, path);
      if (key !== undefined) {
        const caller = keys.authenticate(key);
        if (caller === undefined) throw apiKeyInvalid();
        return caller;
      }
      const token = bearerOf(headers);
      if (token !== undefined) return callerOfBearer(request, token, path);
      if (isOfMember(request, path)) {
        const member = browsers?.authenticate(request);
        if (member === undefined) throw sessionEnded();
        return member;
      }
      if (isMembersOnly(path)) throw idTokenMissing();
      if (!sessions.isPresent(request)) throw credentialMissing(headers);
      const person = sessions.authenticate(request);
      if (person === undefined) throw sessionEnded();
      return person;
    },

    /**
     * The caller of a request that `authenticate` has accepted, looked up in `read` (conventions.md "Credentials"): a
     * credential may be revoked or narrowed while a body arrives. No cache is used, and no use is recorded.
     * @throws Problem 401 when the credential has ended.
     */
    authenticateIn(read: Read, request: Request, path: string): Authenticated {
      const { headers } = request;
      const kiosk = headers.get(KIOSK_HEADER);
      if (kiosk !== null) return kiosks.authenticateIn(read, kiosk) ?? ended(kioskEnded);
      const key = keyOf(headers, path);
      if (key !== undefined) return keys.authenticateIn(read, key) ?? ended(apiKeyInvalid);
      const verified = presented.get(request);
      if (verified !== undefined) {
        return 'idToken' in verified
          ? members.authenticateIn(read, verified.idToken)
          : tokens.authenticateIn(read, verified.token);
      }
      const person = isOfMember(request, path)
        ? browsers?.authenticateIn(read, request)
        : sessions.authenticateIn(read, request);
      return person ?? ended(sessionEnded);
    },
  };
};

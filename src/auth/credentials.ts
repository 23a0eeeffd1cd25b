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

/** Whether the header of a token, not verified yet, says that it is an access token (RFC 9068). */
const isAccessToken = (token: string): boolean => {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    return /^(?:application\/)?at\+jwt$/i.test(String(header?.typ));
  } catch {
    return false;
  }
};

/** One way in which a request says who asks. The first of a list that a request presents counts, alone. */
interface CredentialKind {
  isPresented(request: Request, path: string): boolean;
  /** Verifies what `authenticate` cannot, since it is synchronous; undefined when there is nothing to await. */
  prepare?(request: Request, path: string): Promise<void> | undefined;
  /** The caller, by the caches; it records the use. Undefined when the credential has ended. */
  authenticate(request: Request, path: string): Authenticated | undefined;
  /** The caller of a request that was accepted, looked up in `read`. Undefined when the credential has ended. */
  authenticateIn(read: Read, request: Request): Authenticated | undefined;
  /** The refusal of a credential that has ended. */
  refusal(): Error;
}

const kioskToken = ({ headers }: Request): string => headers.get(KIOSK_HEADER) ?? '';

const kioskKind = (kiosks: KioskAuthenticator): CredentialKind => ({
  isPresented: ({ headers }) => headers.has(KIOSK_HEADER),
  authenticate: (request) => kiosks.authenticate(kioskToken(request)),
  authenticateIn: (read, request) => kiosks.authenticateIn(read, kioskToken(request)),
  refusal: kioskEnded,
});

const keyText = ({ headers }: Request): string => headers.get('x-service-api-key') ?? '';

/** An API key takes precedence over a token, except where only members may call. */
const keyKind = (keys: KeyAuthenticator): CredentialKind => ({
  isPresented: (request, path) => keyText(request) !== '' && !isMembersOnly(path),
  authenticate: (request) => keys.authenticate(keyText(request)),
  authenticateIn: (read, request) => keys.authenticateIn(read, keyText(request)),
  refusal: apiKeyInvalid,
});

/** Access tokens of OAuth clients, and ID tokens of members. */
const bearerKind = ({ tokens, members }: Pick<Authenticators, 'tokens' | 'members'>): CredentialKind => {
  /** The result of `prepare` for a request: by the time of `authenticate` the caches may have dropped the token. */
  const prepared = new WeakMap<Request, { readonly verified?: Verified; readonly error?: unknown }>();
  /** What the bearer token of a request says: its signature is verified once. */
  const presented = new WeakMap<Request, Verified>();

  const expectsIdToken = (token: string, path: string): boolean =>
    isMembersOnly(path) || (isOpenToMembers(path) && !isAccessToken(token));

  return {
    isPresented: ({ headers }) => bearerOf(headers) !== undefined,
    prepare(request, path) {
      const { headers } = request;
      const token = bearerOf(headers);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) return undefined;
      const isIdToken = expectsIdToken(token, path);
      if (isIdToken ? members.isCached(token) : tokens.cached(token) !== undefined) return undefined;
      const site = headers.get('x-site-id');
      const siteId = site === null ? null : storedId(site);
      const accessToken = headers.get('x-access-token') || null;
      const verifying: Promise<Verified> = isIdToken
        ? members.verify(token, { siteId, accessToken })
        : tokens.verify(token);
      return verifying.then(
        (verified) => void prepared.set(request, { verified }),
        (error: unknown) => void prepared.set(request, { error }),
      );
    },
    authenticate(request, path) {
      const token = bearerOf(request.headers) ?? '';
      if (!isMembersOnly(path) && isApiKey(token)) throw keyInBearer();
      const isIdToken = expectsIdToken(token, path);
      const { verified, error } = prepared.get(request) ?? { verified: (isIdToken ? members : tokens).cached(token) };
      if (verified === undefined) throw error ?? (isIdToken ? idTokenInvalid() : tokenInvalid());
      presented.set(request, verified);
      return verified.caller;
    },
    authenticateIn(read, request) {
      const verified = presented.get(request);
      if (verified === undefined) return undefined;
      return 'idToken' in verified
        ? members.authenticateIn(read, verified.idToken)
        : tokens.authenticateIn(read, verified.token);
    },
    refusal: tokenInvalid,
  };
};

/**
 * The cookie of a member. The console may be open in the same browser, and reads the content too: the cookie of a member counts
 * where members alone may call, where their page asks, and where nobody is signed in to the console.
 */
const memberCookieKind = (browsers: BrowserSessions, sessions: SessionAuthenticator): CredentialKind => ({
  isPresented: (request, path) =>
    browsers.isPresent(request) &&
    isOpenToMembers(path) &&
    (isMembersOnly(path) || request.headers.has(PAGE_HEADER) || !sessions.isPresent(request)),
  authenticate: (request) => browsers.authenticate(request),
  authenticateIn: (read, request) => browsers.authenticateIn(read, request),
  refusal: sessionEnded,
});

const sessionKind = (sessions: SessionAuthenticator): CredentialKind => ({
  isPresented: (request, path) => !isMembersOnly(path) && sessions.isPresent(request),
  authenticate: (request) => sessions.authenticate(request),
  authenticateIn: (read, request) => sessions.authenticateIn(read, request),
  refusal: sessionEnded,
});

/** Finds the caller of a request by what it presents: a kiosk's token, an API key, a bearer token, or the cookie of a session. */
export const createCredentials = ({ keys, tokens, members, sessions, browsers, kiosks }: Authenticators) => {
  const kinds: readonly CredentialKind[] = [
    kioskKind(kiosks),
    keyKind(keys),
    bearerKind({ tokens, members }),
    ...(browsers === undefined ? [] : [memberCookieKind(browsers, sessions)]),
    sessionKind(sessions),
  ];
  const kindOf = (request: Request, path: string): CredentialKind | undefined =>
    kinds.find((kind) => kind.isPresented(request, path));

  return {
    /**
     * Verifies a bearer token that is in no cache, so that `authenticate` is synchronous; it reports what was wrong.
     * Undefined when nothing has to be verified: for API keys and cached tokens.
     */
    prepare: (request: Request, path: string): Promise<void> | undefined =>
      kindOf(request, path)?.prepare?.(request, path),

    /**
     * The caller.
     * @throws Problem 401 `credential_missing`, `api_key_invalid`, `token_invalid`, `token_expired` or `session_ended`; 403
     * `cross_origin`; 503 when a token could not be checked.
     */
    authenticate(request: Request, path: string): Authenticated {
      const kind = kindOf(request, path);
      if (kind === undefined) throw isMembersOnly(path) ? idTokenMissing() : credentialMissing(request.headers);
      const caller = kind.authenticate(request, path);
      if (caller === undefined) throw kind.refusal();
      return caller;
    },

    /**
     * The caller of a request that `authenticate` has accepted, looked up in `read` (conventions.md "Credentials"): a
     * credential may be revoked or narrowed while a body arrives. No cache is used, and no use is recorded.
     * @throws Problem 401 when the credential has ended.
     */
    authenticateIn(read: Read, request: Request, path: string): Authenticated {
      const kind = kindOf(request, path);
      const caller = kind?.authenticateIn(read, request);
      if (caller === undefined) throw kind?.refusal() ?? credentialMissing(request.headers);
      return caller;
    },
  };
};

import type { Read } from '../database/database.ts';
import type { Authenticated } from '../kernel/caller.ts';
import { storedId } from '../kernel/ids.ts';
import { isOpenToMembers, type PathAudience } from '../kernel/path-audience.ts';
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
import type { TokenAuthenticator, VerifiedToken } from './oauth/authenticator.ts';
import type { SessionAuthenticator } from './staff/authenticator.ts';

interface Authenticators {
  readonly keys: KeyAuthenticator;
  readonly tokens: TokenAuthenticator;
  readonly members: MemberAuthenticator;
  readonly sessions: SessionAuthenticator;
  /** Undefined where members sign in with other providers only. */
  readonly browsers: BrowserSessions | undefined;
  readonly kiosks: KioskAuthenticator;
}

/** Longer tokens are rejected without verification. */
const MAX_TOKEN_LENGTH = 16_384;

/** The token after `Bearer`; undefined when the scheme is another one. */
const bearerOf = ({ headers }: Request): string | undefined => {
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

const EVERYWHERE = ['members alone', 'members', 'readers', 'others'] as const;
/** Where members may call. */
const MEMBERS = ['members alone', 'members', 'readers'] as const;
/** Where others than members may call. */
const BUSINESS = ['members', 'readers', 'others'] as const;

/** One way in which a request says who asks. The first of a list that is welcome and presented counts, alone. */
interface CredentialKind {
  /** For whom the operations are where it counts. Elsewhere it is not looked at. */
  readonly welcome: readonly PathAudience[];
  isPresented(request: Request, audience: PathAudience): boolean;
  /** Verifies what `authenticate` cannot, since it is synchronous; undefined when there is nothing to await. */
  prepare?(request: Request): Promise<void> | undefined;
  /** The caller, by the caches; it records the use. Undefined when the credential has ended. */
  authenticate(request: Request): Authenticated | undefined;
  /** The caller of a request that was accepted, looked up in `read`. Undefined when the credential has ended. */
  authenticateIn(read: Read, request: Request): Authenticated | undefined;
  /** The refusal of a credential that has ended. */
  refusal(): Error;
}

const kioskToken = ({ headers }: Request): string => headers.get(KIOSK_HEADER) ?? '';

const kioskKind = (kiosks: KioskAuthenticator): CredentialKind => ({
  welcome: EVERYWHERE,
  isPresented: ({ headers }) => headers.has(KIOSK_HEADER),
  authenticate: (request) => kiosks.authenticate(kioskToken(request)),
  authenticateIn: (read, request) => kiosks.authenticateIn(read, kioskToken(request)),
  refusal: kioskEnded,
});

const keyText = ({ headers }: Request): string => headers.get('x-service-api-key') ?? '';

const keyKind = (keys: KeyAuthenticator): CredentialKind => ({
  welcome: BUSINESS,
  isPresented: (request) => keyText(request) !== '',
  authenticate: (request) => keys.authenticate(keyText(request)),
  authenticateIn: (read, request) => keys.authenticateIn(read, keyText(request)),
  refusal: apiKeyInvalid,
});

/** An API key in the header of tokens, which says where it belongs. */
const misplacedKeyKind: CredentialKind = {
  welcome: BUSINESS,
  isPresented: (request) => isApiKey(bearerOf(request) ?? ''),
  authenticate: () => undefined,
  authenticateIn: () => undefined,
  refusal: keyInBearer,
};

/** How a bearer token is verified. */
interface Verifier<Verified> extends Pick<CredentialKind, 'welcome'> {
  isPresented(token: string, audience: PathAudience): boolean;
  /** Whether `cached` knows all of it, so that nothing has to be verified. */
  isCached(token: string): boolean;
  cached(token: string): Verified | undefined;
  verify(token: string, request: Request): Promise<Verified>;
  /** The caller of a token whose signature was verified. */
  callerIn(read: Read, verified: Verified): Authenticated;
  invalid(): Error;
}

const bearerKind = <Verified extends { readonly caller: Authenticated }>(
  verifier: Verifier<Verified>,
): CredentialKind => {
  /** The result of `prepare` for a request: by the time of `authenticate` the caches may have dropped the token. */
  const prepared = new WeakMap<Request, { readonly verified?: Verified; readonly error?: unknown }>();
  /** What the bearer token of a request says: its signature is verified once. */
  const presented = new WeakMap<Request, Verified>();

  return {
    welcome: verifier.welcome,
    isPresented(request, audience) {
      const token = bearerOf(request);
      return token !== undefined && verifier.isPresented(token, audience);
    },
    prepare(request) {
      const token = bearerOf(request);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH || verifier.isCached(token)) return undefined;
      return verifier.verify(token, request).then(
        (verified) => void prepared.set(request, { verified }),
        (error: unknown) => void prepared.set(request, { error }),
      );
    },
    authenticate(request) {
      const { verified, error } = prepared.get(request) ?? { verified: verifier.cached(bearerOf(request) ?? '') };
      if (verified === undefined) throw error ?? verifier.invalid();
      presented.set(request, verified);
      return verified.caller;
    },
    authenticateIn(read, request) {
      const verified = presented.get(request);
      return verified && verifier.callerIn(read, verified);
    },
    refusal: tokenInvalid,
  };
};

/** The access token of an OAuth client. Where members may call too, it says that it is one. */
const accessTokenKind = (tokens: TokenAuthenticator): CredentialKind =>
  bearerKind({
    welcome: BUSINESS,
    isPresented: (token, audience) => !isOpenToMembers(audience) || isAccessToken(token),
    isCached: (token) => tokens.cached(token) !== undefined,
    cached: tokens.cached,
    verify: tokens.verify,
    callerIn: (read, { token }: VerifiedToken) => tokens.authenticateIn(read, token),
    invalid: tokenInvalid,
  });

const idTokenKind = (members: MemberAuthenticator): CredentialKind =>
  bearerKind({
    welcome: MEMBERS,
    isPresented: () => true,
    isCached: members.isCached,
    cached: members.cached,
    verify(token, { headers }) {
      const site = headers.get('x-site-id');
      const siteId = site === null ? null : storedId(site);
      return members.verify(token, { siteId, accessToken: headers.get('x-access-token') || null });
    },
    callerIn: (read, { idToken }: VerifiedMember) => members.authenticateIn(read, idToken),
    invalid: idTokenInvalid,
  });

const memberCookieKind = (browsers: BrowserSessions): CredentialKind => ({
  welcome: MEMBERS,
  isPresented: (request) => browsers.isPresent(request),
  authenticate: (request) => browsers.authenticate(request),
  authenticateIn: (read, request) => browsers.authenticateIn(read, request),
  refusal: sessionEnded,
});

/** The cookie of a member, where their page asks. */
const memberPageKind = (browsers: BrowserSessions): CredentialKind => ({
  ...memberCookieKind(browsers),
  isPresented: (request) => request.headers.has(PAGE_HEADER) && browsers.isPresent(request),
});

const sessionKind = (sessions: SessionAuthenticator): CredentialKind => ({
  welcome: BUSINESS,
  isPresented: (request) => sessions.isPresent(request),
  authenticate: (request) => sessions.authenticate(request),
  authenticateIn: (read, request) => sessions.authenticateIn(read, request),
  refusal: sessionEnded,
});

/**
 * All kinds, in their order. The console may be open in the browser of a member, and reads the content too: its session counts
 * before the cookie of the member, unless the page of members asks.
 */
const kindsOf = ({ keys, tokens, members, sessions, browsers, kiosks }: Authenticators): readonly CredentialKind[] => [
  kioskKind(kiosks),
  keyKind(keys),
  misplacedKeyKind,
  accessTokenKind(tokens),
  idTokenKind(members),
  ...(browsers === undefined ? [] : [memberPageKind(browsers)]),
  sessionKind(sessions),
  ...(browsers === undefined ? [] : [memberCookieKind(browsers)]),
];

/** Finds the caller of a request by what it presents of what is welcome where it asks: `audience` is the one of its path. */
export const createCredentials = (authenticators: Authenticators) => {
  const kinds = kindsOf(authenticators);
  const welcomeTo = (audience: PathAudience) => kinds.filter(({ welcome }) => welcome.includes(audience));
  const byAudience: Readonly<Record<PathAudience, readonly CredentialKind[]>> = {
    'members alone': welcomeTo('members alone'),
    members: welcomeTo('members'),
    readers: welcomeTo('readers'),
    others: welcomeTo('others'),
  };
  const kindOf = (request: Request, audience: PathAudience): CredentialKind | undefined =>
    byAudience[audience].find((kind) => kind.isPresented(request, audience));
  const missing = ({ headers }: Request, audience: PathAudience): Error =>
    audience === 'members alone' ? idTokenMissing() : credentialMissing(headers);

  return {
    /**
     * Verifies a bearer token that is in no cache, so that `authenticate` is synchronous; it reports what was wrong.
     * Undefined when nothing has to be verified: for API keys and cached tokens.
     */
    prepare: (request: Request, audience: PathAudience): Promise<void> | undefined =>
      kindOf(request, audience)?.prepare?.(request),

    /**
     * The caller.
     * @throws Problem 401 `credential_missing`, `api_key_invalid`, `token_invalid`, `token_expired` or `session_ended`; 403
     * `cross_origin`; 503 when a token could not be checked.
     */
    authenticate(request: Request, audience: PathAudience): Authenticated {
      const kind = kindOf(request, audience);
      if (kind === undefined) throw missing(request, audience);
      const caller = kind.authenticate(request);
      if (caller === undefined) throw kind.refusal();
      return caller;
    },

    /**
     * The caller of a request that `authenticate` has accepted, looked up in `read` (conventions.md "Credentials"): a
     * credential may be revoked or narrowed while a body arrives. No cache is used, and no use is recorded.
     * @throws Problem 401 when the credential has ended.
     */
    authenticateIn(read: Read, request: Request, audience: PathAudience): Authenticated {
      const kind = kindOf(request, audience);
      const caller = kind?.authenticateIn(read, request);
      if (caller === undefined) throw kind?.refusal() ?? credentialMissing(request.headers);
      return caller;
    },
  };
};

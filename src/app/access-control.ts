import { isPublishable } from '../auth/api-keys/api-keys.ts';
import { createKeyAuthenticator } from '../auth/api-keys/authenticator.ts';
import { websiteOrigins } from '../auth/api-keys/record.ts';
import { createCredentials } from '../auth/credentials.ts';
import { apiKeyInvalid, originNotAllowed } from '../auth/errors.ts';
import { createKioskAuthenticator } from '../auth/kiosks/authenticator.ts';
import { createKnownBrowsers } from '../auth/known-browsers.ts';
import { createMemberAuthenticator } from '../auth/members/authenticator.ts';
import { createIdTokenVerifier } from '../auth/members/id-tokens.ts';
import { normalizeIssuer } from '../auth/members/issuer.ts';
import { actForClient, atHomeSite, requireMemberAtSite } from '../auth/members/member-caller.ts';
import { createBrowserSessions } from '../auth/members/own/browser-sessions.ts';
import { createOwnIssuer } from '../auth/members/own/issuer.ts';
import { createAccessTokens } from '../auth/oauth/access-tokens.ts';
import { createTokenAuthenticator } from '../auth/oauth/authenticator.ts';
import type { OAuthRouteDeps } from '../auth/oauth/routes.ts';
import { createSigningKeys } from '../auth/oauth/signing-keys.ts';
import { createTokenEndpoint } from '../auth/oauth/token-endpoint.ts';
import { createSessionAuthenticator } from '../auth/staff/authenticator.ts';
import type { Read } from '../database/database.ts';
import { setRateLimitHeaders } from '../http/authenticate.ts';
import { staffNotAllowed } from '../http/operations/authorize.ts';
import { pathOf } from '../http/request-url.ts';
import type { ServerAccess } from '../http/server.ts';
import type { Allowance } from '../kernel/allowance.ts';
import type { Authenticated, Caller, MemberCaller } from '../kernel/caller.ts';
import { EXEMPT_ADDRESS } from '../rate-limits/client-address.ts';
import { createKioskLimiter } from '../rate-limits/kiosk-limiter.ts';
import { createLimiter } from '../rate-limits/limiter.ts';
import { countedAs, createMemberLimiter } from '../rate-limits/member-limiter.ts';
import { linkingOf } from '../resources/member-links/sign-in.ts';
import { brandSettings } from '../resources/settings/queries.ts';
import { actAs } from '../resources/staff/actor.ts';
import type { AppDeps } from './deps.ts';
import type { Paths } from './paths.ts';

interface AccessControlDeps
  extends Pick<AppDeps, 'store' | 'time' | 'random' | 'seal' | 'tiers' | 'memberIssuers' | 'rootUrl'> {
  /** Whether studiod signs members in itself. */
  readonly signsMembersIn: boolean;
  readonly paths: Paths;
  /** Whether a request has the limit of heartbeats. */
  readonly isHeartbeat: (method: string, path: string) => boolean;
  readonly addressKey: (request: Request) => string;
}

export const createAccessControl = (deps: AccessControlDeps) => {
  const { store, time, seal, tiers, rootUrl } = deps;
  const { audienceOf } = deps.paths;
  const limiter = createLimiter({ clock: time, tiers, addressPerMinute: 60 });
  const memberLimiter = createMemberLimiter(time);
  const kioskLimiter = createKioskLimiter(time);

  const signingKeys = createSigningKeys({ store, seal });
  const accessTokens = createAccessTokens({ keys: signingKeys, clock: time, ids: store.ids, rootUrl });
  const keys = createKeyAuthenticator({ store, actAs });
  const tokens = createTokenAuthenticator({ store, tokens: accessTokens });
  const ownIssuer = deps.signsMembersIn ? createOwnIssuer({ keys: signingKeys, clock: time, rootUrl }) : undefined;
  const isOwn = (issuer: string): boolean => ownIssuer !== undefined && issuer === normalizeIssuer(rootUrl());
  const memberTier = (read: Read) => brandSettings(read).memberTier;
  const members = createMemberAuthenticator({
    store,
    verify: createIdTokenVerifier({
      issuers: [...(ownIssuer === undefined ? [] : [ownIssuer.member]), ...deps.memberIssuers],
      clock: time,
    }),
    linking: linkingOf(isOwn),
    memberTier,
    isOwn,
  });
  const browsers = ownIssuer === undefined ? undefined : createBrowserSessions({ store, memberTier, rootUrl });
  const sessions = createSessionAuthenticator({
    store,
    actAs,
    requiresSecondFactor: (read) => brandSettings(read).requireSecondFactor,
    rootUrl,
  });
  const credentials = createCredentials({
    keys,
    tokens,
    members,
    sessions,
    browsers,
    kiosks: createKioskAuthenticator(store),
  });

  const consumeBusiness = (caller: Caller) => limiter.consume(caller.credentialId, caller.tier);
  const knownBrowsers = createKnownBrowsers({ seal, random: deps.random, rootUrl });
  const consumeAddress = (request: Request) => limiter.consumeAddress(deps.addressKey(request));

  /** A browser in which someone has signed in before has a limit of its own: strangers may share the address. */
  const consumeStranger = (request: Request): Allowance => {
    const { id } = knownBrowsers.of(request);
    const key = deps.addressKey(request);
    return limiter.consumeAddress(id === undefined || key === EXEMPT_ADDRESS ? key : `known ${id}`);
  };

  /**
   * Counts a request for a page: for a visitor of a website with a publishable key who only reads, for a member, or for the
   * address. Anyone can send the key and write an origin, so it lifts no limit of signing in, and visitors share no bucket.
   */
  const consumePage = (request: Request): Allowance => {
    const text = request.headers.get('x-service-api-key');
    if (text === null) {
      // Members have a limit of their own: many of them may have the address of a studio's Wi-Fi.
      const member = browsers?.memberOf(request);
      if (member === undefined) return consumeStranger(request);
      return memberLimiter.consume(member.clientId, memberTier(store.view()), countedAs(request.method));
    }
    if (!isPublishable(text)) return consumeStranger(request);
    const key = keys.publishable(text);
    if (key === undefined) throw apiKeyInvalid();
    const origin = request.headers.get('origin');
    if (origin === null) return consumeStranger(request);
    if (!key.origins.has(origin)) throw originNotAllowed(origin);
    if (countedAs(request.method) !== 'read') return consumeStranger(request);
    return limiter.consume(`${key.caller.credentialId} ${deps.addressKey(request)}`, key.caller.tier);
  };

  const requireMember = (
    read: Read,
    caller: Authenticated,
    { headers }: Request,
    operationId: string,
  ): MemberCaller => {
    if (caller.kind === 'signed-in') return requireMemberAtSite(read, caller, headers, operationId);
    if (caller.kind === 'business') return actForClient(read, caller, headers);
    throw staffNotAllowed();
  };

  return {
    signingKeys,
    /** Who is signed in with the cookie of a request; undefined for strangers. */
    browserMember: (request: Request) => browsers?.memberOf(request),
    /** Makes the ID tokens of members; undefined where they sign in with other providers only. */
    ownIssuer,
    access: {
      prepare: (request, path) => credentials.prepare(request, audienceOf(path)),
      authenticate: credentials.authenticate,
      ...deps.paths,
      consume(caller, method, path) {
        if (caller.kind === 'kiosk') return kioskLimiter.consume(caller.credentialId, path);
        if (caller.kind !== 'signed-in') return consumeBusiness(caller);
        const who = 'id' in caller.client ? caller.client.id : caller.credentialId;
        return memberLimiter.consume(who, caller.tier, countedAs(method, deps.isHeartbeat(method, path)));
      },
      consumeAddress,
      consumePage,
      isWebsite: (origin) => websiteOrigins(store.readShared()).has(origin),
      addressAllowance: (request) => limiter.addressAllowance(deps.addressKey(request)),
    } satisfies ServerAccess,
    oauth: {
      token: createTokenEndpoint({
        store,
        tokens: accessTokens,
        consume: (caller) => consumeBusiness(caller).retryAfter,
      }),
      keys: signingKeys,
      rootUrl,
      isMemberIssuer: deps.signsMembersIn,
      onFailure(request, headers) {
        const allowance = consumeAddress(request);
        setRateLimitHeaders(headers, allowance);
        return allowance.retryAfter;
      },
    } satisfies OAuthRouteDeps,
    /** The caller of a member operation: one client at one site. @throws Problem 400 or 403 when there is none. */
    requireMember,
    /** The same, for records of the client's home site only. @throws Problem 400 or 403 when there is none. */
    requireMemberAtHome: (read: Read, caller: Authenticated, request: Request, operationId: string) =>
      atHomeSite(read, requireMember(read, caller, request, operationId)),
    /** The caller of an accepted request, looked up in `read`. @throws Problem 401 when it has ended. */
    callerIn: (read: Read, request: Request) =>
      credentials.authenticateIn(read, request, audienceOf(pathOf(request.url))),
    /** Clears the caches of keys and tokens. Call it after one has changed. */
    clearCaches() {
      keys.clearCache();
      tokens.clearCache();
    },
  };
};

export type AccessControl = ReturnType<typeof createAccessControl>;

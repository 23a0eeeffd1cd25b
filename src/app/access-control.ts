import { createKeyAuthenticator } from '../auth/api-keys/authenticator.ts';
import { createCredentials } from '../auth/credentials.ts';
import { createMemberAuthenticator } from '../auth/members/authenticator.ts';
import { createIdTokenVerifier } from '../auth/members/id-tokens.ts';
import { actForClient, atHomeSite, requireMemberAtSite } from '../auth/members/member-caller.ts';
import { isMemberPath, isOpenToMembers } from '../auth/members/paths.ts';
import { createAccessTokens } from '../auth/oauth/access-tokens.ts';
import { createTokenAuthenticator } from '../auth/oauth/authenticator.ts';
import type { OAuthRouteDeps } from '../auth/oauth/routes.ts';
import { createSigningKeys } from '../auth/oauth/signing-keys.ts';
import { createTokenEndpoint } from '../auth/oauth/token-endpoint.ts';
import { setRateLimitHeaders } from '../http/authenticate.ts';
import { staffNotAllowed } from '../http/operations/authorize.ts';
import type { ServerAccess } from '../http/server.ts';
import type { Authenticated, Caller, MemberCaller } from '../kernel/caller.ts';
import { createLimiter } from '../rate-limits/limiter.ts';
import { countedAs, createMemberLimiter } from '../rate-limits/member-limiter.ts';
import { linking } from '../resources/member-links/sign-in.ts';
import { brandSettings } from '../resources/settings/queries.ts';
import { actAs } from '../resources/staff/actor.ts';
import type { AppDeps } from './deps.ts';
import type { PublicPaths } from './public-paths.ts';

interface AccessControlDeps extends Pick<AppDeps, 'store' | 'time' | 'seal' | 'tiers' | 'memberIssuers' | 'rootUrl'> {
  /** Which paths need no credential. */
  readonly publicPaths: PublicPaths;
  /** The key of the address limit for a request. */
  readonly addressKey: (request: Request) => string;
}

/** Authentication and rate limits. */
export const createAccessControl = (deps: AccessControlDeps) => {
  const { store, time, seal, tiers, rootUrl } = deps;
  const limiter = createLimiter({ clock: time, tiers, addressPerMinute: 60 });
  const memberLimiter = createMemberLimiter(time);

  const signingKeys = createSigningKeys({ store, seal });
  const accessTokens = createAccessTokens({ keys: signingKeys, clock: time, ids: store.ids, rootUrl });
  const keys = createKeyAuthenticator({ store, actAs });
  const tokens = createTokenAuthenticator({ store, tokens: accessTokens });
  const members = createMemberAuthenticator({
    store,
    verify: createIdTokenVerifier({ issuers: deps.memberIssuers, clock: time }),
    linking,
    memberTier: (read) => brandSettings(read).memberTier,
  });
  const credentials = createCredentials({ keys, tokens, members });

  const consumeBusiness = (caller: Caller) => limiter.consume(caller.credentialId, caller.tier);
  const consumeAddress = (request: Request) => limiter.consumeAddress(deps.addressKey(request));

  const requireMember = (caller: Authenticated, { headers }: Request): MemberCaller => {
    if (caller.kind === 'signed-in') return requireMemberAtSite(store.readShared(), caller, headers);
    if (caller.kind === 'business') return actForClient(store.readShared(), caller, headers);
    throw staffNotAllowed();
  };

  return {
    signingKeys,
    access: {
      prepare: credentials.prepare,
      authenticate: credentials.authenticate,
      ...deps.publicPaths,
      isMember: isMemberPath,
      isOpenToMembers,
      consume: (caller, method, path) =>
        caller.kind === 'signed-in'
          ? memberLimiter.consume(
              'id' in caller.client ? caller.client.id : caller.credentialId,
              caller.tier,
              countedAs(method, path),
            )
          : consumeBusiness(caller),
      consumeAddress,
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
      onFailure(request, headers) {
        const allowance = consumeAddress(request);
        setRateLimitHeaders(headers, allowance);
        return allowance.retryAfter;
      },
    } satisfies OAuthRouteDeps,
    /** The caller of a member operation: one client at one site. @throws Problem 400 or 403 when there is none. */
    requireMember,
    /** The same, for records of the client's home site only. @throws Problem 400 or 403 when there is none. */
    requireMemberAtHome: (caller: Authenticated, request: Request) =>
      atHomeSite(store.readShared(), requireMember(caller, request)),
    /** Clears the caches of keys and tokens. Call it after one has changed. */
    clearCaches() {
      keys.clearCache();
      tokens.clearCache();
    },
  };
};

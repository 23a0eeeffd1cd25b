import { requirePermitted } from '../api/permissions.ts';
import { createKeyAuthenticator } from '../auth/api-keys/authenticator.ts';
import { type Credentials, createCredentials } from '../auth/credentials.ts';
import { actingFor } from '../auth/members/act-for-client.ts';
import { createIdTokens } from '../auth/members/id-tokens.ts';
import type { MemberIssuer } from '../auth/members/issuer.ts';
import { isMemberPath } from '../auth/members/paths.ts';
import { atSite, createSignIn } from '../auth/members/sign-in.ts';
import { createAccessTokens } from '../auth/oauth/access-tokens.ts';
import { createTokenAuthenticator } from '../auth/oauth/authenticator.ts';
import { OAUTH_PATHS, type OAuthRouteDeps } from '../auth/oauth/routes.ts';
import { createSigningKeys, type SigningKeys } from '../auth/oauth/signing-keys.ts';
import { createTokenEndpoint } from '../auth/oauth/token-endpoint.ts';
import { isPublic, scopeFor } from '../auth/scopes.ts';
import type { Seal } from '../database/seal.ts';
import type { Store } from '../database/store.ts';
import { type Doorkeeper, setAllowance } from '../http/authenticate.ts';
import { type Caller, requireScope } from '../kernel/caller.ts';
import type { Timeline } from '../kernel/timer.ts';
import { createLimiter } from '../rate-limits/limiter.ts';
import { categoryOf, createMemberLimiter } from '../rate-limits/member-limiter.ts';
import type { TierLimits } from '../rate-limits/tiers.ts';
import { adoption } from '../resources/member-links/member-links.ts';
import { brandSettings } from '../resources/settings/effective.ts';
import { actAs } from '../resources/staff/actor.ts';

/** What identity and limits are put together from. */
export interface DoorDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly seal: Seal;
  readonly tiers: TierLimits;
  readonly memberIssuers: readonly MemberIssuer[];
  /** This server as others reach it. */
  readonly rootUrl: () => string;
  /** Paths beyond those of the interface that need no credential. */
  readonly isOpen: (path: string) => boolean;
  /** What the address layer counts a request by. */
  readonly addressKey: (request: Request) => string;
}

/** Identity and limits, put together for the gate. */
export interface Door {
  readonly keeper: Doorkeeper;
  readonly credentials: Credentials;
  readonly signingKeys: SigningKeys;
  readonly oauth: OAuthRouteDeps;
  /** Looks every key and token up anew; for whoever changed one. */
  forget(): void;
}

/** Where who calls meets how much they may. */
export const createDoor = ({ store, time, seal, tiers, rootUrl, ...deps }: DoorDeps): Door => {
  const limiter = createLimiter({ clock: time, tiers, addressPerMinute: 60 });
  const memberLimiter = createMemberLimiter(time);

  const signingKeys = createSigningKeys({ store, seal });
  const accessTokens = createAccessTokens({ keys: signingKeys, clock: time, ids: store.ids, rootUrl });
  const keys = createKeyAuthenticator({ store, clock: time, actAs });
  const tokens = createTokenAuthenticator({ store, clock: time, tokens: accessTokens });
  const members = createSignIn({
    store,
    verify: createIdTokens({ issuers: deps.memberIssuers, clock: time }),
    adoption,
    memberTier: (read) => brandSettings(read).memberTier,
  });
  const credentials = createCredentials({ keys, tokens, members });

  const business = (caller: Caller) => limiter.business(caller.credentialId, caller.tier);
  const failure = (request: Request) => limiter.addressFailure(deps.addressKey(request));

  const keeper: Doorkeeper = {
    identify: credentials.identify,
    isPublic: (path) => isPublic(path) || deps.isOpen(path) || OAUTH_PATHS.includes(path),
    isMember: isMemberPath,
    scopeFor,
    requireScope,
    permit: (caller, request, path) => requirePermitted(store.view(), caller, request, path),
    pour: (caller, method) =>
      caller.kind === 'business'
        ? business(caller)
        : memberLimiter.pour(caller.clientId ?? caller.credentialId, caller.tier, categoryOf(method)),
    failure,
    address: (request) => limiter.addressState(deps.addressKey(request)),
    onBehalf(caller, { headers }) {
      const siteId = headers.get('x-site-id') || null;
      if (caller.kind === 'member') return atSite(store.view(), caller, siteId);
      return actingFor(store.view(), caller, headers.get('x-client-id') || null, siteId);
    },
  };

  const pour = (caller: Caller): number => business(caller).retryAfter;
  return {
    keeper,
    credentials,
    signingKeys,
    oauth: {
      token: createTokenEndpoint({ store, tokens: accessTokens, pour }),
      keys: signingKeys,
      rootUrl,
      onFailure(request, headers) {
        const allowance = failure(request);
        setAllowance(headers, allowance);
        return allowance.retryAfter;
      },
    },
    forget() {
      keys.forget();
      tokens.forget();
    },
  };
};

import { requirePermitted } from './api/permissions.ts';
import { createKeyAuthenticator } from './identity/authenticate.ts';
import { type Credentials, createCredentials } from './identity/credential.ts';
import { actingFor } from './identity/members/acting.ts';
import { createIdTokens } from './identity/members/id-tokens.ts';
import type { MemberIssuer } from './identity/members/issuer.ts';
import { isMemberPath } from './identity/members/paths.ts';
import { atSite, createSignIn } from './identity/members/sign-in.ts';
import { createAccessTokens } from './identity/oauth/access-tokens.ts';
import { createTokenAuthenticator } from './identity/oauth/authenticate.ts';
import { OAUTH_PATHS, type OAuthRouteDeps } from './identity/oauth/routes.ts';
import { createSigningKeys, type SigningKeys } from './identity/oauth/signing-keys.ts';
import { createTokenEndpoint } from './identity/oauth/token-endpoint.ts';
import { isPublic, scopeFor } from './identity/scopes.ts';
import { type Caller, requireScope } from './kernel/caller.ts';
import type { Timeline } from './kernel/timer.ts';
import { createLimiter } from './limits/limiter.ts';
import { categoryOf, createMemberLimiter } from './limits/member-limiter.ts';
import type { TierLimits } from './limits/tiers.ts';
import { adoption } from './resources/member-links/member-links.ts';
import { brandSettings } from './resources/settings/effective.ts';
import { actAs } from './resources/staff/actor.ts';
import type { Seal } from './store/seal.ts';
import type { Store } from './store/store.ts';
import { type Doorkeeper, setAllowance } from './web/gate.ts';

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

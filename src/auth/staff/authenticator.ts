import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { BusinessCaller, StaffCaller } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { ActAs } from '../api-keys/authenticator.ts';
import { sessionToken } from './cookie.ts';
import { requireSameOrigin } from './same-origin.ts';
import { hasFactor } from './second-factor/factors.ts';
import { recordSeen, type SessionRow, sessionOfToken } from './sessions.ts';

/** The last use of a session is recorded at most this often, ms. */
const SEEN_INTERVAL = MINUTE_MS;

/** What an open page requests on its own does not count as use of its session: it would never end. */
const BY_ITSELF = /\/manage\/live(?:\?|$)/;

interface AuthenticatorOptions {
  readonly store: Store;
  readonly actAs: ActAs;
  readonly requiresSecondFactor: (read: Read) => boolean;
  readonly rootUrl: () => string;
}

/**
 * What a person could do without a role: everything. The role takes away the rest. The credential is the person, not the
 * session: what they begin in one browser continues in another, and a webhook that they create outlives their session.
 */
export const personCaller = (staffId: string): BusinessCaller => ({
  credentialId: staffId,
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
});

/** Whether an address is https, so that cookies can be kept to https. */
export const isSecureUrl = (url: string): boolean => url.startsWith('https:');

/** Finds people by the cookie of their session. Session, role and sites are read for every request; nothing is cached. */
export const createSessionAuthenticator = ({ store, actAs, requiresSecondFactor, rootUrl }: AuthenticatorOptions) => {
  const tokenOf = (request: Request): string | undefined => sessionToken(request, isSecureUrl(rootUrl()));
  const sessionOf = (read: Read, request: Request): SessionRow | undefined => {
    const token = tokenOf(request);
    return token === undefined ? undefined : sessionOfToken(read, token);
  };
  const callerOf = (read: Read, { id, staffId, confirmedAt }: SessionRow): StaffCaller => {
    const needsSecondFactor = requiresSecondFactor(read) && !hasFactor(read, staffId);
    const own = { id, confirmedAt: epochOf(confirmedAt), needsSecondFactor };
    return { ...actAs(read, personCaller(staffId), staffId), session: own };
  };
  return {
    isPresent: (request: Request): boolean => tokenOf(request) !== undefined,
    /**
     * The caller of a session; undefined for a session that is unknown or has ended.
     * @throws Problem 403 `cross_origin` for a change that another page asks for.
     */
    authenticate(request: Request): StaffCaller | undefined {
      const read = store.view();
      const session = sessionOf(read, request);
      if (session === undefined) return undefined;
      requireSameOrigin(request, rootUrl());
      const { id, lastSeenAt } = session;
      if (read.nowMs - epochOf(lastSeenAt) >= SEEN_INTERVAL && !BY_ITSELF.test(request.url)) {
        store.write((tx) => recordSeen(tx, id), { mayBeLost: true }).catch(() => {});
      }
      return callerOf(read, session);
    },
    /** The caller of a request whose page was checked, looked up in `read`; no use is recorded. */
    authenticateIn(read: Read, request: Request): StaffCaller | undefined {
      const session = sessionOf(read, request);
      return session === undefined ? undefined : callerOf(read, session);
    },
  };
};

export type SessionAuthenticator = ReturnType<typeof createSessionAuthenticator>;

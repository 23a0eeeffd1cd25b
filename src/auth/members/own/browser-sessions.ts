import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { SignedIn } from '../../../kernel/caller.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import type { Tier } from '../../../kernel/tier.ts';
import { isSecureUrl } from '../../staff/authenticator.ts';
import { requireSameOrigin } from '../../staff/same-origin.ts';
import { memberToken } from './cookie.ts';
import { type DeviceRow, deviceOfCookie, deviceSeen } from './devices.ts';

/** The last use of a device is recorded at most this often, ms. */
const SEEN_INTERVAL = HOUR_MS;

/** The header that the page of members sends: other pages cannot. */
export const PAGE_HEADER = 'X-Studiod-Page';

interface Options {
  readonly store: Store;
  readonly memberTier: (read: Read) => Tier;
  readonly rootUrl: () => string;
}

export interface BrowserMember {
  readonly clientId: string;
  readonly deviceId: string;
}

const NO_SCOPES: ReadonlySet<string> = new Set();

/** Finds members by the cookie of their browser. The row is read once for every request; nothing is kept beyond it. */
export const createBrowserSessions = ({ store, memberTier, rootUrl }: Options) => {
  const found = new WeakMap<Request, DeviceRow>();
  const readDevice = (read: Read, request: Request): DeviceRow | undefined => {
    const token = memberToken(request, isSecureUrl(rootUrl()));
    return token === undefined ? undefined : deviceOfCookie(read, token);
  };
  const deviceOf = (request: Request): DeviceRow | undefined => {
    const known = found.get(request);
    if (known !== undefined) return known;
    const device = readDevice(store.view(), request);
    if (device !== undefined) found.set(request, device);
    return device;
  };
  const callerOf = (read: Read, { id, clientId }: DeviceRow): SignedIn => ({
    credentialId: clientId,
    kind: 'signed-in',
    scopes: NO_SCOPES,
    siteIds: null,
    tier: memberTier(read),
    deviceId: id,
    isBrowser: true,
    client: { id: clientId },
  });
  return {
    isPresent: (request: Request): boolean => memberToken(request, isSecureUrl(rootUrl())) !== undefined,
    /** Who is signed in; undefined for a cookie that is unknown or has ended. A page asks nothing else with it. */
    memberOf(request: Request): BrowserMember | undefined {
      const device = deviceOf(request);
      return device && { clientId: device.clientId, deviceId: device.id };
    },
    /**
     * The member of a cookie; undefined for a browser that is unknown or signed out.
     * @throws Problem 403 `cross_origin` for a change that another page asks for.
     */
    authenticate(request: Request): SignedIn | undefined {
      const device = deviceOf(request);
      if (device === undefined) return undefined;
      const read = store.view();
      requireSameOrigin(request, rootUrl(), PAGE_HEADER);
      const { id, lastSeenAt } = device;
      if (read.nowMs - epochOf(lastSeenAt) >= SEEN_INTERVAL) {
        store.write<void>((tx) => deviceSeen(tx, id), { mayBeLost: true }).catch(() => {});
      }
      return callerOf(read, device);
    },
    /** The member of a request whose page was checked, looked up in `read`; no use is recorded. */
    authenticateIn(read: Read, request: Request): SignedIn | undefined {
      const device = readDevice(read, request);
      return device === undefined ? undefined : callerOf(read, device);
    },
  };
};

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

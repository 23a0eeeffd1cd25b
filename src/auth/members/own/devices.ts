import type { Read, Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import type { Random } from '../../../kernel/random.ts';
import { hashSecret, newSecret, type SessionOrigin } from '../../staff/sessions.ts';

// The browsers and apps in which members are signed in (member-page.md "Signing in").

/** How long an unused device is remembered, in ms. */
const IDLE_MS = 90 * DAY_MS;

/** The part of a refresh token that stays, and the part that each use replaces. */
const REFRESH_TOKEN = /^mrt_([\w-]{43})\.([\w-]{43})$/;
const COOKIE_TOKEN = /^[\w-]{43}$/;

/** A browser keeps a cookie, an app a refresh token. */
export const DEVICE_KINDS = ['browser', 'app'] as const;

/** A row of `memberDevices` with the status of its client. `tokenHash` is null for browsers. */
export interface DeviceRow {
  readonly id: string;
  readonly clientId: string;
  readonly kind: (typeof DEVICE_KINDS)[number];
  readonly tokenHash: Uint8Array | null;
  readonly lastSeenAt: string;
  readonly clientStatus: string;
}

const COLUMNS = `"memberDevices"."id", "clientId", "kind", "tokenHash", "lastSeenAt", "clients"."status" "clientStatus"`;
const FROM = `from "memberDevices" inner join "clients" on "clients"."id" = "clientId"`;
const BY_HASH = `select ${COLUMNS} ${FROM} where "hash" = ? and "kind" = ?`;
const EXISTS = 'select 1 from "memberDevices" where "id" = ?';
const INSERT = `insert into "memberDevices"
  ("id", "clientId", "kind", "hash", "tokenHash", "userAgent", "address", "lastSeenAt", "createdAt", "updatedAt")
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8)`;
const ROTATE = 'update "memberDevices" set "tokenHash" = ?2, "lastSeenAt" = ?3, "updatedAt" = ?3 where "id" = ?1';
const SEEN = 'update "memberDevices" set "lastSeenAt" = ?1 where "id" = ?2 and "lastSeenAt" < ?1';
const END = 'delete from "memberDevices" where "id" = ?';
const KIND = 'select "kind" from "memberDevices" where "id" = ?';
const END_OTHERS = 'delete from "memberDevices" where "clientId" = ? and "id" <> ?';
const END_OF = 'delete from "memberDevices" where "clientId" = ?';
const IDLE = 'select "id" from "memberDevices" where "lastSeenAt" <= ? order by "lastSeenAt", "id" limit ?';

/** A device that is about to begin: its kind decides what it keeps. */
interface NewDevice extends SessionOrigin {
  readonly clientId: string;
  readonly kind: DeviceRow['kind'];
}

/** Begins a device. Returns its id and the token that only the device keeps. */
export const beginDevice = (tx: Tx, random: Random, device: NewDevice): { id: string; token: string } => {
  const { clientId, kind, userAgent, address } = device;
  const [id, family, secret] = [tx.id(), newSecret(random), newSecret(random)];
  const tokenHash = kind === 'app' ? hashSecret(secret) : null;
  const values = [id, clientId, kind, hashSecret(family), tokenHash] as const;
  tx.db.query(INSERT).run(...values, userAgent?.slice(0, 500) ?? null, address, tx.now);
  return { id, token: kind === 'app' ? `mrt_${family}.${secret}` : family };
};

const find = (read: Read, token: string, kind: DeviceRow['kind']): DeviceRow | undefined => {
  const row = read.db.query<DeviceRow, [Buffer, string]>(BY_HASH).get(hashSecret(token), kind);
  const isLive = row !== null && read.nowMs - epochOf(row.lastSeenAt) < IDLE_MS && row.clientStatus !== 'archived';
  return isLive ? row : undefined;
};

/** The browser of a cookie; undefined for a browser that is unknown, ended or idle, or whose client is archived. */
export const deviceOfCookie = (read: Read, token: string): DeviceRow | undefined =>
  COOKIE_TOKEN.test(token) ? find(read, token, 'browser') : undefined;

/** What became of a refresh token: `reused` for a token that was used before, by whoever has copied it. */
type Rotated =
  | { readonly outcome: 'unknown' | 'reused' }
  | { readonly outcome: 'rotated'; readonly device: DeviceRow; readonly token: string };

/** Replaces a refresh token. A token that was used before ends its device, because no one can know who has the copy. */
export const rotateToken = (tx: Tx, random: Random, given: string): Rotated => {
  const [, family, secret] = REFRESH_TOKEN.exec(given) ?? [];
  if (family === undefined || secret === undefined) return { outcome: 'unknown' };
  const device = find(tx, family, 'app');
  if (device === undefined || device.tokenHash === null) return { outcome: 'unknown' };
  if (!crypto.timingSafeEqual(device.tokenHash, hashSecret(secret))) {
    endDevice(tx, device.id);
    return { outcome: 'reused' };
  }
  const next = newSecret(random);
  tx.db.query(ROTATE).run(device.id, hashSecret(next), tx.now);
  return { outcome: 'rotated', device, token: `mrt_${family}.${next}` };
};

/** Whether a device is still signed in. */
export const isDevice = (read: Read, id: string): boolean => read.db.query(EXISTS).get(id) !== null;

/** What a device keeps; undefined for one that has ended. */
export const kindOfDevice = (read: Read, id: string): DeviceRow['kind'] | undefined =>
  read.db.query<Pick<DeviceRow, 'kind'>, [string]>(KIND).get(id)?.kind;

/** Records that a device is in use, so that it is not forgotten. */
export const deviceSeen = (tx: Tx, id: string): void => {
  tx.db.query(SEEN).run(tx.now, id);
};

/** Ends a device: it is signed out. */
export const endDevice = (tx: Tx, id: string): void => {
  tx.db.query(END).run(id);
};

/** Ends all devices of a client but one. Returns how many. */
export const endOtherDevices = (tx: Tx, clientId: string, id: string): number =>
  tx.db.query(END_OTHERS).run(clientId, id).changes;

export const endDevicesOf = (tx: Tx, clientId: string): void => {
  tx.db.query(END_OF).run(clientId);
};

/** Forgets the devices that were not used for 90 days. */
export const idleDevices: Sweep<{ readonly id: string }> = {
  rows: (read, limit) =>
    read.db.query<{ id: string }, [string, number]>(IDLE).all(isoInstant(read.nowMs - IDLE_MS), limit),
  change: (tx, { id }) => endDevice(tx, id),
};

import { eq } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { isPoint } from '../../../kernel/p256.ts';
import { invalidParam, notFound } from '../../../kernel/problem.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { PushSubscription, type PushSubscriptionRow } from './record.ts';

/** The most of a member: a further one takes the place of the oldest. */
const MOST_SUBSCRIPTIONS = 10;

/** Where a browser gets notifications, and for which keys they are encrypted. */
export interface Target {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Device {
  readonly clientId: string;
  readonly deviceId: string;
}

const { table: subscriptions } = PushSubscription;

/** The subscriptions of a member, the newest first. */
export const subscriptionPage = pagesOf<PushSubscriptionRow>(subscriptions, () => ({
  direction: 'descending',
  filters: { clientId: eq(subscriptions.clientId, named('clientId')) },
  sites: null,
  endedIds: '',
}));

const ofClient = query<PushSubscriptionRow>(() => selectRows(subscriptions, 'clientId'));
const ofDevice = query<PushSubscriptionRow>(() => selectRows(subscriptions, 'deviceId'));

/** The subscriptions of a client, the oldest first. */
export const subscriptionsOf = (read: Read, clientId: string): PushSubscriptionRow[] =>
  ofClient.all(read, { clientId }).sort((left, right) => (left.id < right.id ? -1 : 1));

const HAS = 'select 1 from "pushSubscriptions" where "clientId" = ? limit 1';

export const hasSubscription = (read: Read, clientId: string): boolean => read.db.query(HAS).get(clientId) !== null;

export const subscriptionOfDevice = (read: Read, deviceId: string | undefined): PushSubscriptionRow | undefined =>
  deviceId === undefined ? undefined : ofDevice.get(read, { deviceId });

const END = 'delete from "pushSubscriptions" where "id" = ?';
const END_BEFORE = 'delete from "pushSubscriptions" where "deviceId" = ? or "endpointHash" = ?';

export const endSubscription = (tx: Tx, id: string): void => {
  tx.db.query(END).run(id);
};

/** @throws Problem 404 when the member has no such subscription. */
export const findSubscription = (read: Read, clientId: string, id: string): PushSubscriptionRow => {
  const row = PushSubscription.rows.find(read, id);
  if (row?.clientId !== clientId) throw notFound('push_subscription', id);
  return row;
};

const hashOf = (endpoint: string): Uint8Array => new Bun.CryptoHasher('sha256').update(endpoint).digest();

export const targetOf = (seal: Seal, { sealed }: PushSubscriptionRow): Target => JSON.parse(seal.open(sealed));

/** What is not sent to: an address that may not be reached. */
export type EndpointProblem = (endpoint: string) => string | undefined;

/**
 * Lets a device get notifications. A device has one subscription, and an address is that of one device: whoever signs in to a
 * browser after someone else takes it over.
 * @throws Problem 400 for an address that may not be reached, and for a key that is none.
 */
export const subscribe = (
  tx: Tx,
  { clientId, deviceId }: Device,
  { endpoint, keys }: Target,
  { seal, problemOf }: { readonly seal: Seal; readonly problemOf: EndpointProblem },
): PushSubscriptionRow => {
  const problem = problemOf(endpoint);
  if (problem !== undefined) throw invalidParam('endpoint', problem, { reason: 'not_accepted' });
  if (!isPoint(Buffer.from(keys.p256dh, 'base64url'))) {
    throw invalidParam('keys.p256dh', 'This is no public key of P-256. Send the key of the browser.', {
      reason: 'not_accepted',
    });
  }
  const endpointHash = hashOf(endpoint);
  const known = subscriptionOfDevice(tx, deviceId);
  const sealed = seal.seal(JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }));
  const { host } = new URL(endpoint);
  if (known !== undefined && Buffer.compare(known.endpointHash, endpointHash) === 0) {
    const { id } = known;
    PushSubscription.rows.update(tx, id, { sealed, updatedAt: tx.now });
    return { ...known, sealed, updatedAt: tx.now };
  }
  tx.db.query(END_BEFORE).run(deviceId, endpointHash);
  for (const { id } of subscriptionsOf(tx, clientId).slice(0, -(MOST_SUBSCRIPTIONS - 1))) endSubscription(tx, id);
  const row = { ...PushSubscription.initial(tx), clientId, deviceId, host, endpointHash, sealed };
  PushSubscription.rows.insert(tx, row);
  return row;
};

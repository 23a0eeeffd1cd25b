import type { Read } from '../database/database.ts';
import { longChange, unfinishedChanges } from '../database/long-change.ts';
import { canAccessSite, type SiteAccess } from '../kernel/caller.ts';
import { Jobs } from '../queue/jobs.ts';
import type { WebhookDeliveryRow } from './record.ts';

/** The events that are sent again because no attempt arrived: the lane is the id of an endpoint, the key is the id of an event. */
export const redeliveryJobs = new Jobs('webhookRedeliveries');

export type FailedDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'siteId' | 'nextAttemptAt'
>;

const OTHERS = `select 1 from webhookDeliveries
  where eventId = ? and endpointId = ? and (id > ? or status <> 'failed') limit 1`;

/**
 * Whether a failed delivery is the last word on its event: no attempt has arrived, is in progress or is due. A \`ping\` is over.
 * An event has one such delivery at most.
 */
export const isUndelivered = (read: Read, { id, endpointId, eventId, eventType, nextAttemptAt }: FailedDelivery) =>
  eventType !== 'ping' &&
  nextAttemptAt === null &&
  read.db.query(OTHERS).get(eventId, endpointId, id) === null &&
  !redeliveryJobs.has(read, eventId, endpointId);

interface Left extends SiteAccess {
  /** The delivery that was looked at last. */
  readonly after: string;
  readonly queued: number;
  /** The event types that whoever asks may read; null for all of them. */
  readonly types: readonly string[] | null;
}

/** The endpoints whose failed deliveries are being queued. */
const queueingOfFailed = unfinishedChanges<Left, Left>('webhookRedeliveries');

const FAILED = `select id, endpointId, eventId, eventType, siteId, nextAttemptAt from webhookDeliveries
  where endpointId = ? and status = 'failed' and id > ? order by id limit ?`;

/** Queues each event whose attempts all failed once more, the oldest first. What is queued already stays as it is. */
export const failedRedelivery = longChange(queueingOfFailed, {
  fewest: 50,
  rows: ({ tx, id, state }, limit) =>
    tx.db.query<FailedDelivery, [string, string, number]>(FAILED).all(id, state.after, limit),
  change({ tx, state }, delivery: FailedDelivery) {
    const { id, endpointId, eventId, eventType, siteId } = delivery;
    const isReadable = (state.types?.includes(eventType) ?? true) && canAccessSite(state, siteId);
    const isQueued = isReadable && isUndelivered(tx, delivery);
    if (isQueued) redeliveryJobs.add(tx, eventId, [endpointId], tx.now);
    return { ...state, after: id, queued: state.queued + (isQueued ? 1 : 0) };
  },
  end: ({ state }) => state,
});

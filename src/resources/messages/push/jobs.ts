import { Jobs } from '../../../queue/jobs.ts';
import type { NotificationQueue } from './schedule.ts';

/**
 * The notifications to be sent. Until it is due, a message waits in the lane `DUE`, with its id as the key. Then there is a job for
 * each subscription: its lane is the host of the push service, its key the id of the message and that of the subscription.
 */
export const pushJobs = new Jobs('push');

export const DUE = 'due';

export const keyOf = (messageId: string, subscriptionId: string): string => `${messageId} ${subscriptionId}`;

/** The queue without the server, which finds these jobs within a minute, as it finds the jobs of other processes. */
export const pushJobQueue: NotificationQueue = {
  add: (tx, messageId, dueAt) => pushJobs.add(tx, messageId, [DUE], dueAt),
  cancel: (tx, messageId) => pushJobs.cancel(tx, messageId),
};

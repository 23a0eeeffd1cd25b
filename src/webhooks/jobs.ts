import { longChange, unfinishedChanges } from '../database/long-change.ts';
import { Jobs } from '../queue/jobs.ts';

/** The deliveries to be made: the lane is the id of an endpoint, the key is the id of an event. */
export const webhookJobs = new Jobs('webhooks');

/** The disabled endpoints that have jobs to delete. */
export const jobDeletions = unfinishedChanges<object>('webhookJobs');

const ANNOUNCE_NONE = `update webhookDeliveries set nextAttemptAt = null
  where eventId = ? and endpointId = ? and status = 'failed' and nextAttemptAt is not null`;

/** Deletes all jobs of a disabled endpoint. Its deliveries no longer announce another attempt. */
export const jobDeletion = longChange(jobDeletions, {
  fewest: 50,
  rows: ({ tx, id }, limit) => webhookJobs.keysIn(tx, id, limit),
  change({ tx, id }, eventId: string) {
    webhookJobs.cancel(tx, eventId, id);
    tx.db.query(ANNOUNCE_NONE).run(eventId, id);
    return undefined;
  },
});

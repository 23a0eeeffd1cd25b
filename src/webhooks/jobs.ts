import type { Tx } from '../database/database.ts';
import { longChange, unfinishedChanges } from '../database/long-change.ts';
import { Jobs } from '../queue/jobs.ts';

/** The deliveries to be made: the lane is the id of an endpoint, the key is the id of an event. */
export const webhookJobs = new Jobs('webhooks');

/** Jobs that one transaction deletes. */
const BATCH = 500;
/** The disabled endpoints that have jobs to delete. */
export const jobDeletions = unfinishedChanges<{ readonly isDone?: boolean }>('webhookJobs');

const ANNOUNCE_NONE = `update webhookDeliveries set nextAttemptAt = null
  where eventId = ? and endpointId = ? and status = 'failed' and nextAttemptAt is not null`;

/** Deletes some jobs of an endpoint; its deliveries no longer announce another attempt. Returns whether there may be more. */
export const deleteSomeJobsOf = (tx: Tx, endpointId: string): boolean => {
  const eventIds = webhookJobs.cancelSomeOf(tx, endpointId, BATCH);
  const announceNone = tx.db.query(ANNOUNCE_NONE);
  for (const eventId of eventIds) announceNone.run(eventId, endpointId);
  return eventIds.length >= BATCH;
};

/** Deletes all jobs of an endpoint that is disabled; many of them in several transactions. */
export const jobDeletion = longChange(jobDeletions, {
  rows: ({ state }) => (state.isDone === true ? [] : [undefined]),
  change: ({ tx, id }) => ({ isDone: !deleteSomeJobsOf(tx, id) }),
});

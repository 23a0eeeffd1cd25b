import type { Tx } from '../database/database.ts';
import { type Slice, unfinishedChanges } from '../database/long-changes.ts';
import { Jobs } from '../queue/jobs.ts';

/** The deliveries to be made: the lane is the id of an endpoint, the key that of an event. */
export const webhookJobs = new Jobs('webhooks');

/** Jobs that one transaction deletes. */
const BATCH = 500;
/** The disabled endpoints that have jobs to delete. */
const jobDeletions = unfinishedChanges<object>('webhookJobs');

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
export const deleteJobsOf = (tx: Tx, endpointId: string): void => {
  if (deleteSomeJobsOf(tx, endpointId)) jobDeletions.store(tx, endpointId, {});
};

/** Deletes more jobs of a disabled endpoint. */
export const deleteMoreJobs: Slice<object> = (tx, endpointId) => {
  if (deleteSomeJobsOf(tx, endpointId)) return undefined;
  jobDeletions.remove(tx, endpointId);
  return {};
};

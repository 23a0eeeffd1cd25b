import type { Tx } from '../../database/database.ts';
import type { DeliveredEvent } from '../deliveries.ts';
import type { AttemptResult } from '../sending/attempt.ts';
import type { Claim } from './claims.ts';
import { deleteJob, insertJob, markJob, retryJob } from './jobs.ts';
import { isWanted } from './new-jobs.ts';

/** The pending delivery of an attempt that takes long, and the mark of its job. */
interface Pending {
  readonly deliveryId: string;
  readonly claim: string;
}

/** A job whose attempt is counted. */
export interface ClaimedJob extends Claim, DeliveredEvent {
  /** Whether it was claimed as one of the new jobs. It is none of them any more while it is pending. */
  readonly isNew: boolean;
  pending?: Pending;
}

/** A claimed job whose attempt has ended. */
export interface FinishedJob {
  readonly job: ClaimedJob;
  readonly result: AttemptResult;
}

/** Whether a claimed job is one of the new jobs, and not pending. */
export const isNewStill = ({ isNew, pending }: ClaimedJob): boolean => isNew && pending === undefined;

/** Completes a claimed job. Returns false when it is gone. A new job is over with its delivery. */
export const complete = (tx: Tx, job: ClaimedJob): boolean =>
  isNewStill(job) ? isWanted(tx, job) : deleteJob(tx, job, job.pending?.claim ?? null);

/** Stores when a claimed job is attempted again. Returns false when it is gone. */
export const repeat = (tx: Tx, job: ClaimedJob, dueAt: string): boolean => {
  if (!isNewStill(job)) return retryJob(tx, job, job.pending?.claim ?? null, dueAt);
  if (!isWanted(tx, job)) return false;
  insertJob(tx, job, null, dueAt);
  return true;
};

/** Marks a claimed job as in progress, unless it is gone. */
export const mark = (tx: Tx, job: ClaimedJob, claim: string): void => {
  if (!job.isNew) markJob(tx, job, job.attempt, claim);
  else if (isWanted(tx, job)) insertJob(tx, job, claim, tx.now);
};

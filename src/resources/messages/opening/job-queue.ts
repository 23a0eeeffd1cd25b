import { mailJobs } from '../../../mail/mailer.ts';
import { pushJobQueue } from '../push/jobs.ts';
import type { MailQueue } from '../schedule.ts';

/** The queue without the server, which finds these jobs within a minute, as it finds the jobs of other processes. */
export const jobQueue: MailQueue = {
  add: (tx, messageId, lane, dueAt) => mailJobs.add(tx, messageId, [lane], dueAt),
  cancel: (tx, messageId) => mailJobs.cancel(tx, messageId),
  notifications: pushJobQueue,
};

import type { Store } from '../../../database/store.ts';
import { sweep } from '../../../database/sweep.ts';
import { daily, everyMinutes, hourly, type Job } from '../../../kernel/periods.ts';
import type { MailQueue } from '../schedule.ts';
import { announceDebits } from './announced-debits.ts';
import { tellOfExpiringCards } from './expiring-cards.ts';
import { tellOfStartingChallenges } from './starting-challenges.ts';
import { tellOfYesterday } from './summaries.ts';

interface JobDeps {
  readonly store: Store;
  readonly queue: MailQueue;
  /** Ends a job after its current transaction. */
  readonly signal: AbortSignal;
}

/** The jobs that write to people about what raises no event. */
export const mailJobsOf = ({ store, queue, signal }: JobDeps): readonly Job[] => [
  // Outside of quiet hours in Europe and in America.
  { name: 'expiring cards', period: daily(16, 15), run: () => sweep(store, tellOfExpiringCards(queue), signal) },
  { name: 'debits to announce', period: hourly(24), run: () => sweep(store, announceDebits(queue), signal) },
  { name: 'starting challenges', period: hourly(20), run: () => sweep(store, tellOfStartingChallenges(queue), signal) },
  // Time zones differ by quarters of an hour.
  { name: 'daily summaries', period: everyMinutes(15), run: () => tellOfYesterday(store, queue) },
];

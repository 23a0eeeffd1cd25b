import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { invalidParam } from '../../../kernel/problem.ts';

/** How far in the future the creation of an imported record may be, for clocks that differ. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS;

export const utc = <Instant extends string | null | undefined>(instant: Instant): Instant =>
  (typeof instant === 'string' ? isoInstant(epochOf(instant)) : instant) as Instant;

/** The transaction with its time set to `instant`, so that rules run as they would have then. */
export const backdated = (tx: Tx, instant: string | null | undefined): Tx => {
  if (instant === undefined || instant === null) return tx;
  const nowMs = epochOf(instant);
  return { ...tx, nowMs, now: isoInstant(nowMs) };
};

/** The transaction at the creation of a record. @throws Problem 400 when that is in the future. */
export const atCreation = (tx: Tx, createdAt: string | undefined): Tx => {
  if (createdAt !== undefined && epochOf(createdAt) > tx.nowMs + CLOCK_TOLERANCE_MS) {
    throw invalidParam('createdAt', "'createdAt' is in the future. Send a time in the past, or leave it out.", {
      reason: 'in_the_future',
    });
  }
  return backdated(tx, createdAt);
};

import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Processor, ProcessorAccount } from './port.ts';

interface AccountState {
  readonly chargesEnabled: boolean;
  /** Whether the onboarding is complete. */
  readonly isComplete: boolean;
}

/** The state of the account at the processor, cached for a minute. */
export interface AccountStatus {
  /** The state that was fetched last. */
  latest(): AccountState | undefined;
  /** The state now, or within the last minute. @throws ProcessorFailure. */
  fetch(): Promise<AccountState>;
  /** Makes the next `fetch` ask the processor. */
  invalidate(): void;
}

const CACHED_MS = MINUTE_MS;

export const createAccountStatus = (processor: Processor, place: ProcessorAccount, clock: Clock): AccountStatus => {
  let state: AccountState | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  return {
    latest: () => state,
    async fetch() {
      if (state !== undefined && Math.abs(clock.now() - fetchedAt) < CACHED_MS) return state;
      state = await processor.accountState(place);
      fetchedAt = clock.now();
      return state;
    },
    invalidate() {
      fetchedAt = Number.NEGATIVE_INFINITY;
    },
  };
};

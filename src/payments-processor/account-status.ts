import type { Clock } from '../kernel/clock.ts';
import type { Place, Processor } from './port.ts';

/** How far an account at the processor is. */
interface AccountState {
  readonly chargesEnabled: boolean;
  /** Nothing is left to be told to the processor. */
  readonly isComplete: boolean;
}

/** What is known of the account, asked for at most once a minute. */
export interface ProcessorAccount {
  /** As it was when it was last asked for. */
  known(): AccountState | undefined;
  /** As it is now, or was within the last minute. @throws ProcessorFailure. */
  fetch(): Promise<AccountState>;
  /** The processor says that something changed. */
  forget(): void;
}

const FRESH_MS = 60_000;

export const createAccountStatus = (processor: Processor, place: Place, clock: Clock): ProcessorAccount => {
  let state: AccountState | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    known: () => state,
    async fetch() {
      if (state !== undefined && Math.abs(clock.now() - askedAt) < FRESH_MS) return state;
      state = await processor.accountState(place);
      askedAt = clock.now();
      return state;
    },
    forget() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
};

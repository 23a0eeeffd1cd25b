import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Processor, ProcessorAccount } from './port.ts';

const CACHED_MS = MINUTE_MS;

export const createAccountStatus = (processor: Processor, place: ProcessorAccount, clock: Clock) => {
  let state: Awaited<ReturnType<Processor['accountState']>> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  return {
    latest: () => state,
    /** The state now, or within the last minute. @throws ProcessorFailure. */
    async fetch() {
      if (state !== undefined && Math.abs(clock.now() - fetchedAt) < CACHED_MS) return state;
      state = await processor.accountState(place);
      fetchedAt = clock.now();
      return state;
    },
    /** Makes the next `fetch` ask the processor. */
    invalidate() {
      fetchedAt = Number.NEGATIVE_INFINITY;
    },
  };
};

import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Random } from '../../kernel/random.ts';
import { newSecret } from './sessions.ts';

/** How long a person has to finish what was begun, in ms. */
const PENDING_MS = 5 * MINUTE_MS;
const MAX_PENDING = 10_000;

/** What a token finishes, such as a sign-in with its second factor: in memory, for five minutes, once. */
export const createPending = <Value>(random: Random, clock: Clock) => {
  const pending = new BoundedMap<{ readonly value: Value; readonly until: number }>(MAX_PENDING);
  return {
    begin(value: Value): string {
      const token = newSecret(random);
      pending.set(token, { value, until: clock.now() + PENDING_MS });
      return token;
    },
    /** What was begun with a token; undefined when nothing was, or it is too late. */
    find(token: string): Value | undefined {
      const found = pending.get(token);
      return found !== undefined && clock.now() < found.until ? found.value : undefined;
    },
    end: (token: string): void => void pending.delete(token),
  };
};

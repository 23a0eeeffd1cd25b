import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { Problem } from '../../kernel/problem.ts';

/** So many wrong passwords are free. */
const FREE = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Wrong passwords are forgotten so long after the last one, ms. */
const FORGET_MS = HOUR_MS;
/** Far more accounts and addresses than a business has. The oldest are forgotten. */
const MAX_KEPT = 20_000;

/** The wrong passwords of an account or of an address, and the attempts whose result is not known yet. */
interface Failures {
  count: number;
  pending: number;
  /** Epoch ms of the last one. */
  at: number;
}

/** How long one has to wait after `count` wrong passwords, ms. */
const waitAfter = (count: number): number =>
  count < FREE ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE));

const tooMany = (waitMs: number): Problem => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem(429, 'rate_limited', `Too many failed attempts. Wait ${seconds} seconds, then try again.`, {
    retryAfter: seconds,
    category: 'sign_in',
  });
};

/** An attempt to sign in, before its result is known. */
export interface Attempt {
  failed(): void;
  /** It succeeded. The account begins anew; the address does not, since its wrong passwords may be of other accounts. */
  succeeded(): void;
  ended(): void;
}

/**
 * Slows down who guesses passwords (console.md "People"): by account, whether it exists or not, and by address. The counts
 * are in memory: a restart of the server is no way to guess.
 */
export const createThrottle = (clock: Clock) => {
  const failures = new BoundedMap<Failures>(MAX_KEPT);

  const find = (key: string): Failures => {
    const found = failures.get(key);
    if (found !== undefined && (found.pending > 0 || clock.now() - found.at < FORGET_MS)) return found;
    const fresh = { count: 0, pending: 0, at: 0 };
    failures.set(key, fresh);
    return fresh;
  };

  const waitOf = ({ count, pending, at }: Failures): number => {
    // Attempts that run at once count as if they failed, or all of them would be free.
    if (count < FREE) return count + pending >= FREE ? 1 : 0;
    return pending > 0 ? waitAfter(count + 1) : Math.max(0, at + waitAfter(count) - clock.now());
  };

  return {
    /** @throws Problem 429 `rate_limited` while the account or the address waits. */
    begin(account: string, address: string): Attempt {
      const ofAccount = find(`account ${account}`);
      const both = [ofAccount, find(`address ${address}`)];
      const wait = Math.max(...both.map(waitOf));
      if (wait > 0) throw tooMany(wait);
      for (const each of both) each.pending += 1;
      let isOpen = true;
      const end = (): boolean => {
        const wasOpen = isOpen;
        if (wasOpen) for (const each of both) each.pending -= 1;
        isOpen = false;
        return wasOpen;
      };
      return {
        failed() {
          if (!end()) return;
          for (const each of both) {
            each.count += 1;
            each.at = clock.now();
          }
        },
        succeeded() {
          if (end()) ofAccount.count = 0;
        },
        ended: () => void end(),
      };
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

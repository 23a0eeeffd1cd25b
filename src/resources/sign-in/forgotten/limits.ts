import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import { Problem } from '../../../kernel/problem.ts';

const MOST_FOR_EMAIL = 3;
const MOST_FROM_ADDRESS = 20;
const MAX_KEPT = 20_000;

/** Counts requests for new passwords within an hour. The counts are in memory. */
export const createResetLimits = (clock: Clock) => {
  const times = new BoundedMap<readonly number[]>(MAX_KEPT);
  const recent = (key: string): readonly number[] => {
    const since = clock.now() - HOUR_MS;
    return (times.get(key) ?? []).filter((at) => at > since);
  };
  const add = (key: string, before: readonly number[]): void => {
    times.set(key, [...before, clock.now()]);
  };
  return {
    /**
     * Counts a request. Returns whether the email may get a mail for it.
     * @throws Problem 429 for an address that asks too often.
     */
    count(address: string, email: string): boolean {
      const ofAddress = recent(`address ${address}`);
      if (ofAddress.length >= MOST_FROM_ADDRESS) {
        const retryAfter = Math.max(1, Math.ceil(((ofAddress[0] ?? 0) + HOUR_MS - clock.now()) / 1000));
        throw new Problem(429, 'rate_limited', `Too many requests. Wait ${retryAfter} seconds, then try again.`, {
          retryAfter,
          category: 'sign_in',
        });
      }
      add(`address ${address}`, ofAddress);
      const ofEmail = recent(`email ${email}`);
      if (ofEmail.length >= MOST_FOR_EMAIL) return false;
      add(`email ${email}`, ofEmail);
      return true;
    },
  };
};

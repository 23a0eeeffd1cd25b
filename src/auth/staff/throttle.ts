import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { Problem } from '../../kernel/problem.ts';

/** The failed attempts under one key, and the attempts whose result is not known yet. */
interface Entry {
  level: number;
  pending: number;
  /** Epoch ms of the last failed one. */
  at: number;
}

/** How failed attempts are counted, and how long one waits after them. */
interface Rule {
  /** What is left of the failed attempts at `now`. */
  levelAt(entry: Entry, now: number): number;
  /** How long the next attempt has to wait, ms; 0 where it may be made now. */
  waitAt(entry: Entry, now: number): number;
}

/** What an attempt counts by. */
export interface Lane {
  readonly key: string;
  readonly rule: Rule;
  /** Whether a success forgets what failed before. It does not where the others may be of other people. */
  readonly isForgiven: boolean;
}

/** How many failed attempts of an asker are free. */
const FREE = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** How long after the last one the failed attempts of an asker are forgotten, in ms. */
const FORGET_MS = HOUR_MS;

const waitAfter = (count: number): number =>
  count < FREE ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE));

const DOUBLING: Rule = {
  levelAt: ({ level, at }, now) => (now - at < FORGET_MS ? level : 0),
  waitAt(entry, now) {
    const { pending, at } = entry;
    const level = DOUBLING.levelAt(entry, now);
    // Attempts that run at the same time count as if they failed, or all of them would be free.
    if (level < FREE) return level + pending >= FREE ? 1 : 0;
    return pending > 0 ? waitAfter(level + 1) : Math.max(0, at + waitAfter(level) - now);
  },
};

/** `free` immediately, then one each `everyMs`: many people together may be slowed down, but no one waits forever. */
const leaking = (free: number, everyMs: number): Rule => {
  const rule: Rule = {
    levelAt: ({ level, at }, now) => Math.max(0, level - Math.max(0, now - at) / everyMs),
    waitAt: (entry, now) => Math.max(0, (rule.levelAt(entry, now) + entry.pending + 1 - free) * everyMs),
  };
  return rule;
};

/** By who asks for what, such as an account from a network address, or a session: five are free, then each wait is twice the one before. */
export const byAsker = (...key: readonly string[]): Lane => ({
  key: JSON.stringify(key),
  rule: DOUBLING,
  isForgiven: true,
});

/** By something that many askers share, such as an account or a network address. */
export const sharedBy = (free: number, everyMs: number) => {
  const rule = leaking(free, everyMs);
  return (...key: readonly string[]): Lane => ({ key: JSON.stringify([free, ...key]), rule, isForgiven: false });
};

/** From here on, what no longer has an effect is forgotten, then what has the fewest failed attempts and need not wait. */
const MOST_KEPT = 20_000;

type CachedEntry = Entry & { readonly rule: Rule };

/**
 * The failed attempts by key. Only failed attempts are kept. What waits is never forgotten before it has waited: it takes
 * several failed attempts, so the time that they take bounds how many there are.
 */
class Entries {
  readonly #cache = new Map<string, CachedEntry>();
  #sweepAt = MOST_KEPT;

  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.#cache.size;
  }

  find({ key }: Lane): CachedEntry | undefined {
    return this.#cache.get(key);
  }

  open({ key, rule }: Lane): CachedEntry {
    const found = this.#cache.get(key);
    if (found !== undefined) return found;
    if (this.#cache.size >= this.#sweepAt) this.#sweep();
    const fresh = { level: 0, pending: 0, at: 0, rule };
    this.#cache.set(key, fresh);
    return fresh;
  }

  /** Forgets an entry without an effect, so that an attempt that comes to nothing leaves nothing. */
  close({ key }: Lane): void {
    const entry = this.#cache.get(key);
    if (entry !== undefined && entry.pending === 0 && entry.level === 0) this.#cache.delete(key);
  }

  #sweep(): void {
    const now = this.clock.now();
    const idle: (readonly [key: string, level: number, at: number])[] = [];
    for (const [key, entry] of this.#cache) {
      if (entry.pending > 0) continue;
      const level = entry.rule.levelAt(entry, now);
      if (level <= 0) this.#cache.delete(key);
      else if (entry.rule.waitAt(entry, now) === 0) idle.push([key, level, entry.at]);
    }
    const surplus = this.#cache.size - (MOST_KEPT * 3) / 4;
    if (surplus > 0) {
      idle.sort(([, level, at], [, other, otherAt]) => level - other || at - otherAt);
      for (const [key] of idle.slice(0, surplus)) this.#cache.delete(key);
    }
    this.#sweepAt = Math.max(MOST_KEPT, this.#cache.size + MOST_KEPT / 4);
  }
}

const tooMany = (waitMs: number, what: string): Problem => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem(429, 'rate_limited', `Too many ${what}. Wait ${seconds} seconds, then try again.`, {
    retryAfter: seconds,
    category: 'address',
  });
};

/** An attempt to sign in, before its result is known. */
export interface Attempt {
  /** Returns how many more are free for the first of its lanes. */
  failed(): number;
  /** It succeeded: the asker begins again. */
  succeeded(): void;
  ended(): void;
}

/**
 * Slows down whoever guesses (conventions.md "Credentials"): by account and asker, and by what many askers share. The counts
 * are in memory: a restart of the server is no way to guess.
 */
export const createThrottle = (clock: Clock, what: 'failed attempts' | 'requests' = 'failed attempts') => {
  const entries = new Entries(clock);

  const count = (lane: Lane): void => {
    const entry = entries.open(lane);
    const now = clock.now();
    entry.level = entry.rule.levelAt(entry, now) + 1;
    entry.at = now;
  };

  const waitOf = (lane: Lane): number => {
    const entry = entries.find(lane);
    return entry === undefined ? 0 : lane.rule.waitAt(entry, clock.now());
  };

  return {
    /** The number of keys that have failed attempts. */
    get size(): number {
      return entries.size;
    },
    /** Whether one of these would wait, without an attempt. */
    waits: (lanes: readonly Lane[]): boolean => lanes.some((lane) => waitOf(lane) > 0),
    /** Counts something that is bounded in the same way, such as an email that is sent. */
    count: (lanes: readonly Lane[]): void => lanes.forEach(count),
    /** @throws Problem 429 `rate_limited` while one of the lanes waits. */
    begin(lanes: readonly Lane[]): Attempt {
      const wait = Math.max(0, ...lanes.map(waitOf));
      if (wait > 0) throw tooMany(wait, what);
      const open = lanes.map((lane) => {
        const entry = entries.open(lane);
        entry.pending += 1;
        return { lane, entry };
      });
      let isOpen = true;
      const end = (settle: (lane: Lane, entry: Entry) => void): void => {
        if (!isOpen) return;
        isOpen = false;
        for (const { lane, entry } of open) {
          entry.pending -= 1;
          settle(lane, entry);
          entries.close(lane);
        }
      };
      return {
        failed() {
          end(count);
          const [first] = open;
          return first === undefined ? FREE : Math.max(0, FREE - first.entry.level);
        },
        succeeded: () =>
          end(({ isForgiven }, entry) => {
            if (isForgiven) entry.level = 0;
          }),
        ended: () => end(() => {}),
      };
    },
  };
};

export type Throttle = ReturnType<typeof createThrottle>;

import type { Allowance } from '../kernel/allowance.ts';
import type { Clock } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Tier } from '../kernel/tier.ts';
import { allowanceOf } from './allowance.ts';
import { type Bucket, consume, peek, type Rate } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { MEMBER_RATES, MEMBER_TIERS, type MemberCategory, type MemberCount, tierRates } from './tiers.ts';

/** What a request counts as: GET reads, everything else writes, but for the heartbeats of videos. */
export const countedAs = (method: string, isHeartbeat = false): MemberCount => {
  if (isHeartbeat) return 'heartbeat';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
};

interface MemberLimit {
  readonly bucket: Bucket;
  readonly rate: Rate;
  readonly category: 'member' | MemberCategory;
}

const longerWait = (left: Allowance, right: Allowance): Allowance =>
  left.retryAfter > right.retryAfter ? left : right;

/** The two limits of the member API (conventions.md "Rate limits"): a request must fit both. */
export const createMemberLimiter = (clock: Clock) => {
  const rates = tierRates(MEMBER_TIERS);
  const members = new Buckets(MINUTE_MS);
  const counts = { read: new Buckets(HOUR_MS), write: new Buckets(HOUR_MS), heartbeat: new Buckets(HOUR_MS) };

  return {
    /**
     * Counts one request of a member in both limits, or in neither if it does not fit one of them.
     * @param tier the tier of the brand; `unlimited` leaves only the limits of the categories.
     * @returns the state of the limit of the category. If the request does not fit, `retryAfter` and `category` name
     *   the limit with the longest wait.
     */
    consume(memberId: string, tier: Tier, counted: MemberCount): Allowance {
      const category = counted === 'heartbeat' ? 'write' : counted;
      const now = clock.now();
      const rate = rates[tier];
      const bucket = counts[counted].open(memberId, now);
      const own: MemberLimit = { bucket, rate: MEMBER_RATES[counted], category };
      const limits = [own];
      if (rate !== undefined) limits.push({ bucket: members.open(memberId, now), rate, category: 'member' });
      const exceeded = limits
        .filter(({ bucket, rate }) => !peek(bucket, rate, now))
        .map(({ bucket, rate, category }) => allowanceOf(bucket, rate, false, category));
      if (exceeded.length === 0) for (const { bucket, rate } of limits) consume(bucket, rate, now);
      const shown = allowanceOf(own.bucket, own.rate, true, category);
      if (exceeded.length === 0) return shown;
      const { retryAfter, category: full } = exceeded.reduce(longerWait);
      return { ...shown, allowed: false, retryAfter, category: full };
    },
    get size() {
      return members.size + counts.read.size + counts.write.size + counts.heartbeat.size;
    },
  };
};

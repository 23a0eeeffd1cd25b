import type { Clock } from '../kernel/clock.ts';
import type { Tier } from '../kernel/tier.ts';
import { type Allowance, allowanceOf } from './allowance.ts';
import { type Bucket, consume, peek, type Rate } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { HOUR, MEMBER_CATEGORIES, MEMBER_TIERS, type MemberCategory, MINUTE, tierRates } from './tiers.ts';

/** The two limits of the member API (conventions.md "Rate limits"): a request must fit both. */
export interface MemberLimiter {
  /**
   * Counts one request of a member in both limits, or in neither if it does not fit one of them.
   * @param tier the tier of the brand; `unlimited` leaves only the limits of the categories.
   * @returns the state of the limit of the category. If the request does not fit, `retryAfter` and `category` are those of
   *   the limit with the longest wait.
   */
  consume(memberId: string, tier: Tier, category: MemberCategory): Allowance;
  /** The number of buckets in memory. */
  readonly size: number;
}

/** The category of a request: GET reads, everything else writes. */
export const categoryOf = (method: string): MemberCategory =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write';

interface MemberLimit {
  readonly bucket: Bucket;
  readonly rate: Rate;
  readonly category: 'member' | MemberCategory;
}

const longerWait = (left: Allowance, right: Allowance): Allowance =>
  left.retryAfter > right.retryAfter ? left : right;

export const createMemberLimiter = (clock: Clock): MemberLimiter => {
  const rates = tierRates(MEMBER_TIERS);
  const members = new Buckets(MINUTE);
  const categories = { read: new Buckets(HOUR), write: new Buckets(HOUR) };

  return {
    consume(memberId, tier, category) {
      const now = clock.now();
      const rate = rates[tier];
      const bucket = categories[category].open(memberId, now);
      const own: MemberLimit = { bucket, rate: MEMBER_CATEGORIES[category], category };
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
      return members.size + categories.read.size + categories.write.size;
    },
  };
};

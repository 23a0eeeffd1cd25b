import type { Clock } from '../kernel/clock.ts';
import type { Tier } from '../kernel/tier.ts';
import { type Bucket, consume, peek, type Rate } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { decisionOf, type LimitDecision } from './decision.ts';
import { HOUR, MEMBER_CATEGORIES, MEMBER_TIERS, type MemberCategory, MINUTE, tierRates } from './tiers.ts';

/** The two layers in front of the member API (service-interface.md "Limits"): both must let a request in. */
export interface MemberLimiter {
  /**
   * Pours one request of a member into both layers, or into neither where one of them refuses.
   * @param tier the brand's; `unlimited` leaves the categories only.
   * @returns the layer with the least left, or the one that refuses longest.
   */
  consume(memberId: string, tier: Tier, category: MemberCategory): LimitDecision;
  /** Buckets held, for whoever watches the memory. */
  readonly size: number;
}

/** Which category a request counts as: GET reads, everything else writes. */
export const categoryOf = (method: string): MemberCategory =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write';

interface Layered {
  readonly bucket: Bucket;
  readonly rate: Rate;
  readonly category: 'member' | MemberCategory;
}

/** The layer that decides: of those that refuse the one with the longest wait, else the one with the least left. */
const tighter = (left: LimitDecision, right: LimitDecision): LimitDecision => {
  if (left.retryAfter !== right.retryAfter) return left.retryAfter > right.retryAfter ? left : right;
  return left.remaining <= right.remaining ? left : right;
};

/** Memory is bounded by the buckets: a member who fell silent for a whole period is forgotten, and was empty. */
export const createMemberLimiter = (clock: Clock): MemberLimiter => {
  const rates = tierRates(MEMBER_TIERS);
  const members = new Buckets(MINUTE);
  const categories = { read: new Buckets(HOUR), write: new Buckets(HOUR) };

  return {
    consume(memberId, tier, category) {
      const now = clock.now();
      const rate = rates[tier];
      const layers: Layered[] = [
        { bucket: categories[category].open(memberId, now), rate: MEMBER_CATEGORIES[category], category },
      ];
      if (rate !== undefined) layers.push({ bucket: members.open(memberId, now), rate, category: 'member' });
      const refusals = layers
        .filter(({ bucket, rate }) => !peek(bucket, rate, now))
        .map(({ bucket, rate, category }) => decisionOf(bucket, rate, false, category));
      if (refusals.length > 0) return refusals.reduce(tighter);
      return layers
        .map(({ bucket, rate, category }) => decisionOf(bucket, rate, consume(bucket, rate, now), category))
        .reduce(tighter);
    },
    get size() {
      return members.size + categories.read.size + categories.write.size;
    },
  };
};

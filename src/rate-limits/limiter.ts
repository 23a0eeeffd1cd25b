import type { Clock } from '../kernel/clock.ts';
import type { Tier } from '../kernel/tier.ts';
import { consume, peek } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { EXEMPT_ADDRESS } from './client-address.ts';
import { decisionOf, emptyDecision, type LimitDecision } from './decision.ts';
import { MINUTE, perMinute, type TierLimits, tierRates, UNLIMITED } from './tiers.ts';

/** The layers in front of the Business API; conventions.md "Rate limits". Nothing refused is poured in. */
export interface Limiter {
  /** Pours one request of a business credential. */
  business(credentialId: string, tier: Tier): LimitDecision;
  /** Pours one failed authentication of an address, by its limit key. */
  addressFailure(key: string): LimitDecision;
  /** How an address stands; pours nothing. */
  addressState(key: string): LimitDecision;
}

interface LimiterOptions {
  readonly clock: Clock;
  readonly tiers: TierLimits;
  /** Failed authentications a minute. */
  readonly addressPerMinute: number;
}

/** @throws Error when one of the numbers is not a whole number of at least 1. */
export const createLimiter = ({ clock, tiers, addressPerMinute }: LimiterOptions): Limiter => {
  const rates = tierRates(tiers);
  const addressRate = perMinute(addressPerMinute, 'failed authentications by address');
  const credentials = new Buckets(MINUTE);
  const addresses = new Buckets(MINUTE);

  return {
    business(credentialId, tier) {
      const now = clock.now();
      const rate = rates[tier];
      if (rate === undefined) return emptyDecision(UNLIMITED, now, 'business');
      const bucket = credentials.open(credentialId, now);
      return decisionOf(bucket, rate, consume(bucket, rate, now), 'business');
    },
    addressFailure(key) {
      const now = clock.now();
      if (key === EXEMPT_ADDRESS) return emptyDecision(addressPerMinute, now, 'address');
      const bucket = addresses.open(key, now);
      return decisionOf(bucket, addressRate, consume(bucket, addressRate, now), 'address');
    },
    addressState(key) {
      const now = clock.now();
      const bucket = addresses.find(key);
      if (bucket === undefined) return emptyDecision(addressPerMinute, now, 'address');
      return decisionOf(bucket, addressRate, peek(bucket, addressRate, now), 'address');
    },
  };
};

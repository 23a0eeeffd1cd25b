import type { Clock } from '../kernel/clock.ts';
import type { Tier } from '../kernel/tier.ts';
import { peek, pour } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { EXEMPT_ADDRESS } from './client-address.ts';
import { tell, untouched, type Verdict } from './decision.ts';
import { MINUTE, perMinute, type TierLimits, tierRates, UNLIMITED } from './tiers.ts';

/** The layers in front of the Business API; conventions.md "Rate limits". Nothing refused is poured in. */
export interface Limiter {
  /** Pours one request of a business credential. */
  business(credentialId: string, tier: Tier): Verdict;
  /** Pours one failed authentication of an address, by its limit key. */
  addressFailure(key: string): Verdict;
  /** How an address stands; pours nothing. */
  addressState(key: string): Verdict;
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
      if (rate === undefined) return untouched(UNLIMITED, now, 'business');
      const bucket = credentials.open(credentialId, now);
      return tell(bucket, rate, pour(bucket, rate, now), 'business');
    },
    addressFailure(key) {
      const now = clock.now();
      if (key === EXEMPT_ADDRESS) return untouched(addressPerMinute, now, 'address');
      const bucket = addresses.open(key, now);
      return tell(bucket, addressRate, pour(bucket, addressRate, now), 'address');
    },
    addressState(key) {
      const now = clock.now();
      const bucket = addresses.find(key);
      if (bucket === undefined) return untouched(addressPerMinute, now, 'address');
      return tell(bucket, addressRate, peek(bucket, addressRate, now), 'address');
    },
  };
};

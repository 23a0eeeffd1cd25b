import type { Allowance } from '../kernel/allowance.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Tier } from '../kernel/tier.ts';
import { allowanceOf, fullAllowance } from './allowance.ts';
import { consume, peek } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { EXEMPT_ADDRESS } from './client-address.ts';
import { perMinute, type TierLimits, tierRates, UNLIMITED } from './tiers.ts';

interface LimiterOptions {
  readonly clock: Clock;
  readonly tiers: TierLimits;
  readonly addressPerMinute: number;
}

/** The limits of conventions.md "Rate limits"; rejected requests do not count. @throws Error for a wrong number. */
export const createLimiter = ({ clock, tiers, addressPerMinute }: LimiterOptions) => {
  const rates = tierRates(tiers);
  const addressRate = perMinute(addressPerMinute, 'failed authentications and public pages by address');
  const credentials = new Buckets(MINUTE_MS);
  const addresses = new Buckets(MINUTE_MS);

  return {
    consume(credentialId: string, tier: Tier): Allowance {
      const now = clock.now();
      const rate = rates[tier];
      if (rate === undefined) return fullAllowance(UNLIMITED, now, 'business');
      const bucket = credentials.open(credentialId, now);
      return allowanceOf(bucket, rate, consume(bucket, rate, now), 'business');
    },
    /** Counts one failed authentication, or one request for a public page. @param key the limit key of the address. */
    consumeAddress(key: string): Allowance {
      const now = clock.now();
      if (key === EXEMPT_ADDRESS) return fullAllowance(addressPerMinute, now, 'address');
      const bucket = addresses.open(key, now);
      return allowanceOf(bucket, addressRate, consume(bucket, addressRate, now), 'address');
    },
    /** The state of an address. Counts nothing. */
    addressAllowance(key: string): Allowance {
      const now = clock.now();
      const bucket = addresses.find(key);
      if (bucket === undefined) return fullAllowance(addressPerMinute, now, 'address');
      return allowanceOf(bucket, addressRate, peek(bucket, addressRate, now), 'address');
    },
  };
};

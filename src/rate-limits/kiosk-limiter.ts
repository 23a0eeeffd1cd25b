import type { Allowance } from '../kernel/allowance.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { allowanceOf } from './allowance.ts';
import { consume } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { perMinute } from './tiers.ts';

/** Looks for arrivals a minute. A name takes two to four letters, and each of them is a look. */
const LOOKS = perMinute(60, 'looks for arrivals by kiosk');
/** All other requests a minute, such as those that a kiosk kept while there was no connection. */
const OTHERS = perMinute(120, 'requests by kiosk');

/** The limits of kiosks: anyone who tries names one after the other waits. */
export const createKioskLimiter = (clock: Clock) => {
  const looks = new Buckets(MINUTE_MS);
  const others = new Buckets(MINUTE_MS);
  return {
    consume(kioskId: string, path: string): Allowance {
      const now = clock.now();
      const isLook = path.endsWith('/arrivals');
      const [rate, bucket] = isLook ? [LOOKS, looks.open(kioskId, now)] : [OTHERS, others.open(kioskId, now)];
      return allowanceOf(bucket, rate, consume(bucket, rate, now), 'business');
    },
  };
};

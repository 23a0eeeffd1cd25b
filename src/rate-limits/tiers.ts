import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Tier } from '../kernel/tier.ts';
import type { Rate } from './bucket.ts';

export const UNLIMITED = 1_000_000;

export type TierLimits = Readonly<Record<Exclude<Tier, 'unlimited'>, number>>;

/** Requests of a business credential (conventions.md "Rate limits"). */
export const BUSINESS_TIERS: TierLimits = { basic: 600, premium: 3_000, pro: 12_000 };

/** Requests of a member, by the tier of the brand (conventions.md "Rate limits"). */
export const MEMBER_TIERS: TierLimits = { basic: 60, premium: 600, pro: 3_000 };

/** A member's requests have a second limit by category. */
export type MemberCategory = 'read' | 'write';

/** What a member's request counts as: one of its category, or a heartbeat of a video, which is a write with a limit of its own. */
export type MemberCount = MemberCategory | 'heartbeat';

/** Requests an hour of each of them, whatever the tier. One video sends 240 heartbeats an hour. */
export const MEMBER_RATES: Readonly<Record<MemberCount, Rate>> = {
  read: { limit: 1_000, period: HOUR_MS },
  write: { limit: 200, period: HOUR_MS },
  heartbeat: { limit: 1_000, period: HOUR_MS },
};

/** @throws Error when `limit` is not a whole number of at least 1. */
export const perMinute = (limit: number, what: string): Rate => {
  if (!Number.isInteger(limit) || limit < 1 || limit > UNLIMITED) {
    throw new Error(
      `The limit of ${what} is ${limit}. Set it to a whole number from 1 to ${UNLIMITED} requests a minute.`,
    );
  }
  return { limit, period: MINUTE_MS };
};

/** The rate of each tier; `unlimited` has none. */
export const tierRates = (limits: TierLimits): Readonly<Record<Tier, Rate | undefined>> => ({
  basic: perMinute(limits.basic, 'the tier basic'),
  premium: perMinute(limits.premium, 'the tier premium'),
  pro: perMinute(limits.pro, 'the tier pro'),
  unlimited: undefined,
});

/** The rate-limit tiers of business credentials, lowest first (conventions.md "Rate limits"). */
export const TIERS = ['basic', 'premium', 'pro', 'unlimited'] as const;

export type Tier = (typeof TIERS)[number];

export const isHigherTier = (tier: Tier, other: Tier): boolean => TIERS.indexOf(tier) > TIERS.indexOf(other);

export const isTier = (text: string): text is Tier => TIERS.some((tier) => tier === text);

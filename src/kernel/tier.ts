/** The tiers a business credential can have, from the least to the most; conventions.md "Rate limits". */
export const TIERS = ['basic', 'premium', 'pro', 'unlimited'] as const;

export type Tier = (typeof TIERS)[number];

export const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text);

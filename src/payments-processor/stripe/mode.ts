import type { ProcessorAccount } from '../port.ts';

/** The mode of a secret, restricted or publishable key of Stripe, by its prefix. */
export const modeOfKey = (key: string): ProcessorAccount['mode'] => (/^[a-z]+_live_/.test(key) ? 'live' : 'test');

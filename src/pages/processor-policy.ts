import type { Processor } from '../payments-processor/port.ts';

const OWN = "script-src 'self'; connect-src 'self'";

const STRIPE =
  "script-src 'self' https://js.stripe.com; connect-src 'self' https://api.stripe.com; " +
  'frame-src https://js.stripe.com https://hooks.stripe.com';

/** The parts of its form for all ways to pay are on further origins of the processor. */
const STRIPE_WAYS = `${STRIPE} https://*.js.stripe.com`;

/** What the content security policy of a page with the form of the processor lets in. */
export const processorPolicy = (form: 'none' | 'cards' | 'ways', processor: Processor['name']): string => {
  if (form === 'none' || processor !== 'stripe') return OWN;
  return form === 'ways' ? STRIPE_WAYS : STRIPE;
};

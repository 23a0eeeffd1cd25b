import Stripe from 'stripe';

/** Returns the event, or throws if the signature is invalid or older than 5 minutes. You need no Stripe account. */
export async function verify(rawBody, header, secret, now = Date.now() / 1000) {
  return Stripe.webhooks.constructEventAsync(rawBody, header, secret, 300, undefined, now * 1000);
}

import Stripe from 'stripe';

/** Gives the event, or throws when the signature is wrong or older than 5 minutes. No account is needed. */
export async function verify(rawBody, header, secret, now = Date.now() / 1000) {
  return Stripe.webhooks.constructEventAsync(rawBody, header, secret, 300, undefined, now * 1000);
}

import type { Config } from '../../config/settings.ts';
import { type Finding, warning } from './finding.ts';

/** Without its secret, the events of Stripe are refused. */
export const webhookSecretFindings = ({ processor, stripeWebhookSecret }: Config): Finding[] =>
  processor === 'stripe' && stripeWebhookSecret === undefined
    ? [
        warning(
          'STUDIOD_STRIPE_WEBHOOK_SECRET is not set: refunds and disputes made at Stripe are not noticed.',
          'Add an endpoint for /webhooks/processor in the Stripe dashboard, and set its secret.',
          'webhook_secret_missing',
          'STUDIOD_STRIPE_WEBHOOK_SECRET',
        ),
      ]
    : [];

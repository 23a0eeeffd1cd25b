import type { Config } from '../../config/settings.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import type { Random } from '../../kernel/random.ts';
import type { Processor, ProcessorAccount } from '../../payments-processor/port.ts';
import { createSandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { modeOfKey } from '../../payments-processor/stripe/mode.ts';
import { createStripeProcessor } from '../../payments-processor/stripe/processor.ts';
import { exit, VerbError } from '../verb.ts';

const keysOf = ({ stripeSecretKey: secretKey, stripePublishableKey: publishableKey }: Config) => {
  if (secretKey !== undefined && publishableKey !== undefined) return { secretKey, publishableKey };
  throw new VerbError(
    '--processor stripe needs both keys: STUDIOD_STRIPE_SECRET_KEY and STUDIOD_STRIPE_PUBLISHABLE_KEY.',
    exit.usage,
  );
};

/**
 * Checks the keys of the processor before anything is opened.
 * @param only the mode that the keys must have, if it is known.
 * @throws VerbError (usage) for a missing key, (unsafe) for keys of different modes or of another mode than `only`.
 */
export const checkProcessor = (config: Config, only?: ProcessorAccount['mode']): void => {
  if (config.processor !== 'stripe') return;
  const { secretKey, publishableKey } = keysOf(config);
  const [secret, publishable] = [modeOfKey(secretKey), modeOfKey(publishableKey)];
  if (secret !== publishable) {
    throw new VerbError(
      `The secret key is in ${secret} mode and the publishable key in ${publishable} mode. Set two keys of the same mode.`,
      exit.unsafe,
    );
  }
  if (only !== undefined && secret !== only) {
    throw new VerbError(
      'A sandbox accepts no live keys, because their charges would be real. Set test keys.',
      exit.unsafe,
    );
  }
};

/** Stripe with the keys of the settings. @throws VerbError when one is missing. */
export const createStripe = (config: Config): Processor => {
  const { stripeWebhookSecret: webhookSecret, stripeApiUrl: apiUrl } = config;
  return createStripeProcessor({ ...keysOf(config), webhookSecret, apiUrl });
};

export const createProcessor = (
  config: Config,
  { store, random, seal }: { readonly store: Store; readonly random: Random; readonly seal: Seal },
) => {
  if (config.processor !== 'stripe') {
    const sandbox = createSandboxProcessor(store, random, seal);
    return { processor: sandbox, processorAccount: null, sandbox };
  }
  return { processor: createStripe(config), processorAccount: config.stripeAccount ?? null, sandbox: undefined };
};

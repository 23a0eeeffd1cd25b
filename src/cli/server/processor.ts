import type { Config } from '../../config/settings.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import type { Random } from '../../kernel/random.ts';
import type { Place, Processor } from '../../payments-processor/port.ts';
import { createSandboxProcessor, type SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { createStripeProcessor, modeOfKey } from '../../payments-processor/stripe/processor.ts';
import { exit, Failure } from '../verb.ts';

/** The processor that the settings choose. */
interface Chosen {
  readonly processor: Processor;
  readonly processorAccount: string | null;
  /** The same one where it is the embedded one. */
  readonly sandbox: SandboxProcessor | undefined;
}

const keysOf = ({ stripeSecretKey: secretKey, stripePublishableKey: publishableKey }: Config) => {
  if (secretKey !== undefined && publishableKey !== undefined) return { secretKey, publishableKey };
  throw new Failure(
    '--processor stripe wants both keys: STUDIOD_STRIPE_SECRET_KEY and STUDIOD_STRIPE_PUBLISHABLE_KEY.',
    exit.usage,
  );
};

/**
 * Refuses keys that do not go together, before anything is opened.
 * @param only the mode that the keys must be of, where that is known.
 * @throws Failure 2 where a key is missing, 3 where they are of different modes.
 */
export const checkProcessor = (config: Config, only?: Place['mode']): void => {
  if (config.processor === 'sandbox') return;
  const { secretKey, publishableKey } = keysOf(config);
  const [secret, publishable] = [modeOfKey(secretKey), modeOfKey(publishableKey)];
  if (secret !== publishable) {
    throw new Failure(
      `The secret key is of ${secret} mode and the publishable key of ${publishable} mode. Configure two of one mode.`,
      exit.unsafe,
    );
  }
  if (only !== undefined && secret !== only) {
    throw new Failure('A sandbox takes no live keys: its charges would be real. Configure test keys.', exit.unsafe);
  }
};

/** Makes the processor that the settings choose, which were checked. */
export const processorFrom = (
  config: Config,
  { store, random, seal }: { readonly store: Store; readonly random: Random; readonly seal: Seal },
): Chosen => {
  if (config.processor === 'sandbox') {
    const sandbox = createSandboxProcessor(store, random, seal);
    return { processor: sandbox, processorAccount: null, sandbox };
  }
  const { stripeWebhookSecret: webhookSecret, stripeApiUrl: apiUrl, stripeAccount } = config;
  const processor = createStripeProcessor({ ...keysOf(config), webhookSecret, apiUrl });
  return { processor, processorAccount: stripeAccount ?? null, sandbox: undefined };
};

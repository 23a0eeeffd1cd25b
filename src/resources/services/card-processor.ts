import { businessOperations } from '../../http/operations/declare.ts';
import { conflict, invalidParam } from '../../kernel/problem.ts';
import { ProcessorFailure } from '../../payments-processor/port.ts';
import { modeOfKey } from '../../payments-processor/stripe/mode.ts';
import { createTries } from '../../rate-limits/tries.ts';
import { processorUnavailable } from '../payments/charging/call-processor.ts';
import { access, change, requireChangeable, requireOwner } from './access.ts';
import type { ServicesPort } from './port.ts';
import { CardProcessorSchema, SetCardProcessor, type SetCardProcessorRequest } from './shapes.ts';
import { type CardProcessor, removeService, storedService, storeService } from './stored.ts';
import { cardProcessorView, type ServiceDeps } from './views.ts';

/** @throws Problem 400 for a missing key or keys of different modes */
const cardProcessorOf = (body: SetCardProcessorRequest, stored: CardProcessor | undefined): CardProcessor => {
  const { secretKey = stored?.secretKey, publishableKey, account = null, webhookSecret } = body;
  if (secretKey === undefined) throw invalidParam('secretKey', 'Enter the secret key.', 'parameter_missing');
  const [secret, publishable] = [modeOfKey(secretKey), modeOfKey(publishableKey)];
  if (secret !== publishable) {
    throw invalidParam(
      'publishableKey',
      `The secret key is in ${secret} mode and this key in ${publishable} mode. Enter two keys of the same mode.`,
      { reason: 'other_mode' },
    );
  }
  const kept = webhookSecret === undefined ? (stored?.webhookSecret ?? null) : webhookSecret;
  return { secretKey, publishableKey, account, webhookSecret: kept };
};

/** @throws Problem 400 for keys that the processor refuses, 503 `processor_unavailable` where it does not answer */
const requireAccepted = async (services: ServicesPort, keys: CardProcessor): Promise<void> => {
  try {
    await services.tryProcessor(keys);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.retryable && error.kind !== 'unauthorized') throw processorUnavailable(error, 'Nothing was changed.');
    const param = error.kind === 'not_found' ? 'account' : 'secretKey';
    throw invalidParam(param, `Stripe does not accept it: ${error.message}`, { reason: 'not_accepted' });
  }
};

const answer = {
  object: 'card_processor',
  source: 'console',
  canChange: true,
  mode: 'test',
  publishableKey: 'pk_test_51Example',
  secretKeyEnd: 'mple',
  account: null,
  hasWebhookSecret: true,
} as const;

const CHARGING = 'select 1 from "charges" where "isOpen" = 1 limit 1';

/** The card processor, as an owner sets it up without the console of the machine. */
export const cardProcessorOperations = (deps: ServiceDeps) => {
  const { store, machine, secrets, mailClock } = deps;
  const requireRoom = createTries(mailClock);
  const stored = (): CardProcessor | undefined => storedService(store.view().db, secrets.seal, 'card_processor');
  /** @throws Problem 409 `charge_in_progress`: the charge is known to the present account only. */
  const requireNoCharge = (): void => {
    if (store.view().db.query(CHARGING).get() === null) return;
    throw conflict('charge_in_progress', 'A card is being charged right now. Try again in a minute.');
  };
  return businessOperations(
    { tag: 'Settings', audited: true, reads: 'getCardProcessor' },
    'manage',
    ({ read, flow }) => [
      read(
        'GET /manage/card-processor',
        'getCardProcessor',
        {
          summary: 'Retrieve the card processor',
          description: 'Which Stripe account takes card payments. Its secrets are never returned.',
          response: CardProcessorSchema,
          ...access,
        },
        (view) => cardProcessorView(view, deps),
      ),
      flow(
        'PUT /manage/card-processor',
        'setCardProcessor',
        {
          summary: 'Set up the card processor',
          description:
            'Asks Stripe first: keys that it refuses are not stored. They are sealed with the key of the data directory. ' +
            'The server takes them over within a second, without losing a request. Cards that clients saved with another ' +
            'account cannot be charged with this one.',
          body: SetCardProcessor,
          isBodyRequired: true,
          response: CardProcessorSchema,
          ...change,
          isInteractive: true,
          errors: [409, 503],
          example: {
            body: {
              secretKey: 'sk_test_51Example',
              publishableKey: 'pk_test_51Example',
              webhookSecret: 'whsec_Example',
            },
          },
          answers: { 200: answer },
        },
        async ({ caller, body }, conclude) => {
          const { id } = requireOwner(store.view(), caller);
          const services = requireChangeable(machine, 'cardProcessor');
          const keys = cardProcessorOf(body, stored());
          requireNoCharge();
          requireRoom(id);
          await requireAccepted(services, keys);
          const concluded = await conclude((tx) => {
            storeService(tx, secrets.seal, 'card_processor', keys);
            return cardProcessorView(tx, deps);
          });
          services.serveAgain('another card processor');
          return concluded;
        },
      ),
      flow(
        'DELETE /manage/card-processor',
        'removeCardProcessor',
        {
          summary: 'Remove the card processor',
          description: 'From now on no cards are charged, and renewals by card fail until another one is set up.',
          response: CardProcessorSchema,
          ...change,
          isInteractive: true,
          answers: {
            200: {
              ...answer,
              source: null,
              mode: null,
              publishableKey: null,
              secretKeyEnd: null,
              hasWebhookSecret: false,
            },
          },
        },
        async ({ caller }, conclude) => {
          requireOwner(store.view(), caller);
          const services = requireChangeable(machine, 'cardProcessor');
          requireNoCharge();
          const concluded = await conclude((tx) => {
            removeService(tx, 'card_processor');
            return cardProcessorView(tx, deps);
          });
          services.serveAgain('no card processor');
          return concluded;
        },
      ),
    ],
  );
};

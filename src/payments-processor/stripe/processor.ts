import type { Stripe } from 'stripe';
import {
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type Place,
  type Processor,
  ProcessorFailure,
} from '../port.ts';
import {
  cardFrom,
  expected,
  failureFrom,
  idOf,
  refundFrom,
  setupFrom,
  stateFromCharge,
  stateFromIntent,
} from './responses.ts';

/** How long one answer is waited for, and how often it is asked again with the same key. */
const TIMEOUT_MS = 15_000;
const NETWORK_RETRIES = 1;

/** What the adapter works with. */
export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs what the processor sends; without it nothing that comes in is believed. */
  readonly webhookSecret: string | undefined;
  /** A stand-in for tests, `http://127.0.0.1:12111`; the processor itself when absent. */
  readonly apiUrl: string | undefined;
}

/** The mode that a key says it is of. */
export const modeOfKey = (key: string): Place['mode'] => (/^[a-z]+_live_/.test(key) ? 'live' : 'test');

const addressOf = (apiUrl: string | undefined): Partial<Stripe.StripeConfig> => {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, protocol: scheme, port: port === '' ? (scheme === 'http' ? 80 : 443) : Number(port) };
};

/** An empty account is never sent: it would be taken for the platform's. */
const at = ({ account }: Place, idempotencyKey?: string): Stripe.RequestOptions => ({
  ...(account === null ? {} : { stripeAccount: account }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

const intentParams = (place: Place, request: ChargeRequest): Stripe.PaymentIntentCreateParams => ({
  amount: request.amount,
  currency: request.currency.toLowerCase(),
  customer: request.customerId,
  payment_method: request.cardId,
  allowed_payment_method_types: ['card'],
  description: request.description,
  metadata: { reference: request.reference },
  // A fee goes from a connected account to the platform; the platform pays none to itself.
  ...(place.account !== null && request.platformFee > 0 ? { application_fee_amount: request.platformFee } : {}),
});

const chargeOf = ({ id, amount, currency }: ChargeState): Charge => ({ id, amount, currency });

const unknownEnd = () => new ProcessorFailure('away', 'The processor has not finished with this charge.');

/** What a charge's intent says of its end. @throws ProcessorFailure `declined`, or `away` while there is no end. */
const endOf = (intent: Stripe.PaymentIntent): Charge | null => {
  const state = stateFromIntent(intent);
  if (state.status === 'succeeded') return chargeOf(state);
  if (intent.status === 'canceled') return null;
  if (state.failure !== null) throw new ProcessorFailure('declined', state.failure.message, state.failure.code);
  if (intent.status === 'requires_action') {
    throw new ProcessorFailure('declined', 'The card asks for its holder.', 'authentication_required');
  }
  throw unknownEnd();
};

/** The processor Stripe through its official package, which is loaded at the first use. */
export const createStripeProcessor = (keys: StripeKeys): Processor => {
  let loaded: Promise<Stripe> | undefined;
  const load = async (): Promise<Stripe> => {
    const { default: Client } = await import('stripe');
    return new Client(keys.secretKey, {
      ...addressOf(keys.apiUrl),
      telemetry: false,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: NETWORK_RETRIES,
    });
  };

  /** Runs calls of the package; every error of theirs becomes one of the port. */
  const ask = async <T>(place: Place, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (place.mode !== modeOfKey(keys.secretKey)) {
      throw new ProcessorFailure('invalid', `The keys are not of ${place.mode} mode.`, 'mode_mismatch');
    }
    loaded ??= load();
    try {
      return await work(await loaded);
    } catch (error) {
      throw failureFrom(error);
    }
  };

  /** The intent of a charge, which does nothing yet: made once for each key. */
  const intentOf = async (stripe: Stripe, place: Place, key: string, request: ChargeRequest): Promise<string> => {
    const made = await stripe.paymentIntents.create(intentParams(place, request), at(place, key));
    return expected(made, 'payment_intent', 'pi_').id;
  };

  const readIntent = async (stripe: Stripe, place: Place, id: string): Promise<Stripe.PaymentIntent> =>
    expected(
      await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, at(place)),
      'payment_intent',
      'pi_',
    );

  return {
    name: 'stripe',
    mode: modeOfKey(keys.secretKey),
    publishableKey: () => keys.publishableKey,

    accountState: (place) =>
      ask(place, async ({ accounts }) => {
        const own = () => accounts.retrieveCurrent();
        const account = expected(
          place.account === null ? await own() : await accounts.retrieve(place.account),
          'account',
          'acct_',
        );
        const capability = account.capabilities?.card_payments;
        const mayTakeCards = capability === undefined || capability === 'active';
        return { chargesEnabled: account.charges_enabled && mayTakeCards, isComplete: account.details_submitted };
      }),

    ensureCustomer: (place, key, { clientId, email, name }) =>
      ask(place, async ({ customers }) => {
        const made = await customers.create({ email, name, metadata: { clientId } }, at(place, key));
        return expected(made, 'customer', 'cus_').id;
      }),

    createSetup: (place, key, { customerId, methodId }) =>
      ask(place, async ({ setupIntents }) => {
        const made = await setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            metadata: { methodId },
          },
          at(place, key),
        );
        return setupFrom(expected(made, 'setup_intent', 'seti_'), place.account);
      }),

    readSetup: (place, id) =>
      ask(place, async ({ setupIntents }) => {
        const found = await setupIntents.retrieve(id, { expand: ['payment_method'] }, at(place));
        return setupFrom(expected(found, 'setup_intent', 'seti_'), place.account);
      }),

    cancelSetup: (place, id) =>
      ask(place, async ({ setupIntents }) => {
        const { status } = expected(await setupIntents.retrieve(id, {}, at(place)), 'setup_intent', 'seti_');
        if (status !== 'succeeded' && status !== 'canceled') await setupIntents.cancel(id, {}, at(place));
      }),

    readCard: (place, id) =>
      ask(place, async ({ paymentMethods }) => {
        const found = expected(await paymentMethods.retrieve(id, {}, at(place)), 'payment_method', 'pm_');
        return { card: cardFrom(found), customerId: idOf(found.customer) };
      }),

    detach: (place, id) =>
      ask(place, async ({ paymentMethods }) => {
        const found = expected(await paymentMethods.retrieve(id, {}, at(place)), 'payment_method', 'pm_');
        if (found.customer !== null) await paymentMethods.detach(id, {}, at(place));
      }),

    charge: (place, key, request) =>
      ask(place, async (stripe) => {
        const id = await intentOf(stripe, place, key, request);
        const params = { off_session: true, expand: ['latest_charge'] };
        const confirmed = await stripe.paymentIntents.confirm(id, params, at(place, `${key}_confirm`));
        const done = endOf(expected(confirmed, 'payment_intent', 'pi_'));
        if (done === null) throw new ProcessorFailure('refused', 'This charge was given up.', 'abandoned');
        return done;
      }),

    abandon: (place, key, request) =>
      ask(place, async (stripe) => {
        const id = await intentOf(stripe, place, key, request);
        const { status } = await readIntent(stripe, place, id);
        if (status === 'requires_confirmation') await stripe.paymentIntents.cancel(id, {}, at(place));
        return endOf(await readIntent(stripe, place, id));
      }),

    readCharge: (place, id) =>
      ask(place, async (stripe) => {
        if (id.startsWith('pi_')) return stateFromIntent(await readIntent(stripe, place, id));
        return stateFromCharge(expected(await stripe.charges.retrieve(id, {}, at(place)), 'charge', 'ch_'));
      }),

    refund: (place, key, { chargeId, amount }) =>
      ask(place, async ({ refunds }) =>
        refundFrom(expected(await refunds.create({ charge: chargeId, amount }, at(place, key)), 'refund', 're_')),
      ),

    readRefund: (place, id) =>
      ask(place, async ({ refunds }) =>
        refundFrom(expected(await refunds.retrieve(id, {}, at(place)), 'refund', 're_')),
      ),

    verifyEvent: async (body, signature) => {
      const { webhookSecret } = keys;
      if (webhookSecret === undefined) {
        throw new ProcessorFailure('invalid', 'No webhook secret is configured, so nothing is believed.', 'no_secret');
      }
      loaded ??= load();
      const { webhooks } = await loaded;
      const event = await webhooks.constructEventAsync(body, signature, webhookSecret).catch(() => {
        throw new ProcessorFailure('invalid', 'The signature does not fit the message.', 'signature_invalid');
      });
      const { id } = event.data.object as { readonly id?: string };
      const place = { mode: event.livemode ? 'live' : 'test', account: event.account ?? null } as const;
      return { id: event.id, type: event.type, objectId: id ?? '', place };
    },
  };
};

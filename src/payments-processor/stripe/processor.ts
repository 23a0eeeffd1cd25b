import type { Stripe } from 'stripe';
import {
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type Processor,
  type ProcessorAccount,
  ProcessorFailure,
} from '../port.ts';
import { feeToStripe, fromStripe, toStripe } from './amounts.ts';
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

/** The timeout of one request, and how often it is retried with the same key. */
const TIMEOUT_MS = 15_000;
const NETWORK_RETRIES = 1;

/** The configuration of the adapter. */
export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs the events of the processor; without it they are rejected. */
  readonly webhookSecret: string | undefined;
  /** The URL of a mock, such as `http://127.0.0.1:12111`; Stripe's own API when absent. */
  readonly apiUrl: string | undefined;
}

/** The mode of a key. */
export const modeOfKey = (key: string): ProcessorAccount['mode'] => (/^[a-z]+_live_/.test(key) ? 'live' : 'test');

const hostOf = (apiUrl: string | undefined): Partial<Stripe.StripeConfig> => {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, protocol: scheme, port: port === '' ? (scheme === 'http' ? 80 : 443) : Number(port) };
};

/** The options of a request. An empty account is never sent, since that would mean the platform's. */
const optionsOf = ({ account }: ProcessorAccount, idempotencyKey?: string): Stripe.RequestOptions => ({
  ...(account === null ? {} : { stripeAccount: account }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

/** The fee of a charge as Stripe counts it. Only connected accounts pay one to the platform. */
const feeOf = ({ account }: ProcessorAccount, fee: number, currency: string): number =>
  account === null ? 0 : feeToStripe(fee, currency);

const feeParams = (fee: number): Pick<Stripe.PaymentIntentCreateParams, 'application_fee_amount'> =>
  fee === 0 ? {} : { application_fee_amount: fee };

const intentParams = (place: ProcessorAccount, request: ChargeRequest): Stripe.PaymentIntentCreateParams => ({
  amount: toStripe(request.amount, request.currency),
  currency: request.currency.toLowerCase(),
  customer: request.customerId,
  payment_method: request.cardId,
  allowed_payment_method_types: ['card'],
  description: request.description,
  metadata: { reference: request.reference },
  ...feeParams(feeOf(place, request.platformFee, request.currency)),
});

/** Unix seconds of an hour before an instant, since two clocks never agree. */
const secondsBefore = (instant: string): number => Math.floor(Date.parse(instant) / 1000) - 3600;

const chargeOf = ({ id, amount, currency }: ChargeState): Charge => ({ id, amount, currency });

/**
 * The result of a payment intent; null when it is cancelled.
 * @throws ProcessorFailure `declined`, or `unavailable` while there is no result.
 */
const resultOf = (intent: Stripe.PaymentIntent): Charge | null => {
  const state = stateFromIntent(intent);
  if (state.status === 'succeeded') return chargeOf(state);
  if (intent.status === 'canceled') return null;
  if (state.failure !== null) throw new ProcessorFailure('declined', state.failure.message, state.failure.code);
  if (intent.status === 'requires_action') {
    throw new ProcessorFailure(
      'declined',
      'The card requires authentication by its holder.',
      'authentication_required',
    );
  }
  throw new ProcessorFailure('unavailable', 'The processor has not finished this charge.');
};

/** Stripe, by its official package, which is loaded at the first use. */
export const createStripeProcessor = (keys: StripeKeys): Processor => {
  let loaded: Promise<Stripe> | undefined;
  const load = async (): Promise<Stripe> => {
    const { default: Client } = await import('stripe');
    return new Client(keys.secretKey, {
      ...hostOf(keys.apiUrl),
      telemetry: false,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: NETWORK_RETRIES,
    });
  };

  /** Calls the package, and converts its errors. */
  const call = async <T>(place: ProcessorAccount, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (place.mode !== modeOfKey(keys.secretKey)) {
      throw new ProcessorFailure('invalid', `The configured keys are not for ${place.mode} mode.`, 'mode_mismatch');
    }
    loaded ??= load();
    try {
      return await work(await loaded);
    } catch (error) {
      throw failureFrom(error);
    }
  };

  /**
   * Creates the payment intent of a charge once for each key. It charges nothing before it is confirmed.
   * @param begunAt when the key may be forgotten: the intent is looked for among those of the customer since then.
   */
  const createIntent = async (
    stripe: Stripe,
    place: ProcessorAccount,
    key: string,
    request: ChargeRequest,
    begunAt: string | undefined,
  ): Promise<string> => {
    if (begunAt !== undefined) {
      const query = { customer: request.customerId, created: { gte: secondsBefore(begunAt) }, limit: 100 };
      for await (const { id, metadata } of stripe.paymentIntents.list(query, optionsOf(place))) {
        if (metadata.reference === request.reference) return id;
      }
    }
    const created = await stripe.paymentIntents.create(intentParams(place, request), optionsOf(place, key));
    return expected(created, 'payment_intent', 'pi_').id;
  };

  const readIntent = async (stripe: Stripe, place: ProcessorAccount, id: string): Promise<Stripe.PaymentIntent> =>
    expected(
      await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, optionsOf(place)),
      'payment_intent',
      'pi_',
    );

  /**
   * Confirms a payment intent. A repeat gets the stored response of the first confirmation, which may be an error of the
   * processor or that the charge is being made: what has come of it is read from the intent.
   */
  const confirmIntent = async (
    stripe: Stripe,
    place: ProcessorAccount,
    key: string,
    id: string,
  ): Promise<Stripe.PaymentIntent> => {
    const params = { off_session: true, expand: ['latest_charge'] };
    try {
      const confirmed = await stripe.paymentIntents.confirm(id, params, optionsOf(place, `${key}_confirm`));
      if (expected(confirmed, 'payment_intent', 'pi_').status !== 'processing') return confirmed;
    } catch (error) {
      const failure = failureFrom(error);
      const isUnclear =
        failure instanceof ProcessorFailure &&
        (failure.retryable || failure.code === 'payment_intent_unexpected_state');
      if (!isUnclear) throw error;
    }
    return readIntent(stripe, place, id);
  };

  return {
    name: 'stripe',
    mode: modeOfKey(keys.secretKey),
    publishableKey: () => keys.publishableKey,
    platformFee: (place, fee, currency) => fromStripe(feeOf(place, fee, currency), currency),

    accountState: (place) =>
      call(place, async ({ accounts }) => {
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
      call(place, async ({ customers }) => {
        const contact = email === null ? {} : { email };
        const created = await customers.create({ ...contact, name, metadata: { clientId } }, optionsOf(place, key));
        return expected(created, 'customer', 'cus_').id;
      }),

    deleteCustomer: (place, id) =>
      call(place, async ({ customers }) => {
        await customers.del(id, {}, optionsOf(place));
      }).catch((error: unknown) => {
        if (!(error instanceof ProcessorFailure) || error.kind !== 'not_found') throw error;
      }),

    createSetup: (place, key, { customerId, methodId }) =>
      call(place, async ({ setupIntents }) => {
        const created = await setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            metadata: { methodId },
          },
          optionsOf(place, key),
        );
        return setupFrom(expected(created, 'setup_intent', 'seti_'), place.account);
      }),

    readSetup: (place, id) =>
      call(place, async ({ setupIntents }) => {
        const retrieved = await setupIntents.retrieve(id, { expand: ['payment_method'] }, optionsOf(place));
        return setupFrom(expected(retrieved, 'setup_intent', 'seti_'), place.account);
      }),

    cancelSetup: (place, id) =>
      call(place, async ({ setupIntents }) => {
        const { status } = expected(await setupIntents.retrieve(id, {}, optionsOf(place)), 'setup_intent', 'seti_');
        if (status !== 'succeeded' && status !== 'canceled') await setupIntents.cancel(id, {}, optionsOf(place));
      }),

    readCard: (place, id) =>
      call(place, async ({ paymentMethods }) => {
        const method = expected(await paymentMethods.retrieve(id, {}, optionsOf(place)), 'payment_method', 'pm_');
        return { card: cardFrom(method), customerId: idOf(method.customer) };
      }),

    detach: (place, id) =>
      call(place, async ({ paymentMethods }) => {
        const method = expected(await paymentMethods.retrieve(id, {}, optionsOf(place)), 'payment_method', 'pm_');
        if (method.customer !== null) await paymentMethods.detach(id, {}, optionsOf(place));
      }),

    charge: (place, key, request, begunAt) =>
      call(place, async (stripe) => {
        const id = await createIntent(stripe, place, key, request, begunAt);
        const done = resultOf(await confirmIntent(stripe, place, key, id));
        if (done === null) throw new ProcessorFailure('rejected', 'This charge was abandoned.', 'abandoned');
        return done;
      }),

    abandon: (place, key, request, begunAt) =>
      call(place, async (stripe) => {
        const id = await createIntent(stripe, place, key, request, begunAt);
        const { status } = await readIntent(stripe, place, id);
        if (status === 'requires_confirmation') await stripe.paymentIntents.cancel(id, {}, optionsOf(place));
        return resultOf(await readIntent(stripe, place, id));
      }),

    readCharge: (place, id) =>
      call(place, async (stripe) => {
        if (id.startsWith('pi_')) return stateFromIntent(await readIntent(stripe, place, id));
        return stateFromCharge(expected(await stripe.charges.retrieve(id, {}, optionsOf(place)), 'charge', 'ch_'));
      }),

    refund: (place, key, { chargeId, amount, currency }, begunAt) =>
      call(place, async ({ refunds }) => {
        if (begunAt !== undefined) {
          for await (const refund of refunds.list({ charge: chargeId, limit: 100 }, optionsOf(place))) {
            if (refund.metadata?.reference === key) return refundFrom(refund);
          }
        }
        const params = { charge: chargeId, amount: toStripe(amount, currency), metadata: { reference: key } };
        return refundFrom(expected(await refunds.create(params, optionsOf(place, key)), 'refund', 're_'));
      }),

    readRefund: (place, id) =>
      call(place, async ({ refunds }) =>
        refundFrom(expected(await refunds.retrieve(id, {}, optionsOf(place)), 'refund', 're_')),
      ),

    signatureHeader: 'stripe-signature',

    verifyEvent: async (body, signature) => {
      const { webhookSecret } = keys;
      if (webhookSecret === undefined) {
        throw new ProcessorFailure('invalid', 'No webhook secret is configured.', 'no_secret');
      }
      loaded ??= load();
      const { webhooks } = await loaded;
      const event = await webhooks.constructEventAsync(body, signature, webhookSecret).catch(() => {
        throw new ProcessorFailure('invalid', 'The signature does not match the message.', 'signature_invalid');
      });
      const place = { mode: event.livemode ? 'live' : 'test', account: event.account ?? null } as const;
      const { object } = event.data;
      const objectId = 'id' in object && typeof object.id === 'string' ? object.id : '';
      return { id: event.id, type: event.type, objectId, place };
    },
  };
};

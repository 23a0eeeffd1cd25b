import type { Stripe } from 'stripe';
import { requireResolvable } from '../../kernel/host-names.ts';
import { isObject } from '../../kernel/objects.ts';
import { type Card, type Processor, type ProcessorAccount, ProcessorFailure } from '../port.ts';
import { fromStripe, toStripe } from './amounts.ts';
import { chargeCalls, feeOf, optionsOf } from './charges.ts';
import { everyOf } from './lists.ts';
import { idOf, mandateFrom, methodFrom, savedIds } from './methods.ts';
import { modeOfKey } from './mode.ts';
import { disputeFrom, expected, failureFrom, refundFrom, setupFrom } from './responses.ts';

const STRIPE = 'https://api.stripe.com';
/** The timeout of one request, and how often it is retried with the same key. */
const TIMEOUT_MS = 15_000;
const NETWORK_RETRIES = 1;

export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs the events of the processor; without it they are rejected. */
  readonly webhookSecret: string | undefined;
  /** The URL of a mock, such as `http://127.0.0.1:12111`; Stripe's own API when absent. */
  readonly apiUrl: string | undefined;
}

const hostOf = (apiUrl: string | undefined): Partial<Stripe.StripeConfig> => {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, protocol: scheme, port: port === '' ? (scheme === 'http' ? 80 : 443) : Number(port) };
};

/** What is read of a setup: what it has saved, the mandate of a direct debit, and the attempt of a bank redirect. */
const SETUP_EXPANDED = ['payment_method', 'mandate', 'latest_attempt'];

/** The direct debit that a bank redirect leaves; null for what is saved itself. */
const generatedDebit = async (
  stripe: Stripe,
  place: ProcessorAccount,
  { latest_attempt: attempt }: Stripe.SetupIntent,
): Promise<Card | null> => {
  const details = typeof attempt === 'object' && attempt !== null ? attempt.payment_method_details : null;
  const { methodId, mandateId } = savedIds(details);
  if (methodId === null) return null;
  const options = optionsOf(place);
  const method = expected(await stripe.paymentMethods.retrieve(methodId, {}, options), 'payment_method', 'pm_');
  if (mandateId === null) return methodFrom(method);
  const mandate = expected(await stripe.mandates.retrieve(mandateId, {}, options), 'mandate', 'mandate_');
  return methodFrom(method, mandateFrom(mandate));
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

  const call = async <T>(place: ProcessorAccount, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (place.mode !== modeOfKey(keys.secretKey)) {
      throw new ProcessorFailure('invalid', `The configured keys are not for ${place.mode} mode.`, 'mode_mismatch');
    }
    loaded ??= load();
    try {
      await requireResolvable(keys.apiUrl ?? STRIPE);
      return await work(await loaded);
    } catch (error) {
      throw failureFrom(error);
    }
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
        return {
          chargesEnabled: account.charges_enabled === true && mayTakeCards,
          isComplete: account.details_submitted === true,
        };
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

    createSetup: (place, key, { customerId, methodId, isAnyWay }) =>
      call(place, async ({ setupIntents }) => {
        const created = await setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            ...(isAnyWay === true
              ? { automatic_payment_methods: { enabled: true } }
              : { allowed_payment_method_types: ['card'] }),
            metadata: { methodId },
          },
          optionsOf(place, key),
        );
        return setupFrom(expected(created, 'setup_intent', 'seti_'), place.account);
      }),

    readSetup: (place, id) =>
      call(place, async (stripe) => {
        const { setupIntents } = stripe;
        const retrieved = await setupIntents.retrieve(id, { expand: SETUP_EXPANDED }, optionsOf(place));
        const intent = expected(retrieved, 'setup_intent', 'seti_');
        const setup = setupFrom(intent, place.account);
        const generated = await generatedDebit(stripe, place, intent);
        return setup.status === 'succeeded' && generated !== null ? { ...setup, card: generated } : setup;
      }),

    cancelSetup: (place, id) =>
      call(place, async ({ setupIntents }) => {
        const { status } = expected(await setupIntents.retrieve(id, {}, optionsOf(place)), 'setup_intent', 'seti_');
        if (status !== 'succeeded' && status !== 'canceled') await setupIntents.cancel(id, {}, optionsOf(place));
      }),

    readCard: (place, id) =>
      call(place, async ({ paymentMethods }) => {
        const method = expected(await paymentMethods.retrieve(id, {}, optionsOf(place)), 'payment_method', 'pm_');
        return { card: methodFrom(method), customerId: idOf(method.customer) };
      }),

    detach: (place, id) =>
      call(place, async ({ paymentMethods }) => {
        const method = expected(await paymentMethods.retrieve(id, {}, optionsOf(place)), 'payment_method', 'pm_');
        if (idOf(method.customer) !== null) await paymentMethods.detach(id, {}, optionsOf(place));
      }),

    ...chargeCalls(call),

    refund: (place, key, { chargeId, amount, currency }, begunAt) =>
      call(place, async ({ refunds }) => {
        if (begunAt !== undefined) {
          const query = { charge: chargeId, limit: 100 };
          for await (const refund of everyOf((after) => refunds.list({ ...query, ...after }, optionsOf(place)))) {
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

    readDispute: (place, id) =>
      call(place, async ({ disputes }) => {
        const dispute = await disputes.retrieve(id, {}, optionsOf(place));
        return disputeFrom(expected(dispute, 'dispute', id.startsWith('du_') ? 'du_' : 'dp_'));
      }),

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
      const object: unknown = event.data?.object;
      const objectId = isObject(object) && typeof object.id === 'string' ? object.id : '';
      return { id: event.id, type: event.type, objectId, place };
    },
  };
};

import type { Stripe } from 'stripe';
import {
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type MadeCharge,
  type Processor,
  type ProcessorAccount,
  ProcessorFailure,
} from '../port.ts';
import { feeToStripe, toStripe } from './amounts.ts';
import { everyOf } from './lists.ts';
import { mandateFrom, methodFrom, savedIds } from './methods.ts';
import { ANY_WAY, approvalFrom, expected, failureFrom, stateFromCharge, stateFromIntent } from './responses.ts';

/** The options of a request. An empty account is never sent, since that would mean the platform's. */
export const optionsOf = ({ account }: ProcessorAccount, idempotencyKey?: string): Stripe.RequestOptions => ({
  ...(account === null ? {} : { stripeAccount: account }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

/** The fee of a charge as Stripe counts it. Only connected accounts pay one to the platform. */
export const feeOf = ({ account }: ProcessorAccount, fee: number, currency: string): number =>
  account === null ? 0 : feeToStripe(fee, currency);

const feeParams = (fee: number): Pick<Stripe.PaymentIntentCreateParams, 'application_fee_amount'> =>
  fee === 0 ? {} : { application_fee_amount: fee };

/** Every way to pay that the account has switched on; with those alone that can be charged again, where it is kept. */
const anyWay = ({ isKept }: ChargeRequest): Partial<Stripe.PaymentIntentCreateParams> => ({
  automatic_payment_methods: { enabled: true },
  ...(isKept === true ? { setup_future_usage: 'off_session' } : {}),
});

const intentParams = (place: ProcessorAccount, request: ChargeRequest): Stripe.PaymentIntentCreateParams => ({
  amount: toStripe(request.amount, request.currency),
  currency: request.currency.toLowerCase(),
  customer: request.customerId,
  ...(request.cardId === null
    ? anyWay(request)
    : { payment_method: request.cardId, allowed_payment_method_types: [request.type ?? 'card'] }),
  description: request.description,
  metadata: {
    reference: request.reference,
    ...(request.subject === undefined ? {} : { subject: request.subject }),
    ...(request.cardId === null ? ANY_WAY : {}),
  },
  ...feeParams(feeOf(place, request.platformFee, request.currency)),
});

/** Unix seconds of an hour before an instant, since two clocks never agree. */
const secondsBefore = (instant: string): number => Math.floor(Date.parse(instant) / 1000) - 3600;

const chargeOf = ({ id, amount, currency, isProcessing, method }: ChargeState): Charge => ({
  id,
  amount,
  currency,
  ...(isProcessing === undefined ? {} : { isProcessing }),
  ...(method === undefined ? {} : { method }),
});

/** Null when the intent is canceled. @throws ProcessorFailure `declined`, or `unavailable` while it has no result. */
const resultOf = (intent: Stripe.PaymentIntent, state = stateFromIntent(intent)): Charge | null => {
  if (state.status === 'succeeded' || state.isProcessing === true) return chargeOf(state);
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

/** The payment intents that a query selects, from about an instant to about another one. */
const intentsOf = (
  stripe: Stripe,
  place: ProcessorAccount,
  [from, until]: readonly [from: string, until?: string],
  more: Stripe.PaymentIntentListParams,
) => {
  const range = { gte: secondsBefore(from), ...(until === undefined ? {} : { lte: secondsBefore(until) + 7200 }) };
  const query = { ...more, created: range, limit: 100 };
  return everyOf((after) => stripe.paymentIntents.list({ ...query, ...after }, optionsOf(place)));
};

/**
 * Creates the payment intent of a charge once for each key. It charges nothing before it is confirmed.
 * @param begunAt when the key may be forgotten: the intent is looked for among the customer's intents since then.
 */
const createIntent = async (
  stripe: Stripe,
  place: ProcessorAccount,
  key: string,
  request: ChargeRequest,
  begunAt: string | undefined,
): Promise<string> => {
  if (begunAt !== undefined) {
    for await (const { id, metadata } of intentsOf(stripe, place, [begunAt], { customer: request.customerId })) {
      if (metadata?.reference === request.reference) return id;
    }
  }
  const created = await stripe.paymentIntents.create(intentParams(place, request), optionsOf(place, key));
  return expected(created, 'payment_intent', 'pi_').id;
};

/** What is read of an intent: the charge that it made last, and what has paid it. */
const EXPANDED = ['latest_charge', 'payment_method'];

const readIntent = async (stripe: Stripe, place: ProcessorAccount, id: string): Promise<Stripe.PaymentIntent> =>
  expected(await stripe.paymentIntents.retrieve(id, { expand: EXPANDED }, optionsOf(place)), 'payment_intent', 'pi_');

/** What a confirmation says of the holder of the card: no one is there, or where the page of the bank leads back to. */
const presence = (returnUrl: string | null | 'alone'): Stripe.PaymentIntentConfirmParams => {
  if (returnUrl === 'alone') return { off_session: true };
  return returnUrl === null ? { use_stripe_sdk: true } : { return_url: returnUrl };
};

/** What a first confirmation may answer while it is not the result yet. A repeat gets the same answer later. */
const UNFINISHED: readonly string[] = ['processing', 'requires_action'];

/**
 * Confirms a payment intent. A repeat gets the stored response of the first confirmation, which may be an error of the
 * processor or that the charge is being made: what has come of it is read from the intent.
 */
const confirmIntent = async (
  stripe: Stripe,
  place: ProcessorAccount,
  key: string,
  id: string,
  returnUrl: string | null | 'alone',
): Promise<Stripe.PaymentIntent> => {
  const params = { ...presence(returnUrl), expand: EXPANDED };
  try {
    const confirmed = await stripe.paymentIntents.confirm(id, params, optionsOf(place, `${key}_confirm`));
    if (!UNFINISHED.includes(expected(confirmed, 'payment_intent', 'pi_').status)) return confirmed;
  } catch (error) {
    const failure = failureFrom(error);
    const isUnclear =
      failure instanceof ProcessorFailure && (failure.retryable || failure.code === 'payment_intent_unexpected_state');
    if (!isUnclear) throw error;
  }
  return readIntent(stripe, place, id);
};

/** The states in which an intent can be canceled, and in which its holder could still confirm it. */
const OPEN: readonly string[] = ['requires_confirmation', 'requires_action', 'requires_payment_method'];

/** Cancels an intent that is open. Returns it as it was if it was declined, else as it is now. */
const cancelIntent = async (stripe: Stripe, place: ProcessorAccount, id: string): Promise<Stripe.PaymentIntent> => {
  const before = await readIntent(stripe, place, id);
  if (!OPEN.includes(before.status)) return before;
  try {
    await stripe.paymentIntents.cancel(id, {}, optionsOf(place));
  } catch (error) {
    // It was paid, or canceled, at this moment.
    const failure = failureFrom(error);
    if (!(failure instanceof ProcessorFailure) || failure.code !== 'payment_intent_unexpected_state') throw error;
    return readIntent(stripe, place, id);
  }
  const wasDeclined = before.status === 'requires_payment_method' && approvalFrom(before) === null;
  return wasDeclined ? before : readIntent(stripe, place, id);
};

const made = (charge: Charge | null): Charge => {
  if (charge === null) throw new ProcessorFailure('rejected', 'This charge was abandoned.', 'abandoned');
  return charge;
};

/** What an intent has saved, with its mandate: a bank redirect leaves a direct debit. */
const withSaved = async (
  stripe: Stripe,
  place: ProcessorAccount,
  intent: Stripe.PaymentIntent,
): Promise<ChargeState> => {
  const state = stateFromIntent(intent);
  const { latest_charge: charge } = intent;
  const details = typeof charge === 'object' && charge !== null ? charge.payment_method_details : null;
  const { methodId, mandateId } = savedIds(details);
  if (state.method === undefined || (methodId === null && mandateId === null)) return state;
  const options = optionsOf(place);
  const mandate =
    mandateId === null
      ? null
      : mandateFrom(expected(await stripe.mandates.retrieve(mandateId, {}, options), 'mandate', 'mandate_'));
  const method =
    methodId === null
      ? { ...state.method, mandate }
      : methodFrom(
          expected(await stripe.paymentMethods.retrieve(methodId, {}, options), 'payment_method', 'pm_'),
          mandate,
        );
  return { ...state, method };
};

/** What an intent has made; undefined where it has made nothing, or does not say what it pays for. */
const madeBy = (intent: Stripe.PaymentIntent): MadeCharge | undefined => {
  const subject = intent.metadata?.subject;
  if (subject === undefined) return undefined;
  const state = stateFromIntent(intent);
  if (state.status !== 'succeeded' && state.isProcessing !== true) return undefined;
  const { amountRefunded, reference } = state;
  return { ...chargeOf(state), amountRefunded, reference, subject };
};

type Call = <T>(place: ProcessorAccount, work: (stripe: Stripe) => Promise<T>) => Promise<T>;

type ChargeCalls = Pick<Processor, 'charge' | 'chargeWithHolder' | 'abandon' | 'readCharge' | 'madeBetween'>;

/** The methods of the port that charge cards, by payment intents. */
export const chargeCalls = (call: Call): ChargeCalls => ({
  charge: (place, key, request, begunAt) =>
    call(place, async (stripe) => {
      const id = await createIntent(stripe, place, key, request, begunAt);
      return made(resultOf(await confirmIntent(stripe, place, key, id, 'alone')));
    }),

  chargeWithHolder: (place, key, request, returnUrl, begunAt) =>
    call(place, async (stripe) => {
      const id = await createIntent(stripe, place, key, request, begunAt);
      // The device confirms what its holder chooses.
      const intent =
        request.cardId === null
          ? await readIntent(stripe, place, id)
          : await confirmIntent(stripe, place, key, id, returnUrl);
      const approval = approvalFrom(intent);
      return approval === null ? made(resultOf(intent, await withSaved(stripe, place, intent))) : { approval };
    }),

  abandon: (place, key, request, begunAt) =>
    call(place, async (stripe) => {
      const id = await createIntent(stripe, place, key, request, begunAt);
      const intent = await cancelIntent(stripe, place, id);
      return resultOf(intent, await withSaved(stripe, place, intent));
    }),

  readCharge: (place, id) =>
    call(place, async (stripe) => {
      if (id.startsWith('pi_')) return withSaved(stripe, place, await readIntent(stripe, place, id));
      // What comes from an account has ids of its own.
      const prefix = id.startsWith('py_') ? 'py_' : 'ch_';
      return stateFromCharge(expected(await stripe.charges.retrieve(id, {}, optionsOf(place)), 'charge', prefix));
    }),

  madeBetween: (place, from, until) =>
    call(place, async (stripe) => {
      const made: MadeCharge[] = [];
      const query = { expand: EXPANDED.map((name) => `data.${name}`) };
      for await (const intent of intentsOf(stripe, place, [from, until], query)) {
        const charge = madeBy(intent);
        if (charge !== undefined) made.push(charge);
      }
      return made;
    }),
});

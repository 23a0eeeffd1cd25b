import type { Stripe } from 'stripe';
import { type Card, type ChargeState, type Place, ProcessorFailure, type Refund, type Setup } from '../port.ts';

/** What the errors of the package are known by; the names of their classes do not survive every build. */
interface StripeTrouble {
  readonly type?: unknown;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly message?: string;
  readonly statusCode?: number;
}

/** Codes by which the processor says that it is too late, or too much. */
const REFUSED: readonly string[] = [
  ...['charge_already_refunded', 'charge_disputed', 'charge_exceeds_source_limit', 'amount_too_large'],
  ...['insufficient_funds', 'payment_intent_unexpected_state', 'setup_intent_unexpected_state'],
];

/** A refund of more than is left has no code of its own: only its words and its parameter tell. */
const isOverBalance = ({ param, message = '' }: StripeTrouble): boolean =>
  param === 'amount' && /greater than unrefunded|amount.*refund/i.test(message);

const isMissing = ({ code, statusCode, param, message = '' }: StripeTrouble): boolean =>
  code === 'resource_missing' ||
  statusCode === 404 ||
  (param === 'payment_method' && /does not belong|not attached|was previously used|detached/i.test(message));

const ofRequest = (trouble: StripeTrouble): ProcessorFailure => {
  const { code = 'invalid_request', message = 'The processor does not take this request.' } = trouble;
  if (isMissing(trouble)) return new ProcessorFailure('not_found', message, 'resource_missing');
  const isRefused = REFUSED.includes(code) || isOverBalance(trouble);
  return new ProcessorFailure(isRefused ? 'refused' : 'invalid', message, code);
};

/** What an error of the package means here. Whatever is not one of its own is passed on. */
export const failureFrom = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ProcessorFailure) return error;
  const trouble = error as StripeTrouble;
  const { code, decline_code: reason, message = '' } = trouble;
  switch (trouble.type) {
    case 'StripeCardError':
      return new ProcessorFailure('declined', message, reason ?? code ?? 'card_declined');
    case 'StripeInvalidRequestError':
      return ofRequest(trouble);
    case 'StripeIdempotencyError':
      return new ProcessorFailure('invalid', 'This idempotency key was used for another request.', 'idempotency_error');
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      // Their words tell of the key.
      return new ProcessorFailure(
        'invalid',
        'The processor does not take the key, or not for this account.',
        'key_refused',
      );
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return new ProcessorFailure('away', `The processor does not answer as it should: ${trouble.type}.`);
    default:
      return error;
  }
};

/**
 * The answer, once it is what was asked for: an answer of anybody else, such as a proxy's 404, resolves like a success.
 * @throws ProcessorFailure `garbage`.
 */
export const expected = <Answer extends { readonly object: string; readonly id: string }>(
  answer: Answer,
  object: Answer['object'],
  prefix: string,
): Answer => {
  if (answer?.object === object && typeof answer.id === 'string' && answer.id.startsWith(prefix)) return answer;
  throw new ProcessorFailure('garbage', `The processor answered something else than a ${object}.`);
};

/** The id of something that is told whole or by its id. */
export const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

/** What may be told of a saved card. */
export const cardFrom = (method: Stripe.PaymentMethod): Card => {
  const { card } = method;
  if (card === undefined || card === null) throw new ProcessorFailure('garbage', 'The saved method is no card.');
  return {
    id: method.id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    funding: card.funding,
    country: card.country,
    billingName: method.billing_details?.name ?? null,
  };
};

const modeOf = ({ livemode }: { readonly livemode: boolean }): Place['mode'] => (livemode ? 'live' : 'test');

interface Refusal {
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
}

const refusalFrom = (given: Refusal | null): Setup['failure'] =>
  given === null
    ? null
    : {
        code: given.decline_code ?? given.code ?? 'card_declined',
        message: given.message ?? 'Your card was declined.',
      };

const SETUP_STATES = ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] as const;

export const setupFrom = (intent: Stripe.SetupIntent, account: string | null): Setup => {
  const { payment_method: method, status } = intent;
  const isWhole = typeof method === 'object' && method !== null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: SETUP_STATES.find((state) => state === status) ?? 'processing',
    place: { mode: modeOf(intent), account },
    methodId: intent.metadata?.methodId ?? '',
    customerId: idOf(intent.customer) ?? '',
    card: status === 'succeeded' && isWhole ? cardFrom(method) : null,
    failure: refusalFrom(intent.last_setup_error),
  };
};

/** A charge as its intent tells it, with the latest charge inside. */
export const stateFromIntent = (intent: Stripe.PaymentIntent): ChargeState => {
  const { latest_charge: charge, status } = intent;
  const isPending = status === 'processing' || status === 'requires_confirmation';
  return {
    id: idOf(charge) ?? intent.id,
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    status: status === 'succeeded' ? 'succeeded' : isPending ? 'pending' : 'failed',
    amountRefunded: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
    reference: intent.metadata?.reference ?? null,
    failure: refusalFrom(intent.last_payment_error),
  };
};

const CHARGE_STATES = ['succeeded', 'pending'] as const;

export const stateFromCharge = (charge: Stripe.Charge): ChargeState => ({
  id: charge.id,
  amount: charge.amount,
  currency: charge.currency.toUpperCase(),
  status: CHARGE_STATES.find((state) => state === charge.status) ?? 'failed',
  amountRefunded: charge.amount_refunded,
  reference: charge.metadata?.reference ?? null,
  failure:
    charge.failure_code === null || charge.failure_code === undefined
      ? null
      : { code: charge.failure_code, message: charge.failure_message ?? '' },
});

export const refundFrom = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  amount: refund.amount,
  status: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'pending' ? 'pending' : settledAs(refund),
  failureCode: refund.failure_reason ?? null,
});

const settledAs = ({ status }: Stripe.Refund): Refund['status'] =>
  status === 'requires_action' ? 'pending' : 'failed';

import type { Stripe } from 'stripe';
import { NameNotFound } from '../../kernel/host-names.ts';
import {
  type Approval,
  type Card,
  type ChargeState,
  type Dispute,
  type ProcessorAccount,
  ProcessorFailure,
  type Refund,
  type Setup,
} from '../port.ts';
import { fromStripe } from './amounts.ts';
import { idOf, mandateFrom, methodFrom, requireFields } from './methods.ts';

/** The fields that identify an error of the package; a build may rename its classes. */
interface StripeFailure {
  readonly type?: unknown;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly message?: string;
  readonly statusCode?: number;
}

/** The codes of requests that are too late or ask for too much. */
const REJECTED: readonly string[] = [
  'charge_already_refunded',
  'charge_disputed',
  'charge_exceeds_source_limit',
  'amount_too_large',
  'insufficient_funds',
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
];

/** A refund of more than is left has no code of its own, only a parameter and a message. */
const exceedsBalance = ({ param, message = '' }: StripeFailure): boolean =>
  param === 'amount' && /greater than unrefunded|amount.*refund/i.test(message);

const isMissing = ({ code, statusCode, param, message = '' }: StripeFailure): boolean =>
  code === 'resource_missing' ||
  statusCode === 404 ||
  (param === 'payment_method' && /does not belong|not attached|was previously used|detached/i.test(message));

const requestFailure = (error: StripeFailure): ProcessorFailure => {
  const { code = 'invalid_request', message = 'The processor rejects this request.' } = error;
  if (isMissing(error)) return new ProcessorFailure('not_found', message, 'resource_missing');
  const isRejected = REJECTED.includes(code) || exceedsBalance(error);
  return new ProcessorFailure(isRejected ? 'rejected' : 'invalid', message, code);
};

/** Converts an error of the package to a ProcessorFailure. Returns any other error as it is. */
export const failureFrom = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ProcessorFailure) return error;
  if (error instanceof NameNotFound) {
    return new ProcessorFailure('unavailable', `The processor is unavailable: ${error.message}.`);
  }
  const failure: StripeFailure = error;
  const { code, decline_code: reason, message = '' } = failure;
  switch (failure.type) {
    case 'StripeCardError':
      return new ProcessorFailure('declined', message, reason ?? code ?? 'card_declined');
    case 'StripeInvalidRequestError':
      return requestFailure(failure);
    case 'StripeIdempotencyError':
      return new ProcessorFailure('invalid', 'This idempotency key was used for another request.', 'idempotency_error');
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      // Their messages contain parts of the key.
      return new ProcessorFailure(
        'unauthorized',
        'Stripe rejects the key (STUDIOD_STRIPE_SECRET_KEY), or its use for the account (STUDIOD_STRIPE_ACCOUNT).',
      );
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return new ProcessorFailure('unavailable', `The processor is unavailable: ${failure.type}.`);
    default:
      return error;
  }
};

/** The package accepts any JSON, even from a proxy. @throws ProcessorFailure `unexpected` for another object. */
export const expected = <Response extends { readonly object: string; readonly id: string }>(
  response: Response,
  object: Response['object'],
  prefix: string,
): Response => {
  if (response?.object === object && typeof response.id === 'string' && response.id.startsWith(prefix)) return response;
  throw new ProcessorFailure('unexpected', `The response of the processor is no ${object}.`);
};

const modeOf = ({ livemode }: { readonly livemode: boolean }): ProcessorAccount['mode'] => (livemode ? 'live' : 'test');

interface LastError {
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
}

/** Stripe leaves the error out where there is none, or sends null. */
const failureOf = (error: LastError | null | undefined): Setup['failure'] =>
  error === null || error === undefined
    ? null
    : {
        code: error.decline_code ?? error.code ?? 'card_declined',
        message: error.message ?? 'Your card was declined.',
      };

const SETUP_STATES = ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] as const;

export const setupFrom = (intent: Stripe.SetupIntent, account: string | null): Setup => {
  requireFields(intent, 'id');
  const { payment_method: method, status } = intent;
  const isWhole = typeof method === 'object' && method !== null;
  const { mandate } = intent;
  const agreed = typeof mandate === 'object' && mandate !== null ? mandateFrom(mandate) : null;
  // The holder has done all there is to do on the page, and enters a code of their statement at Stripe days later.
  const isAtBank = intent.next_action?.type === 'verify_with_microdeposits';
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: (isAtBank ? undefined : SETUP_STATES.find((state) => state === status)) ?? 'processing',
    place: { mode: modeOf(intent), account },
    methodId: intent.metadata?.methodId ?? '',
    customerId: idOf(intent.customer) ?? '',
    card: status === 'succeeded' && isWhole ? methodFrom(method, agreed) : null,
    failure: failureOf(intent.last_setup_error),
  };
};

/** The metadata of an intent for which the holder chooses on the device how to pay. */
export const ANY_WAY = { way: 'any' } as const;

const isAnyWay = ({ metadata }: Stripe.PaymentIntent): boolean => metadata?.way === ANY_WAY.way;

/** The states of such an intent in which its holder can still pay. A refused try is not the end of it. */
const PAYABLE: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** What the holder of a card has to approve of a payment intent, or to pay; null when there is nothing. */
export const approvalFrom = (intent: Stripe.PaymentIntent): Approval | null => {
  const { id, status, client_secret: clientSecret, next_action: next } = intent;
  const isOpen = status === 'requires_action' || (isAnyWay(intent) && PAYABLE.includes(status));
  return isOpen ? { id, clientSecret: clientSecret ?? '', url: next?.redirect_to_url?.url ?? null } : null;
};

/** What has paid an intent, where the response has it. */
const methodOf = ({ payment_method: method }: Stripe.PaymentIntent): Card | null =>
  typeof method === 'object' && method !== null ? methodFrom(method) : null;

/** The state of a charge by its payment intent, with the latest charge expanded. */
export const stateFromIntent = (intent: Stripe.PaymentIntent): ChargeState => {
  requireFields(intent, 'id', 'amount', 'currency', 'status');
  const { latest_charge: charge, status } = intent;
  const approval = approvalFrom(intent);
  const isPending = status === 'processing' || status === 'requires_confirmation' || approval !== null;
  const method = methodOf(intent);
  // A card is only slow; what comes from an account takes days.
  const takesDays = status === 'processing' && method !== null && method.type !== 'card';
  return {
    id: idOf(charge) ?? intent.id,
    amount: fromStripe(intent.amount, intent.currency),
    currency: intent.currency.toUpperCase(),
    status: status === 'succeeded' ? 'succeeded' : isPending ? 'pending' : 'failed',
    approval,
    ...(takesDays ? { isProcessing: true as const } : {}),
    ...(isAnyWay(intent) && method !== null ? { method } : {}),
    amountRefunded:
      typeof charge === 'object' && charge !== null ? fromStripe(charge.amount_refunded ?? 0, intent.currency) : 0,
    reference: intent.metadata?.reference ?? null,
    failure: failureOf(intent.last_payment_error),
  };
};

const CHARGE_STATES = ['succeeded', 'pending'] as const;

export const stateFromCharge = (charge: Stripe.Charge): ChargeState => {
  requireFields(charge, 'id', 'amount', 'currency', 'status');
  const takesDays = charge.status === 'pending' && (charge.payment_method_details?.type ?? 'card') !== 'card';
  return {
    id: charge.id,
    amount: fromStripe(charge.amount, charge.currency),
    currency: charge.currency.toUpperCase(),
    status: CHARGE_STATES.find((state) => state === charge.status) ?? 'failed',
    approval: null,
    ...(takesDays ? { isProcessing: true as const } : {}),
    amountRefunded: fromStripe(charge.amount_refunded ?? 0, charge.currency),
    reference: charge.metadata?.reference ?? null,
    failure: failureOfCharge(charge),
  };
};

/** A charge that has failed may lack its reason. */
const failureOfCharge = ({
  status,
  failure_code: code,
  failure_message: message,
}: Stripe.Charge): ChargeState['failure'] =>
  status === 'failed' || typeof code === 'string'
    ? { code: code ?? 'payment_failed', message: message ?? 'The payment failed.' }
    : null;

export const refundFrom = (refund: Stripe.Refund): Refund => {
  requireFields(refund, 'id', 'amount', 'currency');
  return {
    id: refund.id,
    chargeId: idOf(refund.charge) ?? '',
    amount: fromStripe(refund.amount, refund.currency),
    status: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'pending' ? 'pending' : settledAs(refund),
    failureCode: refund.failure_reason ?? null,
  };
};

const settledAs = ({ status }: Stripe.Refund): Refund['status'] =>
  status === 'requires_action' ? 'pending' : 'failed';

/** A dispute is closed where money was given or kept. A warning is an inquiry, which takes no money. */
const DISPUTE_STATES: Readonly<Record<string, Dispute['status']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

export const disputeFrom = (dispute: Stripe.Dispute): Dispute => {
  requireFields(dispute, 'id', 'charge', 'amount', 'currency');
  return {
    id: dispute.id,
    chargeId: idOf(dispute.charge) ?? '',
    amount: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason ?? 'general',
    status: DISPUTE_STATES[dispute.status ?? ''] ?? 'open',
  };
};

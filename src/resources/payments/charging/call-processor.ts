import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { conflict, Problem } from '../../../kernel/problem.ts';
import {
  type Approval,
  type Charge,
  type ChargeRequest,
  isKeyRejected,
  KEY_REMEMBERED_MS,
  ProcessorFailure,
} from '../../../payments-processor/port.ts';
import { unpackList } from '../../../records/json.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../payment-methods/record.ts';
import type { PaymentRecord } from '../queries.ts';
import type { LineItem } from '../record.ts';
import { type ConfiguredProcessor, isConfiguredFor, placeOf } from './cards.ts';
import type { ChargeFailure, ChargeHandlers, ChargeResult, Made } from './charges.ts';
import { lostCharge } from './lost.ts';
import { chargeById, type Holder, holderOf, subjectOf, waitingOf } from './queries.ts';

/** After how many seconds clients may call an unavailable processor again. */
const RETRY_AFTER = 5;
export const ABANDONED = {
  code: 'abandoned',
  message: 'The processor did not respond in time, and no card was charged.',
};

/** The failure of a charge that its card holder did not approve in time, or at all. */
const NOT_APPROVED = {
  code: 'not_approved',
  message: 'The payment was not approved by the bank, and the card was not charged.',
};

export interface ChargeDeps extends ConfiguredProcessor {
  readonly store: Store;
  readonly handlers: ChargeHandlers;
  /** Whether the account may charge cards yet. @throws ProcessorFailure when the processor cannot be asked. */
  readonly isEnabled: () => Promise<boolean>;
  readonly report: (message: string, error: unknown) => void;
  /** Aborted when the program stops; the next start settles the charges that are open then. */
  readonly signal: AbortSignal;
  /** The ids of the payments for which this process is calling the processor, or is about to. */
  readonly inFlight: Set<string>;
}

/** The result of a charge is not known yet, because of an error if there was one. */
interface NoResult {
  readonly paid: null;
  readonly error: unknown;
}

/** The charge waits until the holder of the card approves it. */
interface Waits {
  readonly paid: 'waits';
  readonly approval: Approval;
}

/** 503: the processor does not answer, or not to these keys, because of an error. */
export const processorUnavailable = (error: unknown, advice: string): Problem => {
  const reason = isKeyRejected(error)
    ? 'The card processor rejects the key of this server. Its operator must fix it first.'
    : 'The card processor is not responding.';
  return new Problem(503, 'processor_unavailable', `${reason} ${advice}`, { retryAfter: RETRY_AFTER });
};

/** The response to a request that failed at the processor, which changed nothing. @throws any other error. */
export const processorProblem = ({ report }: Pick<ChargeDeps, 'report'>, what: string, error: unknown): Problem => {
  if (!(error instanceof ProcessorFailure)) throw error;
  report(what, error);
  return processorUnavailable(error, 'Nothing was changed. Send the request again.');
};

/** @throws Problem 409 `card_payments_not_enabled` in live mode while disabled; 503 without the processor. */
export const requireEnabled = async (deps: ChargeDeps): Promise<void> => {
  if (deps.processor.mode === 'test') return;
  let enabled: boolean;
  try {
    enabled = await deps.isEnabled();
  } catch (error) {
    throw processorProblem(deps, 'asking whether the account may charge cards', error);
  }
  if (enabled) return;
  throw conflict(
    'card_payments_not_enabled',
    'The studio cannot take card payments yet, because its onboarding with the processor is not finished. Cards can be saved in the meantime.',
  );
};

/** What the processor shows of a payment, in characters. Processors take less than a line item may have. */
const MAX_DESCRIPTION_LENGTH = 200;

/** The first line of a payment, cut between characters: half a surrogate pair could not be sent. */
const firstLine = (payment: PaymentRecord): string => {
  const line = unpackList<LineItem>(payment.lineItems)[0]?.description ?? payment.purpose;
  return line.length > MAX_DESCRIPTION_LENGTH ? [...line].slice(0, MAX_DESCRIPTION_LENGTH).join('') : line;
};

/** The request to the processor. It depends only on what never changes, since one key needs one request. */
const requestOf = (
  payment: PaymentRecord,
  card: PaymentMethodRow,
  { attempt, subject }: { readonly attempt: number; readonly subject: string | undefined },
  holder: Holder | null,
): ChargeRequest => ({
  customerId: card.customerId ?? '',
  ...(holder?.isAnyWay === true
    ? { cardId: null, isKept: holder.isKept === true }
    : { cardId: card.cardId ?? '', ...(card.type === 'card' ? {} : { type: card.type }) }),
  amount: payment.amount,
  currency: payment.currency,
  description: firstLine(payment),
  platformFee: payment.platformFeeAmount,
  reference: `${payment.id} ${attempt}`,
  ...(subject === undefined ? {} : { subject }),
});

/** The final failure that an error of the processor means; undefined when the result of the charge is unknown. */
const failureOf = (error: unknown): ChargeFailure | undefined => {
  if (!(error instanceof ProcessorFailure) || error.retryable) return undefined;
  return { code: error.code, message: error.message };
};

/** `createdAt` of a row whose idempotency key the processor may have forgotten; undefined while it remembers. */
export const forgottenSince = (read: Read, { createdAt }: { readonly createdAt: string }): string | undefined =>
  epochOf(createdAt) + KEY_REMEMBERED_MS < read.nowMs ? createdAt : undefined;

/** Where the page of the bank leads back to, which has the purchase in its query. */
const backTo = ({ returnUrl }: Holder, { id }: PaymentRecord): string | null => {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('purchase_id', id);
  return url.href;
};

const attemptCharge = async (
  deps: ChargeDeps,
  payment: PaymentRecord,
  isAbandoned: boolean,
): Promise<ChargeResult | NoResult | Waits> => {
  const read = deps.store.view();
  const charge = chargeById(read, payment.id);
  const card = charge && PaymentMethod.rows.find(read, charge.methodId);
  if (charge === undefined || card === undefined) throw new Error(`the payment '${payment.id}' has no card`);
  if (!isConfiguredFor(card, deps)) {
    deps.report(`the payment ${payment.id} needs the ${card.processor} processor in ${card.mode} mode`, undefined);
    return { paid: null, error: undefined };
  }
  const holder = holderOf(charge);
  const { attempt } = charge;
  const request = requestOf(payment, card, { attempt, subject: subjectOf(charge) }, holder);
  const key = `charge_${payment.id}_${attempt}`;
  // A removed card is no longer charged, but it may have been charged before its removal.
  const isGivenUp = isAbandoned || (card.status !== 'active' && holder?.isAnyWay !== true);
  const { processor } = deps;
  const [place, begunAt] = [placeOf(deps), forgottenSince(read, payment)];
  const ask = async (): Promise<(Charge & Pick<Made, 'amountRefunded'>) | { readonly approval: Approval } | null> => {
    const lost = await lostCharge(deps, place, request);
    if (lost !== undefined) return lost;
    if (isGivenUp) return processor.abandon(place, key, request, begunAt);
    if (holder === null) return processor.charge(place, key, request, begunAt);
    return processor.chargeWithHolder(place, key, request, backTo(holder, payment), begunAt);
  };
  try {
    const response = await ask();
    if (response === null) return { paid: false, ...(waitingOf(charge) === undefined ? ABANDONED : NOT_APPROVED) };
    if ('approval' in response) return { paid: 'waits', approval: response.approval };
    if (response.amount === request.amount && response.currency === request.currency) {
      const paid = response.isProcessing === true ? 'processing' : true;
      return { paid, chargeId: response.id, method: response.method, amountRefunded: response.amountRefunded };
    }
    throw new ProcessorFailure('unexpected', `It answered ${response.amount} ${response.currency} for another charge.`);
  } catch (error) {
    const failure = failureOf(error);
    const isDeclined = error instanceof ProcessorFailure && error.kind === 'declined';
    if (failure === undefined || !isDeclined) deps.report(`charging the payment ${payment.id}`, error);
    return failure === undefined ? { paid: null, error } : { paid: false, ...failure };
  }
};

/** Charges a payment once, or abandons its charge. */
export const callProcessor = async (
  deps: ChargeDeps,
  payment: PaymentRecord,
  isAbandoned: boolean,
): Promise<ChargeResult | NoResult | Waits> => {
  deps.inFlight.add(payment.id);
  try {
    return await attemptCharge(deps, payment, isAbandoned);
  } finally {
    deps.inFlight.delete(payment.id);
  }
};

import type { Tx } from '../../../database/database.ts';
import type { Conclude, Concluded } from '../../../http/operations/call.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { ProcessorFailure, type Setup } from '../../../payments-processor/port.ts';
import { type ChargeDeps, processorProblem } from '../../payments/charging/call-processor.ts';
import { isConfiguredFor, placeOf } from '../../payments/charging/cards.ts';
import { activateMethod, canSaveMore, requireBelowLimit } from '../payment-methods.ts';
import { type CardOwner, findMethod } from '../queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../record.ts';

const setupFailed = (message: string, code = 'setup_failed'): Problem =>
  conflict('payment_method_setup_failed', message, [{ param: 'id', code, message }]);

/** 409 for a setup that is not in the configured mode and account, or not of this payment method. */
const mismatch = (deps: ChargeDeps, { id, processor, mode, account }: PaymentMethodRow): Problem => {
  const setup = `the setup of ${id} belongs to ${processor}, ${mode}, account ${account}`;
  deps.report(`${setup}, which differs from the configuration or from the setup at the processor`, undefined);
  return setupFailed('This setup was begun with other processor keys. Start again.', 'mode_mismatch');
};

/** @throws Problem 409 when a setup has another mode, account, customer or payment method than the one begun. */
const checkSetup = (deps: ChargeDeps, method: PaymentMethodRow, { place, methodId, customerId }: Setup): void => {
  const isSame = methodId === method.id && customerId === method.customerId;
  if (!isSame || place.mode !== method.mode || place.account !== method.account) throw mismatch(deps, method);
};

/** @throws Problem 409 for a setup that has not succeeded. */
const requireSucceeded = ({ status, failure }: Setup): void => {
  if (status === 'succeeded') return;
  if (status === 'canceled') throw setupFailed('This setup was canceled. Start again.', 'setup_cancelled');
  if (status === 'requires_payment_method' && failure !== null) {
    const message = `The card was declined: ${failure.message} You can try another card with the same client secret.`;
    throw setupFailed(message, failure.code);
  }
  const message =
    status === 'processing'
      ? 'The bank takes days to confirm this account. It is saved as soon as the bank has confirmed it.'
      : 'The card has not been confirmed with the processor yet. Confirm it with the client secret first.';
  throw conflict('payment_method_setup_incomplete', message, [{ param: 'id', code: status, message }]);
};

const readSetup = async (deps: ChargeDeps, method: PaymentMethodRow, setupId: string): Promise<Setup> => {
  try {
    return await deps.processor.readSetup(placeOf(deps), setupId);
  } catch (error) {
    if (error instanceof ProcessorFailure && error.kind === 'not_found') throw mismatch(deps, method);
    throw processorProblem(deps, `reading the setup of ${method.id}`, error);
  }
};

/** Activates the payment method of a setup that succeeded. Doing so again changes nothing. */
const activateSetup = (tx: Tx, methodId: string, setup: Setup): void => {
  const method = PaymentMethod.rows.find(tx, methodId);
  if (method?.status === 'pending' && setup.card !== null) activateMethod(tx, method, setup.card);
};

/** Activates a confirmed setup that is not completed, within the limit of cards. Returns whether it is active. */
export const activateConfirmed = (tx: Tx, { id, clientId }: PaymentMethodRow, setup: Setup): boolean => {
  if (canSaveMore(tx, clientId)) activateSetup(tx, id, setup);
  return PaymentMethod.rows.find(tx, id)?.status === 'active';
};

/**
 * Finishes saving a card that was confirmed at the processor (`completePaymentMethod`, `completeClientPaymentMethod`). Repeated and concurrent
 * requests activate it once.
 * @throws Problem 404; 409 `payment_method_setup_incomplete`, `payment_method_setup_failed` or `payment_method_limit`; 503
 *   `processor_unavailable`.
 */
export const completeSetup = async (
  deps: ChargeDeps,
  owner: CardOwner,
  method: PaymentMethodRow,
  conclude: Conclude,
): Promise<Concluded> => {
  const { id } = method;
  if (method.status === 'active') return conclude((tx) => PaymentMethod.view(findMethod(tx, owner, id)));
  if (!isConfiguredFor(method, deps)) throw mismatch(deps, method);
  if (method.setupId === null)
    throw setupFailed('This setup never reached the processor. Start again.', 'setup_unknown');
  const setup = await readSetup(deps, method, method.setupId);
  checkSetup(deps, method, setup);
  requireSucceeded(setup);
  return conclude((tx) => {
    const { status, clientId } = findMethod(tx, owner, id);
    if (status === 'pending') requireBelowLimit(tx, clientId, owner.siteId);
    activateSetup(tx, id, setup);
    return PaymentMethod.view(findMethod(tx, owner, id));
  });
};

import type { Tx } from '../../database/database.ts';
import {
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type ProcessorAccount,
  ProcessorFailure,
  type Refund,
  type RefundRequest,
} from '../port.ts';
import { EXPIRED, isExpired } from './cards.ts';
import { accountOf, createOnce, getObject, type KeyedObject, putObject } from './objects.ts';
import type { StoredCard } from './setups.ts';

export interface StoredCharge extends ChargeRequest, KeyedObject {
  readonly declined: boolean;
  /** Whether it was declined because the card had expired; otherwise it had no funds. */
  readonly isExpired?: boolean;
  /** It was not made and never will be. */
  readonly abandoned: boolean;
  readonly amountRefunded: number;
}

const NO_FUNDS = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' };

/** Makes a charge, or stores that it is abandoned, once for each key. */
export const chargeOnce = (
  tx: Tx,
  place: ProcessorAccount,
  key: string,
  request: ChargeRequest,
  abandoned: boolean,
): StoredCharge =>
  createOnce<StoredCharge>(tx, place, key, 'charge', request, (id) => {
    const charge = { id: `ch_${id}`, key, ...request, declined: false, abandoned, amountRefunded: 0 };
    if (abandoned) return charge;
    const card = getObject<StoredCard>(tx, place, 'card', request.cardId);
    if (card.isDetached || card.customerId !== request.customerId) {
      throw new ProcessorFailure('not_found', `No such card of this customer: '${card.id}'`, 'resource_missing');
    }
    if (isExpired(card, tx.now)) return { ...charge, declined: true, isExpired: true };
    return { ...charge, declined: card.onCharge === 'no_funds' };
  });

/** Why a charge was declined; null when it was not. */
const failureOf = ({ declined, isExpired: hasExpired }: StoredCharge): ChargeState['failure'] => {
  if (!declined) return null;
  return hasExpired === true ? EXPIRED : NO_FUNDS;
};

/** @throws ProcessorFailure `declined`. */
export const chargeOf = (charge: StoredCharge): Charge => {
  const { id, amount, currency } = charge;
  const failure = failureOf(charge);
  if (failure !== null) throw new ProcessorFailure('declined', failure.message, failure.code);
  return { id, amount, currency };
};

export const chargeState = (charge: StoredCharge): ChargeState => ({
  id: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  status: charge.declined || charge.abandoned ? 'failed' : 'succeeded',
  amountRefunded: charge.amountRefunded,
  reference: charge.reference,
  failure: failureOf(charge),
});

/** Refunds a charge once for each key. @throws ProcessorFailure `rejected` for more than is left. */
export const refundOnce = (tx: Tx, place: ProcessorAccount, key: string, request: RefundRequest): Refund =>
  createOnce<Refund & KeyedObject>(tx, place, key, 'refund', request, (id) => {
    const charge = getObject<StoredCharge>(tx, place, 'charge', request.chargeId);
    const amountRefunded = charge.amountRefunded + request.amount;
    if (charge.declined || amountRefunded > charge.amount || request.currency !== charge.currency) {
      throw new ProcessorFailure('rejected', 'More than is left of the charge.', 'amount_too_large');
    }
    putObject(tx, accountOf(place), 'charge', { ...charge, amountRefunded });
    return { id: `re_${id}`, key, amount: request.amount, status: 'succeeded', failureCode: null };
  });

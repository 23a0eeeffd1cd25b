import type { Read, Tx } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import {
  type Approval,
  type Card,
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type MadeCharge,
  type ProcessorAccount,
  ProcessorFailure,
  type Refund,
  type RefundRequest,
} from '../port.ts';
import { EXPIRED, isExpired } from './cards.ts';
import { type Debit, debitOf, RETURNED } from './debits.ts';
import { accountOf, createOnce, findObject, getObject, type KeyedObject, putObject } from './objects.ts';
import { publishableKey, type StoredCard } from './setups.ts';

/** The holder of the card is there. */
interface Holder {
  /** The client secret, sealed. */
  readonly sealedSecret: string;
  readonly returnUrl: string | null;
}

export interface StoredCharge extends ChargeRequest, KeyedObject {
  readonly declined: boolean;
  /** Why it was declined; by default the card had no funds. */
  readonly isExpired?: boolean;
  readonly needsHolder?: boolean;
  /** How its holder is asked to approve it. */
  readonly holder?: Holder & { readonly isRefused: boolean };
  readonly abandoned: boolean;
  readonly amountRefunded: number;
  /** Of what takes days. */
  readonly debit?: Debit;
  /** What the holder has chosen on the device. */
  readonly method?: Card;
}

const NO_FUNDS = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' };
/** No one is there to approve a charge of a saved card, so it is declined. */
const NEEDS_HOLDER = {
  code: 'authentication_required',
  message: 'The card requires authentication by its holder.',
};

const REFUSED = {
  code: 'payment_intent_authentication_failure',
  message: 'The bank declined this payment.',
};

/** What becomes of a new charge: no one is there, its holder is, or it is abandoned. */
export type Making = 'alone' | 'abandoned' | ((id: string) => Holder);

/** A charge that its holder has to approve. */
export const waitingCharge = (
  id: string,
  { key = id, ...request }: ChargeRequest & { readonly key?: string },
  holder: Holder,
): StoredCharge => ({
  id,
  key,
  ...request,
  declined: true,
  abandoned: false,
  amountRefunded: 0,
  needsHolder: true,
  holder: { ...holder, isRefused: false },
});

/** Makes a charge, or stores that it is abandoned, once for each key. */
export const chargeOnce = (
  tx: Tx,
  place: ProcessorAccount,
  key: string,
  request: ChargeRequest,
  making: Making,
): StoredCharge =>
  createOnce<StoredCharge>(tx, place, key, 'charge', request, (created) => {
    const id = `ch_${created}`;
    const abandoned = making === 'abandoned';
    const charge = { id, key, ...request, declined: false, abandoned, amountRefunded: 0 };
    if (abandoned) return charge;
    if (request.cardId === null) {
      if (typeof making === 'function') return waitingCharge(id, { ...request, key }, making(id));
      throw new ProcessorFailure('invalid', 'No card is charged.', 'parameter_missing');
    }
    const card = getObject<StoredCard>(tx, place, 'card', request.cardId);
    if (card.isDetached || card.customerId !== request.customerId) {
      throw new ProcessorFailure('not_found', `No such card of this customer: '${card.id}'`, 'resource_missing');
    }
    if (isExpired(card, tx.now)) return { ...charge, declined: true, isExpired: true };
    if (card.onCharge === 'require_action') {
      return typeof making === 'function'
        ? waitingCharge(id, { ...request, key }, making(id))
        : { ...charge, declined: true, needsHolder: true };
    }
    const debit = card.outcome === undefined ? {} : { debit: debitOf(card.outcome, tx.nowMs) };
    return { ...charge, ...debit, declined: card.onCharge === 'no_funds' };
  });

const change = (tx: Tx, place: ProcessorAccount, charge: StoredCharge, patch: Partial<StoredCharge>): StoredCharge =>
  putObject(tx, accountOf(place), 'charge', { ...charge, ...patch });

/** Whether its holder may still approve it. */
const isWaiting = ({ declined, abandoned, holder }: StoredCharge): boolean =>
  declined && !abandoned && holder !== undefined && !holder.isRefused;

/** What the holder decides at their bank. What is decided, or abandoned, stays so. */
export const decide = (tx: Tx, place: ProcessorAccount, charge: StoredCharge, isApproved: boolean): StoredCharge => {
  const { holder } = charge;
  if (holder === undefined || !isWaiting(charge)) return charge;
  return change(tx, place, charge, isApproved ? { declined: false } : { holder: { ...holder, isRefused: true } });
};

/** What the holder pays with, of all ways to pay. What is paid, or abandoned, stays so. */
export const payBy = (
  tx: Tx,
  place: ProcessorAccount,
  charge: StoredCharge,
  method: Card,
  debit: Debit | undefined,
): StoredCharge =>
  isWaiting(charge)
    ? change(tx, place, charge, { declined: false, method, ...(debit === undefined ? {} : { debit }) })
    : charge;

/** The holder of a charge goes to a bank, whose page leads back. */
export const leadBack = (
  tx: Tx,
  place: ProcessorAccount,
  charge: StoredCharge,
  returnUrl: string,
  method: Card,
): StoredCharge =>
  charge.holder === undefined ? charge : change(tx, place, charge, { holder: { ...charge.holder, returnUrl }, method });

export const abandonWaiting = (tx: Tx, place: ProcessorAccount, charge: StoredCharge): StoredCharge =>
  isWaiting(charge) ? change(tx, place, charge, { abandoned: true }) : charge;

/** What the holder of a charge still has to approve. The page for it has a path: it is on this server. */
export const approvalOf = (
  charge: StoredCharge,
  place: ProcessorAccount,
  open: (sealed: string) => string,
): Approval | null => {
  const { id, holder } = charge;
  if (holder === undefined || !isWaiting(charge)) return null;
  const clientSecret = open(holder.sealedSecret);
  const query = new URLSearchParams({ publishableKey: publishableKey(place), clientSecret });
  const url = holder.returnUrl === null ? null : `/sandbox/processor/approval?${query}`;
  return { id, clientSecret, url };
};

/** Why a charge was declined, or returned; null when it was not. */
const failureOf = (
  { declined, isExpired: hasExpired, needsHolder, holder, debit }: StoredCharge,
  now: string,
): ChargeState['failure'] => {
  if (debit?.outcome === 'fails' && debit.endsAt <= now) return RETURNED;
  if (!declined) return null;
  if (holder?.isRefused === true) return REFUSED;
  if (needsHolder === true) return NEEDS_HOLDER;
  return hasExpired === true ? EXPIRED : NO_FUNDS;
};

const takesDays = ({ debit, declined, abandoned }: StoredCharge, now: string): boolean =>
  debit !== undefined && !declined && !abandoned && debit.endsAt > now;

const paidWith = (charge: StoredCharge, now: string): Pick<Charge, 'isProcessing' | 'method'> => ({
  ...(takesDays(charge, now) ? { isProcessing: true } : {}),
  ...(charge.method === undefined ? {} : { method: charge.method }),
});

const statusOf = (charge: StoredCharge, approval: Approval | null, now: string): ChargeState['status'] => {
  if (approval !== null || takesDays(charge, now)) return 'pending';
  return charge.abandoned || failureOf(charge, now) !== null ? 'failed' : 'succeeded';
};

/** @throws ProcessorFailure `declined`. */
export const chargeOf = (charge: StoredCharge, now: string): Charge => {
  const { id, amount, currency } = charge;
  const failure = failureOf(charge, now);
  if (failure !== null) throw new ProcessorFailure('declined', failure.message, failure.code);
  return { id, amount, currency, ...paidWith(charge, now) };
};

export const chargeState = (charge: StoredCharge, approval: Approval | null, now: string): ChargeState => ({
  id: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  ...paidWith(charge, now),
  status: statusOf(charge, approval, now),
  approval,
  amountRefunded: charge.amountRefunded,
  reference: charge.reference,
  failure: approval === null ? failureOf(charge, now) : null,
});

const WITH_SUBJECT = `select "body" from "sandboxProcessor" where "kind" = 'charge' and "account" = ? and "id" >= ? and "id" <= ?
  and "body" ->> '$.subject' is not null order by "id"`;

/** The charges from one instant to another that say what they pay for, and were made or are taking days at the bank. */
export const madeBetween = (read: Read, place: ProcessorAccount, from: string, until: string): MadeCharge[] =>
  read.db
    .query<{ body: string }, string[]>(WITH_SUBJECT)
    .all(accountOf(place), `ch_${idLowerBound(epochOf(from))}`, `ch_${idLowerBound(epochOf(until) + HOUR_MS)}`)
    .flatMap(({ body }) => {
      const charge: StoredCharge = JSON.parse(body);
      const { id, amount, currency, amountRefunded, reference, subject } = charge;
      if (subject === undefined || charge.abandoned || failureOf(charge, read.now) !== null) return [];
      return [{ id, amount, currency, ...paidWith(charge, read.now), amountRefunded, reference, subject }];
    });

/** Refunds a charge once for each key. @throws ProcessorFailure `rejected` for more than is left. */
export const refundOnce = (tx: Tx, place: ProcessorAccount, key: string, request: RefundRequest): Refund =>
  createOnce<Refund & KeyedObject>(tx, place, key, 'refund', request, (id) => {
    const charge = getObject<StoredCharge>(tx, place, 'charge', request.chargeId);
    const amountRefunded = charge.amountRefunded + request.amount;
    if (charge.declined || charge.abandoned || amountRefunded > charge.amount || request.currency !== charge.currency) {
      throw new ProcessorFailure('rejected', 'More than is left of the charge.', 'amount_too_large');
    }
    putObject(tx, accountOf(place), 'charge', { ...charge, amountRefunded });
    const { chargeId, amount } = request;
    return { id: `re_${id}`, key, chargeId, amount, status: 'succeeded', failureCode: null };
  });

const UNDER_WAY = `select "body" from "sandboxProcessor" where "kind" = 'charge' and "account" = ?
  and "body" ->> '$.debit.reported' < 1 + ("body" ->> '$.debit.disputedAt' is not null)
    + ("body" ->> '$.debit.wonAt' is not null) limit 1000`;

/** The charges that take days, or may be disputed. */
export const debitsUnderWay = (read: Read, place: ProcessorAccount): (StoredCharge & { readonly debit: Debit })[] =>
  read.db
    .query<{ body: string }, [string]>(UNDER_WAY)
    .all(accountOf(place))
    .map(({ body }) => JSON.parse(body));

/** Notes how many of the events of a debit were taken. */
export const noteReported = (tx: Tx, place: ProcessorAccount, id: string, reported: number): void => {
  const charge = findObject<StoredCharge>(tx, accountOf(place), 'charge', id);
  if (charge?.debit !== undefined) change(tx, place, charge, { debit: { ...charge.debit, reported } });
};

import type { Tx } from '../../database/database.ts';
import { type Card, type ProcessorAccount, ProcessorFailure, type Setup } from '../port.ts';
import { type EnteredCard, EXPIRED, isExpired, type TestCard, testCardOf } from './cards.ts';
import { type Debit, type DeviceWay, methodOfWay, outcomeOf } from './debits.ts';
import { accountOf, findObject, putObject } from './objects.ts';

/** A stored setup; its client secret is sealed. */
export interface StoredSetup extends Omit<Setup, 'clientSecret'> {
  readonly sealedSecret: string;
  /** The card that the member has to approve. */
  readonly waiting: TestCard | null;
}

export interface StoredCard extends Card {
  readonly onCharge: TestCard['onCharge'];
  /** What becomes of its debits; absent for a card. */
  readonly outcome?: Debit['outcome'];
  readonly customerId: string;
  readonly isDetached: boolean;
}

const KEY = 'pk_test_sandbox';
const UNKNOWN_SETUP = 'No such setup intent. Check that the publishable key and the client secret belong together.';

/** Each account has a publishable key of its own. */
export const publishableKey = ({ account }: ProcessorAccount): string => (account === null ? KEY : `${KEY}_${account}`);

const accountOfKey = (key: string): string => (key === KEY ? '' : key.slice(KEY.length + 1));

/** The place whose publishable key a device has. */
export const placeOfKey = (key: string): ProcessorAccount => ({ mode: 'test', account: accountOfKey(key) || null });

export const cardOf = ({
  onCharge: _charge,
  outcome: _outcome,
  customerId: _customer,
  isDetached: _detached,
  ...card
}: StoredCard): Card => card;

export const isFinal = ({ status }: StoredSetup): boolean => status === 'succeeded' || status === 'canceled';

/**
 * The setup with a client secret.
 * @param open opens a sealed secret.
 * @throws ProcessorFailure `not_found` when the publishable key and the secret do not belong together.
 */
export const setupOfSecret = (tx: Tx, key: string, secret: string, open: (sealed: string) => string): StoredSetup => {
  const setup = findObject<StoredSetup>(tx, accountOfKey(key), 'setup', secret.split('_secret_')[0] ?? '');
  if (setup !== undefined && publishableKey(setup.place) === key && open(setup.sealedSecret) === secret) return setup;
  throw new ProcessorFailure('not_found', UNKNOWN_SETUP, 'resource_missing');
};

const change = (tx: Tx, setup: StoredSetup, patch: Partial<StoredSetup>): StoredSetup =>
  putObject(tx, accountOf(setup.place), 'setup', { ...setup, ...patch });

const saveCard = (tx: Tx, setup: StoredSetup, { onSetup: _, ...card }: TestCard): StoredSetup => {
  const stored: StoredCard = { id: `pm_${tx.id()}`, ...card, customerId: setup.customerId, isDetached: false };
  putObject(tx, accountOf(setup.place), 'card', stored);
  return change(tx, setup, { status: 'succeeded', card: cardOf(stored), waiting: null, failure: null });
};

const failureOf = (tx: Tx, card: TestCard | undefined, entered: EnteredCard) => {
  if (card === undefined) return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  if (isExpired(entered, tx.now)) return EXPIRED;
  if (card.onSetup === 'decline') return { code: 'card_declined', message: 'Your card was declined.' };
  return undefined;
};

/** Confirms a setup with a card, as the card form on the member's device does. */
export const confirmSetup = (tx: Tx, setup: StoredSetup, entered: EnteredCard): StoredSetup => {
  const card = testCardOf(entered);
  const failure = failureOf(tx, card, entered);
  if (card !== undefined && failure === undefined) {
    if (card.onSetup === 'accept') return saveCard(tx, setup, card);
    return change(tx, setup, { status: 'requires_action', failure: null, waiting: card });
  }
  return change(tx, setup, { status: 'requires_payment_method', failure: failure ?? null, waiting: null });
};

export const approveSetup = (tx: Tx, setup: StoredSetup): StoredSetup =>
  setup.waiting === null ? setup : saveCard(tx, setup, setup.waiting);

/** Saves what the holder has chosen of all ways to pay, which has no form of ours. */
export const saveWay = (
  tx: Tx,
  { customerId, place }: Pick<StoredSetup, 'customerId' | 'place'>,
  card: Card,
  outcome: Debit['outcome'] | undefined,
): StoredCard => {
  const saved = outcome === undefined ? {} : { outcome };
  return putObject(tx, accountOf(place), 'card', {
    ...card,
    ...saved,
    onCharge: 'accept' as const,
    customerId,
    isDetached: false,
  });
};

/** Confirms a setup with any way to pay. */
export const confirmWay = (tx: Tx, setup: StoredSetup, way: DeviceWay, iban: string | undefined): StoredSetup => {
  const outcome = way === 'debit' ? outcomeOf(iban ?? '') : undefined;
  if (way === 'debit' && outcome === undefined) return change(tx, setup, { failure: BAD_ACCOUNT });
  const card = methodOfWay(way, { id: `pm_${tx.id()}`, iban, now: tx.now });
  saveWay(tx, setup, card, outcome);
  return change(tx, setup, { status: 'succeeded', card, waiting: null, failure: null });
};

export const BAD_ACCOUNT = { code: 'invalid_bank_account_iban', message: 'The IBAN is invalid.' };

export const cancelSetup = (tx: Tx, setup: StoredSetup): StoredSetup =>
  isFinal(setup) ? setup : change(tx, setup, { status: 'canceled' });

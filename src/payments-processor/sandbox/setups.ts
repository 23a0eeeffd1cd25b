import type { Read, Tx } from '../../database/database.ts';
import { type Card, type ProcessorAccount, ProcessorFailure, type Setup } from '../port.ts';
import { type EnteredCard, EXPIRED, isExpired, type TestCard, testCardOf } from './cards.ts';
import { type Debit, type DeviceWay, methodOfWay, outcomeOf } from './debits.ts';
import { accountOf, findObject, putObject } from './objects.ts';

/** A stored setup; its client secret is sealed. */
export interface StoredSetup extends Omit<Setup, 'clientSecret'> {
  readonly sealedSecret: string;
  /** The card that the member has to approve. */
  readonly waiting: TestCard | null;
  /** Any way to pay may be saved, not only cards. */
  readonly isAnyWay?: true;
  /** Where the page of a bank leads back to. */
  readonly returnUrl?: string;
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
export const setupOfSecret = (tx: Read, key: string, secret: string, open: (sealed: string) => string): StoredSetup => {
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

const REFUSED = {
  code: 'setup_intent_authentication_failure',
  message: 'The bank declined to save this.',
};

/** What the holder decides of a setup at the bank: of the card that waits, or of the account that the bank's page debits. */
export const approveSetup = (tx: Tx, setup: StoredSetup, isApproved: boolean): StoredSetup => {
  if (setup.status !== 'requires_action') return setup;
  if (!isApproved) {
    return change(tx, setup, { status: 'requires_payment_method', failure: REFUSED, waiting: null });
  }
  return setup.waiting === null ? confirmWay(tx, setup, { way: 'redirect' }) : saveCard(tx, setup, setup.waiting);
};

/** Where the page of the bank leads back to: the address has what Stripe adds to it. */
export const backFrom = ({ id, status, returnUrl = '/' }: StoredSetup, clientSecret: string): string => {
  if (!URL.canParse(returnUrl)) return '/';
  const url = new URL(returnUrl);
  url.searchParams.set('setup_intent', id);
  url.searchParams.set('setup_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
};

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

/** The account that a bank redirect leaves, as iDEAL does. */
const ACCOUNT_OF_BANK = 'DE89370400440532013000';

interface ChosenWay {
  readonly way: DeviceWay;
  /** Of a debit. */
  readonly iban?: string | undefined;
  /** Where the page of the bank leads back to, for a redirect. */
  readonly returnUrl?: string | undefined;
}

/**
 * Confirms a setup with any way to pay. A redirect with a `returnUrl` waits for what is decided at the bank.
 * @throws ProcessorFailure `invalid` for a setup that saves cards alone.
 */
export const confirmWay = (tx: Tx, setup: StoredSetup, { way, iban, returnUrl }: ChosenWay): StoredSetup => {
  if (setup.isAnyWay !== true) {
    throw new ProcessorFailure('invalid', 'This setup saves cards alone.', 'payment_method_type_not_allowed');
  }
  if (way === 'redirect' && returnUrl !== undefined) {
    return change(tx, setup, { status: 'requires_action', failure: null, waiting: null, returnUrl });
  }
  const account = way === 'redirect' ? ACCOUNT_OF_BANK : (iban ?? '');
  const outcome = way === 'wallet' ? undefined : outcomeOf(account);
  if (way !== 'wallet' && outcome === undefined) {
    return change(tx, setup, { status: 'requires_payment_method', failure: BAD_ACCOUNT, waiting: null });
  }
  const saved = way === 'redirect' ? 'debit' : way;
  const card = methodOfWay(saved, { id: `pm_${tx.id()}`, iban: account, now: tx.now });
  saveWay(tx, setup, card, outcome);
  return change(tx, setup, { status: 'succeeded', card, waiting: null, failure: null });
};

export const BAD_ACCOUNT = { code: 'invalid_bank_account_iban', message: 'The IBAN is invalid.' };

export const cancelSetup = (tx: Tx, setup: StoredSetup): StoredSetup =>
  isFinal(setup) ? setup : change(tx, setup, { status: 'canceled' });

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import {
  type Card,
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type Place,
  type Processor,
  type ProcessorEvent,
  ProcessorFailure,
  type Refund,
  type Setup,
} from '../port.ts';
import { type KnownCard, knownCard, type TypedCard } from './cards.ts';
import { findObject, getObject, once, putObject } from './objects.ts';

const KEY = 'pk_test_sandbox';
const UNKNOWN_SETUP = 'No such setup intent. Check that the publishable key and the client secret belong together.';
const NO_FUNDS = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' };

/** A setup as it is kept: its secret only sealed. */
interface KeptSetup extends Omit<Setup, 'clientSecret'> {
  readonly sealedSecret: string;
  /** The card that waits for the member's click. */
  readonly waiting: KnownCard | null;
}

interface KeptCard extends Card {
  readonly onCharge: KnownCard['onCharge'];
  readonly customerId: string;
  readonly isDetached: boolean;
}

interface KeptCharge extends ChargeRequest {
  readonly id: string;
  readonly declined: boolean;
  /** It never happened and never will. */
  readonly abandoned: boolean;
  readonly amountRefunded: number;
}

type KeptRefund = Refund & { readonly id: string };

/** What a confirmation on the member's device answers. */
interface Confirmation {
  readonly status: Setup['status'];
  readonly error?: { readonly code: string; readonly message: string };
}

/** The embedded processor: the port, and what the member's device and the outside world do to it. */
export interface SandboxProcessor extends Processor {
  /** The confirm step: it takes the publishable key and the client secret, never our API key. */
  confirm(publishableKey: string, clientSecret: string, card: TypedCard): Promise<Confirmation>;
  /** The member's click on a card that asks for one. */
  approve(publishableKey: string, clientSecret: string): Promise<Confirmation>;
  /** The signature of an inbound message. */
  sign(body: string): Promise<string>;
}

const sandboxKey = ({ account }: Place): string => (account === null ? KEY : `${KEY}_${account}`);
const accountOfKey = (key: string): string => (key === KEY ? '' : key.slice(KEY.length + 1));
const accountOf = ({ account }: Place): string => account ?? '';
const digest = (secret: string, body: string): Buffer => createHmac('sha256', secret).update(body).digest();

const cardOf = ({ onCharge: _charge, customerId: _customer, isDetached: _detached, ...card }: KeptCard): Card => card;

/** Saves the card of a setup that succeeds. */
const saved = (tx: Tx, setup: KeptSetup, known: KnownCard): KeptSetup => {
  const { onSetup: _, ...told } = known;
  const kept: KeptCard = { id: `pm_${tx.id()}`, ...told, customerId: setup.customerId, isDetached: false };
  putObject(tx, accountOf(setup.place), 'card', kept);
  const done = { status: 'succeeded', card: cardOf(kept), waiting: null, failure: null } as const;
  return putObject(tx, accountOf(setup.place), 'setup', { ...setup, ...done });
};

const refusalOf = (card: KnownCard | undefined): Setup['failure'] => {
  if (card === undefined) return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  return card.onSetup === 'ask' ? null : { code: 'card_declined', message: 'Your card was declined.' };
};

const tryCard = (tx: Tx, setup: KeptSetup, typed: TypedCard): KeptSetup => {
  const card = knownCard(typed);
  if (card !== undefined && card.onSetup === 'accept') return saved(tx, setup, card);
  const failure = refusalOf(card);
  const turned =
    failure === null && card !== undefined
      ? ({ status: 'requires_action', failure, waiting: card } as const)
      : ({ status: 'requires_payment_method', failure, waiting: null } as const);
  return putObject(tx, accountOf(setup.place), 'setup', { ...setup, ...turned });
};

/** Makes a charge once for each key; nothing of the card is looked at when it was made before. */
const chargeOnce = (tx: Tx, place: Place, key: string, request: ChargeRequest, abandoned: boolean): KeptCharge =>
  once<KeptCharge>(tx, place, key, 'charge', request, (made) => {
    const nothing = { id: `ch_${made}`, ...request, declined: false, abandoned, amountRefunded: 0 };
    if (abandoned) return nothing;
    const card = getObject<KeptCard>(tx, place, 'card', request.cardId);
    if (card.isDetached || card.customerId !== request.customerId) {
      throw new ProcessorFailure('not_found', `No such card of this customer: '${card.id}'`, 'resource_missing');
    }
    return { ...nothing, declined: card.onCharge === 'no_funds' };
  });

/** @throws ProcessorFailure `declined`. */
const chargeAnswer = ({ id, amount, currency, declined }: KeptCharge): Charge => {
  if (declined) throw new ProcessorFailure('declined', NO_FUNDS.message, NO_FUNDS.code);
  return { id, amount, currency };
};

const chargeState = (kept: KeptCharge): ChargeState => ({
  id: kept.id,
  amount: kept.amount,
  currency: kept.currency,
  status: kept.declined || kept.abandoned ? 'failed' : 'succeeded',
  amountRefunded: kept.amountRefunded,
  reference: kept.reference,
  failure: kept.declined ? NO_FUNDS : null,
});

/**
 * The processor inside: test mode only, its state in the one file, so that a charge of yesterday can be refunded
 * after a restart. Each connected account has a publishable key of its own.
 */
export const createSandboxProcessor = (store: Store, random: Random, seal: Seal): SandboxProcessor => {
  const hidden = (secret: string): string => seal.seal(secret).toString('base64');
  const shown = (sealed: string): string => seal.open(Buffer.from(sealed, 'base64'));
  const wire = ({ waiting: _, sealedSecret, ...setup }: KeptSetup): Setup => ({
    ...setup,
    clientSecret: shown(sealedSecret),
  });

  const inside = async <T extends object>(place: Place, work: (tx: Tx) => T): Promise<T> => {
    if (place.mode !== 'test') {
      throw new ProcessorFailure('invalid', 'The sandbox has test mode only.', 'mode_mismatch');
    }
    return (await store.write(work as (tx: Tx) => never)) as T;
  };

  const onDevice = async (key: string, secret: string, step: (tx: Tx, setup: KeptSetup) => KeptSetup) => {
    const setup = await store.write((tx) => {
      const found = findObject<KeptSetup>(tx, accountOfKey(key), 'setup', secret.split('_secret_')[0] ?? '');
      if (!key.startsWith(KEY) || found === undefined || shown(found.sealedSecret) !== secret) {
        throw new ProcessorFailure('not_found', UNKNOWN_SETUP, 'resource_missing');
      }
      return found.status === 'succeeded' || found.status === 'canceled' ? found : step(tx, found);
    });
    return { status: setup.status, ...(setup.failure === null ? {} : { error: setup.failure }) };
  };

  const eventSecret = async (): Promise<string> => {
    const kept = await store.write((tx) => {
      const known = findObject<{ id: string; secret: string }>(tx, '', 'secret', 'events');
      return known ?? putObject(tx, '', 'secret', { id: 'events', secret: hidden(randomText(random, 32)) });
    });
    return shown(kept.secret);
  };

  return {
    name: 'sandbox',
    mode: 'test',
    publishableKey: sandboxKey,
    accountState: async () => ({ chargesEnabled: true, isComplete: true }),

    ensureCustomer: async (place, key, customer) =>
      (
        await inside(place, (tx) =>
          once(tx, place, key, 'customer', customer, (id) => ({ id: `cus_${id}`, ...customer })),
        )
      ).id,

    createSetup: async (place, key, request) =>
      wire(
        await inside(place, (tx) => {
          getObject(tx, place, 'customer', request.customerId);
          return once<KeptSetup>(tx, place, key, 'setup', request, (made) => {
            const id = `seti_${made}`;
            const sealedSecret = hidden(`${id}_secret_${randomText(random, 24)}`);
            const start = { status: 'requires_payment_method', card: null, failure: null, waiting: null } as const;
            return { id, sealedSecret, place, ...request, ...start };
          });
        }),
      ),

    readSetup: async (place, id) => wire(await inside(place, (tx) => getObject<KeptSetup>(tx, place, 'setup', id))),

    cancelSetup: async (place, id) => {
      await inside(place, (tx) => {
        const setup = getObject<KeptSetup>(tx, place, 'setup', id);
        if (setup.status === 'succeeded' || setup.status === 'canceled') return setup;
        return putObject(tx, accountOf(place), 'setup', { ...setup, status: 'canceled' });
      });
    },

    readCard: async (place, id) => {
      const kept = await inside(place, (tx) => getObject<KeptCard>(tx, place, 'card', id));
      return { card: cardOf(kept), customerId: kept.isDetached ? null : kept.customerId };
    },

    detach: async (place, id) => {
      await inside(place, (tx) => {
        const card = getObject<KeptCard>(tx, place, 'card', id);
        return putObject(tx, accountOf(place), 'card', { ...card, isDetached: true });
      });
    },

    charge: async (place, key, request) => {
      const kept = await inside(place, (tx) => chargeOnce(tx, place, key, request, false));
      if (kept.abandoned) throw new ProcessorFailure('refused', 'This charge was given up.', 'abandoned');
      return chargeAnswer(kept);
    },

    abandon: async (place, key, request) => {
      const kept = await inside(place, (tx) => chargeOnce(tx, place, key, request, true));
      return kept.abandoned ? null : chargeAnswer(kept);
    },

    readCharge: async (place, id) =>
      chargeState(await inside(place, (tx) => getObject<KeptCharge>(tx, place, 'charge', id))),

    refund: (place, key, request) =>
      inside(place, (tx) =>
        once<KeptRefund>(tx, place, key, 'refund', request, (made) => {
          const charge = getObject<KeptCharge>(tx, place, 'charge', request.chargeId);
          const amountRefunded = charge.amountRefunded + request.amount;
          if (charge.declined || amountRefunded > charge.amount || request.currency !== charge.currency) {
            throw new ProcessorFailure('refused', 'More than is left of the charge.', 'amount_too_large');
          }
          putObject(tx, accountOf(place), 'charge', { ...charge, amountRefunded });
          return { id: `re_${made}`, amount: request.amount, status: 'succeeded', failureCode: null };
        }),
      ),

    readRefund: (place, id) => inside(place, (tx) => getObject<KeptRefund>(tx, place, 'refund', id)),

    verifyEvent: async (body, signature) => {
      const expected = digest(await eventSecret(), body);
      const given = Buffer.from(signature, 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new ProcessorFailure('invalid', 'The signature does not fit the message.', 'signature_invalid');
      }
      return JSON.parse(body) as ProcessorEvent;
    },

    confirm: (key, secret, card) => onDevice(key, secret, (tx, setup) => tryCard(tx, setup, card)),
    approve: (key, secret) =>
      onDevice(key, secret, (tx, setup) => (setup.waiting === null ? setup : saved(tx, setup, setup.waiting))),
    sign: async (body) => digest(await eventSecret(), body).toString('hex'),
  };
};

import type { Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { type Processor, type ProcessorAccount, ProcessorFailure, type Refund, type Setup } from '../port.ts';
import type { EnteredCard } from './cards.ts';
import { chargeOf, chargeOnce, chargeState, refundOnce, type StoredCharge } from './charges.ts';
import { accountOf, createOnce, deleteCustomer, findObject, getObject, putObject } from './objects.ts';
import {
  approveSetup,
  cancelSetup,
  cardOf,
  confirmSetup,
  isFinal,
  publishableKey,
  type StoredCard,
  type StoredSetup,
  setupOfSecret,
} from './setups.ts';

/** The result of a confirmation on the member's device. */
interface Confirmation {
  readonly status: Setup['status'];
  readonly error?: { readonly code: string; readonly message: string };
}

/** The embedded processor: the port, and what the processor's own script does on the member's device. */
export interface SandboxProcessor extends Processor {
  /** Confirms a setup. It takes the publishable key and the client secret, never an API key. */
  confirm(publishableKey: string, clientSecret: string, card: EnteredCard): Promise<Confirmation>;
  /** Approves a card that requires action. */
  approve(publishableKey: string, clientSecret: string): Promise<Confirmation>;
  /** Signs the message of an event. */
  sign(body: string): Promise<string>;
}

const digest = (secret: string, body: string): Buffer => new Bun.CryptoHasher('sha256', secret).update(body).digest();

/**
 * The embedded processor. It has test mode only and stores its state in the database, so that a charge can be refunded
 * after a restart.
 * @param signatureHeader the header that has the signature of its events, where something sends events: tests do.
 */
export const createSandboxProcessor = (
  store: Store,
  random: Random,
  seal: Seal,
  signatureHeader: string | null = null,
): SandboxProcessor => {
  const sealed = (secret: string): string => seal.seal(secret).toString('base64');
  const opened = (text: string): string => seal.open(Buffer.from(text, 'base64'));
  const setupView = ({ waiting: _, sealedSecret, ...setup }: StoredSetup): Setup => ({
    ...setup,
    clientSecret: opened(sealedSecret),
  });

  /** @throws ProcessorFailure `invalid` in live mode. */
  const storeOf = ({ mode }: ProcessorAccount): Store => {
    if (mode === 'test') return store;
    throw new ProcessorFailure('invalid', 'The sandbox has test mode only.', 'mode_mismatch');
  };

  const onDevice = async (key: string, secret: string, step: (tx: Tx, setup: StoredSetup) => StoredSetup) => {
    const { status, failure } = await store.write((tx) => {
      const setup = setupOfSecret(tx, key, secret, opened);
      return isFinal(setup) ? setup : step(tx, setup);
    });
    return { status, ...(failure === null ? {} : { error: failure }) };
  };

  const eventSecret = async (): Promise<string> => {
    const { secret } = await store.write((tx) => {
      const existing = findObject<{ id: string; secret: string }>(tx, '', 'secret', 'events');
      return existing ?? putObject(tx, '', 'secret', { id: 'events', secret: sealed(randomText(random, 32)) });
    });
    return opened(secret);
  };

  return {
    name: 'sandbox',
    mode: 'test',
    publishableKey,
    // It stands for a platform, whatever the account.
    platformFee: (_place, fee) => fee,
    accountState: async () => ({ chargesEnabled: true, isComplete: true }),

    ensureCustomer: async (place, key, customer) => {
      const { id } = await storeOf(place).write((tx) =>
        createOnce(tx, place, key, 'customer', customer, (id) => ({ id: `cus_${id}`, ...customer })),
      );
      return id;
    },

    deleteCustomer: async (place, id) => {
      await storeOf(place).write((tx) => deleteCustomer(tx, place, id));
    },

    createSetup: async (place, key, request) => {
      const setup = await storeOf(place).write((tx) => {
        getObject(tx, place, 'customer', request.customerId);
        return createOnce<StoredSetup>(tx, place, key, 'setup', request, (created) => {
          const id = `seti_${created}`;
          const sealedSecret = sealed(`${id}_secret_${randomText(random, 24)}`);
          const initial = { status: 'requires_payment_method', card: null, failure: null, waiting: null } as const;
          return { id, sealedSecret, place, ...request, ...initial };
        });
      });
      return setupView(setup);
    },

    readSetup: async (place, id) =>
      setupView(await storeOf(place).write((tx) => getObject<StoredSetup>(tx, place, 'setup', id))),

    cancelSetup: async (place, id) => {
      await storeOf(place).write((tx) => cancelSetup(tx, getObject<StoredSetup>(tx, place, 'setup', id)));
    },

    readCard: async (place, id) => {
      const card = await storeOf(place).write((tx) => getObject<StoredCard>(tx, place, 'card', id));
      return { card: cardOf(card), customerId: card.isDetached ? null : card.customerId };
    },

    detach: async (place, id) => {
      await storeOf(place).write((tx) => {
        const card = getObject<StoredCard>(tx, place, 'card', id);
        return putObject(tx, accountOf(place), 'card', { ...card, isDetached: true });
      });
    },

    charge: async (place, key, request) => {
      const charge = await storeOf(place).write((tx) => chargeOnce(tx, place, key, request, false));
      if (charge.abandoned) throw new ProcessorFailure('rejected', 'This charge was abandoned.', 'abandoned');
      return chargeOf(charge);
    },

    abandon: async (place, key, request) => {
      const charge = await storeOf(place).write((tx) => chargeOnce(tx, place, key, request, true));
      return charge.abandoned ? null : chargeOf(charge);
    },

    readCharge: async (place, id) =>
      chargeState(await storeOf(place).write((tx) => getObject<StoredCharge>(tx, place, 'charge', id))),

    refund: async (place, key, request) => storeOf(place).write((tx) => refundOnce(tx, place, key, request)),

    readRefund: async (place, id) => storeOf(place).write((tx) => getObject<Refund>(tx, place, 'refund', id)),

    signatureHeader,

    verifyEvent: async (body, signature) => {
      const expected = digest(await eventSecret(), body);
      const given = Buffer.from(signature, 'hex');
      if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) {
        throw new ProcessorFailure('invalid', 'The signature does not match the message.', 'signature_invalid');
      }
      return JSON.parse(body);
    },

    confirm: (key, secret, card) => onDevice(key, secret, (tx, setup) => confirmSetup(tx, setup, card)),
    approve: (key, secret) => onDevice(key, secret, approveSetup),
    sign: async (body) => digest(await eventSecret(), body).toString('hex'),
  };
};

import type { Read, Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import {
  type ChargeRequest,
  type Processor,
  type ProcessorAccount,
  ProcessorFailure,
  type Refund,
  type Setup,
} from '../port.ts';
import type { EnteredCard } from './cards.ts';
import {
  abandonWaiting,
  approvalOf,
  chargeOf,
  chargeOnce,
  chargeState,
  debitsUnderWay,
  decide,
  leadBack,
  madeBetween,
  noteReported,
  payBy,
  refundOnce,
  type StoredCharge,
  waitingCharge,
} from './charges.ts';
import { chargeOfDispute, type DeviceWay, debitOf, disputeStatus, eventsOf, methodOfWay, outcomeOf } from './debits.ts';
import { accountOf, createOnce, deleteCustomer, findObject, getObject, putObject } from './objects.ts';
import {
  approveSetup,
  BAD_ACCOUNT,
  backFrom,
  cancelSetup,
  cardOf,
  confirmSetup,
  confirmWay,
  isFinal,
  placeOfKey,
  publishableKey,
  type StoredCard,
  type StoredSetup,
  saveWay,
  setupOfSecret,
} from './setups.ts';

/** The result of a confirmation on the member's device. */
interface Confirmation {
  readonly status: Setup['status'];
  readonly error?: { readonly code: string; readonly message: string };
}

/** An id and a client secret that are known before. The secret begins with the id and `_secret_`. */
export interface KnownSecret {
  readonly id: string;
  readonly secret: string;
}

type SetupRequest = Parameters<Processor['createSetup']>[2];

/** The embedded processor: the port, and what the processor's own script does on the member's device. */
export interface SandboxProcessor extends Processor {
  /** Confirms a setup. It takes the publishable key and the client secret, never an API key. */
  confirm(publishableKey: string, clientSecret: string, card: EnteredCard): Promise<Confirmation>;
  /** What the holder decides of a setup, at their bank. */
  approve(publishableKey: string, clientSecret: string, isApproved?: boolean): Promise<Confirmation>;
  /** Where the page of the bank leads back to from a setup. */
  backFrom(publishableKey: string, clientSecret: string): string;
  addSetup(place: ProcessorAccount, known: KnownSecret, request: SetupRequest): Promise<void>;
  /** Makes a charge that waits for the holder of its card. */
  addWaitingCharge(place: ProcessorAccount, known: KnownSecret, request: ChargeRequest): Promise<void>;
  /** What the holder of a card decides of a charge, at their bank. Returns where its page leads back to. */
  decideCharge(
    publishableKey: string,
    clientSecret: string,
    isApproved: boolean,
  ): Promise<{ readonly status: 'succeeded' | 'failed'; readonly returnUrl: string | null }>;
  /** What a page of the bank shows of a charge. */
  chargeOfSecret(
    publishableKey: string,
    clientSecret: string,
  ): Pick<StoredCharge, 'amount' | 'currency' | 'description'> & { readonly returnUrl: string | null };
  /** What the script of the processor does with a payment for which any way to pay may be chosen. */
  pay(publishableKey: string, clientSecret: string, chosen: Chosen): Promise<Confirmation>;
  /** The holder pays at a bank, whose page leads back. */
  leaveToBank(publishableKey: string, clientSecret: string, returnUrl: string): Promise<void>;
  /** The same as `pay` for a setup, which charges nothing. */
  saveWay(key: string, secret: string, chosen: Chosen & { readonly returnUrl?: string }): Promise<Confirmation>;
  sign(body: string): Promise<string>;
}

/** What the holder chooses on a device. */
interface Chosen {
  readonly way: DeviceWay;
  /** Of a debit. */
  readonly iban?: string | undefined;
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
  const setupView = ({ waiting: _, returnUrl: _back, sealedSecret, ...setup }: StoredSetup): Setup => ({
    ...setup,
    clientSecret: opened(sealedSecret),
  });

  /** @throws ProcessorFailure `invalid` in live mode. */
  const storeOf = ({ mode }: ProcessorAccount): Store => {
    if (mode === 'test') return store;
    throw new ProcessorFailure('invalid', 'The sandbox has test mode only.', 'mode_mismatch');
  };

  const newSetup = (place: ProcessorAccount, { id, secret }: KnownSecret, request: SetupRequest): StoredSetup => {
    const initial = { status: 'requires_payment_method', card: null, failure: null, waiting: null } as const;
    return { id, sealedSecret: sealed(secret), place, ...request, ...initial };
  };

  const onDevice = async (key: string, secret: string, step: (tx: Tx, setup: StoredSetup) => StoredSetup) => {
    const { status, failure } = await store.write((tx) => {
      const setup = setupOfSecret(tx, key, secret, opened);
      return isFinal(setup) ? setup : step(tx, setup);
    });
    return { status, ...(failure === null ? {} : { error: failure }) };
  };

  /** @throws ProcessorFailure `not_found` when the publishable key and the secret do not belong together. */
  const storedCharge = (read: Read, key: string, secret: string): StoredCharge => {
    const id = secret.split('_secret_')[0] ?? '';
    const place = placeOfKey(key);
    const charge = findObject<StoredCharge>(read, accountOf(place), 'charge', id);
    if (publishableKey(place) === key && charge?.holder !== undefined && opened(charge.holder.sealedSecret) === secret)
      return charge;
    throw new ProcessorFailure('not_found', 'No such payment.', 'resource_missing');
  };

  const made = (charge: StoredCharge) => {
    const { now } = store.view();
    if (charge.abandoned) throw new ProcessorFailure('rejected', 'This charge was abandoned.', 'abandoned');
    return chargeOf(charge, now);
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
          return newSetup(place, { id, secret: `${id}_secret_${randomText(random, 24)}` }, request);
        });
      });
      return setupView(setup);
    },

    addSetup: async (place, known, request) => {
      await storeOf(place).write((tx) => putObject(tx, accountOf(place), 'setup', newSetup(place, known, request)));
    },

    addWaitingCharge: async (place, { id, secret }, request) => {
      const holder = { sealedSecret: sealed(secret), returnUrl: null };
      await storeOf(place).write((tx) => putObject(tx, accountOf(place), 'charge', waitingCharge(id, request, holder)));
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

    charge: async (place, key, request) =>
      made(await storeOf(place).write((tx) => chargeOnce(tx, place, key, request, 'alone'))),

    chargeWithHolder: async (place, key, request, returnUrl) => {
      const holderOf = (id: string) => {
        const sealedSecret = sealed(`${id}_secret_${randomText(random, 24)}`);
        return { sealedSecret, returnUrl };
      };
      const charge = await storeOf(place).write((tx) => chargeOnce(tx, place, key, request, holderOf));
      const approval = approvalOf(charge, place, opened);
      return approval === null ? made(charge) : { approval };
    },

    abandon: async (place, key, request) => {
      const charge = await storeOf(place).write((tx) =>
        abandonWaiting(tx, place, chargeOnce(tx, place, key, request, 'abandoned')),
      );
      return charge.abandoned ? null : chargeOf(charge, store.view().now);
    },

    readCharge: async (place, id) => {
      const charge = await storeOf(place).write((tx) => getObject<StoredCharge>(tx, place, 'charge', id));
      return chargeState(charge, approvalOf(charge, place, opened), store.view().now);
    },

    madeBetween: async (place, from, until) => madeBetween(storeOf(place).view(), place, from, until),
    refund: async (place, key, request) => storeOf(place).write((tx) => refundOnce(tx, place, key, request)),
    readRefund: async (place, id) => storeOf(place).write((tx) => getObject<Refund>(tx, place, 'refund', id)),
    readDispute: async (place, id) => {
      const charge = await storeOf(place).write((tx) =>
        getObject<StoredCharge>(tx, place, 'charge', chargeOfDispute(id)),
      );
      const { amount, currency, debit } = charge;
      const status = disputeStatus(debit ?? {}, store.view().now);
      return { id, chargeId: charge.id, amount, currency, reason: 'debit_not_authorized', status };
    },

    tellDueEvents: async (place, tell) => {
      const read = storeOf(place).view();
      for (const charge of debitsUnderWay(read, place)) {
        let { reported } = charge.debit;
        for (const event of eventsOf(charge, read.now, place)) {
          if (!(await tell(event))) break;
          reported += 1;
          await store.write((tx) => noteReported(tx, place, charge.id, reported));
        }
      }
    },

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
    approve: (key, secret, isApproved = true) =>
      onDevice(key, secret, (tx, setup) => approveSetup(tx, setup, isApproved)),
    backFrom: (key, secret) => backFrom(setupOfSecret(store.view(), key, secret, opened), secret),
    decideCharge: async (key, secret, isApproved) => {
      const { declined, abandoned, holder } = await store.write((tx) =>
        decide(tx, placeOfKey(key), storedCharge(tx, key, secret), isApproved),
      );
      return { status: declined || abandoned ? 'failed' : 'succeeded', returnUrl: holder?.returnUrl ?? null };
    },
    chargeOfSecret: (key, secret) => {
      const { amount, currency, description, holder } = storedCharge(store.view(), key, secret);
      return { amount, currency, description, returnUrl: holder?.returnUrl ?? null };
    },
    pay: async (key, secret, { way, iban }) => {
      const place = placeOfKey(key);
      const charge = await store.write((tx) => {
        const stored = storedCharge(tx, key, secret);
        const outcome = way === 'debit' ? outcomeOf(iban ?? '') : undefined;
        if (way === 'debit' && outcome === undefined) return undefined;
        const method = methodOfWay(way, { id: `pm_${tx.id()}`, iban, now: tx.now });
        if (stored.isKept === true) saveWay(tx, { customerId: stored.customerId, place }, method, outcome);
        return payBy(tx, place, stored, method, outcome === undefined ? undefined : debitOf(outcome, tx.nowMs));
      });
      if (charge === undefined) return { status: 'requires_payment_method', error: BAD_ACCOUNT };
      const { isProcessing, status } = chargeState(charge, null, store.view().now);
      return { status: isProcessing === true ? 'processing' : status === 'succeeded' ? 'succeeded' : 'canceled' };
    },
    leaveToBank: async (key, secret, returnUrl) => {
      await store.write((tx) => {
        const method = methodOfWay('redirect', { id: `pm_${tx.id()}`, now: tx.now });
        leadBack(tx, placeOfKey(key), storedCharge(tx, key, secret), returnUrl, method);
      });
    },
    saveWay: (key, secret, chosen) => onDevice(key, secret, (tx, setup) => confirmWay(tx, setup, chosen)),
    sign: async (body) => digest(await eventSecret(), body).toString('hex'),
  };
};

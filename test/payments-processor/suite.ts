import { beforeEach, describe, expect, test } from 'bun:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import {
  type Processor,
  type ProcessorAccount,
  type ProcessorEvent,
  ProcessorFailure,
  type Setup,
} from '../../src/payments-processor/port.ts';

/** The cards that every adapter's test account knows, by what they do. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  requiresAction: '4000 0025 0000 3155',
  alwaysAsks: '4000 0027 6000 3184',
} as const;

/** An adapter, the member's device, and the sender of events. */
export interface Harness {
  readonly processor: Processor;
  /** The account of the platform, or a connected one. */
  readonly place: ProcessorAccount;
  /** Another account, which has none of the objects of the first. */
  readonly otherPlace: ProcessorAccount;
  /** Confirms a setup on a device with the publishable key of a place. Returns the status, or the code of the error. */
  confirm(place: ProcessorAccount, clientSecret: string, number: string): Promise<string>;
  /** Approves a card that requires action. Returns the status. */
  approve(place: ProcessorAccount, clientSecret: string): Promise<string>;
  /** What the holder decides of a charge at their bank. */
  decide(place: ProcessorAccount, clientSecret: string, isApproved: boolean): Promise<unknown>;
  /** An event as the processor sends it. */
  message(event: ProcessorEvent): Promise<{ readonly body: string; readonly signature: string }>;
}

/** Makes the keys of this run unique, since a processor may remember those of another. */
const runId = createIds(systemClock, systemRandom()).uuid();

/** The kind of a call's failure, or `none`. */
export const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) => {
      if (!(error instanceof ProcessorFailure)) throw error;
      return `${error.kind}${error.retryable ? ', retryable' : ''}`;
    },
  );

/** Saves a card and charges it. Returns the id of the charge. */
export const chargedCard = async ({ processor, place, confirm }: Harness, amount: number): Promise<string> => {
  const name = createIds(systemClock, systemRandom()).uuid();
  const customerId = await processor.ensureCustomer(place, `${name} customer`, {
    clientId: 'c1',
    email: 'ann@example.com',
    name: 'Ann Lee',
  });
  const setup = await processor.createSetup(place, `${name} setup`, { customerId, methodId: 'm1' });
  await confirm(place, setup.clientSecret, CARDS.good);
  const { card } = await processor.readSetup(place, setup.id);
  const request = { customerId, cardId: card?.id ?? '', amount, currency: 'USD', description: '10 classes' };
  return (await processor.charge(place, `${name} charge`, { ...request, platformFee: 0, reference: 'p1' })).id;
};

/** A harness that needs no saved cards. */
export interface RefundHarness extends Pick<Harness, 'processor' | 'place' | 'otherPlace'> {
  /** Makes a charge that can be refunded. Returns its id. */
  charged(amount: number): Promise<string>;
}

/** How every adapter behaves with customers and refunds. */
export const refundSuite = (name: string, open: () => Promise<RefundHarness>): void => {
  describe(name, () => {
    let harness: RefundHarness;
    let processor: Processor;
    let place: ProcessorAccount;
    beforeEach(async () => {
      harness = await open();
      ({ processor, place } = harness);
    });
    let keys = 0;
    const key = (): string => `${name} ${runId} ${++keys}`;

    test('a customer is the same one for the same key', async () => {
      const request = { clientId: 'c1', email: 'ann@example.com', name: 'Ann Lee' };
      const one = key();
      const first = await processor.ensureCustomer(place, one, request);
      expect(await processor.ensureCustomer(place, one, request)).toBe(first);
      expect(await processor.ensureCustomer(place, key(), request)).not.toBe(first);
      expect(await kindOf(processor.ensureCustomer(place, one, { ...request, name: 'Eve' }))).toBe('invalid');
    });

    test('refunds never exceed the charge, and repeat by key', async () => {
      const chargeId = await harness.charged(1000);
      const refund = (named: string, amount: number) =>
        processor.refund(place, named, { chargeId, amount, currency: 'USD' });
      const one = key();
      const first = await refund(one, 600);
      expect(first).toMatchObject({ amount: 600, status: 'succeeded' });
      expect((await refund(one, 600)).id).toBe(first.id);
      expect(await kindOf(refund(one, 5))).toBe('invalid');
      expect(await kindOf(refund(key(), 401))).toBe('rejected');
      expect((await refund(key(), 400)).status).toBe('succeeded');
      expect(await kindOf(refund(key(), 1))).toBe('rejected');
      const none = { chargeId: 'ch_none', amount: 1, currency: 'USD' };
      expect(await kindOf(processor.refund(place, key(), none))).toBe('not_found');
      expect(await processor.readRefund(place, first.id)).toMatchObject({ id: first.id, amount: 600 });
      const state = await processor.readCharge(place, chargeId);
      expect(state).toMatchObject({
        id: chargeId,
        amount: 1000,
        currency: 'USD',
        status: 'succeeded',
        amountRefunded: 1000,
      });
    });

    test('another account does not have a charge', async () => {
      const chargeId = await harness.charged(100);
      const request = { chargeId, amount: 1, currency: 'USD' };
      expect(await kindOf(processor.refund(harness.otherPlace, key(), request))).toBe('not_found');
      expect(await kindOf(processor.readCharge(harness.otherPlace, chargeId))).toBe('not_found');
    });
  });
};

/** How every adapter behaves. */
export const processorSuite = (name: string, open: () => Promise<Harness>): void => {
  describe(name, () => {
    let harness: Harness;
    let processor: Processor;
    let place: ProcessorAccount;
    let keys = 0;
    const key = (): string => `${name} ${runId} ${++keys}`;

    beforeEach(async () => {
      harness = await open();
      ({ processor, place } = harness);
    });

    const newCustomer = (at: ProcessorAccount = place): Promise<string> =>
      processor.ensureCustomer(at, key(), { clientId: 'c1', email: 'ann@example.com', name: 'Ann Lee' });

    const newSetup = async (customerId?: string): Promise<Setup> =>
      processor.createSetup(place, key(), { customerId: customerId ?? (await newCustomer()), methodId: 'm1' });

    const confirm = (setup: Setup, number: string): Promise<string> =>
      harness.confirm(place, setup.clientSecret, number);

    /** A saved card with the customer it belongs to. */
    const savedCard = async (number: string = CARDS.good) => {
      const customerId = await newCustomer();
      const setup = await newSetup(customerId);
      await confirm(setup, number);
      const { card } = await processor.readSetup(place, setup.id);
      return { customerId, cardId: card?.id ?? 'none' };
    };

    const sale = { amount: 1800, currency: 'USD', description: '10 classes', platformFee: 0, reference: 'p1' };

    test('a good card is saved; its number is nowhere in the answer', async () => {
      const setup = await newSetup();
      expect([setup.status, setup.card, setup.methodId]).toEqual(['requires_payment_method', null, 'm1']);
      expect(await confirm(setup, CARDS.good)).toBe('succeeded');
      const read = await processor.readSetup(place, setup.id);
      expect(read).toMatchObject({ status: 'succeeded', place, methodId: 'm1', customerId: setup.customerId });
      expect(read.card).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 });
      expect(JSON.stringify(read)).not.toContain('42424242');
    });

    test('a declined card says why, and the same secret may be tried again', async () => {
      const setup = await newSetup();
      expect(await confirm(setup, CARDS.declined)).toBe('card_declined');
      const read = await processor.readSetup(place, setup.id);
      expect([read.status, read.failure?.code, read.card]).toEqual(['requires_payment_method', 'card_declined', null]);
      expect(await confirm(setup, CARDS.good)).toBe('succeeded');
    });

    test('a card that requires action is saved when the member approves it', async () => {
      const setup = await newSetup();
      expect(await confirm(setup, CARDS.requiresAction)).toBe('requires_action');
      expect((await processor.readSetup(place, setup.id)).status).toBe('requires_action');
      expect(await harness.approve(place, setup.clientSecret)).toBe('succeeded');
      expect((await processor.readSetup(place, setup.id)).card?.last4).toBe('3155');
    });

    test('a cancelled setup stays cancelled; one that succeeded is not cancelled', async () => {
      const setup = await newSetup();
      await processor.cancelSetup(place, setup.id);
      expect((await processor.readSetup(place, setup.id)).status).toBe('canceled');
      const done = await newSetup();
      await confirm(done, CARDS.good);
      await processor.cancelSetup(place, done.id);
      expect((await processor.readSetup(place, done.id)).status).toBe('succeeded');
    });

    test('another account does not have the setup, and its key cannot confirm it', async () => {
      const setup = await newSetup();
      expect(await kindOf(processor.readSetup(harness.otherPlace, setup.id))).toBe('not_found');
      expect(await kindOf(harness.confirm(harness.otherPlace, setup.clientSecret, CARDS.good))).toBe('not_found');
    });

    test('a saved card is charged, once for each key', async () => {
      const request = { ...sale, ...(await savedCard()) };
      const one = key();
      const first = await processor.charge(place, one, request);
      expect(first).toMatchObject({ amount: 1800, currency: 'USD' });
      expect(await processor.charge(place, one, request)).toEqual(first);
      expect(await kindOf(processor.charge(place, one, { ...request, amount: 5 }))).toBe('invalid');
    });

    test('a card without funds is declined at the charge, each time', async () => {
      const request = { ...sale, ...(await savedCard(CARDS.noFunds)) };
      const one = key();
      expect(await kindOf(processor.charge(place, one, request))).toBe('declined');
      expect(await kindOf(processor.charge(place, one, request))).toBe('declined');
    });

    test('the state of a charge has our reference', async () => {
      const request = { ...sale, ...(await savedCard()), reference: 'p1 1' };
      const { id } = await processor.charge(place, key(), request);
      expect(await processor.readCharge(place, id)).toMatchObject({
        id,
        amount: 1800,
        currency: 'USD',
        status: 'succeeded',
        amountRefunded: 0,
        reference: 'p1 1',
      });
    });

    test('the charges of a time say what they pay for; one that was declined is none', async () => {
      const [good, poor] = [await savedCard(), await savedCard(CARDS.noFunds)];
      const [subject, declined] = [key(), key()];
      const { id } = await processor.charge(place, key(), { ...sale, ...good, subject });
      expect(await kindOf(processor.charge(place, key(), { ...sale, ...poor, subject: declined }))).toBe('declined');
      await processor.refund(place, key(), { chargeId: id, amount: 300, currency: 'USD' });
      const made = await processor.madeBetween(place, '2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z');
      expect(made.filter((each) => each.subject === subject || each.subject === declined)).toEqual([
        { id, amount: 1800, currency: 'USD', amountRefunded: 300, reference: 'p1', subject },
      ]);
    });

    test('a charge is abandoned for good, unless it was made before', async () => {
      const request = { ...sale, ...(await savedCard()), reference: 'p1 1' };
      const [never, done] = [key(), key()];
      expect(await processor.abandon(place, never, request)).toBeNull();
      expect(await processor.abandon(place, never, request)).toBeNull();
      expect(await kindOf(processor.charge(place, never, request))).toBe('rejected');
      const charge = await processor.charge(place, done, request);
      expect(await processor.abandon(place, done, request)).toEqual(charge);
      const poor = { ...request, ...(await savedCard(CARDS.noFunds)) };
      const declined = key();
      expect(await kindOf(processor.charge(place, declined, poor))).toBe('declined');
      expect(await kindOf(processor.abandon(place, declined, poor))).toBe('declined');
    });

    test('a saved card is read until it is detached', async () => {
      const { customerId, cardId } = await savedCard();
      expect(await processor.readCard(place, cardId)).toMatchObject({
        customerId,
        card: { id: cardId, last4: '4242' },
      });
      await processor.detach(place, cardId);
      expect((await processor.readCard(place, cardId)).customerId).toBeNull();
      expect(await kindOf(processor.readCard(harness.otherPlace, cardId))).toBe('not_found');
    });

    test('a detached card cannot be charged, and detaching twice is no error', async () => {
      const card = await savedCard();
      await processor.detach(place, card.cardId);
      await processor.detach(place, card.cardId);
      expect(await kindOf(processor.charge(place, key(), { ...sale, ...card }))).toBe('not_found');
    });

    test('a deleted customer has no cards, its charges can be refunded, and deleting twice is no error', async () => {
      const saved = await savedCard();
      const request = { ...sale, ...saved, amount: 500 };
      const { id: chargeId } = await processor.charge(place, key(), request);
      await processor.deleteCustomer(place, saved.customerId);
      await processor.deleteCustomer(place, saved.customerId);
      expect(await kindOf(processor.charge(place, key(), request))).toBe('not_found');
      const setup = { customerId: saved.customerId, methodId: 'm9' };
      expect(await kindOf(processor.createSetup(place, key(), setup))).toBe('not_found');
      const refund = await processor.refund(place, key(), { chargeId, amount: 500, currency: 'USD' });
      expect(refund.status).toBe('succeeded');
    });

    test('the state of the account says whether it may charge cards', async () => {
      expect((await processor.accountState(place)).chargesEnabled).toBe(true);
    });

    test('an event is accepted only with its signature', async () => {
      const event = { id: 'evt_1', type: 'charge.refunded', objectId: 'ch_1', place };
      const { body, signature } = await harness.message(event);
      expect(await processor.verifyEvent(body, signature)).toEqual(event);
      expect(await kindOf(processor.verifyEvent(body.replace('ch_1', 'ch_2'), signature))).toBe('invalid');
      expect(await kindOf(processor.verifyEvent(body, ''))).toBe('invalid');
    });
  });
};

import { beforeEach, describe, expect, test } from 'bun:test';
import { type Place, type Processor, ProcessorFailure, type Setup } from '../../src/processor/port.ts';

/** The cards that every adapter's test account knows, by what they do. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
} as const;

/** An adapter and the hands of its member, who types a card on a device. */
export interface Bench {
  readonly processor: Processor;
  /** The account of the platform, or a connected one. */
  readonly place: Place;
  /** Another account, which must know nothing of the first. */
  readonly otherPlace: Place;
  /** Types a card into a setup with a publishable key; answers the status, or what is shown as the error. */
  confirm(publishableKey: string, clientSecret: string, number: string): Promise<string>;
  /** The click that a card may ask for. */
  approve(publishableKey: string, clientSecret: string): Promise<string>;
  /** An inbound message as the processor would send it. */
  message(event: object): Promise<{ readonly body: string; readonly signature: string }>;
}

/** The kind of the failure that a call ends with, or `fine`. */
const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: unknown) => {
      if (!(error instanceof ProcessorFailure)) throw error;
      return `${error.kind}${error.retryable ? ', retryable' : ''}`;
    },
  );

/** What every adapter of the port does in the same way. */
export const processorSuite = (name: string, open: () => Promise<Bench>): void => {
  describe(name, () => {
    let bench: Bench;
    let processor: Processor;
    let place: Place;
    let keys = 0;
    const key = (): string => `key_${++keys}`;

    beforeEach(async () => {
      bench = await open();
      ({ processor, place } = bench);
    });

    const newCustomer = (at: Place = place): Promise<string> =>
      processor.ensureCustomer(at, key(), { clientId: 'c1', email: 'ann@example.com', name: 'Ann Lee' });

    const newSetup = async (customerId?: string): Promise<Setup> =>
      processor.createSetup(place, key(), { customerId: customerId ?? (await newCustomer()), methodId: 'm1' });

    const confirm = (setup: Setup, number: string): Promise<string> =>
      bench.confirm(processor.publishableKey(place), setup.clientSecret, number);

    /** A saved card with the customer it belongs to. */
    const savedCard = async (number: string = CARDS.good) => {
      const customerId = await newCustomer();
      const setup = await newSetup(customerId);
      await confirm(setup, number);
      const { card } = await processor.readSetup(place, setup.id);
      return { customerId, cardId: card?.id ?? 'none' };
    };

    const charge = async (amount: number, number?: string) => {
      const card = await savedCard(number);
      const request = { ...card, amount, currency: 'USD', description: '10 classes', platformFee: 0, reference: 'p1' };
      return processor.charge(place, key(), request);
    };

    test('a customer is the same one for the same key', async () => {
      const request = { clientId: 'c1', email: 'ann@example.com', name: 'Ann Lee' };
      const first = await processor.ensureCustomer(place, 'one', request);
      expect(await processor.ensureCustomer(place, 'one', request)).toBe(first);
      expect(await processor.ensureCustomer(place, 'two', request)).not.toBe(first);
    });

    test('a good card is saved: only brand, last four and expiry are told', async () => {
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

    test('a card that asks waits for the click', async () => {
      const setup = await newSetup();
      expect(await confirm(setup, CARDS.asks)).toBe('requires_action');
      expect((await processor.readSetup(place, setup.id)).status).toBe('requires_action');
      expect(await bench.approve(processor.publishableKey(place), setup.clientSecret)).toBe('succeeded');
      expect((await processor.readSetup(place, setup.id)).card?.last4).toBe('3155');
    });

    test('a cancelled setup stays so; a finished one is not cancelled', async () => {
      const setup = await newSetup();
      await processor.cancelSetup(place, setup.id);
      expect((await processor.readSetup(place, setup.id)).status).toBe('canceled');
      const done = await newSetup();
      await confirm(done, CARDS.good);
      await processor.cancelSetup(place, done.id);
      expect((await processor.readSetup(place, done.id)).status).toBe('succeeded');
    });

    test('another account knows nothing of it, and its key opens nothing', async () => {
      const setup = await newSetup();
      expect(await kindOf(processor.readSetup(bench.otherPlace, setup.id))).toBe('not_found');
      const otherKey = processor.publishableKey(bench.otherPlace);
      expect(await kindOf(bench.confirm(otherKey, setup.clientSecret, CARDS.good))).toBe('not_found');
      const { id } = await charge(100);
      const request = { chargeId: id, amount: 1, currency: 'USD' };
      expect(await kindOf(processor.refund(bench.otherPlace, key(), request))).toBe('not_found');
    });

    test('a saved card is charged, once for each key', async () => {
      const card = await savedCard();
      const request = {
        ...card,
        amount: 1800,
        currency: 'USD',
        description: '10 classes',
        platformFee: 0,
        reference: 'p1',
      };
      const first = await processor.charge(place, 'charge', request);
      expect(first).toMatchObject({ amount: 1800, currency: 'USD' });
      expect(await processor.charge(place, 'charge', request)).toEqual(first);
      expect(await kindOf(processor.charge(place, 'charge', { ...request, amount: 5 }))).toBe('invalid');
    });

    test('a card without funds is declined at the charge, each time', async () => {
      const card = await savedCard(CARDS.noFunds);
      const request = {
        ...card,
        amount: 1800,
        currency: 'USD',
        description: '10 classes',
        platformFee: 0,
        reference: 'p1',
      };
      expect(await kindOf(processor.charge(place, 'poor', request))).toBe('declined');
      expect(await kindOf(processor.charge(place, 'poor', request))).toBe('declined');
    });

    test('a detached card cannot be charged, and detaching twice is no error', async () => {
      const card = await savedCard();
      await processor.detach(place, card.cardId);
      await processor.detach(place, card.cardId);
      const request = { ...card, amount: 1, currency: 'USD', description: 'x', platformFee: 0, reference: 'p1' };
      expect(await kindOf(processor.charge(place, key(), request))).toBe('not_found');
    });

    test('refunds never exceed the charge, and repeat by key', async () => {
      const { id } = await charge(1000);
      const refund = (name: string, amount: number) =>
        processor.refund(place, name, { chargeId: id, amount, currency: 'USD' });
      const first = await refund('r1', 600);
      expect(first).toMatchObject({ amount: 600, status: 'succeeded' });
      expect((await refund('r1', 600)).id).toBe(first.id);
      expect(await kindOf(refund('r2', 401))).toBe('refused');
      expect((await refund('r3', 400)).status).toBe('succeeded');
      expect(await kindOf(refund('r4', 1))).toBe('refused');
      expect(await kindOf(processor.refund(place, 'r5', { chargeId: 'ch_none', amount: 1, currency: 'USD' }))).toBe(
        'not_found',
      );
    });

    test('the account tells whether it may charge', async () => {
      expect((await processor.accountState(place)).chargesEnabled).toBe(true);
    });

    test('an inbound message is believed by its signature only', async () => {
      const event = { id: 'evt_1', type: 'charge.refunded', objectId: 'ch_1', place };
      const { body, signature } = await bench.message(event);
      expect(await processor.verifyEvent(body, signature)).toMatchObject({ id: 'evt_1', type: 'charge.refunded' });
      expect(await kindOf(processor.verifyEvent(body.replace('ch_1', 'ch_2'), signature))).toBe('invalid');
      expect(await kindOf(processor.verifyEvent(body, ''))).toBe('invalid');
    });
  });
};

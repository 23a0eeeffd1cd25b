import { beforeEach, describe, expect, test } from 'bun:test';
import { PaymentMethod, type PaymentMethodRow } from '../../../../src/resources/payment-methods/record.ts';
import {
  beginCharge,
  completeCharge,
  failCharge,
  retryCharge,
} from '../../../../src/resources/payments/charging/charges.ts';
import { chargeById, openCharges } from '../../../../src/resources/payments/charging/queries.ts';
import { findPayer, type NewPayment } from '../../../../src/resources/payments/payments.ts';
import { paymentById } from '../../../../src/resources/payments/queries.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { openCardStudio } from '../../../helpers/cards.ts';

const CALLER = {
  credentialId: 'c',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
} as const;
const DECLINED = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' };

let card: PaymentMethodRow;
/** The calls of the handler: the result and the context. */
let handled: (readonly [string, object])[];
const handlers = {
  test: {
    completed: (_tx: unknown, _payment: unknown, context: object) => void handled.push(['completed', context]),
    failed: (_tx: unknown, _payment: unknown, context: object) => void handled.push(['failed', context]),
  },
};

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  const { id } = await studio.save(ann);
  const row = PaymentMethod.rows.find(studio.store.view(), id);
  if (row === undefined) throw new Error('the card was not saved');
  card = row;
  handled = [];
});

/** Begins a charge of an amount. Returns the id of the payment. */
const begin = (amount = 1800, handler = 'test'): Promise<string> =>
  studio.store.write((tx) => {
    const line = { description: 'Mat', quantity: 1, unitAmount: amount, taxAmount: 0, discountAmount: 0 };
    const payment: Omit<NewPayment, 'paymentMethod'> = {
      ...findPayer(tx, CALLER, { clientId: ann.clientId }),
      amount,
      taxAmount: 0,
      discountAmount: 0,
      lineItems: [{ ...line, amount, type: 'product', referenceId: null }],
      id: tx.id(),
      purpose: 'product',
      description: null,
      package: null,
      bookingId: null,
      metadata: null,
      externalId: null,
    };
    return beginCharge(tx, studio.faulty, { ...payment, card, handler, context: { of: 'test' }, isAutomatic: false })
      .id;
  });
const complete = (id: string) => studio.store.write((tx) => completeCharge(tx, handlers, id, { chargeId: 'ch_1' }));
const fail = (id: string) => studio.store.write((tx) => failCharge(tx, handlers, id, DECLINED));
const retry = (id: string) =>
  studio.store.write((tx) => {
    const failed = paymentById(tx, id);
    if (failed !== undefined) retryCharge(tx, studio.faulty, failed, card);
  });
const payment = async (id: string) => (await studio.get(`/v2/payments/${id}`)).body;
const open = () => openCharges(studio.store.view(), '').map(({ paymentId }) => paymentId);

describe('a charge', () => {
  test('begins with a pending payment that has the card', async () => {
    const id = await begin();
    expect(await payment(id)).toMatchObject({
      status: 'pending',
      amountRefundable: 0,
      paymentMethodDetails: { last4: '4242', paymentMethodId: card.id },
      processor: { name: 'sandbox', mode: 'test', account: null, chargeId: null },
      invoiceNumber: null,
      paidAt: null,
      failedAt: null,
    });
    expect([open(), handled, studio.events()]).toEqual([[id], [], ['payment.created']]);
  });

  test('is completed once, whoever learns of it', async () => {
    const id = await begin();
    await complete(id);
    await complete(id);
    await fail(id);
    expect(await payment(id)).toMatchObject({
      status: 'completed',
      processor: { chargeId: 'ch_1' },
      failureCode: null,
    });
    expect([open(), handled]).toEqual([[], [['completed', { of: 'test' }]]]);
    expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
  });

  test('fails once, with its reason', async () => {
    const id = await begin();
    await fail(id);
    await fail(id);
    expect(await payment(id)).toMatchObject({
      status: 'failed',
      failureCode: DECLINED.code,
      failureMessage: DECLINED.message,
      failedAt: '2026-03-02T08:00:00.000Z',
    });
    expect([open(), handled]).toEqual([[], [['failed', { of: 'test' }]]]);
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
  });

  test('that failed is completed when the processor has the money', async () => {
    const id = await begin();
    await fail(id);
    await complete(id);
    expect(await payment(id)).toMatchObject({ status: 'completed', failureCode: null, failedAt: null });
    expect(handled.map(([result]) => result)).toEqual(['failed', 'completed']);
  });

  test('of which the money comes when its client was erased is completed without the words on the card', async () => {
    const id = await begin();
    await fail(id);
    await studio.given(studio.post(`/manage/clients/${ann.clientId}/erase`, { writeOffDebts: true }));
    const kind = { id: 'pm_1', type: 'card', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030 };
    const none = { bankName: null, mandate: null, country: null, billingName: null, fingerprint: null };
    const method = { ...kind, ...none, funding: 'credit' };
    await studio.store.write((tx) => completeCharge(tx, handlers, id, { chargeId: 'ch_1', method }));
    expect(await payment(id)).toMatchObject({ status: 'completed', paymentMethodDetails: null });
    expect(studio.events()).toEqual(['payment.completed']);
  });

  test('that failed is pending again in its next attempt', async () => {
    const id = await begin();
    await fail(id);
    await retry(id);
    expect([(await payment(id)).status, open()]).toEqual(['pending', [id]]);
    expect(chargeById(studio.store.view(), id)?.attempt).toBe(2);
  });

  test('has the platform fee that its processor takes, also in its next attempt', async () => {
    await studio.patch('/v2/settings', { payment: { platformFeePercent: 2.9 } });
    const { processor } = studio.faulty;
    const fees = async (id: string) => {
      const { platformFeeAmount, netAmount } = await payment(id);
      return [platformFeeAmount, netAmount];
    };
    const id = await begin(1000);
    expect(await fees(id)).toEqual([29, 971]);
    // As Stripe without a connected account.
    processor.platformFee = () => 0;
    expect(await fees(await begin(1000))).toEqual([0, 1000]);
    await fail(id);
    await retry(id);
    expect(await fees(id)).toEqual([0, 1000]);
    const asked: unknown[] = [];
    processor.platformFee = (...request) => asked.push(request);
    await begin(1000);
    expect(asked).toEqual([[{ mode: 'test', account: null }, 29, 'USD']]);
  });

  test('rounds halves of the platform fee up', async () => {
    const fees: number[] = [];
    for (const [platformFeePercent, amount] of [
      [2.3, 1500],
      [2.9, 1500],
      [1.14, 2500],
    ] as const) {
      await studio.patch('/v2/settings', { payment: { platformFeePercent } });
      fees.push((await payment(await begin(amount))).platformFeeAmount);
    }
    expect(fees).toEqual([35, 44, 29]);
  });

  test('of nothing is an error, and so is a handler that does not exist', async () => {
    await expect(begin(0)).rejects.toThrow('The amount is 0.');
    const id = await begin(100, 'unknown');
    await expect(complete(id)).rejects.toThrow("no handler 'unknown'");
    expect((await payment(id)).status).toBe('pending');
  });

  test('of an unknown payment changes nothing', async () => {
    await complete('00000000-0000-7000-8000-000000000000');
    await fail('00000000-0000-7000-8000-000000000000');
    expect([handled, studio.events()]).toEqual([[], []]);
  });
});

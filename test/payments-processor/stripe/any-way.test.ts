import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ChargeRequest } from '../../../src/payments-processor/port.ts';
import { createStripeProcessor } from '../../../src/payments-processor/stripe/processor.ts';
import { kindOf } from '../suite.ts';
import { startStripeMock } from './stripe-mock.ts';

const PLACE = { mode: 'test', account: null } as const;

let mock: Awaited<ReturnType<typeof startStripeMock>>;
beforeAll(async () => {
  mock = await startStripeMock();
});
afterAll(() => mock.stop());

const processor = () =>
  createStripeProcessor({
    secretKey: 'sk_test_mock',
    publishableKey: 'pk_test_mock',
    webhookSecret: undefined,
    apiUrl: mock.url,
  });

let runs = 0;
/** A payment that waits for what its holder chooses. */
const asked = async (more: Partial<ChargeRequest> = {}) => {
  const key = `any way ${++runs}`;
  const customerId = await processor().ensureCustomer(PLACE, key, { clientId: 'c', email: 'e@example.com', name: 'n' });
  const usual = { amount: 5000, currency: 'EUR', description: 'x', platformFee: 0, reference: `${key} 1` };
  const request = { customerId, cardId: null, ...usual, ...more };
  const response = await processor().chargeWithHolder(PLACE, key, request, null);
  if (!('approval' in response)) throw new Error('nobody is asked');
  return { key, request, id: response.approval.id, approval: response.approval };
};
const device = async (id: string, verb: string, form: Record<string, string> = {}) => {
  const body = new URLSearchParams(form);
  const response = await fetch(`${mock.url}/v1/payment_intents/${id}/${verb}`, { method: 'POST', body });
  return response.status;
};
const read = (id: string) => processor().readCharge(PLACE, id);

describe('a payment with any way', () => {
  test('waits for its holder, who pays by card, and is read as paid', async () => {
    const { id, approval, key, request } = await asked();
    expect([approval.url, approval.clientSecret.startsWith(id)]).toEqual([null, true]);
    expect(await read(id)).toMatchObject({ status: 'pending', approval: { id }, failure: null });
    await device(id, 'pay', { way: 'card' });
    const state = await read(id);
    expect(state).toMatchObject({ status: 'succeeded', approval: null, method: { type: 'card', last4: '4242' } });
    const again = await processor().chargeWithHolder(PLACE, key, request, null);
    expect(again).toMatchObject({ id: state.id, amount: 5000, method: { brand: 'visa' } });
  });

  test('a refused try is not the end of it', async () => {
    const { id } = await asked();
    await device(id, 'pay', { way: 'refused' });
    expect(await read(id)).toMatchObject({ status: 'pending', approval: { id } });
    await device(id, 'pay', { way: 'card' });
    expect((await read(id)).status).toBe('succeeded');
  });

  test('given up before it is paid, it cannot be paid later', async () => {
    const { id, key, request } = await asked();
    expect(await processor().abandon(PLACE, key, request)).toBeNull();
    expect(await device(id, 'pay', { way: 'card' })).toBe(400);
    expect(await processor().abandon(PLACE, key, request)).toBeNull();
  });

  test('given up when it is paid, it is the charge', async () => {
    const { id, key, request } = await asked();
    await device(id, 'pay', { way: 'card' });
    expect(await processor().abandon(PLACE, key, request)).toMatchObject({ amount: 5000 });
  });
});

describe('a direct debit', () => {
  test('takes days, with its mandate; then it is paid', async () => {
    const { id, key, request } = await asked({ isKept: true });
    await device(id, 'pay', { way: 'sepa_debit' });
    const processing = await read(id);
    expect(processing).toMatchObject({
      status: 'pending',
      isProcessing: true,
      approval: null,
      method: {
        type: 'sepa_debit',
        brand: null,
        last4: '3000',
        bankName: '37040044',
        mandate: { reference: 'NXDSYREGC9PSMKWY', acceptedAt: '2026-09-21T14:13:20.000Z' },
      },
    });
    expect(processing.id).toStartWith('py_');
    expect(await processor().abandon(PLACE, key, request)).toMatchObject({ isProcessing: true });
    expect(await read(processing.id)).toMatchObject({ status: 'pending', isProcessing: true });
    await device(id, 'settle');
    expect(await read(processing.id)).toMatchObject({ id: processing.id, status: 'succeeded' });
    expect((await read(id)).isProcessing).toBeUndefined();
  });

  test('is returned after days, also without a reason: its charge has failed, and its holder may pay anew', async () => {
    const { id } = await asked();
    await device(id, 'pay', { way: 'sepa_debit' });
    const { id: chargeId } = await read(id);
    await device(id, 'return');
    expect(await read(chargeId)).toMatchObject({
      status: 'failed',
      approval: null,
      failure: { code: 'payment_failed', message: 'The payment failed.' },
    });
    expect(await read(id)).toMatchObject({ status: 'pending', approval: { id } });
  });

  test('another account does not have it', async () => {
    const { id } = await asked();
    const other = { mode: 'test', account: 'acct_2' } as const;
    expect(await kindOf(processor().readCharge(other, id))).toBe('not_found');
    expect(await kindOf(processor().readDispute(PLACE, 'dp_none'))).toBe('not_found');
  });
});

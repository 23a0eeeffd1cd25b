import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createStripeProcessor } from '../../../src/payments-processor/stripe/processor.ts';

const PLACE = { mode: 'test', account: null } as const;
const CUSTOMER = { customerId: 'cus_1', methodId: 'm1' };
const COMMON = { object: 'payment_method', customer: 'cus_1', billing_details: { name: 'Ada Park' } };
const ACCEPTED = { customer_acceptance: { accepted_at: 1_790_000_000, type: 'online' } };

let sent: { path: string; body: string }[] = [];
let setup: object = {};
/** It answers each setup intent as Stripe's documentation shows it. */
const stripe = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    sent.push({ path: `${request.method} ${pathname}`, body: decodeURIComponent((await request.text()) + search) });
    return Response.json({
      id: 'seti_1',
      object: 'setup_intent',
      client_secret: 'seti_1_secret_2',
      status: 'requires_payment_method',
      livemode: false,
      metadata: { methodId: 'm1' },
      customer: 'cus_1',
      payment_method: null,
      mandate: null,
      last_setup_error: null,
      ...setup,
    });
  },
});
afterAll(() => stripe.stop(true));
beforeEach(() => {
  sent = [];
  setup = {};
});

const processor = createStripeProcessor({
  secretKey: 'sk_test_mock',
  publishableKey: 'pk_test_mock',
  webhookSecret: undefined,
  apiUrl: `http://127.0.0.1:${stripe.port}`,
});

test('a setup for any way asks for what the account has switched on, to be charged later', async () => {
  await processor.createSetup(PLACE, 'a', { ...CUSTOMER, isAnyWay: true });
  const [{ path, body } = { path: '', body: '' }] = sent;
  expect(path).toBe('POST /v1/setup_intents');
  expect(body).toContain('usage=off_session');
  expect(body).toContain('automatic_payment_methods[enabled]=true');
  expect(body).not.toContain('allowed_payment_method_types');
});

test('one for cards asks for nothing else', async () => {
  await processor.createSetup(PLACE, 'b', CUSTOMER);
  expect(sent[0]?.body).toContain('allowed_payment_method_types[0]=card');
  expect(sent[0]?.body).not.toContain('automatic_payment_methods');
});

test.each([
  [
    'sepa_debit',
    { sepa_debit: { bank_code: '37040044', country: 'DE', last4: '3000' } },
    { sepa_debit: { reference: 'NXDSYREGC9PSMKWY' } },
    { last4: '3000', bankName: '37040044', reference: 'NXDSYREGC9PSMKWY' },
  ],
  [
    'bacs_debit',
    { bacs_debit: { sort_code: '108800', last4: '2345' } },
    { bacs_debit: { reference: 'CABCDE', network_status: 'accepted' } },
    { last4: '2345', bankName: null, reference: 'CABCDE' },
  ],
  [
    'us_bank_account',
    { us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } },
    { us_bank_account: {} },
    { last4: '6789', bankName: 'STRIPE TEST BANK', reference: 'mandate_1' },
  ],
])('%s is read with its mandate', async (type, account, agreed, { last4, bankName, reference }) => {
  const mandate = { id: 'mandate_1', object: 'mandate', ...ACCEPTED, payment_method_details: { type, ...agreed } };
  setup = { status: 'succeeded', payment_method: { id: 'pm_1', type, ...account, ...COMMON }, mandate };
  const { status, card } = await processor.readSetup(PLACE, 'seti_1');
  expect(status).toBe('succeeded');
  expect(card).toMatchObject({ id: 'pm_1', type, brand: null, last4, bankName, expMonth: null });
  expect(card?.mandate).toEqual({ reference, acceptedAt: new Date(1_790_000_000_000).toISOString() });
});

test('a wallet is read as its card', async () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, wallet: { type: 'apple_pay' } };
  setup = { status: 'succeeded', payment_method: { id: 'pm_1', type: 'card', card, ...COMMON } };
  expect((await processor.readSetup(PLACE, 'seti_1')).card).toMatchObject({
    type: 'card',
    mandate: null,
    last4: '4242',
  });
});

test('what the bank still has to confirm saves nothing yet', async () => {
  for (const status of ['requires_action', 'processing'] as const) {
    setup = { status, payment_method: { id: 'pm_1', type: 'sepa_debit', ...COMMON } };
    expect(await processor.readSetup(PLACE, 'seti_1')).toMatchObject({ status, card: null });
  }
});

test('an account for which its holder enters a code days later is processing', async () => {
  const next = { type: 'verify_with_microdeposits', verify_with_microdeposits: { arrival_date: 1_790_000_000 } };
  setup = { status: 'requires_action', next_action: next, payment_method: { id: 'pm_1', type: 'us_bank_account' } };
  expect(await processor.readSetup(PLACE, 'seti_1')).toMatchObject({ status: 'processing', card: null });
});

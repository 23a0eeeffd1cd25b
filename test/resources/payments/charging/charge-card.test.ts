import { describe, expect, test } from 'bun:test';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { CARDS, type CardStudio, HISTORY, METHODS, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { createPlan, UNKNOWN } from '../../../helpers/sales.ts';
import { waitFor } from '../../../helpers/wait.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
const card = forEachTest(() => studio.save(ann));

const dropIn = (more: object = {}, headers?: Record<string, string>) =>
  studio.post(
    '/manage/payments',
    {
      clientId: ann.clientId,
      amount: 1800,
      currency: 'USD',
      paymentMethod: 'card',
      paymentMethodId: card.id,
      purpose: 'drop_in',
      ...more,
    },
    headers,
  );
const sale = async (more: object = {}, plan: object = {}, headers?: Record<string, string>) =>
  studio.post(
    '/manage/packages',
    { clientId: ann.clientId, planId: await createPlan(studio, plan), paymentMethod: 'card', ...more },
    headers,
  );
const payments = async () => (await studio.get('/v2/payments')).body.data;
const minutes = (count: number) => studio.time.moveTo(studio.time.now() + count * MINUTE_MS);

describe('a charge to a saved card', () => {
  test('201 a drop-in: the payment has the card, the processor, the fee and the net amount', async () => {
    await studio.given(studio.patch('/v2/settings', { payment: { platformFeePercent: 2.5 } }));
    const { status, body } = await dropIn();
    expect([status, body]).toMatchObject([
      201,
      {
        amount: 1800,
        status: 'completed',
        paymentMethod: 'card',
        paymentMethodDetails: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paymentMethodId: card.id },
        platformFeeAmount: 45,
        netAmount: 1755,
        invoiceNumber: '2026-000001',
        processor: { name: 'sandbox', mode: 'test', account: null },
        failureCode: null,
        paidAt: '2026-03-02T08:00:00.000Z',
      },
    ]);
    expect(body.processor.chargeId).toStartWith('ch_');
    expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
    expect(studio.taken()).toEqual({ amount: 1800, refunded: 0, count: 1 });
  });

  test('201 the processor gets at most 200 characters of the first line', async () => {
    const lineItems = [{ description: '🧘'.repeat(1000), unitAmount: 1800 }];
    expect((await dropIn({ lineItems })).body.lineItems[0].description).toHaveLength(2000);
    const sql = "select body ->> 'description' from sandboxProcessor where body ->> 'amount' = 1800";
    expect(studio.store.view().db.query(sql).values()).toEqual([['🧘'.repeat(200)]]);
    studio.events();
  });

  test('201 the default card unless one is given; 400 a card of another client, an unknown or a removed one', async () => {
    expect((await dropIn({ paymentMethodId: undefined })).body.paymentMethodDetails.paymentMethodId).toBe(card.id);
    const eve = await studio.member();
    const hers = await studio.save(eve);
    for (const id of [hers.id, UNKNOWN]) {
      expect(errorOf(await dropIn({ paymentMethodId: id }))).toEqual([400, 'resource_missing']);
    }
    await ann.call('DELETE', `${METHODS}/${card.id}`);
    expect(errorOf(await dropIn())).toEqual([400, 'resource_missing']);
    expect(errorOf(await dropIn({ paymentMethodId: null }))).toEqual([400, 'parameter_missing']);
    expect(studio.taken().count).toBe(1);
  });

  test('200 a refund to the card; the history of the member shows both', async () => {
    const { body: paid } = await dropIn({ metadata: { desk: 'one' } });
    await studio.post(`/v2/payments/${paid.id}/refund`, { amount: 800, notes: 'for staff' });
    expect(studio.taken()).toEqual({ amount: 1800, refunded: 800, count: 1 });
    const { body: history } = await ann.call('GET', HISTORY);
    expect(history).toMatchObject({
      object: 'list',
      url: HISTORY,
      data: [{ id: paid.id, status: 'partially_refunded', amountRefunded: 800, refunds: [{ amount: 800 }] }],
    });
    expect(history.data[0]).not.toContainAnyKeys(['processor', 'metadata', 'notes']);
    expect(history.data[0].refunds[0]).not.toContainAnyKeys(['notes', 'createdByStaffId']);
    const eve = await studio.member();
    expect((await eve.call('GET', HISTORY)).body.data).toEqual([]);
  });

  test('409 card_declined: the payment fails with the reason, and nothing is sold', async () => {
    const poor = await studio.save(ann, CARDS.noFunds);
    const response = await sale({ paymentMethodId: poor.id });
    expect(errorWithDetail(response)).toEqual([409, 'card_declined', 'insufficient_funds']);
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
    expect(await payments()).toMatchObject([
      {
        status: 'failed',
        failureCode: 'insufficient_funds',
        packageId: null,
        invoiceNumber: null,
        amountRefundable: 0,
      },
    ]);
    expect((await studio.get('/v2/packages')).body.data).toEqual([]);
    expect((await dropIn()).body.invoiceNumber).toBe('2026-000001');
  });

  test('201 a package is issued when it is paid', async () => {
    const { status, body } = await sale({ externalId: 'x', metadata: { a: 'b' } });
    expect([status, body.payment.packageId, body.externalId, body.metadata]).toEqual([201, body.id, 'x', { a: 'b' }]);
    expect(body).toMatchObject({ creditsRemaining: 10, autoRenews: false, paymentMethodId: null });
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.purchased',
      'package.credits_changed',
      'package.activated',
    ]);
    const key = { 'idempotency-key': 'sale' };
    const first = await sale({ planId: body.planId }, {}, key);
    expect((await sale({ planId: body.planId }, {}, key)).body).toEqual(first.body);
    expect(studio.taken().count).toBe(2);
  });

  test('400 nothing to charge; 400 a package that would have expired', async () => {
    expect(errorOf(await sale({ price: 0 }))).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await sale({ startsAt: '2020-01-01T00:00:00Z' }))).toEqual([400, 'parameter_invalid']);
    expect([await payments(), studio.taken().count, studio.events()]).toEqual([[], 0, []]);
  });

  test('409 a card of other processor keys is not charged', async () => {
    studio.db.query("update paymentMethods set mode = 'live'").run();
    expect(errorOf(await dropIn())).toEqual([409, 'payment_method_setup_failed']);
    expect(studio.taken().count).toBe(0);
  });
});

describe('a processor that does not answer', () => {
  for (const fault of ['down', 'lost', 'garbage'] as const) {
    test(`503 ${fault}: a repeated request finds the same charge`, async () => {
      const key = { 'idempotency-key': 'k' };
      studio.faulty.at('charge', fault);
      const away = await dropIn({}, key);
      expect([away.status, away.body.error.retryAfter, away.headers.get('retry-after')]).toEqual([503, 5, null]);
      expect(studio.events()).toEqual(['payment.created']);
      expect((await dropIn({}, key)).body).toMatchObject({ status: 'completed', amount: 1800 });
      expect([studio.taken().count, (await payments()).length, studio.events()]).toEqual([1, 1, ['payment.completed']]);
      await minutes(10);
      expect([studio.taken().count, studio.events()]).toEqual([1, []]);
    });

    test(`503 ${fault}: without a repeated request a job settles the charge, and never makes it`, async () => {
      studio.faulty.at('charge', fault);
      expect((await sale()).status).toBe(503);
      studio.events();
      await minutes(5);
      const [payment] = await payments();
      if (fault === 'down') {
        expect(payment).toMatchObject({ status: 'failed', failureCode: 'abandoned', packageId: null });
        expect([studio.taken().count, studio.events()]).toEqual([0, ['payment.failed']]);
      } else {
        expect(payment.status).toBe('completed');
        expect((await studio.get(`/v2/packages/${payment.packageId}`)).body.status).toBe('active');
        expect(studio.taken()).toEqual({ amount: 18_000, refunded: 0, count: 1 });
        expect(studio.events().slice(0, 2)).toEqual(['payment.completed', 'package.purchased']);
      }
    });
  }

  test('503 abandoned meanwhile: a repeated request charges again, once', async () => {
    const key = { 'idempotency-key': 'k' };
    studio.faulty.at('charge', 'down');
    await dropIn({}, key);
    await minutes(5);
    expect((await dropIn({}, key)).status).toBe(201);
    expect([studio.taken().count, (await payments()).length]).toEqual([1, 2]);
  });

  test('409 another request with the key of a charge that is not settled', async () => {
    const key = { 'idempotency-key': 'k' };
    studio.faulty.at('charge', 'down');
    await dropIn({}, key);
    expect(errorOf(await dropIn({ amount: 5 }, key))).toEqual([409, 'idempotency_key_reused']);
  });

  test('a day later the processor is told since when, since it may have forgotten the key', async () => {
    studio.faulty.at('charge', 'down');
    studio.faulty.at('abandon', 'down');
    await dropIn();
    const seen: unknown[] = [];
    const { abandon } = studio.faulty.processor;
    studio.faulty.processor.abandon = (...request) => {
      seen.push(request[3]);
      return abandon(...request);
    };
    await minutes(5);
    const aDayAgo = isoInstant(studio.time.now() - DAY_MS);
    studio.db.query('update payments set createdAt = ?').run(aDayAgo);
    await minutes(5);
    expect(seen).toEqual([undefined, aDayAgo]);
  });

  test('201 a request that the network sends twice charges once', async () => {
    studio.faulty.at('charge', 'twice');
    expect((await dropIn()).status).toBe(201);
    expect(studio.taken().count).toBe(1);
  });

  test('slow: the job leaves a charge in flight alone, and its result counts once', async () => {
    studio.faulty.at('charge', 'slow');
    const waiting = dropIn();
    await waitFor(() => studio.faulty.calls('charge') > 0);
    await minutes(5);
    expect(studio.faulty.calls('abandon')).toBe(0);
    studio.faulty.release();
    expect((await waiting).body.status).toBe('completed');
    expect(studio.taken().count).toBe(1);
  });
});

describe('a crash in the middle of a charge, and the next start', () => {
  /** The database when the processor was called, and when it had answered. */
  const crashes = async (): Promise<readonly [Uint8Array, Uint8Array]> => {
    studio.faulty.at('charge', 'slow');
    const unfinished = sale();
    await waitFor(() => studio.faulty.calls('charge') > 0);
    const before = studio.db.serialize();
    let after: Uint8Array | undefined;
    const { store } = studio;
    const write = store.write.bind(store);
    // The write after the processor's own stores the result of the charge.
    store.write = ((work: never) => {
      after = store.db.serialize();
      return write(work);
    }) as typeof store.write;
    studio.faulty.release();
    await unfinished;
    if (after === undefined) throw new Error('nothing was written');
    return [before, after];
  };

  const restarted = async (file: Uint8Array): Promise<CardStudio> => {
    const again = await openCardStudio({ file, seal: studio.seal, startAt: TEST_START + 1000 });
    await waitFor(() => again.count("payments where status = 'pending'") === 0);
    return again;
  };

  test('before the processor was called: nothing is charged or sold', async () => {
    const again = await restarted((await crashes())[0]);
    const [payment] = (await again.get('/v2/payments')).body.data;
    expect([payment.status, payment.failureCode, again.taken().count]).toEqual(['failed', 'abandoned', 0]);
    expect((await again.get('/v2/packages')).body.data).toEqual([]);
  });

  test('after it had answered: the paid package is issued', async () => {
    const again = await restarted((await crashes())[1]);
    const [payment] = (await again.get('/v2/payments')).body.data;
    expect([payment.status, again.taken()]).toEqual(['completed', { amount: 18_000, refunded: 0, count: 1 }]);
    expect((await again.get(`/v2/packages/${payment.packageId}`)).body).toMatchObject({ creditsRemaining: 10 });
  });

  test('after the result was stored: nothing changes', async () => {
    expect((await sale()).status).toBe(201);
    const again = await restarted(studio.db.serialize());
    expect([(await again.get('/v2/payments')).body.data[0].status, again.taken().count]).toEqual(['completed', 1]);
  });
});

describe('in live mode', () => {
  const live = async (enabled: boolean) => {
    const state = { chargesEnabled: enabled, isComplete: enabled };
    studio.faulty.processor.accountState = async () => state;
    Object.assign(studio.faulty.processor, { mode: 'live' });
    studio.db.query("update paymentMethods set mode = 'live'").run();
    await studio.post('/webhooks/processor');
    return state;
  };

  test('409 card_payments_not_enabled until the account may charge; nothing is written', async () => {
    await live(false);
    await minutes(2);
    expect(errorOf(await dropIn())).toEqual([409, 'card_payments_not_enabled']);
    expect([await payments(), studio.events()]).toEqual([[], []]);
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { TEST_START } from '../../helpers/api.ts';
import { CARDS, type CardStudio, HISTORY, METHODS, type Member, openCards } from '../../helpers/cards.ts';
import { newPlan, UNKNOWN } from '../../helpers/money.ts';

let studio: CardStudio;
let ann: Member;
let cardId: string;
beforeEach(async () => {
  studio = await openCards();
  ann = await studio.member();
  cardId = (await studio.save(ann)).id;
});

const dropIn = (more: object = {}, headers?: Record<string, string>) =>
  studio.post(
    '/manage/payments',
    {
      clientId: ann.clientId,
      amount: 1800,
      currency: 'USD',
      paymentMethod: 'card',
      paymentMethodId: cardId,
      purpose: 'drop_in',
      ...more,
    },
    headers,
  );
const sale = async (more: object = {}, plan: object = {}, headers?: Record<string, string>) =>
  studio.post(
    '/manage/packages',
    { clientId: ann.clientId, planId: await newPlan(studio, plan), paymentMethod: 'card', ...more },
    headers,
  );
const payments = async () => (await studio.get('/v2/payments')).body.data;
const refusal = ({
  status,
  body,
}: {
  status: number;
  body: { error: { code: string; details?: { code: string }[] } };
}) => [status, body.error.code, body.error.details?.[0]?.code] as unknown[];
const minutes = (count: number) => studio.time.moveTo(studio.time.now() + count * 60_000);

describe('a charge through a saved card', () => {
  test('201 a drop-in: the payment tells of card, processor, fee and net', async () => {
    await studio.patch('/v2/settings', { payment: { platformFeePercent: 2.5 } });
    studio.events();
    const { status, body } = await dropIn();
    expect([status, body]).toMatchObject([
      201,
      {
        amount: 1800,
        status: 'completed',
        paymentMethod: 'card',
        paymentMethodDetails: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paymentMethodId: cardId },
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

  test('201 the default card is charged where none is named; 400 another client’s, an unknown or a removed one', async () => {
    expect((await dropIn({ paymentMethodId: undefined })).body.paymentMethodDetails.paymentMethodId).toBe(cardId);
    const eve = await studio.member();
    const hers = await studio.save(eve);
    for (const id of [hers.id, UNKNOWN]) {
      expect(refusal(await dropIn({ paymentMethodId: id })).slice(0, 2)).toEqual([400, 'resource_missing']);
    }
    await ann.call('DELETE', `${METHODS}/${cardId}`);
    expect(refusal(await dropIn()).slice(0, 2)).toEqual([400, 'resource_missing']);
    expect(refusal(await dropIn({ paymentMethodId: null })).slice(0, 2)).toEqual([400, 'parameter_missing']);
    expect(studio.taken().count).toBe(1);
  });

  test('200 it is refunded to the card, and the history of the member shows both', async () => {
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

  test('409 card_declined: the payment failed with its reason, and nothing was sold', async () => {
    const poor = await studio.save(ann, CARDS.noFunds);
    const answer = await sale({ paymentMethodId: poor.id });
    expect(refusal(answer)).toEqual([409, 'card_declined', 'insufficient_funds']);
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

  test('201 a package is sold when it is paid', async () => {
    const { status, body } = await sale({ externalId: 'x', metadata: { a: 'b' } });
    expect([status, body.payment.packageId, body.externalId, body.metadata]).toEqual([201, body.id, 'x', { a: 'b' }]);
    expect(body).toMatchObject({ creditsRemaining: 10, autoRenews: false, paymentMethodId: null });
    expect(studio.events()).toEqual([
      ...['payment.created', 'payment.completed', 'package.purchased', 'package.credits_changed'],
      'package.activated',
    ]);
    const key = { 'idempotency-key': 'sale' };
    const first = await sale({ planId: body.planId }, {}, key);
    expect((await sale({ planId: body.planId }, {}, key)).body).toEqual(first.body);
    expect(studio.taken().count).toBe(2);
  });

  test('400 nothing to charge; 400 a package that would have expired', async () => {
    expect(refusal(await sale({ price: 0 })).slice(0, 2)).toEqual([400, 'parameter_invalid']);
    expect(refusal(await sale({ startsAt: '2020-01-01T00:00:00Z' })).slice(0, 2)).toEqual([400, 'parameter_invalid']);
    expect([await payments(), studio.taken().count, studio.events()]).toEqual([[], 0, []]);
  });

  test('409 a card of other processor keys is not charged', async () => {
    studio.db.query("update paymentMethods set mode = 'live'").run();
    expect(refusal(await dropIn()).slice(0, 2)).toEqual([409, 'payment_method_setup_failed']);
    expect(studio.taken().count).toBe(0);
  });
});

describe('a processor that fails', () => {
  for (const fault of ['down', 'lost', 'garbage'] as const) {
    test(`503 ${fault}: the same request again finds the same charge`, async () => {
      const key = { 'idempotency-key': 'k' };
      studio.faulty.at('charge', fault);
      const away = await dropIn({}, key);
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
      expect(studio.events()).toEqual(['payment.created']);
      expect((await dropIn({}, key)).body).toMatchObject({ status: 'completed', amount: 1800 });
      expect([studio.taken().count, (await payments()).length, studio.events()]).toEqual([1, 1, ['payment.completed']]);
      await minutes(10);
      expect([studio.taken().count, studio.events()]).toEqual([1, []]);
    });

    test(`503 ${fault}: not asked again, it is settled by itself, and never charged anew`, async () => {
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

  test('503 given up meanwhile: the same request charges anew, once', async () => {
    const key = { 'idempotency-key': 'k' };
    studio.faulty.at('charge', 'down');
    await dropIn({}, key);
    await minutes(5);
    expect((await dropIn({}, key)).status).toBe(201);
    expect([studio.taken().count, (await payments()).length]).toEqual([1, 2]);
  });

  test('409 the key of a charge that is not settled was sent with another request', async () => {
    const key = { 'idempotency-key': 'k' };
    studio.faulty.at('charge', 'down');
    await dropIn({}, key);
    expect(refusal(await dropIn({ amount: 5 }, key)).slice(0, 2)).toEqual([409, 'idempotency_key_reused']);
  });

  test('201 it is asked twice by the network and takes the money once', async () => {
    studio.faulty.at('charge', 'twice');
    expect((await dropIn()).status).toBe(201);
    expect(studio.taken().count).toBe(1);
  });

  test('slow: the job does not touch what is being asked for, and the answer counts once', async () => {
    studio.faulty.at('charge', 'slow');
    const waiting = dropIn();
    while (studio.faulty.calls('charge') === 0) await new Promise((resolve) => setImmediate(resolve));
    await minutes(5);
    expect(studio.faulty.calls('abandon')).toBe(0);
    studio.faulty.release();
    expect((await waiting).body.status).toBe('completed');
    expect(studio.taken().count).toBe(1);
  });
});

describe('the program dies in the middle of a charge, and starts again', () => {
  /** The file as it was when the processor was asked, and as it was when it had answered; neither program goes on. */
  const deaths = async (): Promise<readonly [Uint8Array, Uint8Array]> => {
    studio.faulty.at('charge', 'slow');
    const dying = sale();
    while (studio.faulty.calls('charge') === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = studio.db.serialize();
    let after: Uint8Array | undefined;
    const { store } = studio;
    const write = store.write.bind(store);
    // The write that follows the processor's own is ours, with the end of the payment.
    store.write = ((work: never) => {
      after = store.db.serialize();
      return write(work);
    }) as typeof store.write;
    studio.faulty.release();
    await dying;
    if (after === undefined) throw new Error('nothing was written');
    return [before, after];
  };

  const reborn = async (file: Uint8Array): Promise<CardStudio> => {
    const again = await openCards({ file, seal: studio.seal, startAt: TEST_START + 1000 });
    const open = () =>
      (again.db.query("select count(*) n from payments where status = 'pending'").get() as { n: number }).n;
    while (open() > 0) await new Promise((resolve) => setImmediate(resolve));
    return again;
  };

  test('before it was asked: nothing is charged, nothing is sold', async () => {
    const again = await reborn((await deaths())[0]);
    const [payment] = (await again.get('/v2/payments')).body.data;
    expect([payment.status, payment.failureCode, again.taken().count]).toEqual(['failed', 'abandoned', 0]);
    expect((await again.get('/v2/packages')).body.data).toEqual([]);
  });

  test('after it had answered: what was paid is sold', async () => {
    const again = await reborn((await deaths())[1]);
    const [payment] = (await again.get('/v2/payments')).body.data;
    expect([payment.status, again.taken()]).toEqual(['completed', { amount: 18_000, refunded: 0, count: 1 }]);
    expect((await again.get(`/v2/packages/${payment.packageId}`)).body).toMatchObject({ creditsRemaining: 10 });
  });

  test('after everything was written: nothing is left to do', async () => {
    expect((await sale()).status).toBe(201);
    const again = await reborn(studio.db.serialize());
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
    expect(refusal(await dropIn()).slice(0, 2)).toEqual([409, 'card_payments_not_enabled']);
    expect([await payments(), studio.events()]).toEqual([[], []]);
  });
});

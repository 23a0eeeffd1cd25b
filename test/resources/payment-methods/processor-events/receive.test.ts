import { describe, expect, test } from 'bun:test';
import type { ProcessorEvent } from '../../../../src/payments-processor/port.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { CARDS, METHODS, openCardStudio } from '../../../helpers/cards.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

let count = 0;
const message = (type: string, objectId: string, more: Partial<ProcessorEvent> = {}): string =>
  JSON.stringify({ id: `evt_${++count}`, type, objectId, place: { mode: 'test', account: null }, ...more });
const send = async (body: string, signature?: string) =>
  studio.send('POST', '/webhooks/processor', body, {
    'x-service-api-key': '',
    'processor-signature': signature ?? (await studio.sandbox.sign(body)),
  });
const setupOf = (id: string): string =>
  (studio.db.query('select setupId from paymentMethods where id = ?').get(id) as { setupId: string }).setupId;
const objects = (kind: string): { id: string }[] =>
  (studio.db.query('select body from sandboxProcessor where kind = ?').all(kind) as { body: string }[]).map(
    ({ body }) => JSON.parse(body),
  );
const change = (kind: string, path: string, value: unknown) =>
  studio.db
    .query(`update sandboxProcessor set body = json_set(body, '${path}', json(?)) where kind = ?`)
    .run(JSON.stringify(value), kind);
const paid = async () => {
  const body = { clientId: ann.clientId, amount: 1800, currency: 'USD', paymentMethod: 'card', purpose: 'drop_in' };
  return (await studio.post('/manage/payments', body)).body;
};
const payment = async (id: string) => (await studio.get(`/v2/payments/${id}`)).body;

describe('POST /webhooks/processor', () => {
  test('400 a wrong signature; nothing is stored', async () => {
    const body = message('account.updated', 'acct_1');
    for (const signature of ['', 'abc', '00'.repeat(32)]) {
      const response = await send(body, signature);
      expect([response.status, response.body.error.param]).toEqual([400, 'signature']);
    }
    expect(studio.db.query('select * from processorEvents').all()).toEqual([]);
  });

  test('200 a repeated event is handled once, and an unknown type does nothing', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    const event = message('setup_intent.succeeded', setupOf(setup.id));
    const answers = await Promise.all([send(event), send(event), send(event)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.body).toEqual({ received: true });
    expect([(await ann.list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
    expect((await send(message('product.created', 'prod_1'))).status).toBe(200);
    const { body: again } = await ann.complete(setup.id);
    expect([again.status, studio.events()]).toEqual(['active', []]);
  });

  test('200 a card that would be one too many waits until the member has removed another', async () => {
    await studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } });
    const setups = [(await ann.initiate()).body, (await ann.initiate()).body];
    studio.events();
    for (const setup of setups) {
      await studio.confirm(setup);
      await send(message('setup_intent.succeeded', setupOf(setup.id)));
    }
    const ids = async () => (await ann.list()).map(({ id }: { id: string }) => id);
    expect([await ids(), studio.events()]).toEqual([[setups[0].id], ['payment_method.added']]);
    await ann.call('DELETE', `${METHODS}/${setups[0].id}`);
    expect((await ann.complete(setups[1].id)).body.status).toBe('active');
    expect(studio.events()).toEqual(['payment_method.removed', 'payment_method.added']);
  });

  test('200 an event of another mode or account is ignored, and reported to the operator', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    studio.expectErrors(2);
    for (const place of [{ mode: 'live', account: null } as const, { mode: 'test', account: 'acct_2' } as const]) {
      expect((await send(message('setup_intent.succeeded', setupOf(setup.id), { place }))).status).toBe(200);
    }
    expect([await ann.list(), studio.events(), studio.reportedErrors.length]).toEqual([[], [], 2]);
  });

  test('503 the processor does not answer: the repeated event is handled', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    const event = message('setup_intent.succeeded', setupOf(setup.id));
    studio.faulty.at('readSetup', 'down');
    expect((await send(event)).status).toBe(503);
    expect(await ann.list()).toEqual([]);
    expect((await send(event)).status).toBe(200);
    expect(await ann.list()).toHaveLength(1);
  });

  test('a setup that failed or was cancelled at the processor', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup, CARDS.declined);
    await send(message('setup_intent.setup_failed', setupOf(setup.id)));
    const refused = await ann.complete(setup.id);
    expect(refused.body.error.code).toBe('payment_method_setup_failed');
    await studio.sandbox.cancelSetup({ mode: 'test', account: null }, setupOf(setup.id));
    await send(message('setup_intent.canceled', setupOf(setup.id)));
    expect((await ann.complete(setup.id)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('a card that its bank renews, and one that is detached at the processor', async () => {
    const card = await studio.save(ann);
    const [there] = objects('card');
    change('card', '$.expYear', 2035);
    await send(message('payment_method.automatically_updated', there?.id ?? ''));
    expect((await ann.list())[0].card.expYear).toBe(2035);
    const client = async () => (await studio.get(`/v2/clients/${ann.clientId}`)).body.defaultPaymentMethod;
    expect((await client()).expYear).toBe(2035);
    change('card', '$.isDetached', true);
    await send(message('payment_method.detached', there?.id ?? ''));
    expect([await ann.list(), await client(), studio.events()]).toEqual([[], null, ['payment_method.removed']]);
    expect((await ann.call('DELETE', `${METHODS}/${card.id}`)).status).toBe(404);
  });

  test('an event completes a charge whose answer was lost; a later event changes nothing', async () => {
    await studio.save(ann);
    studio.faulty.at('charge', 'lost');
    await paid();
    const [charge] = objects('charge');
    await send(message('payment_intent.succeeded', charge?.id ?? ''));
    expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
    change('charge', '$.declined', true);
    await send(message('payment_intent.payment_failed', charge?.id ?? ''));
    expect(studio.events()).toEqual([]);
  });

  test('an event fails a declined charge; an event that it succeeded completes it', async () => {
    await studio.save(ann, CARDS.noFunds);
    studio.faulty.at('charge', 'lost');
    await paid();
    const [charge] = objects('charge');
    await send(message('payment_intent.payment_failed', charge?.id ?? ''));
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
    change('charge', '$.declined', false);
    await send(message('payment_intent.succeeded', charge?.id ?? ''));
    expect(studio.events()).toEqual(['payment.completed']);
  });

  test('a refund made at the processor is recorded once; one that fails later is reversed', async () => {
    await studio.save(ann);
    const { id, processor } = await studio.given(paid());
    change('charge', '$.amountRefunded', 500);
    await send(message('charge.refunded', processor.chargeId));
    await send(message('charge.refunded', processor.chargeId));
    expect(await payment(id)).toMatchObject({
      status: 'partially_refunded',
      amountRefunded: 500,
      amountRefundable: 1300,
    });
    expect(studio.events()).toEqual(['payment.refunded']);
    await studio.post(`/v2/payments/${id}/refund`, { amount: 300 });
    const [refund] = objects('refund');
    change('refund', '$.status', 'failed');
    studio.expectErrors(1);
    await send(message('refund.failed', refund?.id ?? ''));
    expect(await payment(id)).toMatchObject({ amountRefunded: 500, refunds: [{ amount: 500 }, { status: 'failed' }] });
    await send(message('refund.updated', refund?.id ?? ''));
    expect((await payment(id)).amountRefunded).toBe(500);
  });

  test('a refund made at the processor that fails later is reversed once, and those recorded with it stay', async () => {
    await studio.save(ann);
    const { id, processor } = await studio.given(paid());
    const { body: own } = await studio.post(`/v2/payments/${id}/refund`, { amount: 300 });
    expect(own.status).toBe('partially_refunded');
    studio.events();
    const [known] = objects('refund');
    const madeThere = {
      ...known,
      id: 're_dashboard',
      amount: 200,
      status: 'failed',
      failureCode: 'lost_or_stolen_card',
    };
    studio.db
      .query(`insert into sandboxProcessor (id, account, kind, body)
        select ?, account, kind, ? from sandboxProcessor where kind = 'refund'`)
      .run(madeThere.id, JSON.stringify({ ...madeThere, key: 'dashboard' }));
    // Nothing is recorded yet that could be reversed: this is not the studio's own.
    await send(message('refund.failed', madeThere.id));
    expect((await payment(id)).amountRefunded).toBe(300);
    change('charge', '$.amountRefunded', 1000);
    await send(message('charge.refunded', processor.chargeId));
    expect((await payment(id)).refunds).toMatchObject([{ amount: 300 }, { amount: 700 }]);
    change('charge', '$.amountRefunded', 800);
    studio.expectErrors(1);
    for (let sent = 0; sent < 2; sent++) await send(message('refund.failed', madeThere.id));
    expect(await payment(id)).toMatchObject({
      status: 'partially_refunded',
      amountRefunded: 800,
      refunds: [
        { amount: 300, status: 'succeeded' },
        { amount: 700, status: 'failed' },
        { amount: 500, status: 'succeeded' },
      ],
    });
    expect(studio.events()).toEqual(['payment.refunded', 'payment.refunded']);
  });

  for (const types of [
    ['charge.refunded', 'payment_intent.succeeded'],
    ['payment_intent.succeeded', 'charge.refunded'],
    ['charge.refunded'],
    ['payment_intent.succeeded'],
  ]) {
    test(`a refund made at the processor counts once when the answer of the charge was lost: ${types.join()}`, async () => {
      await studio.save(ann);
      studio.faulty.at('charge', 'lost');
      await paid();
      const [charge] = objects('charge');
      change('charge', '$.amountRefunded', 500);
      expect(studio.events()).toEqual(['payment.created']);
      const sendAll = async () => {
        for (const type of types) expect((await send(message(type, charge?.id ?? ''))).status).toBe(200);
      };
      await sendAll();
      expect((await studio.get('/v2/payments')).body.data).toMatchObject([
        { status: 'partially_refunded', amountRefunded: 500, refunds: [{ amount: 500, status: 'succeeded' }] },
      ]);
      expect(studio.events()).toEqual(['payment.completed', 'payment.refunded']);
      await sendAll();
      await studio.time.moveTo(studio.time.now() + 600_000);
      expect([studio.events(), studio.taken().count]).toEqual([[], 1]);
    });
  }

  test('a refund of an earlier charge of a payment is not one of the charge that paid it', async () => {
    await studio.save(ann);
    const { id } = await studio.given(paid());
    const [charge] = objects('charge');
    studio.db
      .query("insert into sandboxProcessor select 'ch_earlier', account, kind, body from sandboxProcessor where id = ?")
      .run(charge?.id ?? '');
    studio.db
      .query(
        "update sandboxProcessor set body = json_set(body, '$.id', id, '$.key', 'k', '$.amountRefunded', 1800) where id = 'ch_earlier'",
      )
      .run();
    expect((await send(message('charge.refunded', 'ch_earlier'))).status).toBe(200);
    expect([(await payment(id)).amountRefunded, studio.events()]).toEqual([0, []]);
  });

  test('an event completes a pending refund', async () => {
    await studio.save(ann);
    const { id } = await paid();
    studio.faulty.next('pending');
    await studio.post(`/v2/payments/${id}/refund`, {});
    expect((await payment(id)).refunds).toMatchObject([{ status: 'pending' }]);
    const [refund] = objects('refund');
    await send(message('refund.updated', refund?.id ?? ''));
    expect((await payment(id)).status).toBe('refunded');
  });

  test('a dispute is reported to the operator', async () => {
    studio.expectErrors(1);
    await studio.save(ann);
    await paid();
    const [charge] = objects('charge');
    expect((await send(message('charge.dispute.created', `dp_${charge?.id}`))).status).toBe(200);
    expect((await send(message('account.updated', 'acct_1'))).status).toBe(200);
    expect(studio.reportedErrors).toHaveLength(1);
    expect(String(studio.reportedErrors[0])).toContain(charge?.id ?? 'none');
  });
});

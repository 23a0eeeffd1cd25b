import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { ProcessorFailure } from '../../../../src/payments-processor/port.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { typesOf } from '../../../helpers/daily.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createPlan } from '../../../helpers/sales.ts';

const REJECTED = 'The card processor rejects the key of this server. Its operator must fix it first.';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  await studio.save(ann);
});

const pay = (headers?: Record<string, string>) =>
  studio.post(
    '/manage/payments',
    { clientId: ann.clientId, amount: 1800, currency: 'USD', paymentMethod: 'card', purpose: 'drop_in' },
    headers,
  );
const payments = async () => (await studio.get('/v2/payments')).body.data;
const client = async () => (await studio.get(`/v2/clients/${ann.clientId}`)).body;
const pass = (ms: number) => studio.time.moveTo(studio.time.now() + ms);
const reports = () => studio.reportedErrors.map(String);

describe('a processor that rejects the key', () => {
  test('503 no card is declined: the same request charges it once the key is right', async () => {
    const key = { 'idempotency-key': 'k' };
    studio.faulty.rejectKey(true);
    const refused = await pay(key);
    expect([errorOf(refused), refused.body.error.retryAfter]).toEqual([[503, 'processor_unavailable'], 5]);
    expect(refused.body.error.message).toBe(
      `${REJECTED} Send the request again with the same Idempotency-Key; nothing is charged twice.`,
    );
    await pass(20 * MINUTE_MS);
    expect(await payments()).toMatchObject([{ status: 'pending', failureCode: null }]);
    expect([studio.events(), reports()[0]]).toEqual([['payment.created'], expect.stringContaining('key is rejected')]);
    studio.faulty.rejectKey(false);
    expect((await pay(key)).body).toMatchObject({ status: 'completed', amount: 1800 });
    expect([studio.taken().count, studio.events()]).toEqual([1, ['payment.completed']]);
  });

  test('503 without a repeated request the charge is abandoned once the key is right', async () => {
    studio.faulty.rejectKey(true);
    expect(errorOf(await pay())).toEqual([503, 'processor_unavailable']);
    await pass(DAY_MS);
    studio.faulty.rejectKey(false);
    expect(studio.events()).toEqual(['payment.created']);
    await pass(5 * MINUTE_MS);
    expect(await payments()).toMatchObject([{ status: 'failed', failureCode: 'abandoned' }]);
    expect([studio.taken().count, studio.events()]).toEqual([0, ['payment.failed']]);
  });

  test('503 to saving a card; nothing is saved', async () => {
    studio.faulty.rejectKey(true);
    const refused = await ann.initiate();
    expect(errorOf(refused)).toEqual([503, 'processor_unavailable']);
    expect(refused.body.error.message).toBe(`${REJECTED} Nothing was changed. Send the request again.`);
    expect([(await ann.list()).length, studio.events()]).toEqual([1, []]);
  });

  test('503 to a live charge that needs the state of the account; nothing is written, and the operator is told', async () => {
    const { processor } = studio.faulty;
    processor.accountState = () => Promise.reject(new ProcessorFailure('unauthorized', 'The key is rejected.'));
    Object.assign(processor, { mode: 'live' });
    studio.db.query("update paymentMethods set mode = 'live'").run();
    await pass(2 * MINUTE_MS);
    studio.reportedErrors.length = 0;
    const refused = await pay();
    expect([errorOf(refused), await payments(), studio.events()]).toEqual([[503, 'processor_unavailable'], [], []]);
    expect(refused.body.error.message).toStartWith(REJECTED);
    expect(reports()).toEqual([expect.stringContaining('key is rejected')]);
  });

  test('503 to an event, which is handled when the processor sends it again', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    const { setupId } = studio.db.query('select setupId from paymentMethods where id = ?').get(setup.id) as {
      setupId: string;
    };
    const place = { mode: 'test', account: null };
    const body = JSON.stringify({ id: 'evt_1', type: 'setup_intent.succeeded', objectId: setupId, place });
    const send = async () =>
      studio.send('POST', '/webhooks/processor', body, {
        'x-service-api-key': '',
        'processor-signature': await studio.sandbox.sign(body),
      });
    studio.events();
    studio.faulty.rejectKey(true);
    expect([errorOf(await send()), studio.events()]).toEqual([[503, 'processor_unavailable'], []]);
    studio.faulty.rejectKey(false);
    expect([(await send()).status, studio.events()]).toEqual([200, ['payment_method.added']]);
  });

  test('200 a refund stays pending, and is made once the key is right', async () => {
    const paid = await studio.given(pay());
    studio.faulty.rejectKey(true);
    const { status, body } = await studio.post(`/v2/payments/${paid.id}/refund`, { amount: 800 });
    expect([status, body]).toMatchObject([200, { amountRefunded: 0, refunds: [{ status: 'pending' }] }]);
    await studio.time.skipTo(studio.time.now() + DAY_MS);
    expect([studio.taken().refunded, studio.events()]).toEqual([0, []]);
    studio.faulty.rejectKey(false);
    await pass(5 * MINUTE_MS);
    expect((await payments())[0]).toMatchObject({ amountRefunded: 800, status: 'partially_refunded' });
    expect([studio.taken().refunded, studio.events()]).toEqual([800, ['payment.refunded']]);
  });
});

describe('what is charged automatically while the key is rejected', () => {
  /** How often the processor is asked to charge a card while time passes. */
  const callsIn = async (ms: number): Promise<number> => {
    const before = studio.faulty.calls('charge');
    await pass(ms);
    return studio.faulty.calls('charge') - before;
  };

  test('a renewal stays due: no attempt fails, and it is paid once the key is right', async () => {
    const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
    const { body: sold } = await studio.post('/manage/packages', {
      clientId: ann.clientId,
      planId,
      paymentMethod: 'card',
    });
    studio.events();
    studio.faulty.rejectKey(true);
    await studio.time.skipTo(Date.parse(sold.nextRenewalAt) + MINUTE_MS + 1);
    await studio.time.skipTo(studio.time.now() + 6 * DAY_MS);
    expect(studio.events()).toEqual(['payment.created']);
    const found = async () => (await studio.get(`/v2/packages/${sold.id}`)).body;
    expect(await found()).toMatchObject({ status: 'active', onHold: false, nextRenewalAt: sold.nextRenewalAt });
    expect((await client()).isInArrears).toBe(false);
    studio.faulty.rejectKey(false);
    await pass(5 * MINUTE_MS);
    expect(studio.events()).toEqual([
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    expect(await found()).toMatchObject({ status: 'active', onHold: false });
    expect((await payments()).filter(({ status }: { status: string }) => status !== 'completed')).toEqual([]);
  }, 60_000);

  test('a fee stays pending, and is charged once the key is right', async () => {
    const settings = { noShowFee: 1500, feesApplyTo: 'all', autoChargeFees: true };
    await studio.patch('/v2/settings', { payment: settings });
    const sessionId = await addSession(studio, { startsIn: studio.time.now() - TEST_START + HOUR_MS });
    const { body: booking } = await studio.post('/v2/bookings', { clientId: ann.clientId, sessionId });
    await studio.post(`/v2/bookings/${booking.id}/noshow`);
    const penalty = async () => (await studio.get(`/v2/bookings/${booking.id}`)).body.penalty.status;
    const raised = () => studio.events().filter((type) => type !== 'session.completed');
    studio.events();
    studio.faulty.rejectKey(true);
    await studio.time.skipTo(studio.time.now() + 48 * HOUR_MS);
    expect([await penalty(), raised()]).toEqual(['pending', ['payment.created']]);
    expect((await client()).isInArrears).toBe(false);
    studio.faulty.rejectKey(false);
    await pass(5 * MINUTE_MS);
    expect([await penalty(), raised()]).toEqual(['charged', ['payment.completed', 'booking.penalty_charged']]);
  });

  test('many renewals that are due: one is tried in each run of a job, and all are paid once the key is right', async () => {
    const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
    const sale = { clientId: ann.clientId, planId, paymentMethod: 'card' };
    const { body: sold } = await studio.post('/manage/packages', sale);
    for (let count = 1; count < 20; count += 1) await studio.post('/manage/packages', sale);
    studio.events();
    studio.faulty.rejectKey(true);
    await studio.time.skipTo(Date.parse(sold.nextRenewalAt) - 1);
    // The renewals run each minute, the open charges every five.
    const calls = await callsIn(10 * MINUTE_MS);
    expect([calls > 0, calls <= 12]).toEqual([true, true]);
    expect(Object.keys(typesOf(studio.eventsInFull()))).toEqual(['payment.created']);
    studio.faulty.rejectKey(false);
    await pass(5 * MINUTE_MS);
    expect(typesOf(studio.eventsInFull())).toMatchObject({ 'payment.completed': 20, 'package.renewed': 20 });
    expect(studio.taken().count).toBe(40);
  }, 60_000);
});

import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { GIVEN_UP } from '../../sales/member/purchasing.ts';
import { GIVEN, IBANS, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const PAID = ['payment.completed', ...GIVEN];
const payments = (): string[] => studio.events().filter((type) => type.startsWith('payment'));

/** A purchase that is paid on the device, and of which the server does not know yet. */
const paid = async (way: 'wallet' | 'debit', iban?: string) => {
  const purchase = await studio.begun();
  await studio.payBy(purchase, way, iban);
  return purchase;
};

/** The bank ends a debit, and has told no one yet. */
const endNow = () =>
  studio.db.run(
    "update sandboxProcessor set body = json_set(body, '$.debit.endsAt', '2026-01-01') where kind = 'charge'",
  );

describe('events of the processor, in any order', () => {
  test('success before the request that asks', async () => {
    const purchase = await paid('wallet');
    expect(await studio.tell('payment_intent.succeeded', studio.chargeId())).toBe(200);
    expect(studio.events()).toEqual(PAID);
    expect((await studio.completeOwn(purchase.id)).body.booking.status).toBe('confirmed');
    expect(studio.events()).toEqual([]);
  });

  test('success after it, twice with the same id and once with another', async () => {
    const purchase = await paid('wallet');
    await studio.completeOwn(purchase.id);
    for (const id of ['evt_1', 'evt_1', 'evt_2']) await studio.tell('payment_intent.succeeded', studio.chargeId(), id);
    expect([studio.events(), studio.count('packages')]).toEqual([PAID, 1]);
  });

  test('success and the request at the same time', async () => {
    const purchase = await paid('wallet');
    const [status, back] = await Promise.all([
      studio.tell('payment_intent.succeeded', studio.chargeId()),
      studio.completeOwn(purchase.id),
    ]);
    expect([status, back.status, studio.events(), studio.count('packages')]).toEqual([200, 200, PAID, 1]);
  });

  test('success before the answer to the request', async () => {
    const purchase = await paid('wallet');
    studio.faulty.at('readCharge', 'slow');
    const answer = studio.completeOwn(purchase.id);
    while (studio.faulty.calls('readCharge') === 0) await Bun.sleep(1);
    expect(await studio.tell('payment_intent.succeeded', studio.chargeId())).toBe(200);
    expect(studio.events()).toEqual(PAID);
    studio.faulty.release();
    expect([(await answer).status, studio.events(), studio.count('packages')]).toEqual([200, [], 1]);
  });

  test('failure before anyone knew of the debit: nothing is given, and nothing is owed', async () => {
    const purchase = await paid('debit', IBANS.fails);
    endNow();
    expect(await studio.tell('payment_intent.payment_failed', studio.chargeId())).toBe(200);
    expect([studio.events(), studio.count('packages')]).toEqual([GIVEN_UP, 0]);
    expect(errorOf(await studio.completeOwn(purchase.id))).toEqual([409, 'card_declined']);
    const client = (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body;
    expect([client.accountBalance.amount, studio.events()]).toEqual([0, []]);
  });

  test('processing before the request: it is given once', async () => {
    const purchase = await paid('debit', IBANS.settles);
    await studio.tell('payment_intent.processing', studio.chargeId());
    expect(studio.events()).toEqual(GIVEN);
    const { body } = await studio.completeOwn(purchase.id);
    expect([body.payment.processing, studio.events()]).toEqual([true, []]);
  });

  test('processing late, after success: nothing goes back', async () => {
    const purchase = await paid('debit', IBANS.settles);
    await studio.completeOwn(purchase.id);
    await studio.skipDays(3);
    studio.events();
    expect(await studio.tell('payment_intent.processing', studio.chargeId())).toBe(200);
    expect([studio.events(), (await studio.paymentOf(purchase.id)).status]).toEqual([[], 'completed']);
  });

  test('success without processing before: given and complete in one', async () => {
    const purchase = await paid('debit', IBANS.settles);
    // No one has asked meanwhile, and the time for the approval is over.
    await studio.skipDays(3);
    expect(payments()).toEqual(['payment.completed']);
    expect((await studio.paymentOf(purchase.id)).status).toBe('completed');
  });

  test('failure twice: it is owed once', async () => {
    const purchase = await paid('debit', IBANS.fails);
    await studio.completeOwn(purchase.id);
    await studio.skipDays(4);
    for (const id of ['evt_1', 'evt_1', 'evt_2'])
      await studio.tell('payment_intent.payment_failed', studio.chargeId(), id);
    expect(payments()).toEqual(['payment.failed']);
    const client = (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body;
    expect(client.accountBalance.amount).toBe(-18_000);
  });

  test('an early event of a failure: what is read says that it is processing', async () => {
    const purchase = await paid('debit', IBANS.settles);
    await studio.completeOwn(purchase.id);
    studio.events();
    await studio.tell('payment_intent.payment_failed', studio.chargeId());
    expect([studio.events(), (await studio.paymentOf(purchase.id)).processing]).toEqual([[], true]);
  });

  test('a failure of a debit whose holder may pay anew: the charge itself says that it has failed', async () => {
    const purchase = await paid('debit', IBANS.fails);
    await studio.completeOwn(purchase.id);
    studio.events();
    const { processor } = studio.faulty;
    const { readCharge } = processor;
    const approval = { id: 'pi_1', clientSecret: '', url: null };
    Object.assign(processor, {
      readCharge: async (place: never, id: string) =>
        id === 'pi_1'
          ? { ...(await readCharge(place, studio.chargeId())), status: 'pending', approval }
          : readCharge(place, id),
    });
    endNow();
    await studio.tell('payment_intent.payment_failed', 'pi_1');
    expect([studio.events(), (await studio.paymentOf(purchase.id)).status]).toEqual([['payment.failed'], 'failed']);
  });

  test('a dispute before the payment is known: the payment is completed first', async () => {
    const purchase = await paid('wallet');
    studio.expectErrors(1);
    await studio.tell('charge.dispute.created', `dp_${studio.chargeId()}`);
    expect(studio.events()).toEqual([...PAID, 'payment.disputed']);
    expect((await studio.paymentOf(purchase.id)).dispute.decision).toBeNull();
  });

  test('a dispute twice is one', async () => {
    const purchase = await paid('wallet');
    await studio.completeOwn(purchase.id);
    studio.events();
    studio.expectErrors(1);
    for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.created']) {
      await studio.tell(type, `dp_${studio.chargeId()}`);
    }
    expect(studio.events()).toEqual(['payment.disputed']);
  });

  test('no event at all: a job reads what takes days', async () => {
    const purchase = await paid('debit', IBANS.settles);
    await studio.completeOwn(purchase.id);
    studio.db.run("update sandboxProcessor set body = json_set(body, '$.debit.told', 9) where kind = 'charge'");
    await studio.skipDays(3);
    expect((await studio.paymentOf(purchase.id)).status).toBe('completed');
  });
});

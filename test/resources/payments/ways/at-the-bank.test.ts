import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { IBANS, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const events = () => studio.events().filter((type) => type !== 'session.completed');
const owed = async (): Promise<number> =>
  (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body.accountBalance.amount;
const packageOf = async () => (await studio.packagesOf(studio.stranger.clientId))[0];
const debited = async (iban: string, body: object = {}): Promise<string> => {
  const purchase = await studio.begun({ sessionId: null, ...body });
  await studio.payBy(purchase, 'debit', iban);
  await studio.given(studio.completeOwn(purchase.id));
  return purchase.id;
};
/** What becomes of further charges of the saved account. */
const account = (field: string, value: string | null) =>
  studio.db.run(`update sandboxProcessor set body = json_set(body, '$.${field}', ?) where kind = 'card'`, [value]);

/** Goes on until a package is renewed. Returns the events of that day. */
const untilRenewal = async (): Promise<string[]> => {
  for (let day = 0; day < 40; day += 1) {
    await studio.skipDays(1);
    const seen = events();
    if (seen.includes('package.renewed')) return seen;
  }
  throw new Error('no package was renewed');
};
const RENEWED = ['payment.created', 'package.renewed'];

describe('a renewal that the bank returned', () => {
  /** The second period was given, and its debit returned. */
  const returned = async () => {
    await debited(IBANS.settles, { planId: await studio.monthly() });
    account('outcome', 'fails');
    expect(await untilRenewal()).toEqual(RENEWED);
    await studio.skipDays(4);
    expect(events()).toEqual(['payment.failed']);
    expect(await packageOf()).toMatchObject({ onHold: true, holdReason: 'arrears', autoRenews: true });
  };

  test('the next period is charged by a payment of its own, and the first stays owed', async () => {
    await returned();
    const price = -(await owed());
    account('outcome', 'settles');
    expect(await untilRenewal()).toEqual(RENEWED);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed']);
    expect([await owed(), (await packageOf()).onHold]).toEqual([-price, true]);
    const { data } = (await studio.get(`/v2/payments?client_id=${studio.stranger.clientId}`)).body;
    expect(data.map((each: { status: string }) => each.status)).toEqual(['completed', 'failed', 'completed']);
    const body = { clientId: studio.stranger.clientId, amount: price, currency: 'USD', paymentMethod: 'cash' };
    await studio.given(studio.post('/manage/payments', { ...body, purpose: 'membership_renewal' }));
    expect([await owed(), (await packageOf()).onHold]).toEqual([0, false]);
  });

  test('the next one is returned too: both are owed', async () => {
    await returned();
    const price = -(await owed());
    expect(await untilRenewal()).toEqual(RENEWED);
    await studio.skipDays(4);
    expect(events()).toEqual(['payment.failed']);
    expect(await owed()).toBe(-2 * price);
  });

  test('one that was owed before it was tried again is owed once', async () => {
    await debited(IBANS.settles, { planId: await studio.monthly() });
    await studio.skipDays(3);
    account('onCharge', 'no_funds');
    await studio.skipDays(33);
    const before = await owed();
    const row = await packageOf();
    expect([before < 0, row.onHold]).toEqual([true, true]);
    account('onCharge', null);
    account('outcome', 'fails');
    await studio.given(studio.patch(`/manage/packages/${row.id}`, { paymentMethodId: row.paymentMethodId }));
    await studio.skipDays(0);
    expect(events()).toEqual(['package.renewed']);
    await studio.skipDays(4);
    expect([events(), await owed()]).toEqual([['payment.failed'], before]);
  });

  test('a package that is cancelled while its renewal is at the bank: the money goes back, and nothing is owed', async () => {
    await debited(IBANS.settles, { planId: await studio.monthly() });
    await untilRenewal();
    await studio.post(`/v2/packages/${(await packageOf()).id}/cancel`, {});
    expect(events()).toEqual(['package.cancelled']);
    await studio.skipDays(3);
    expect([events(), await owed()]).toEqual([['payment.completed', 'payment.refunded'], 0]);
  });
});

describe('while a debit is at the bank', () => {
  test('409 for a refund and a void, which say what to do; nothing is changed', async () => {
    const id = await debited(IBANS.settles);
    for (const path of [`/v2/payments/${id}/refund`, `/manage/payments/${id}/void`]) {
      const answer = await studio.post(path, {});
      expect(errorOf(answer)).toEqual([409, 'payment_not_refundable']);
      expect(answer.body.error.message).toStartWith('The bank takes days for this payment');
    }
    expect(errorOf(await studio.post(`/v2/payments/${id}/refund`, { cancelPackage: true }))[0]).toBe(409);
    expect([studio.events(), studio.taken().refunded, (await studio.paymentOf(id)).refunds]).toEqual([[], 0, []]);
    await studio.skipDays(3);
    await studio.given(studio.post(`/v2/payments/${id}/refund`, {}));
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'refunded' });
  });

  test('its client is neither erased nor merged before it has settled', async () => {
    const { clientId } = studio.stranger;
    const other = await studio.member();
    const id = await debited(IBANS.settles);
    const erase = () => studio.post(`/manage/clients/${clientId}/erase`, {});
    const merges = [
      () => studio.post(`/manage/clients/${clientId}/merge`, { clientId: other.clientId }),
      () => studio.post(`/manage/clients/${other.clientId}/merge`, { clientId }),
    ];
    for (const ask of [erase, ...merges]) {
      const { status, body } = await ask();
      expect([status, body.error.details[0].code]).toEqual([409, 'payment_pending']);
    }
    expect(studio.events()).toEqual([]);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed']);
    await studio.given(erase());
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'completed', amountRefunded: 0 });
  });

  test('a merge after it has settled moves the payment, and a dispute finds its package', async () => {
    const other = await studio.member();
    const id = await debited(IBANS.isDisputed);
    await studio.skipDays(3);
    await studio.given(
      studio.post(`/manage/clients/${other.clientId}/merge`, {
        clientId: studio.stranger.clientId,
        keepClientId: other.clientId,
      }),
    );
    studio.expectErrors(1);
    await studio.skipDays(17);
    expect(events().filter((type) => type.startsWith('payment'))).toEqual(['payment.disputed']);
    expect((await studio.paymentOf(id)).clientId).toBe(other.clientId);
    expect((await studio.packagesOf(other.clientId))[0]).toMatchObject({ onHold: true, holdReason: 'disputed' });
  });
});

import { describe, expect, test } from 'bun:test';
import { addArrears, reduceArrears } from '../../../../src/resources/payments/charging/arrears.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { createClient, paymentBody, sellPackage } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await createClient(studio) }));

const add = (amount: number, currency = 'USD') =>
  studio.store.write((tx) => addArrears(tx, ann.id, { amount, currency }));
const reduce = (amount: number, currency = 'USD') =>
  studio.store.write((tx) => reduceArrears(tx, ann.id, { amount, currency }));
const client = async () => (await studio.get(`/v2/clients/${ann.id}`)).body;
const holdOf = async (packageId: string) => {
  const { onHold, holdReason } = (await studio.get(`/v2/packages/${packageId}`)).body;
  return [onHold, holdReason];
};
const holdCredits = (holdCreditsInArrears: boolean) =>
  studio.patch('/v2/settings', { payment: { holdCreditsInArrears } });

describe('arrears', () => {
  test('add up, and end when everything is paid', async () => {
    await add(500);
    await add(300);
    expect(await client()).toMatchObject({ isInArrears: true, accountBalance: { amount: -800, currency: 'USD' } });
    await reduce(700);
    expect(await client()).toMatchObject({ isInArrears: true, accountBalance: { amount: -100 } });
    await reduce(100);
    expect(await client()).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
  });

  test('are counted by currency; the balance is in that of the business, or else in another one', async () => {
    await add(500, 'GBP');
    expect(await client()).toMatchObject({
      isInArrears: true,
      accountBalance: { amount: -500, currency: 'GBP' },
      accountBalances: [{ amount: -500, currency: 'GBP' }],
    });
    await add(300);
    await add(200, 'EUR');
    const all = [
      { amount: -300, currency: 'USD' },
      { amount: -200, currency: 'EUR' },
      { amount: -500, currency: 'GBP' },
    ];
    expect(await client()).toMatchObject({ accountBalance: { amount: -300, currency: 'USD' }, accountBalances: all });
    expect((await studio.get('/v2/clients')).body.data).toEqual([await client()]);
    await reduce(400);
    expect(await client()).toMatchObject({ accountBalances: all.slice(1) });
    await reduce(200, 'EUR');
    await reduce(500, 'GBP');
    expect(await client()).toMatchObject({
      isInArrears: false,
      accountBalance: { amount: 0, currency: 'USD' },
      accountBalances: [],
    });
  });

  test('never become a credit', async () => {
    await add(500);
    await reduce(900);
    expect((await client()).accountBalance.amount).toBe(0);
    await reduce(900);
    expect((await client()).accountBalance.amount).toBe(0);
  });

  test('put the packages on hold until everything is paid, where the settings say so', async () => {
    await holdCredits(true);
    const { id } = await sellPackage(studio, ann.id);
    await add(500);
    expect(await holdOf(id)).toEqual([true, 'arrears']);
    await reduce(400);
    expect(await holdOf(id)).toEqual([true, 'arrears']);
    await add(100, 'GBP');
    await reduce(100);
    expect(await holdOf(id)).toEqual([true, 'arrears']);
    await reduce(100, 'GBP');
    expect(await holdOf(id)).toEqual([false, null]);
  });

  test('leave the packages alone where the settings say so', async () => {
    await holdCredits(false);
    const { id } = await sellPackage(studio, ann.id);
    await add(500);
    expect(await holdOf(id)).toEqual([false, null]);
  });

  test('do not end a hold that staff made, nor change ended packages', async () => {
    await holdCredits(true);
    const [held, cancelled] = [await sellPackage(studio, ann.id), await sellPackage(studio, ann.id)];
    await studio.patch(`/manage/packages/${held.id}`, { onHold: true, holdReason: 'injury' });
    await studio.post(`/v2/packages/${cancelled.id}/cancel`);
    await add(500);
    expect([await holdOf(held.id), await holdOf(cancelled.id)]).toEqual([
      [true, 'injury'],
      [false, null],
    ]);
    await reduce(500);
    expect(await holdOf(held.id)).toEqual([true, 'injury']);
  });

  for (const purpose of ['membership_renewal', 'late_cancel_fee', 'no_show_fee']) {
    test(`end with a recorded payment for ${purpose}`, async () => {
      await add(500);
      const body = { clientId: ann.id, amount: 500, currency: 'USD', paymentMethod: 'cash', purpose };
      expect((await studio.post('/manage/payments', body)).status).toBe(201);
      expect((await client()).isInArrears).toBe(false);
    });
  }

  test('do not end with a recorded payment for something else', async () => {
    await add(500);
    await studio.post('/manage/payments', paymentBody(ann.id));
    expect((await client()).isInArrears).toBe(true);
  });
});

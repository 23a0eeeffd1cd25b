import { describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { addArrears, reduceArrears } from '../../../../src/resources/payments/charging/arrears.ts';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createPlan, paymentBody } from '../../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
const card = forEachTest(() => studio.save(ann));

/** A membership of three days for 18,000 that renews. */
const subscribed = async () => {
  const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
  const body = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId: card.id };
  return (await studio.post('/manage/packages', body)).body;
};
const skipTo = (instant: string, days = 0) => studio.time.skipTo(Date.parse(instant) + days * DAY_MS + 60_001);
const setEmpty = (isEmpty: boolean): void => {
  studio.db
    .query("update sandboxProcessor set body = json_set(body, '$.onCharge', ?) where kind = 'card'")
    .run(isEmpty ? 'no_funds' : 'accept');
};
/** A fee that could not be charged. */
const oweFee = (amount: number) =>
  studio.store.write((tx) => addArrears(tx, ann.clientId, { amount, currency: 'USD' }));
const owed = async () => Math.abs((await studio.get(`/v2/clients/${ann.clientId}`)).body.accountBalance.amount);
const holdOf = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body.holdReason;
/** Makes the next attempt at a renewal the last one. */
const skipRetries = () => studio.db.query('update packages set renewalAttempts = 3').run();
const bindAnotherCard = async (id: string) => {
  setEmpty(false);
  await studio.patch(`/manage/packages/${id}`, { paymentMethodId: (await studio.save(ann)).id });
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
};

describe('a renewal of a client who owes a fee', () => {
  test('that is paid pays no part of the fee', async () => {
    const sold = await subscribed();
    await studio.given(oweFee(2000));
    await skipTo(sold.nextRenewalAt);
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('that fails for good is owed too, once, until another card has paid it', async () => {
    const sold = await subscribed();
    await oweFee(2000);
    setEmpty(true);
    await skipTo(sold.nextRenewalAt);
    expect(await owed()).toBe(2000);
    skipRetries();
    await skipTo(sold.nextRenewalAt, 1);
    expect(await owed()).toBe(20_000);
    await studio.patch(`/manage/packages/${sold.id}`, { paymentMethodId: card.id });
    skipRetries();
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    expect(await owed()).toBe(20_000);
    await bindAnotherCard(sold.id);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('that was paid in another way is not owed any more when another card is bound later', async () => {
    const sold = await subscribed();
    setEmpty(true);
    skipRetries();
    await skipTo(sold.nextRenewalAt);
    await studio.store.write((tx) => reduceArrears(tx, ann.clientId, { amount: 18_000, currency: 'USD' }));
    expect([await owed(), await holdOf(sold.id)]).toEqual([0, null]);
    await oweFee(2000);
    await bindAnotherCard(sold.id);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('whose price changes after it has failed for good is owed as it was then, until it is paid', async () => {
    const sold = await subscribed();
    setEmpty(true);
    skipRetries();
    await skipTo(sold.nextRenewalAt);
    await oweFee(2000);
    studio.db.query('update packages set price = 20000').run();
    await bindAnotherCard(sold.id);
    expect([await owed(), studio.taken().amount]).toEqual([2000, 38_000]);
  });
});

describe('a renewal of 18,000 that has failed for good, of a client who owes a fee of 2,000', () => {
  /** Pays at the desk for renewals. Returns the payment. */
  const pay = async (amount: number, purpose = 'membership_renewal'): Promise<{ id: string }> => {
    const { status, body } = await studio.post('/manage/payments', paymentBody(ann.clientId, { amount, purpose }));
    expect([status, studio.events()]).toEqual([201, ['payment.created', 'payment.completed']]);
    return body;
  };
  const failed = async () => {
    const sold = await subscribed();
    await oweFee(2000);
    setEmpty(true);
    skipRetries();
    await skipTo(sold.nextRenewalAt);
    expect(await owed()).toBe(20_000);
    studio.events();
    return sold;
  };
  const failAgain = async (id: string) => {
    await studio.patch(`/manage/packages/${id}`, { paymentMethodId: card.id });
    skipRetries();
    await studio.given(studio.time.moveTo(studio.time.now() + MINUTE_MS));
  };

  test('and is paid at the desk, pays no part of the fee when another card is charged later', async () => {
    const sold = await failed();
    await pay(18_000);
    expect(await owed()).toBe(2000);
    await bindAnotherCard(sold.id);
    expect(studio.events()).toEqual([
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('and is paid in parts at the desk, settles what is left of it', async () => {
    const sold = await failed();
    await pay(5000);
    await pay(3000);
    expect(await owed()).toBe(12_000);
    await failAgain(sold.id);
    expect(await owed()).toBe(12_000);
    await bindAnotherCard(sold.id);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('is owed in full when another card fails after the desk was paid all of it', async () => {
    const sold = await failed();
    await pay(18_000);
    await failAgain(sold.id);
    expect([await owed(), await holdOf(sold.id)]).toEqual([20_000, 'arrears']);
  });

  test('and whose payment at the desk is refunded, is not owed again', async () => {
    const sold = await failed();
    const { id } = await pay(18_000);
    expect((await studio.post(`/v2/payments/${id}/refund`, {})).status).toBe(200);
    expect([await owed(), studio.events()]).toEqual([2000, ['payment.refunded']]);
    await bindAnotherCard(sold.id);
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('beside a debit that was returned, stays owed when the desk takes what that was for', async () => {
    const sold = await failed();
    const debit = await pay(5000, 'product');
    studio.db.run("update payments set status = 'failed', paidAt = null, returned = 1 where id = ?", [debit.id]);
    await oweFee(5000);
    expect(await owed()).toBe(25_000);
    await pay(5000);
    expect(studio.db.query('select returned from payments where id = ?').get(debit.id)).toEqual({ returned: 0 });
    const renewal = { ...paymentBody(ann.clientId), purpose: 'membership_renewal', packageId: sold.id, amount: 18_000 };
    await studio.given(studio.post('/manage/payments', renewal));
    expect([await owed(), await holdOf(sold.id)]).toEqual([2000, 'arrears']);
  });

  test('is owed at most what the client owes in all', async () => {
    const sold = await failed();
    await pay(6000, 'no_show_fee');
    await oweFee(1000);
    await bindAnotherCard(sold.id);
    expect(await owed()).toBe(1000);
  });

  test('beside another one, is paid at the desk first, since it is the older one', async () => {
    const older = await failed();
    setEmpty(false);
    const newer = await subscribed();
    setEmpty(true);
    skipRetries();
    await skipTo(newer.nextRenewalAt);
    expect(await owed()).toBe(38_000);
    studio.events();
    await pay(20_000);
    expect(await owed()).toBe(18_000);
    await bindAnotherCard(older.id);
    expect(await owed()).toBe(18_000);
    await bindAnotherCard(newer.id);
    expect([await owed(), await holdOf(older.id)]).toEqual([2000, 'arrears']);
  });
});

test('a renewal whose package is cancelled before its result is known is refunded', async () => {
  const sold = await subscribed();
  studio.faulty.at('charge', 'lost', 'down');
  await skipTo(sold.nextRenewalAt);
  await studio.given(studio.post(`/v2/packages/${sold.id}/cancel`));
  await studio.time.moveTo(studio.time.now() + 15 * MINUTE_MS);
  expect(studio.events()).toEqual(['payment.completed', 'payment.refunded']);
  expect(studio.taken()).toEqual({ amount: 36_000, refunded: 18_000, count: 2 });
  expect((await studio.get('/v2/payments')).body.data[0]).toMatchObject({ status: 'refunded', amountRefunded: 18_000 });
  expect((await studio.get(`/v2/packages/${sold.id}`)).body.status).toBe('cancelled');
});

describe('a comp for renewals', () => {
  const forgive = (discountAmount: number, headers?: Record<string, string>) => {
    const lineItems = [{ description: 'Forgiven', unitAmount: discountAmount, discountAmount }];
    const body = { amount: 0, paymentMethod: 'comp', purpose: 'membership_renewal', lineItems };
    return studio.post('/manage/payments', paymentBody(ann.clientId, body), headers);
  };
  /** A membership whose renewal is owed. */
  const inDebt = async () => {
    const sold = await subscribed();
    setEmpty(true);
    skipRetries();
    await studio.given(skipTo(sold.nextRenewalAt));
    expect([await owed(), await holdOf(sold.id)]).toEqual([18_000, 'arrears']);
    return sold;
  };

  test('201 writes off its discount, and releases the packages when nothing is owed', async () => {
    const sold = await inDebt();
    expect((await forgive(5_000)).body).toMatchObject({ amount: 0, discountAmount: 5_000, status: 'completed' });
    expect([await owed(), await holdOf(sold.id)]).toEqual([13_000, 'arrears']);
    await forgive(13_000);
    expect([await owed(), await holdOf(sold.id)]).toEqual([0, null]);
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'payment.created', 'payment.completed']);
  });

  test('403 for the front desk, which may take the money', async () => {
    await inDebt();
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect(errorOf(await forgive(18_000, desk.headers))).toEqual([403, 'permission_denied']);
    expect([await owed(), studio.events()]).toEqual([18_000, []]);
    const paid = paymentBody(ann.clientId, { amount: 18_000, purpose: 'membership_renewal' });
    expect((await studio.post('/manage/payments', paid, desk.headers)).status).toBe(201);
    expect(await owed()).toBe(0);
  });
});

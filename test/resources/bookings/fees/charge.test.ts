import { beforeEach, describe, expect, test } from 'bun:test';
import { Store } from '../../../../src/database/store.ts';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { currentOrigin } from '../../../../src/kernel/origin.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { CARDS, openCardStudio } from '../../../helpers/cards.ts';
import { copyBookings } from '../../../helpers/copy-bookings.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { plansOf } from '../../../helpers/query-plans.ts';
import { sellPackage } from '../../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  await studio.patch('/v2/settings', {
    payment: { noShowFee: 1500, lateCancelFee: 1000, feesApplyTo: 'all', autoChargeFees: true },
  });
});

/** A no-show. */
const missed = async (): Promise<string> => {
  const sessionId = await addSession(studio, { startsIn: studio.time.now() - TEST_START + HOUR_MS });
  const { body } = await studio.post('/v2/bookings', { clientId: ann.clientId, sessionId });
  await studio.given(studio.post(`/v2/bookings/${body.id}/noshow`));
  return body.id;
};
const penalty = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body.penalty;
/** The events but for the end of the session. */
const raised = () => studio.eventsInFull().filter(({ type }) => type !== 'session.completed');
const wait = (hours: number) => studio.time.skipTo(studio.time.now() + hours * HOUR_MS);
const client = async () => (await studio.get(`/v2/clients/${ann.clientId}`)).body;

describe('a fee of a site that has another currency since', () => {
  const pay = (bookingId: string | undefined, currency: string) =>
    studio.post('/manage/payments', {
      clientId: ann.clientId,
      amount: 1500,
      currency,
      paymentMethod: 'cash',
      purpose: 'no_show_fee',
      bookingId,
    });

  test('201 is paid in the currency in which it was made; 400 in the new one', async () => {
    const id = await missed();
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { currency: 'EUR' }));
    expect(errorOf(await pay(id, 'EUR'))).toEqual([400, 'parameter_invalid']);
    expect((await pay(id, 'USD')).body).toMatchObject({ amount: 1500, currency: 'USD', status: 'completed' });
    expect((await penalty(id)).status).toBe('charged');
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'booking.penalty_charged']);
  });

  test('201 is owed in that currency, beside those of the new one, until it is paid', async () => {
    await studio.save(ann, CARDS.noFunds);
    await missed();
    await wait(24);
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { currency: 'EUR' });
    await missed();
    await wait(24);
    const owed = (currency: string) => ({ amount: -1500, currency });
    expect(await client()).toMatchObject({ accountBalances: [owed('USD'), owed('EUR')] });
    expect((await pay(undefined, 'USD')).status).toBe(201);
    expect(await client()).toMatchObject({ isInArrears: true, accountBalances: [owed('EUR')] });
    expect(errorOf(await pay(undefined, 'USD'))).toEqual([400, 'parameter_invalid']);
    expect((await pay(undefined, 'EUR')).status).toBe(201);
    expect(await client()).toMatchObject({ isInArrears: false, accountBalances: [] });
  });
});

describe('a fee', () => {
  test('is charged to the default card after the delay, once', async () => {
    await studio.save(ann);
    const id = await missed();
    await wait(23);
    expect([(await penalty(id)).status, studio.taken().count]).toEqual(['pending', 0]);
    await wait(1);
    const [created, completed, charged] = raised();
    expect([created?.type, completed?.type, charged?.type]).toEqual([
      'payment.created',
      'payment.completed',
      'booking.penalty_charged',
    ]);
    const paymentId = completed?.data.paymentId;
    expect(charged?.data).toMatchObject({ bookingId: id, type: 'NO_SHOW', amount: 1500, currency: 'USD', paymentId });
    expect(await penalty(id)).toMatchObject({ status: 'charged', paymentId });
    const { body: payment } = await studio.get(`/v2/payments/${paymentId}`);
    expect(payment).toMatchObject({ purpose: 'no_show_fee', bookingId: id, amount: 1500, status: 'completed' });
    await wait(24);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
  });

  test('is not charged when it is waived, without a card, or where the settings say so', async () => {
    const id = await missed();
    await wait(30);
    expect([(await penalty(id)).status, raised()]).toEqual(['pending', []]);
    await studio.post(`/manage/bookings/${id}/waive-penalty`, {});
    await studio.save(ann);
    await wait(30);
    await studio.patch('/v2/settings', { payment: { autoChargeFees: false } });
    const other = await missed();
    await wait(30);
    expect([(await penalty(other)).status, studio.taken().count]).toEqual(['pending', 0]);
  });

  test('is looked for among all that are pending, and only one that is charged takes a transaction', async () => {
    copyBookings(studio.db, await missed(), 250);
    await studio.save(ann);
    const { store } = studio;
    let transactions = 0;
    const counted: typeof store.write = (work) => {
      if (currentOrigin()?.actor === 'job:fees') transactions += 1;
      return Store.prototype.write.call(store, work) as ReturnType<typeof store.write<never>>;
    };
    Object.assign(store, { write: counted });
    await wait(23);
    expect([transactions, raised()]).toEqual([0, []]);
    await wait(1);
    expect(raised().map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.completed',
      'booking.penalty_charged',
    ]);
    expect([transactions, studio.taken().count]).toEqual([3, 1]);
  }, 60_000);

  test('that cannot be charged is owed, and puts packages on hold until it is paid or waived', async () => {
    await studio.save(ann, CARDS.noFunds);
    const { id: packageId } = await sellPackage(studio, ann.clientId);
    const id = await missed();
    await wait(24);
    expect(raised().map(({ type }) => type)).toEqual(['payment.created', 'payment.failed']);
    expect(await penalty(id)).toMatchObject({ status: 'failed' });
    expect(await client()).toMatchObject({ isInArrears: true, accountBalance: { amount: -1500 } });
    const held = () => studio.get(`/v2/packages/${packageId}`);
    expect((await held()).body).toMatchObject({ onHold: true, holdReason: 'arrears' });
    await studio.post(`/manage/bookings/${id}/waive-penalty`, {});
    expect(await client()).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
    expect((await held()).body).toMatchObject({ onHold: false, holdReason: null });
  });

  test('that is owed can be paid in cash', async () => {
    await studio.save(ann, CARDS.noFunds);
    await missed();
    await wait(24);
    const paid = {
      clientId: ann.clientId,
      amount: 1500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'no_show_fee',
    };
    expect((await studio.post('/manage/payments', paid)).status).toBe(201);
    expect((await client()).isInArrears).toBe(false);
  });

  test('without a result is settled once, and cannot be waived meanwhile', async () => {
    await studio.save(ann);
    const id = await missed();
    studio.faulty.at('charge', 'lost', 'down', 'down');
    await wait(24);
    expect(await penalty(id)).toMatchObject({ status: 'pending' });
    expect(errorOf(await studio.post(`/manage/bookings/${id}/waive-penalty`, {}))).toEqual([409, 'already_processed']);
    await wait(2);
    expect([(await penalty(id)).status, studio.taken().count]).toEqual(['charged', 1]);
  });
});

describe('a fee whose charge fails', () => {
  /** A no-show whose card is being declined, without a result yet. */
  const beingDeclined = async (): Promise<string> => {
    await studio.save(ann, CARDS.noFunds);
    const id = await missed();
    studio.faulty.at('charge', 'down', 'down', 'down');
    await wait(24);
    expect(await penalty(id)).toMatchObject({ status: 'pending', paymentId: expect.any(String) });
    return id;
  };

  test('is dropped when the client was checked in meanwhile', async () => {
    const id = await beingDeclined();
    await studio.given(studio.post(`/v2/bookings/${id}/checkin`, {}));
    await wait(2);
    expect(raised().map(({ type }) => type)).toEqual(['payment.failed']);
    expect(await penalty(id)).toBeNull();
    expect(await client()).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
  });
});

describe('a fee whose charge succeeds', () => {
  test('goes back when the client was checked in meanwhile', async () => {
    await studio.save(ann);
    const id = await missed();
    studio.faulty.at('charge', 'lost', 'down', 'down');
    await wait(24);
    expect(await penalty(id)).toMatchObject({ status: 'pending', paymentId: expect.any(String) });
    await studio.given(studio.post(`/v2/bookings/${id}/checkin`, {}));
    await wait(2);
    expect(raised().map(({ type }) => type)).toEqual(['payment.completed', 'payment.refunded']);
    expect(await penalty(id)).toBeNull();
    expect(studio.taken()).toMatchObject({ count: 1, amount: 1_500, refunded: 1_500 });
    expect(await client()).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
  });
});

describe('a fee that is paid at the desk', () => {
  const pay = (bookingId: string, more: object = {}, headers = {}) =>
    studio.post(
      '/manage/payments',
      {
        clientId: ann.clientId,
        amount: 1500,
        currency: 'USD',
        paymentMethod: 'cash',
        purpose: 'no_show_fee',
        bookingId,
        ...more,
      },
      headers,
    );
  const open = () => studio.listed('/manage/bookings?penalty_status=pending');

  test('settles the penalty: it is not charged, paid or waived again', async () => {
    await studio.save(ann);
    const id = await missed();
    const other = await missed();
    expect(await open()).toEqual([other, id]);
    const { status, body } = await pay(id);
    expect(status).toBe(201);
    expect(raised().map(({ type, data }) => [type, data.paymentId])).toEqual([
      ['payment.created', body.id],
      ['payment.completed', body.id],
      ['booking.penalty_charged', body.id],
    ]);
    expect(await penalty(id)).toMatchObject({ status: 'charged', paymentId: body.id });
    expect(await open()).toEqual([other]);
    await wait(24);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
    studio.events();
    for (const settled of [id, other]) {
      expect(errorOf(await pay(settled))).toEqual([409, 'penalty_already_settled']);
    }
    expect([await open(), raised()]).toEqual([[], []]);
  });

  test('is listed by one seek in an index, also for a caller of one site', async () => {
    const headers = await studio.withKey({ siteIds: [MAIN_SITE] });
    const steps = await plansOf(studio, 'bookings', async () => {
      await studio.get('/manage/bookings?penalty_status=pending');
      await studio.get('/manage/bookings?penalty_status=pending', headers);
    });
    expect(steps.filter((step) => /(?:SEARCH|SCAN) bookings/.test(step))).toEqual(
      Array(2).fill('SEARCH bookings USING INDEX bookingsByPenalty (<expr>=?)'),
    );
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  test('409 penalty_already_settled when it was waived', async () => {
    const id = await missed();
    await studio.given(studio.post(`/manage/bookings/${id}/waive-penalty`, {}));
    const { status, body } = await pay(id);
    expect([status, body.error.code, raised()]).toEqual([409, 'penalty_already_settled', []]);
    expect((await studio.get('/v2/payments')).body.data).toEqual([]);
  });

  test('400 for another amount or purpose', async () => {
    const id = await missed();
    for (const [param, value] of [
      ['amount', 1400],
      ['purpose', 'late_cancel_fee'],
    ] as const) {
      const { status, body } = await pay(id, { [param]: value });
      expect([status, body.error.param]).toEqual([400, param]);
    }
    expect([(await penalty(id)).status, raised()]).toEqual(['pending', []]);
  });

  test('clears what is owed for it, and only that', async () => {
    await studio.save(ann, CARDS.noFunds);
    const owed = await missed();
    await wait(24);
    await studio.patch('/v2/settings', { payment: { autoChargeFees: false } });
    const later = await missed();
    expect((await pay(later)).status).toBe(201);
    expect((await client()).accountBalance.amount).toBe(-1500);
    expect((await pay(owed)).status).toBe(201);
    expect([(await client()).accountBalance.amount, (await penalty(owed)).status]).toEqual([0, 'charged']);
  });

  test('with a saved card settles it once, and a declined card leaves it open', async () => {
    await studio.save(ann, CARDS.noFunds);
    await studio.patch('/v2/settings', { payment: { autoChargeFees: false } });
    const id = await missed();
    const [bad] = await ann.list();
    expect(errorOf(await pay(id, { paymentMethod: 'card', paymentMethodId: bad.id }))).toEqual([409, 'card_declined']);
    expect(raised().map(({ type }) => type)).toEqual(['payment.created', 'payment.failed']);
    expect(await penalty(id)).toMatchObject({ status: 'pending', paymentId: null });
    const good = await studio.save(ann);
    const card = { paymentMethod: 'card', paymentMethodId: good.id };
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'one' };
    expect((await pay(id, card, key)).status).toBe(503);
    expect(errorOf(await pay(id))).toEqual([409, 'penalty_already_settled']);
    studio.events();
    const paid = await pay(id, card, key);
    expect([paid.status, paid.body.status]).toEqual([201, 'completed']);
    expect(raised().map(({ type }) => type)).toEqual([
      'payment.completed',
      'booking.penalty_charged',
      'payment_method.default_changed',
    ]);
    expect(await penalty(id)).toMatchObject({ status: 'charged', paymentId: paid.body.id });
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
  });
});

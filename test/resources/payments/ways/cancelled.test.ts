import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { GIVEN_UP } from '../../sales/member/purchasing.ts';
import { IBANS, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const events = () => studio.events().filter((type) => type !== 'session.completed');
const NOTHING = { amount: 0, currency: 'USD' };
const owed = async () => (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body.accountBalance;

describe('a drop-in that is cancelled while its debit is at the bank', () => {
  const cancelledVisit = async (iban: string, reason: 'member' | 'class' = 'member') => {
    const visit = { sessionId: studio.sessionId, payOnDevice: true };
    const asked = await studio.given(studio.stranger.call('POST', '/public-api/v2/member/bookings', visit));
    await studio.payBy(asked, 'debit', iban);
    const { booking } = await studio.given(studio.completeOwn(asked.id));
    if (reason === 'member')
      await studio.stranger.call('POST', `/public-api/v2/member/bookings/${booking.id}/cancel`, {});
    else await studio.post(`/manage/sessions/${studio.sessionId}/cancel`, {});
    return asked.id as string;
  };

  test('settles later: it goes back once', async () => {
    const id = await cancelledVisit(IBANS.settles);
    expect(events()).toEqual(['booking.cancelled', 'session.spot_available']);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed', 'payment.refunded']);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'refunded', amountRefunded: 1500 });
    await studio.tell('payment_intent.succeeded', studio.chargeId());
    await studio.tell('charge.refunded', studio.chargeId());
    await studio.skipDays(1);
    expect([events(), studio.taken().refunded, await owed()]).toEqual([[], 1500, NOTHING]);
  });

  test('fails later: nothing is owed', async () => {
    const id = await cancelledVisit(IBANS.fails);
    studio.events();
    await studio.skipDays(4);
    expect(events()).toEqual(['payment.failed']);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'failed', amountRefunded: 0, refunds: [] });
    const { isInArrears } = (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body;
    expect([isInArrears, await owed(), studio.mailsTo('payment_failed')]).toEqual([false, NOTHING, 0]);
  });

  test('its class is canceled: it goes back once', async () => {
    const id = await cancelledVisit(IBANS.settles, 'class');
    expect(events()).toEqual(['booking.cancelled', 'session.cancelled']);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed', 'payment.refunded']);
    expect((await studio.paymentOf(id)).refunds).toHaveLength(1);
  });

  test('where the studio refunds no drop-ins, what fails is owed', async () => {
    await studio.patch('/v2/settings', { booking: { refundDropIns: 'none' } });
    await cancelledVisit(IBANS.fails);
    studio.events();
    await studio.skipDays(4);
    expect([events(), await owed()]).toEqual([['payment.failed'], { amount: -1500, currency: 'USD' }]);
  });
});

describe('a package that is canceled while its debit is at the bank', () => {
  const cancelledPackage = async (iban: string) => {
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'debit', iban);
    await studio.given(studio.completeOwn(purchase.id));
    const [row] = await studio.packagesOf(studio.stranger.clientId);
    studio.events();
    await studio.post(`/v2/packages/${row.id}/cancel`, {});
    expect(events()).toEqual(['package.cancelled', 'package.credits_changed']);
    return purchase.id as string;
  };

  test('settles later: it goes back once', async () => {
    const id = await cancelledPackage(IBANS.settles);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed', 'payment.refunded']);
    await studio.tell('charge.refunded', studio.chargeId());
    await studio.skipDays(1);
    expect([events(), studio.taken().refunded]).toEqual([[], 18_000]);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'refunded', amountRefunded: 18_000 });
  });

  test('fails later: nothing is owed', async () => {
    await cancelledPackage(IBANS.fails);
    await studio.skipDays(4);
    expect([events(), await owed(), studio.mailsTo('payment_failed')]).toEqual([['payment.failed'], NOTHING, 0]);
  });
});

describe('a package that is canceled after its debit was returned', () => {
  const returned = async () => {
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'debit', IBANS.fails);
    await studio.given(studio.completeOwn(purchase.id));
    await studio.skipDays(4);
    const [row] = await studio.packagesOf(studio.stranger.clientId);
    expect([row.holdReason, await owed()]).toEqual(['arrears', { amount: -18_000, currency: 'USD' }]);
    studio.events();
    return { packageId: row.id as string, paymentId: purchase.id as string };
  };
  const alsoOwes = (amount: number) =>
    studio.db.run('update clients set accountBalances = ? where id = ?', [
      JSON.stringify([{ amount: -amount, currency: 'USD' }]),
      studio.stranger.clientId,
    ]);
  const cancel = (id: string, body: object, query = '') => studio.post(`/v2/packages/${id}/cancel${query}`, body);
  const waits = async (id: string): Promise<boolean> =>
    (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions.some(
      (each: { id: string }) => each.id === `payment_returned:${id}`,
    );
  const CANCELLED = ['package.cancelled', 'package.credits_changed'];

  test('stays owed, and waits for the desk', async () => {
    const { packageId, paymentId } = await returned();
    const { body } = await cancel(packageId, {}, '?dry_run=true');
    expect(body.debt).toEqual({ amount: 18_000, currency: 'USD' });
    expect((await cancel(packageId, {})).status).toBe(200);
    expect([events(), await owed(), await waits(paymentId)]).toEqual([
      CANCELLED,
      { amount: -18_000, currency: 'USD' },
      true,
    ]);
  });

  test('is owed no more where the desk writes it off, and what else is owed stays', async () => {
    const { packageId, paymentId } = await returned();
    alsoOwes(18_500);
    expect((await cancel(packageId, { writeOffDebt: true })).status).toBe(200);
    expect([events(), await owed(), await waits(paymentId)]).toEqual([
      CANCELLED,
      { amount: -500, currency: 'USD' },
      false,
    ]);
  });

  test('of which a part was paid: no more is written off than is owed', async () => {
    const { packageId } = await returned();
    alsoOwes(10_000);
    expect((await cancel(packageId, {}, '?dry_run=true')).body.debt).toEqual({ amount: 10_000, currency: 'USD' });
    await cancel(packageId, { writeOffDebt: true });
    expect([events(), await owed()]).toEqual([CANCELLED, NOTHING]);
  });
});

describe('a visit that is not given before its debit settles', () => {
  const visit = () => ({ sessionId: studio.sessionId, payOnDevice: true });
  const atBank = async (iban: string) => {
    await studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } });
    const asked = await studio.given(studio.stranger.call('POST', '/public-api/v2/member/bookings', visit()));
    await studio.payBy(asked, 'debit', iban);
    expect((await studio.completeOwn(asked.id)).status).toBe(202);
    expect([studio.events(), await studio.seats()]).toEqual([[], [0, 0]]);
    return asked.id as string;
  };

  test('is not paid again meanwhile', async () => {
    await atBank(IBANS.settles);
    studio.db.run('update sessions set capacity = 5');
    const { status, body } = await studio.stranger.call('POST', '/public-api/v2/member/bookings', visit());
    expect([status, body.error.code, studio.events()]).toEqual([409, 'already_booked', []]);
  });

  test('is booked at the desk meanwhile: the held seat is taken, and the money goes back once', async () => {
    const id = await atBank(IBANS.settles);
    const seat = { clientId: studio.stranger.clientId, sessionId: studio.sessionId };
    expect((await studio.post('/v2/bookings', seat)).status).toBe(201);
    expect([studio.events(), await studio.seats()]).toEqual([['booking.created'], [1, 0]]);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed', 'payment.refunded']);
    expect([(await studio.paymentOf(id)).status, await studio.seats()]).toEqual(['refunded', [1, 0]]);
  });

  test('its class is canceled: the money goes back once', async () => {
    const id = await atBank(IBANS.settles);
    await studio.post(`/manage/sessions/${studio.sessionId}/cancel`, {});
    expect(events()).toEqual(['session.cancelled']);
    await studio.skipDays(3);
    expect(events()).toEqual(['payment.completed', 'payment.refunded']);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'refunded', bookingId: null });
  });

  test('fails later: the seat is free, and nothing is owed', async () => {
    await atBank(IBANS.fails);
    await studio.skipDays(4);
    expect(events()).toEqual(GIVEN_UP);
    expect([await studio.seats(), await owed()]).toEqual([[0, 1], NOTHING]);
  });
});

describe('a visit whose debit was returned before its class', () => {
  /** Returns the booking, and the payment that is owed. */
  const returned = async (startsIn = 9 * DAY_MS) => {
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    const sessionId = await addSession(studio, { startsIn, dropInPrice });
    const visit = { sessionId, payOnDevice: true };
    const asked = await studio.given(studio.stranger.call('POST', '/public-api/v2/member/bookings', visit));
    await studio.payBy(asked, 'debit', IBANS.fails);
    const { booking } = await studio.given(studio.completeOwn(asked.id));
    await studio.skipDays(4);
    expect(events()).toContain('payment.failed');
    expect(await owed()).toEqual({ amount: -1500, currency: 'USD' });
    return { bookingId: booking.id as string, paymentId: asked.id as string, sessionId };
  };
  const cancel = (id: string) => studio.stranger.call('POST', `/public-api/v2/member/bookings/${id}/cancel`, {});
  const isDecided = async (id: string): Promise<boolean> =>
    !(await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions.some(
      (each: { id: string }) => each.id === `payment_returned:${id}`,
    );
  const payAtDesk = (bookingId: string) =>
    studio.post('/manage/payments', {
      clientId: studio.stranger.clientId,
      amount: 1500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'drop_in',
      bookingId,
    });

  test('is canceled in time: nothing is owed', async () => {
    const { bookingId, paymentId } = await returned();
    expect(await isDecided(paymentId)).toBe(false);
    expect((await cancel(bookingId)).status).toBe(200);
    expect([events(), await owed(), await isDecided(paymentId)]).toEqual([['booking.cancelled'], NOTHING, true]);
    expect(await studio.paymentOf(paymentId)).toMatchObject({ status: 'failed', refunds: [] });
  });

  test('is canceled by the studio: nothing is owed, and another debt stays', async () => {
    const { sessionId } = await returned();
    studio.db.run(`update clients set accountBalances = '[{"amount":-2000,"currency":"USD"}]' where id = ?`, [
      studio.stranger.clientId,
    ]);
    expect((await studio.post(`/manage/sessions/${sessionId}/cancel`, {})).status).toBe(200);
    expect([events(), await owed()]).toEqual([
      ['booking.cancelled', 'session.cancelled'],
      { amount: -500, currency: 'USD' },
    ]);
  });

  test('is canceled late: it stays owed', async () => {
    const { bookingId } = await returned(4 * DAY_MS + 3 * HOUR_MS);
    expect((await cancel(bookingId)).status).toBe(200);
    expect([events(), await owed()]).toEqual([['booking.cancelled'], { amount: -1500, currency: 'USD' }]);
  });

  test('is paid at the desk as a visit: it is owed no more, and canceled in time goes back once', async () => {
    const { bookingId, paymentId } = await returned();
    const cash = await studio.given(payAtDesk(bookingId));
    expect([await owed(), await isDecided(paymentId)]).toEqual([NOTHING, true]);
    studio.db.run(`update clients set accountBalances = '[{"amount":-2000,"currency":"USD"}]' where id = ?`, [
      studio.stranger.clientId,
    ]);
    studio.events();
    expect((await cancel(bookingId)).status).toBe(200);
    expect([events(), (await studio.paymentOf(cash.id)).status, await owed()]).toEqual([
      ['booking.cancelled', 'payment.refunded'],
      'refunded',
      { amount: -2000, currency: 'USD' },
    ]);
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { until } from '../../../helpers/process.ts';

const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });

let member: Member;
let sessionId: string;
let bookingId: string;

/** Books a seat of a session by card, and forgets the events. */
const bookSeat = async (): Promise<void> => {
  const { id: paymentMethodId } = await studio.save(member);
  const body = { sessionId, paymentMethodId };
  bookingId = (await studio.given(member.call('POST', '/public-api/v2/member/bookings', body))).id;
};

const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  sessionId = await addSession(studio, { capacity: 2, dropInPrice });
  await bookSeat();
});

const payment = async () => (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data[0];
const isRefunded = () => until(() => studio.taken().refunded === 1500);
const settled = async () => {
  await isRefunded();
  await until(async () => (await payment()).status === 'refunded');
};
const kept = async () => {
  await studio.time.moveTo(studio.time.now() + 6 * MINUTE_MS);
  expect([(await payment()).status, (await payment()).refunds, studio.taken().refunded]).toEqual(['completed', [], 0]);
};

describe('the money of a drop-in goes back', () => {
  test('when the studio cancels the session, at once and in full', async () => {
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await settled();
    expect(studio.events()).toEqual(['booking.cancelled', 'session.cancelled', 'payment.refunded']);
    expect(await payment()).toMatchObject({
      bookingId,
      amountRefunded: 1500,
      amountRefundable: 0,
      refunds: [{ amount: 1500, reason: 'service_issue', status: 'succeeded', createdByStaffId: null }],
    });
  });

  test('when a schedule loses the slot', async () => {
    const { body: schedule } = await studio.post('/v2/schedules', {
      name: 'Drop in',
      siteId: MAIN_SITE,
      startDate: '2026-03-04',
      startTime: '18:00',
      durationMinutes: 60,
      horizonDays: 10,
      recurrenceRule: { frequency: 'daily' },
      dropInPrice: { amount: 1500, currency: 'USD' },
    });
    sessionId = (await studio.get('/v2/sessions?limit=2')).body.data[1].id;
    await bookSeat();
    await studio.delete(`/v2/schedules/${schedule.id}`);
    await settled();
    expect(await payment()).toMatchObject({ bookingId, status: 'refunded' });
    expect(studio.events().filter((type) => !type.startsWith('session.'))).toEqual([
      'booking.cancelled',
      'schedule.deleted',
      'payment.refunded',
    ]);
  });

  test('when the client is archived', async () => {
    await studio.delete(`/v2/clients/${member.clientId}`);
    await isRefunded();
    expect(
      studio
        .events()
        .filter((type) => /booking|payment/.test(type))
        .sort(),
    ).toEqual(['booking.cancelled', 'payment.refunded']);
  });

  test('when the client cancels in time', async () => {
    await member.call('POST', `/public-api/v2/member/bookings/${bookingId}/cancel`);
    await settled();
    expect(studio.events()).toEqual(['booking.cancelled', 'payment.refunded']);
    expect((await payment()).refunds).toMatchObject([{ amount: 1500, reason: 'requested_by_customer' }]);
  });

  test('when the Business API says that the cancellation is not late', async () => {
    await studio.given(studio.time.skipTo(TEST_START + 20 * HOUR_MS));
    await studio.post(`/v2/bookings/${bookingId}/cancel`, { isLateCancel: false });
    await settled();
    expect(studio.events()).toEqual(['booking.cancelled', 'payment.refunded']);
  });

  test('what is left of it, when a part is refunded already', async () => {
    await studio.post(`/v2/payments/${(await payment()).id}/refund`, { amount: 400 });
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await settled();
    expect((await payment()).refunds.map(({ amount }: { amount: number }) => amount).sort()).toEqual([1100, 400]);
  });

  test('whatever the days are in which refunds are possible', async () => {
    sessionId = await addSession(studio, { startsIn: 10 * DAY_MS, dropInPrice, localDate: '2026-03-12' });
    await bookSeat();
    await studio.patch('/v2/settings', { payment: { refundWindowDays: 1 } });
    await studio.time.skipTo(TEST_START + 5 * DAY_MS);
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await settled();
  });

  test('when it was paid at the desk: the refund is recorded at once', async () => {
    const other = await studio.member();
    const seat = (await studio.post('/v2/bookings', { clientId: other.clientId, sessionId })).body.id;
    const { status, body: paid } = await studio.post('/manage/payments', {
      clientId: other.clientId,
      bookingId: seat,
      amount: 1200,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'drop_in',
    });
    expect(status).toBe(201);
    studio.events();
    await studio.post(`/v2/bookings/${seat}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled', 'payment.refunded', 'session.spot_available']);
    expect((await studio.get(`/v2/payments/${paid.id}`)).body).toMatchObject({ status: 'refunded' });
  });
});

describe('the money of a drop-in stays', () => {
  test('when the client cancels late', async () => {
    await studio.given(studio.time.skipTo(TEST_START + 20 * HOUR_MS));
    await member.call('POST', `/public-api/v2/member/bookings/${bookingId}/cancel`);
    expect(studio.events()).toEqual(['booking.cancelled']);
    await kept();
  });

  test('when the client cancels in time where the studio refunds by hand; its own cancellation is refunded', async () => {
    await studio.patch('/v2/settings', { booking: { refundDropIns: 'none' } });
    await member.call('POST', `/public-api/v2/member/bookings/${bookingId}/cancel`);
    await kept();
    sessionId = await addSession(studio, { dropInPrice });
    await bookSeat();
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await settled();
  });

  test('of a no-show', async () => {
    await studio.post(`/v2/bookings/${bookingId}/noshow`);
    await kept();
  });
});

describe('a processor that does not answer', () => {
  test('gets the refund from the job, once', async () => {
    studio.faulty.next('down', 'lost');
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await until(() => studio.faulty.calls('refund') === 1);
    expect((await payment()).refunds).toMatchObject([{ amount: 1500, status: 'pending' }]);
    expect((await payment()).amountRefundable).toBe(0);
    await studio.time.moveTo(TEST_START + 5 * MINUTE_MS);
    await studio.time.moveTo(TEST_START + 10 * MINUTE_MS);
    await settled();
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 1500, count: 1 });
    expect(studio.events()).toEqual(['booking.cancelled', 'session.cancelled', 'payment.refunded']);
  });

  test('gets the refund from the next start after a crash', async () => {
    studio.faulty.next('down');
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await until(() => studio.faulty.calls('refund') === 1);
    const reborn = await openCardStudio({
      file: studio.db.serialize(),
      seal: studio.seal,
      startAt: TEST_START + MINUTE_MS,
    });
    await until(() => reborn.taken().refunded === 1500);
  });

  test('is asked for new refunds only: those that wait are left to the job', async () => {
    studio.faulty.next('down');
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await until(() => studio.faulty.calls('refund') === 1);
    sessionId = await addSession(studio, { dropInPrice });
    await bookSeat();
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await until(() => studio.taken().refunded === 1500);
    expect(studio.faulty.calls('refund')).toBe(2);
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addSession } from '../../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { until } from '../../../helpers/process.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
const PAID = ['payment.created', 'payment.completed', 'booking.created'];

let member: Member;
let card: string;
let sessionId: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  sessionId = await addSession(studio, { capacity: 2, dropInPrice });
});

const book = (body: object = {}, headers?: Record<string, string>, who = member) =>
  who.call('POST', BOOKINGS, { sessionId, paymentMethodId: card, ...body }, headers);

const seats = async () => {
  const { bookedCount, availableSpots, waitlistCount } = (await studio.get(`/v2/sessions/${sessionId}`)).body;
  return [bookedCount, availableSpots, waitlistCount];
};

/** The payments of the member on the Business API, newest first. */
const payments = async () => (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data;

/** A waitlisted booking without a credit. */
const waiting = async (): Promise<string> => {
  const { clientId } = await studio.member();
  return (await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true })).body.id;
};
const statusOf = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body.status;

describe('a seat that a saved card pays', () => {
  test('201 booked and charged, without a package where one is required', async () => {
    const { status, body } = await book();
    expect([status, body.status, body.bookingSource, body.channel, body.packageId, body.creditsUsed]).toEqual([
      201,
      'confirmed',
      'drop_in',
      'member_app',
      null,
      0,
    ]);
    expect(studio.events()).toEqual(PAID);
    const [payment, ...others] = await payments();
    expect(others).toEqual([]);
    expect(payment).toMatchObject({
      amount: 1500,
      status: 'completed',
      purpose: 'drop_in',
      bookingId: body.id,
      description: 'Flow',
      paymentMethodDetails: { last4: '4242', paymentMethodId: card },
    });
    expect([studio.taken(), await seats()]).toEqual([{ amount: 1500, refunded: 0, count: 1 }, [1, 1, 0]]);
  });

  test('201 the last seat raises session.full once', async () => {
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    await book();
    expect(studio.events()).toEqual(['session.full', ...PAID]);
  });

  test('201 the same key again replays it; 409 another request with that key', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await book({}, key);
    const again = await book({}, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect((await book({ joinWaitlist: false }, key)).body.error.code).toBe('idempotency_key_reused');
    expect(studio.taken().count).toBe(1);
  });

  test('400 and 409 before the charge', async () => {
    const refused = async (body: object = {}) => {
      const { status, body: reply } = await book(body);
      expect([studio.events(), studio.faulty.calls('charge')]).toEqual([[], 0]);
      return [status, reply.error.code];
    };
    const { id: packageId } = await sellPackage(studio, member.clientId);
    const other = await studio.member();
    const theirs = (await studio.save(other)).id;
    expect(await refused({ packageId })).toEqual([400, 'parameter_invalid']);
    expect(await refused({ joinWaitlist: true })).toEqual([400, 'parameter_invalid']);
    expect(await refused({ paymentMethodId: theirs })).toEqual([400, 'resource_missing']);
    expect(await refused({ paymentMethodId: UNKNOWN })).toEqual([400, 'resource_missing']);
    expect(await refused({ sessionId: UNKNOWN })).toEqual([400, 'resource_missing']);
    expect(await refused({ sessionId: await addSession(studio) })).toEqual([400, 'parameter_invalid']);
    const far = await addSession(studio, { startsIn: 30 * DAY_MS, dropInPrice, localDate: '2026-04-01' });
    expect(await refused({ sessionId: far })).toEqual([409, 'outside_booking_window']);
    await studio.given(studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } }));
    expect(await refused()).toEqual([409, 'card_payments_not_enabled']);
    await addBooking(studio, member.clientId, sessionId);
    expect(await refused()).toEqual([409, 'already_booked']);
    await addBooking(studio, other.clientId, sessionId);
    const third = await studio.member();
    const reply = await book({ paymentMethodId: (await studio.save(third)).id }, {}, third);
    expect(reply.body.error.code).toBe('session_full');
    expect(await seats()).toEqual([2, 0, 0]);
  });

  test('409 card_declined: nothing is booked, and the seat goes to the waitlist', async () => {
    const noFunds = (await studio.save(member, CARDS.noFunds)).id;
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { status, body } = await book({ paymentMethodId: noFunds });
    expect([status, body.error.code]).toEqual([409, 'card_declined']);
    expect(studio.events()).toEqual(['session.full', 'payment.created', 'payment.failed', 'session.spot_available']);
    expect([await seats(), (await payments())[0].status]).toEqual([[1, 1, 0], 'failed']);
    expect((await book()).status).toBe(201);
  });
});

describe('while the card is charged', () => {
  /** Sends the request and waits until the processor is called; the response comes when the processor is released. */
  const begin = async (): Promise<{ reply: ReturnType<typeof book> }> => {
    studio.faulty.at('charge', 'slow');
    const reply = book({}, { 'idempotency-key': 'slow' });
    await until(() => studio.faulty.calls('charge') === 1);
    return { reply };
  };

  test('the seat is held: nobody else gets it, and the member cannot pay twice', async () => {
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { reply } = await begin();
    const { clientId } = await studio.member();
    expect((await studio.post('/v2/bookings', { clientId, sessionId })).body.error.code).toBe('session_full');
    expect((await book()).body.error.code).toBe('already_booked');
    const next = await waiting();
    studio.faulty.release();
    expect((await reply).body.status).toBe('confirmed');
    expect([await statusOf(next), await seats(), studio.taken().count]).toEqual(['waitlisted', [2, 0, 1], 1]);
  });

  test('the waitlist gets the seat when the card is declined', async () => {
    card = (await studio.save(member, CARDS.noFunds)).id;
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { reply } = await begin();
    const next = await waiting();
    studio.faulty.release();
    expect((await reply).body.error.code).toBe('card_declined');
    expect([await statusOf(next), await seats()]).toEqual(['confirmed', [2, 0, 0]]);
  });

  test('409 and refunded at once when the session is cancelled meanwhile', async () => {
    const { reply } = await begin();
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`));
    studio.faulty.release();
    const { status, body } = await reply;
    expect([status, body.error.code]).toEqual([409, 'session_cancelled']);
    expect(body.error.message).toContain('a refund is on its way');
    expect(studio.events()).toEqual(['payment.completed', 'payment.refunded']);
    expect([studio.taken(), (await payments())[0]]).toMatchObject([
      { amount: 1500, refunded: 1500 },
      { status: 'refunded', bookingId: null },
    ]);
    const again = await book({}, { 'idempotency-key': 'slow' });
    expect([again.status, again.body.error.code, studio.taken().count]).toEqual([409, 'session_cancelled', 1]);
  });

  test('409 and refunded when staff have booked the member meanwhile', async () => {
    const { reply } = await begin();
    await addBooking(studio, member.clientId, sessionId);
    studio.faulty.release();
    expect((await reply).body.error.code).toBe('already_booked');
    expect([await seats(), studio.taken()]).toEqual([[1, 1, 0], { amount: 1500, refunded: 1500, count: 1 }]);
  });

  test('a smaller capacity does not take the held seat', async () => {
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    const { reply } = await begin();
    await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 1 });
    studio.faulty.release();
    expect([(await reply).status, await seats()]).toEqual([201, [2, 0, 0]]);
  });
});

describe('a processor that does not answer', () => {
  const key = { 'idempotency-key': 'away' };

  test('503, and the same request again answers that it was paid', async () => {
    studio.faulty.at('charge', 'lost');
    expect((await book({}, key)).status).toBe(503);
    expect(await seats()).toEqual([0, 1, 0]);
    const { status, body } = await book({}, key);
    expect([status, body.status, studio.taken().count, await seats()]).toEqual([201, 'confirmed', 1, [1, 1, 0]]);
  });

  test('503, then the job gives it up and releases the seat; the same request then starts anew', async () => {
    studio.faulty.at('charge', 'down');
    expect((await book({}, key)).status).toBe(503);
    expect((await book()).body.error.code).toBe('already_booked');
    studio.events();
    await studio.time.moveTo(TEST_START + 5 * MINUTE_MS);
    await until(async () => (await seats())[1] === 2);
    expect(studio.events()).toEqual(['payment.failed']);
    const { status, body } = await book({}, key);
    expect([status, body.status, studio.taken().count, await seats()]).toEqual([201, 'confirmed', 1, [1, 1, 0]]);
  });

  test('paid after all: the job books it, or refunds it when the seat is gone', async () => {
    studio.faulty.at('charge', 'lost');
    expect((await book({}, key)).status).toBe(503);
    await studio.time.moveTo(TEST_START + 5 * MINUTE_MS);
    await until(async () => (await seats())[0] === 1);
    const { status, body } = await book({}, key);
    expect([status, body.bookingSource, studio.taken()]).toEqual([
      201,
      'drop_in',
      { amount: 1500, refunded: 0, count: 1 },
    ]);
    await studio.post(`/v2/bookings/${body.id}/cancel`);
    await until(() => studio.taken().refunded === 1500);
    studio.faulty.at('charge', 'lost');
    expect((await book()).status).toBe(503);
    await studio.post(`/manage/sessions/${sessionId}/cancel`);
    await studio.time.moveTo(TEST_START + 15 * MINUTE_MS);
    await until(() => studio.taken().refunded === 3000);
    expect(studio.taken()).toEqual({ amount: 3000, refunded: 3000, count: 2 });
  });

  test('after a crash between the charge and its result, the next start books what was paid', async () => {
    studio.faulty.at('charge', 'lost');
    expect((await book({}, key)).status).toBe(503);
    const file = studio.db.serialize();
    const reborn = await openCardStudio({ file, seal: studio.seal, startAt: TEST_START + MINUTE_MS });
    const one = () => reborn.get(`/v2/sessions/${sessionId}`, { 'x-service-api-key': reborn.mainKey });
    await until(async () => (await one()).body.bookedCount === 1);
    expect((await one()).body.availableSpots).toBe(1);
    const { data } = (await reborn.get(`/v2/bookings?session_id=${sessionId}`)).body;
    expect(data).toMatchObject([{ clientId: member.clientId, bookingSource: 'drop_in', siteId: MAIN_SITE }]);
    expect(data[0].bookedAt).toBe(isoInstant(TEST_START + MINUTE_MS));
  });
});

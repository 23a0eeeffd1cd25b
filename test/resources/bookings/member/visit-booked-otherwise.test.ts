import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { CARDS } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';
import { until } from '../../../helpers/process.ts';
import { createPlan, sellPackage } from '../../../helpers/sales.ts';
import { openPurchases } from '../../sales/member/purchasing.ts';

// A member books with a pass while the bank is asked to approve the payment of the same class.

const studio = forEachTest(openPurchases);
const BOOKINGS = '/public-api/v2/member/bookings';
const WITH_PASS = ['booking.created', 'package.credits_changed'];

/** The member has a pass. Its events are skipped. */
const addPass = async () => {
  await sellPackage(studio, studio.buyer.clientId);
  studio.events();
};
const book = (query = '') => studio.buyer.call('POST', `${BOOKINGS}${query}`, { sessionId: studio.sessionId });
const isFailed = (id: string) => async () => (await studio.paymentOf(id)).status === 'failed';
const isRefunded = (id: string) => async () => (await studio.paymentOf(id)).status === 'refunded';
const eligibility = async () =>
  (await studio.buyer.call('GET', '/public-api/v2/member/schedule')).body.data[0].eligibility;

test('201 with the held seat, the last of the class: the approval that waits is given up, and no card is charged', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  expect(await eligibility()).toMatchObject({ canBook: true, action: 'book', reason: null });
  expect((await book('?dry_run=true')).body).toMatchObject({ status: 'confirmed', price: null });
  expect([studio.events(), await studio.seats(), (await studio.waiting()).length]).toEqual([[], [0, 0], 1]);
  const { status, body } = await book();
  expect([status, body.status, body.bookingSource]).toEqual([201, 'confirmed', 'credit']);
  await until(isFailed(visit.id));
  expect(studio.events()).toEqual([...WITH_PASS, 'payment.failed']);
  expect([await studio.seats(), await studio.waiting(), (await studio.paymentOf(visit.id)).failureCode]).toEqual([
    [1, 0],
    [],
    'not_approved',
  ]);
  expect(errorWithDetail(await studio.complete(visit.id))).toEqual([409, 'card_declined', 'not_approved']);
  await studio.decide(visit, true);
  expect([studio.taken().count, (await studio.bookings()).length, studio.events()]).toEqual([0, 1, []]);
});

test('the bank was faster: one booking, with the pass, and the money goes back once', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  await studio.decide(visit, true);
  expect((await book()).status).toBe(201);
  await until(isRefunded(visit.id));
  expect(studio.events()).toEqual([...WITH_PASS, 'payment.completed', 'payment.refunded']);
  expect(await studio.event('payment_intent.succeeded')).toBe(200);
  expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'already_booked']);
  expect(studio.taken()).toEqual({ amount: 1500, refunded: 1500, count: 1 });
  expect([await studio.seats(), (await studio.bookings()).length, studio.events()]).toEqual([[1, 0], 1, []]);
});

test('approved while it is given up, with the event of the processor: the same', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  studio.faulty.at('abandon', 'slow');
  expect((await book()).status).toBe(201);
  await until(() => studio.faulty.calls('abandon') === 1);
  await studio.decide(visit, true);
  expect(await studio.event('payment_intent.succeeded')).toBe(200);
  studio.faulty.release();
  expect(errorOf(await studio.complete(visit.id))).toEqual([409, 'already_booked']);
  await until(isRefunded(visit.id));
  expect(studio.taken()).toEqual({ amount: 1500, refunded: 1500, count: 1 });
  expect([await studio.seats(), (await studio.bookings()).length]).toEqual([[1, 0], 1]);
  expect(studio.events()).toEqual([...WITH_PASS, 'payment.completed', 'payment.refunded']);
});

test('also where the booking is cancelled again before the bank says yes: the money goes back, and nothing is booked', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  studio.faulty.at('abandon', 'slow');
  const { body } = await book();
  await until(() => studio.faulty.calls('abandon') === 1);
  await studio.decide(visit, true);
  expect((await studio.buyer.call('POST', `${BOOKINGS}/${body.id}/cancel`)).status).toBe(200);
  studio.faulty.release();
  await until(isRefunded(visit.id));
  expect([await studio.seats(), studio.taken().refunded]).toEqual([[0, 1], 1500]);
});

test('the processor is away: the booking stands, and the approval ends with the next look at it', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  studio.faulty.at('abandon', 'down');
  expect((await book()).status).toBe(201);
  await until(() => studio.faulty.calls('abandon') === 1);
  expect((await studio.paymentOf(visit.id)).status).toBe('pending');
  await studio.time.moveTo(TEST_START + 6 * MINUTE_MS);
  await until(isFailed(visit.id));
  expect([await studio.seats(), studio.taken().count]).toEqual([[1, 0], 0]);
});

test('a booking that is refused leaves the approval as it is', async () => {
  const visit = await studio.askedVisit();
  expect(errorOf(await book())).toEqual([409, 'no_eligible_package']);
  await studio.decide(visit, true);
  expect([(await studio.complete(visit.id)).status, studio.taken().count]).toEqual([200, 1]);
});

test('the desk books for the member: the same; for somebody else the seat is held on', async () => {
  await addPass();
  const visit = await studio.askedVisit();
  const { clientId } = await studio.member();
  const { sessionId } = studio;
  expect(errorOf(await studio.post('/v2/bookings', { clientId, sessionId }))).toEqual([409, 'session_full']);
  studio.events();
  expect((await studio.post('/v2/bookings', { clientId: studio.buyer.clientId, sessionId })).status).toBe(201);
  await until(isFailed(visit.id));
  expect([studio.events(), await studio.seats()]).toEqual([
    [...WITH_PASS, 'payment.failed'],
    [1, 0],
  ]);
});

test('a plan that is bought for the class is given up too; other purchases wait on', async () => {
  await addPass();
  const plan = await studio.asked();
  const apart = await studio.asked({
    sessionId: null,
    planId: await createPlan(studio, { name: 'Other', isSoldOnline: true }),
  });
  expect((await book()).status).toBe(201);
  await until(isFailed(plan.id));
  expect((await studio.waiting()).map(({ id }: { id: string }) => id)).toEqual([apart.id]);
  expect([await studio.seats(), (await studio.packages()).length]).toEqual([[1, 0], 1]);
});

test('a plan for the class that the bank has approved meanwhile is not sold, and the money goes back', async () => {
  await addPass();
  const plan = await studio.asked();
  await studio.decide(plan, true);
  expect((await book()).status).toBe(201);
  await until(async () => (await studio.paymentOf(plan.id)).status === 'completed');
  expect(errorOf(await studio.complete(plan.id))).toEqual([409, 'already_booked']);
  expect([(await studio.packages()).length, (await studio.bookings()).length]).toEqual([1, 1]);
  expect(studio.taken().refunded).toBe(studio.taken().amount);
});

// The response of the processor to its first call is held back while the member books with the pass.
describe('booked while the processor is called', () => {
  const begin = async <Sent>(send: () => Promise<Sent>) => {
    await addPass();
    studio.faulty.at('charge', 'slow');
    const sent = send();
    await until(() => studio.faulty.calls('charge') === 1);
    studio.events();
    return { sent };
  };
  const goodCard = async () => ({ paymentMethodId: (await studio.save(studio.buyer)).id });
  const visit = { of: 'visit', send: (body?: object) => studio.visit(body) };
  const plan = { of: 'plan', send: (body?: object) => studio.buy(body) };

  test.each([visit, plan])(
    'the bank would be asked: the payment of the $of is cancelled, and nobody is asked',
    async ({ send }) => {
      const { sent } = await begin(send);
      expect(await eligibility()).toMatchObject({ canBook: true, action: 'book', reason: null });
      expect((await book()).status).toBe(201);
      studio.faulty.release();
      expect(errorOf(await sent)).toEqual([409, 'already_booked']);
      expect(studio.events()).toEqual([...WITH_PASS, 'payment.failed']);
      expect([await studio.waiting(), await studio.seats(), studio.taken().count]).toEqual([[], [1, 0], 0]);
      expect([(await studio.bookings()).length, (await studio.packages()).length]).toEqual([1, 1]);
    },
  );

  test.each([visit, plan])(
    'the card is charged without asking: the $of is refunded, and booked once',
    async ({ send }) => {
      const card = await goodCard();
      const { sent } = await begin(() => send(card));
      expect((await book()).status).toBe(201);
      studio.faulty.release();
      expect(errorOf(await sent)).toEqual([409, 'already_booked']);
      expect(studio.events()).toEqual([...WITH_PASS, 'payment.completed', 'payment.refunded']);
      expect(studio.taken().refunded).toBe(studio.taken().amount);
      expect([studio.taken().count, await studio.seats()]).toEqual([1, [1, 0]]);
      expect([(await studio.bookings()).length, (await studio.packages()).length]).toEqual([1, 1]);
    },
  );

  test('a card that is declined frees the seat no second time', async () => {
    const declined = (await studio.save(studio.buyer, CARDS.noFunds)).id;
    const { sent } = await begin(() => studio.visit({ paymentMethodId: declined }));
    expect((await book()).status).toBe(201);
    studio.faulty.release();
    expect(errorOf(await sent)).toEqual([409, 'card_declined']);
    expect([studio.events(), await studio.seats()]).toEqual([
      [...WITH_PASS, 'payment.failed'],
      [1, 0],
    ]);
  });

  test('a booking that is cancelled again before the response is not paid for, either', async () => {
    const { sent } = await begin(studio.visit);
    const { body } = await book();
    expect((await studio.buyer.call('POST', `${BOOKINGS}/${body.id}/cancel`)).status).toBe(200);
    studio.faulty.release();
    expect(errorOf(await sent)).toEqual([409, 'already_booked']);
    expect([await studio.waiting(), await studio.seats(), studio.taken().count]).toEqual([[], [0, 1], 0]);
  });

  test('503 where the processor does not cancel it: it ends with the next look at it', async () => {
    const { sent } = await begin(studio.visit);
    expect((await book()).status).toBe(201);
    studio.faulty.at('abandon', 'down');
    studio.faulty.release();
    expect(errorOf(await sent)).toEqual([503, 'processor_unavailable']);
    const [{ id }] = await studio.waiting();
    await studio.time.moveTo(TEST_START + 6 * MINUTE_MS);
    await until(isFailed(id));
    expect([await studio.seats(), studio.taken().count]).toEqual([[1, 0], 0]);
  });

  test('a booking of another member does not touch it, and neither does a booking of another class', async () => {
    const other = await addSession(studio, { capacity: 1 });
    const { sent } = await begin(studio.visit);
    const { clientId } = await studio.member();
    expect(errorOf(await studio.post('/v2/bookings', { clientId, sessionId: studio.sessionId }))).toEqual([
      409,
      'session_full',
    ]);
    expect((await studio.buyer.call('POST', BOOKINGS, { sessionId: other })).status).toBe(201);
    studio.faulty.release();
    const { status, body } = await sent;
    await studio.decide(body, true);
    expect([status, (await studio.complete(body.id)).status, studio.taken().refunded]).toEqual([202, 200, 0]);
  });
});

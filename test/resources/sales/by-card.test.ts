import { beforeEach, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { until } from '../../helpers/process.ts';
import { createPlan } from '../../helpers/sales.ts';

let member: Member;
let planId: string;
let sessionId: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  member = await studio.member();
  await studio.save(member);
  planId = await createPlan(studio);
  sessionId = await addSession(studio, { capacity: 1 });
  studio.events();
});

const sell = (body: object = {}, headers?: Record<string, string>) => {
  const sale = { clientId: member.clientId, planId, paymentMethod: 'card', bookSessionId: sessionId, ...body };
  return studio.post('/manage/packages', sale, headers);
};
const seats = async () => {
  const { bookedCount, availableSpots, waitlistCount } = (await studio.get(`/v2/sessions/${sessionId}`)).body;
  return [bookedCount, availableSpots, waitlistCount];
};
const payment = async () => (await studio.get(`/v2/payments?client_id=${member.clientId}`)).body.data[0];
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;

describe('a sale by card that books', () => {
  test('201 charges once, and has package, payment and booking', async () => {
    const { status, body } = await sell();
    expect([status, body.creditsRemaining, body.booking.status]).toEqual([201, 9, 'confirmed']);
    expect(body.booking).toMatchObject({ sessionId, packageId: body.id, channel: 'api', bookingSource: 'credit' });
    expect(body.payment).toMatchObject({ packageId: body.id, status: 'completed', amount: 18_000 });
    expect(studio.events()).toEqual([
      'session.full',
      'payment.created',
      'payment.completed',
      'package.purchased',
      'package.credits_changed',
      'package.activated',
      'booking.created',
      'package.credits_changed',
    ]);
    expect([studio.taken(), await seats()]).toEqual([{ amount: 18_000, refunded: 0, count: 1 }, [1, 0, 0]]);
  });

  test('201 of a renewing plan, whose dry run says when it renews', async () => {
    planId = await createPlan(studio, { type: 'unlimited', creditsTotal: null, autoRenews: true, validityDays: 30 });
    const body = { clientId: member.clientId, planId, paymentMethod: 'card' };
    const { body: preview } = await studio.post('/manage/packages?dry_run=true', body);
    expect(preview.package).toMatchObject({ autoRenews: true, nextRenewalAt: preview.package.expiresAt });
    expect([studio.events(), studio.faulty.calls('charge')]).toEqual([[], 0]);
    const sold = (await sell()).body;
    expect([sold.autoRenews, sold.nextRenewalAt]).toEqual([true, preview.package.nextRenewalAt]);
  });

  test('409 card_declined: nothing is sold, nothing is booked, and the seat is free again', async () => {
    const noFunds = (await studio.save(member, CARDS.noFunds)).id;
    const refused = await sell({ paymentMethodId: noFunds });
    expect(errorOf(refused)).toEqual([409, 'card_declined']);
    expect(refused.body.error.message).toEndWith('Nothing was sold and nothing was booked.');
    expect(studio.events()).toEqual(['session.full', 'payment.created', 'payment.failed', 'session.spot_available']);
    expect([await seats(), await packages(), (await payment()).status]).toEqual([[0, 1, 0], [], 'failed']);
    expect((await sell()).status).toBe(201);
  });

  test('409 before the charge: a full class, a plan that cannot pay for it', async () => {
    const yoga = await createPlan(studio, { eligibleCategories: ['yoga'] });
    expect(errorOf(await sell({ planId: yoga }))).toEqual([409, 'package_not_eligible']);
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    expect(errorOf(await sell())).toEqual([409, 'session_full']);
    expect([studio.events(), studio.faulty.calls('charge'), await seats()]).toEqual([[], 0, [1, 0, 0]]);
    const { body } = await sell({ joinWaitlist: true });
    expect([body.booking.status, body.creditsRemaining, await seats()]).toEqual(['waitlisted', 10, [1, 0, 1]]);
  });

  test('the same key again replays it, also after a 503', async () => {
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'till 2' };
    expect((await sell({}, key)).status).toBe(503);
    const { status, body } = await sell({}, key);
    expect([status, body.booking.status]).toEqual([201, 'confirmed']);
    expect((await sell({}, key)).headers.get('idempotency-replayed')).toBe('true');
    expect([studio.taken().count, studio.count('packages'), studio.count('bookings')]).toEqual([1, 1, 1]);
  });

  test('a repeat after the sale was found: it is answered, whatever its external id is', async () => {
    studio.faulty.at('charge', 'lost');
    const key = { 'idempotency-key': 'till 3' };
    const sale = { bookSessionId: null, externalId: 'order 7' };
    expect((await sell(sale, key)).status).toBe(503);
    await studio.time.skipTo(TEST_START + 10 * MINUTE_MS);
    expect(studio.count('packages')).toBe(1);
    const { status, body } = await sell(sale, key);
    expect([status, body.externalId]).toEqual([201, 'order 7']);
    expect([studio.taken().count, studio.count('packages')]).toEqual([1, 1]);
    expect(errorOf(await sell(sale))).toEqual([409, 'external_id_exists']);
  });
});

describe('while the card is charged', () => {
  const begin = async () => {
    studio.faulty.at('charge', 'slow');
    const reply = sell();
    await until(() => studio.faulty.calls('charge') === 1);
    return { reply };
  };

  test('the seat is held, and the same sale is not begun twice', async () => {
    const { reply } = await begin();
    const { clientId } = await studio.member();
    expect(errorOf(await studio.post('/v2/bookings', { clientId, sessionId }))).toEqual([409, 'session_full']);
    expect(errorOf(await sell())).toEqual([409, 'already_booked']);
    studio.faulty.release();
    expect((await reply).body.booking.status).toBe('confirmed');
    expect([await seats(), studio.taken().count]).toEqual([[1, 0, 0], 1]);
  });

  test('a class that is cancelled meanwhile sells nothing, and the money goes back', async () => {
    const { reply } = await begin();
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`));
    studio.faulty.release();
    const refused = await reply;
    expect(errorOf(refused)).toEqual([409, 'session_cancelled']);
    expect(refused.body.error.message).toContain('Nothing was sold.');
    expect(studio.events()).toEqual(['payment.completed', 'payment.refunded']);
    expect([await packages(), (await payment()).status]).toEqual([[], 'refunded']);
    expect(studio.taken()).toEqual({ amount: 18_000, refunded: 18_000, count: 1 });
    expect(studio.count('creditLedger')).toBe(0);
  });

  test('a client who books it otherwise meanwhile is sold nothing, and the seat that was held is free', async () => {
    await studio.store.write((tx) => tx.db.run('update sessions set capacity = 2 where id = ?', [sessionId]));
    const { reply } = await begin();
    await addBooking(studio, member.clientId, sessionId);
    studio.faulty.release();
    expect(errorOf(await reply)).toEqual([409, 'already_booked']);
    expect([await packages(), await seats(), studio.taken().refunded]).toEqual([[], [1, 1, 0], 18_000]);
  });

  test('after a crash nothing is sold, and the seat is free again', async () => {
    studio.faulty.at('charge', 'down');
    expect((await sell()).status).toBe(503);
    const reborn = await openCardStudio({
      file: studio.db.serialize(),
      seal: studio.seal,
      startAt: TEST_START + MINUTE_MS,
    });
    await until(() => reborn.count("payments where status = 'failed'") === 1);
    const { body } = await reborn.get(`/v2/sessions/${sessionId}`);
    expect([body.bookedCount, body.availableSpots, reborn.count('packages')]).toEqual([0, 1, 0]);
  });
});

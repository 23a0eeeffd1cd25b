import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addBooking, addSession } from '../../../helpers/bookings.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { createPlan, UNKNOWN } from '../../../helpers/sales.ts';

const PURCHASES = '/public-api/v2/member/purchases';

let member: Member;
let planId: string;
let sessionId: string;
let card: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  card = (await studio.save(member)).id;
  planId = await createPlan(studio, { isSoldOnline: true });
  sessionId = await addSession(studio, { capacity: 1 });
  studio.events();
});

const buy = (body: object = {}, headers?: Record<string, string>, query = '') =>
  member.call(
    'POST',
    `${PURCHASES}${query}`,
    { planId, sessionId, paymentMethodId: card, acceptTerms: true, ...body },
    headers,
  );
const packages = async () => (await studio.get(`/v2/packages?client_id=${member.clientId}`)).body.data;

describe('a purchase by a member', () => {
  test('201 charges once, and has package, payment and booking', async () => {
    const { status, body } = await buy();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'purchase',
      package: { planId, creditsRemaining: 9 },
      payment: { amount: 18_000, status: 'completed', purpose: 'package' },
      booking: { sessionId, status: 'confirmed', channel: 'member_app' },
    });
    expect(JSON.stringify(body)).not.toMatch(/metadata|externalId|processor|notes/);
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
    expect(studio.taken()).toEqual({ amount: 18_000, refunded: 0, count: 1 });
  });

  test('201 without a class, and of a plan that costs nothing without a card', async () => {
    expect((await buy({ sessionId: null })).body.booking).toBeNull();
    const free = await createPlan(studio, { isSoldOnline: true, price: 0 });
    const { status, body } = await buy({ planId: free, sessionId: null, paymentMethodId: null });
    expect([status, body.payment.amount]).toEqual([201, 0]);
    expect(studio.taken().count).toBe(1);
  });

  test('200 a dry run says what it would do, and does nothing', async () => {
    const { status, body } = await buy({}, {}, '?dry_run=true');
    expect([status, body.object, body.amount, body.booking.status, body.creditsAfter]).toEqual([
      200,
      'sale_preview',
      18_000,
      'confirmed',
      9,
    ]);
    expect([studio.events(), studio.faulty.calls('charge'), await packages()]).toEqual([[], 0, []]);
  });

  test('200 a dry run without a card: what it would cost, before the member has saved a card', async () => {
    const { status, body } = await buy({ paymentMethodId: null }, {}, '?dry_run=true');
    expect([status, body.amount, body.paymentMethod, body.creditsAfter]).toEqual([200, 18_000, 'card', 9]);
    await studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } });
    studio.events();
    const refused = await buy({ paymentMethodId: null }, {}, '?dry_run=true');
    expect(errorOf(refused)).toEqual([409, 'card_payments_not_enabled']);
    expect([studio.events(), studio.faulty.calls('charge'), await packages()]).toEqual([[], 0, []]);
  });

  test('the same key again, and a double press, buy once', async () => {
    const key = { 'idempotency-key': 'press' };
    const [first, second] = await Promise.all([buy({}, key), buy({}, key)]);
    expect([first.status, second.status].toSorted()).toEqual([201, 409]);
    expect((await buy({}, key)).status).toBe(201);
    expect([studio.taken().count, (await packages()).length]).toEqual([1, 1]);
  });

  test('a repeat after the purchase was found gets it, also of a plan that is sold once', async () => {
    const intro = await createPlan(studio, { isSoldOnline: true, maxPerClient: 1 });
    const key = { 'idempotency-key': 'press 2' };
    const once = { planId: intro, sessionId: null };
    studio.faulty.at('charge', 'lost');
    expect((await buy(once, key)).status).toBe(503);
    await studio.time.skipTo(studio.time.now() + HOUR_MS);
    expect((await packages()).length).toBe(1);
    expect((await buy(once, key)).status).toBe(201);
    expect([studio.taken().count, (await packages()).length]).toEqual([1, 1]);
    expect(errorOf(await buy(once))).toEqual([409, 'plan_limit_reached']);
  });

  test('400 without the terms, without a card, and with a price, a client or a site of one’s own', async () => {
    expect((await buy({ acceptTerms: false })).status).toBe(400);
    expect((await buy({ paymentMethodId: null })).body.error).toMatchObject({ param: 'paymentMethodId' });
    for (const own of [{ price: 1 }, { clientId: UNKNOWN }, { siteId: UNKNOWN }, { discountAmount: 100 }]) {
      expect(errorOf(await buy(own))[0]).toBe(400);
    }
    expect([studio.events(), studio.faulty.calls('charge')]).toEqual([[], 0]);
  });

  test('400 for a plan that is not sold online, is archived, or is of another site', async () => {
    const other = await studio.post('/v2/sites', { name: 'Other' });
    const hidden = await createPlan(studio);
    const elsewhere = await createPlan(studio, { isSoldOnline: true, eligibleSiteIds: [other.body.id] });
    await studio.delete(`/manage/plans/${planId}`);
    for (const id of [hidden, elsewhere, planId, UNKNOWN]) {
      expect(errorOf(await buy({ planId: id }))).toEqual([400, 'resource_missing']);
    }
  });

  test('409 an introduction a second time, until the first is cancelled', async () => {
    const intro = await createPlan(studio, { isSoldOnline: true, maxPerClient: 1 });
    const first = await buy({ planId: intro, sessionId: null });
    expect(errorOf(await buy({ planId: intro, sessionId: null }))).toEqual([409, 'plan_limit_reached']);
    await studio.post(`/v2/packages/${first.body.package.id}/cancel`, {});
    expect((await buy({ planId: intro, sessionId: null })).status).toBe(201);
  });

  test('409 card_declined and session_full: nothing is sold, nothing is booked', async () => {
    const empty = (await studio.save(member, CARDS.noFunds)).id;
    expect(errorOf(await buy({ paymentMethodId: empty }))).toEqual([409, 'card_declined']);
    await addBooking(studio, (await studio.member()).clientId, sessionId);
    studio.events();
    expect(errorOf(await buy())).toEqual([409, 'session_full']);
    expect([studio.events(), await packages()]).toEqual([[], []]);
    expect((await buy({ joinWaitlist: true })).body.booking.status).toBe('waitlisted');
  });

  test('409 by the rules for members, who may not book what is not open yet', async () => {
    await studio.patch('/v2/settings', { booking: { bookingWindowDays: 0 } });
    studio.events();
    const { status } = await buy();
    expect(status).toBe(409);
    expect([studio.events(), await packages()]).toEqual([[], []]);
  });

  test('401 without a member; 400 with the card of another', async () => {
    expect((await studio.send('POST', PURCHASES, { planId, acceptTerms: true }, {})).status).toBe(401);
    const other = await studio.member();
    const foreign = (await studio.save(other)).id;
    expect((await buy({ paymentMethodId: foreign })).status).toBe(400);
  });
});

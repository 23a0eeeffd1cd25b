import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, inHours, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../helpers/members.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { addWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));
const classAt = (startsIn = DAY_MS, given: Partial<SessionRow> = {}) => addSessionInUtc(studio, startsIn, given);

const options = async (id: string) => {
  studio.events();
  const { status, body } = await member.get(`/sessions/${id}/options`);
  expect([status, studio.events()]).toEqual([200, []]);
  return body;
};
const place = async (id: string) => {
  const { place: found, reason } = await options(id);
  return [found, reason];
};
const sold = (fields: object) => createPlan(studio, { isSoldOnline: true, ...fields });

describe('GET sessions/{id}/options: the place', () => {
  test('200 a seat, a place in line, or nothing, whatever pays', async () => {
    const [free, full] = [await classAt(), (await addWaitlist(studio, 1, 1)).sessionId];
    const { sessionId: closed } = await addWaitlist(studio, 1, 0, { waitlistEnabled: 0 });
    const { sessionId: noRoom } = await addWaitlist(studio, 1, 1, { waitlistCapacity: 1 });
    expect(await options(free)).toEqual({
      object: 'booking_options',
      sessionId: free,
      place: 'seat',
      reason: null,
      bookingOpensAt: '2026-02-17T08:00:00.000Z',
      bookingClosesAt: inHours(24),
      overlap: null,
      bookingLimit: null,
      myBooking: null,
      waitlist: {
        isOpen: true,
        nextPosition: 1,
        mode: 'automatic',
        holdMinutes: null,
        until: inHours(12),
        graceMinutes: 60,
      },
      creditCost: 1,
      isPackageRequired: true,
      packages: [],
      plans: [],
      dropInPrice: null,
    });
    expect(await place(full)).toEqual(['waitlist', null]);
    expect((await options(full)).waitlist).toMatchObject({ nextPosition: 2 });
    expect(await place(closed)).toEqual(['none', 'full']);
    expect(await place(noRoom)).toEqual(['none', 'waitlist_full']);
    await setBooking(studio, { memberRequiresCredit: false });
    expect([await place(free), await place(full)]).toEqual([
      ['seat', null],
      ['waitlist', null],
    ]);
    expect((await options(free)).isPackageRequired).toBe(false);
  });

  test('200 why not: time, an overlap with its name, a limit, an own booking, the account', async () => {
    await setBooking(studio, { memberRequiresCredit: false, maxActiveBookingsPerClient: 2 });
    const [mine, late] = [await classAt(DAY_MS, { name: 'Strength Basics' }), await classAt(15 * DAY_MS)];
    const bookingId = await addBooking(studio, member.id, mine);
    expect(await options(late)).toMatchObject({ reason: 'not_open_yet', bookingOpensAt: inHours(24) });
    expect(await options(await classAt(24.5 * HOUR_MS))).toMatchObject({
      place: 'none',
      reason: 'overlapping_booking',
      overlap: {
        bookingId,
        sessionId: mine,
        name: 'Strength Basics',
        startTime: inHours(24),
        endTime: inHours(25),
      },
    });
    expect(await options(mine)).toMatchObject({
      reason: 'already_booked',
      myBooking: { id: bookingId, status: 'confirmed' },
    });
    const { sessionId: full } = await addWaitlist(studio, 1, 0, { startsIn: 30 * HOUR_MS });
    await member.post('/bookings', { sessionId: full, joinWaitlist: true });
    expect(await options(full)).toMatchObject({ reason: 'already_booked', myBooking: { status: 'waitlisted' } });
    const next = await classAt(40 * HOUR_MS);
    expect(await options(next)).toMatchObject({ reason: 'booking_limit_reached', bookingLimit: 2 });
    await studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' });
    expect(await place(next)).toEqual(['none', 'client_suspended']);
    await studio.given(studio.time.skipTo(TEST_START + 41 * HOUR_MS));
    expect(await place(next)).toEqual(['none', 'started']);
  });

  test('404 for a private class, one of another site, and an unknown one; 200 private when booked', async () => {
    const id = await classAt(DAY_MS, { isPrivate: 1 });
    const { id: siteId } = (await studio.post('/v2/sites', { name: 'North' })).body;
    for (const other of [id, UNKNOWN, await classAt(2 * DAY_MS, { siteId })]) {
      expect((await member.get(`/sessions/${other}/options`)).status).toBe(404);
    }
    await addBooking(studio, member.id, id);
    expect(await place(id)).toEqual(['none', 'already_booked']);
  });
});

describe('GET sessions/{id}/options: what pays', () => {
  test('200 the packages in their order, what is left of them, which is chosen, and why one cannot pay', async () => {
    const id = await classAt(DAY_MS, { creditCost: 2 });
    const few = await sellPackage(studio, member.id, { name: 'Few', creditsTotal: 1, validityDays: 10 });
    const soon = await sellPackage(studio, member.id, { name: 'Soon', creditsTotal: 5, validityDays: 20 });
    const later = await sellPackage(studio, member.id, { name: 'Later', validityDays: 90 });
    const { packages } = await options(id);
    expect(packages).toMatchObject([
      { id: few.id, creditsLeft: 1, creditsAfter: null, canPay: false, reason: 'no_credits', isChosen: false },
      { id: soon.id, creditsTotal: 5, creditsLeft: 5, creditsAfter: 3, canPay: true, reason: null, isChosen: true },
      { id: later.id, creditsLeft: 10, creditsAfter: 8, canPay: true, isChosen: false },
    ]);
    expect(Object.keys(packages[0]).sort()).toEqual(
      [
        'object',
        'id',
        'name',
        'type',
        'creditsTotal',
        'creditsLeft',
        'creditsAfter',
        'expiresAt',
        'canPay',
        'reason',
        'isChosen',
      ].sort(),
    );
    const unlimited = await sellPackage(studio, member.id, { name: 'All', type: 'unlimited', creditsTotal: null });
    expect((await options(id)).packages[0]).toMatchObject({ id: unlimited.id, creditsLeft: null, isChosen: true });
    const { body } = await member.post('/bookings', { sessionId: id, packageId: later.id });
    expect(body).toMatchObject({ packageId: later.id, creditsUsed: 2 });
  });

  test('200 the plans that fit: an introduction first, then by price, then what cannot be bought', async () => {
    const id = await classAt(10 * DAY_MS, { category: 'Yoga', creditCost: 2 });
    const dear = await sold({ name: 'Dear', price: 30_000, eligibleCategories: ['Yoga', 'Rope'] });
    const cheap = await sold({ name: 'Cheap', price: 1000 });
    const intro = await sold({ name: 'Intro', price: 3900, maxPerClient: 1 });
    const hidden = { eligibleCategories: ['Rope'] };
    for (const fields of [hidden, { creditsTotal: 1 }, { validityDays: 5 }, { currency: 'EUR' }]) await sold(fields);
    await sold({ isSoldOnline: false });
    const visit = await sold({ name: 'Visit', price: 2000, validityDays: 5, activationType: 'on_first_visit' });
    const found = async () =>
      (await options(id)).plans.map((plan: { id: string; reason: string | null }) => [plan.id, plan.reason]);
    expect(await found()).toEqual([intro, cheap, visit, dear].map((each) => [each, null]));
    expect((await options(id)).plans[0]).toMatchObject({
      object: 'plan_option',
      name: 'Intro',
      price: 3900,
      currency: 'USD',
      creditsTotal: 10,
      creditsAfter: 8,
      isIntro: true,
      canBuy: true,
      reason: null,
    });
    await studio.given(studio.post('/manage/packages', { clientId: member.id, planId: intro, paymentMethod: 'cash' }));
    expect(await found()).toEqual([...[cheap, visit, dear].map((each) => [each, null]), [intro, 'plan_limit_reached']]);
    await studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } });
    expect((await found())[0]).toEqual([cheap, 'card_payments_not_enabled']);
  });

  test('200 what a seat costs by card', async () => {
    const id = await classAt(DAY_MS, { dropInPrice: JSON.stringify({ amount: 1500, currency: 'USD' }) });
    expect((await options(id)).dropInPrice).toEqual({ amount: 1500, currency: 'USD' });
    await studio.patch('/v2/settings', { payment: { acceptedMethods: ['cash'] } });
    expect((await options(id)).dropInPrice).toBeNull();
  });
});

describe('the queries', () => {
  beforeEach(async () => {
    await sold({ maxPerClient: 1 });
  });

  test.each(['plans', 'bookings'])('of %s neither scan a table nor sort', async (table) => {
    const id = await classAt();
    const plans = await plansOf(studio, table, () => member.get(`/sessions/${id}/options`));
    expect(plans.filter(isCostly)).toEqual([]);
  });
});

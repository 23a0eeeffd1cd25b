import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession, addSessionInUtc, NEW_BOOKING } from '../../../helpers/bookings.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

/** Sells a package, by default of ten credits, to the member. Returns its id. */
const holding = async (plan: object = {}, clientId = member.id): Promise<string> => {
  const { id } = await sellPackage(studio, clientId, plan);
  return id;
};

const free = () => setBooking(studio, { memberRequiresCredit: false });

/** A session whose local time is UTC. */
const sessionAt = (startsIn: number, given: object = {}) => addSessionInUtc(studio, startsIn, given);

const book = (body: object) => member.post('/bookings', body);

/** The error of a booking with the reason in its details; it raised no event. */
const refused = async (body: object) => {
  const { status, body: response } = await book(body);
  expect(studio.events()).toEqual([]);
  return [status, response.error?.code, response.error?.details?.[0]?.code].filter((part) => part !== undefined);
};

describe('POST bookings', () => {
  test('201 confirmed with a credit, by the member app, without notes', async () => {
    const [packageId, sessionId] = [await holding(), await addSession(studio)];
    const { status, body } = await book({ sessionId });
    expect(status).toBe(201);
    const { id, ...record } = body;
    expect(record).toEqual({
      ...NEW_BOOKING,
      clientId: member.id,
      sessionId,
      bookingSource: 'credit',
      channel: 'member_app',
      packageId,
      creditsUsed: 1,
      creditOutcome: 'consumed',
    });
    const [created, ...others] = studio.eventsInFull();
    expect(others.map(({ type }) => type)).toEqual(['package.credits_changed']);
    expect([created?.type, created?.data]).toEqual([
      'booking.created',
      {
        bookingId: id,
        clientId: member.id,
        sessionId,
        siteId: MAIN_SITE,
        status: 'CONFIRMED',
        bookingSource: 'CREDIT',
      },
    ]);
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({ channel: 'member_app', notes: null });
  });

  test('201 with the package of the body; 409 when it cannot pay', async () => {
    const [first, second] = [await holding(), await holding({ eligibleCategories: ['Yoga'] })];
    const sessionId = await addSession(studio);
    expect(await refused({ sessionId, packageId: second })).toEqual([409, 'package_not_eligible', 'wrong_category']);
    expect((await book({ sessionId, packageId: first })).body.packageId).toBe(first);
  });

  test('409 no_eligible_package where members need a credit; 201 unpaid where they do not', async () => {
    const sessionId = await addSession(studio);
    expect(await refused({ sessionId })).toEqual([409, 'no_eligible_package']);
    // The Business API has its own setting.
    await setBooking(studio, { requireCredit: true, memberRequiresCredit: false });
    expect((await book({ sessionId })).body).toMatchObject({ status: 'confirmed', bookingSource: 'unpaid' });
    expect(studio.events()).toEqual(['booking.created']);
  });

  test('400 resource_missing for what does not exist and for what the member may not see', async () => {
    const another = await addClient(studio);
    const theirs = await holding({}, another);
    const north = (await studio.given(studio.post('/v2/sites', { name: 'North' }))).id;
    const sessionId = await addSession(studio);
    const hidden = await addSession(studio, { isPrivate: 1, startsIn: 26 * HOUR_MS });
    const elsewhere = await addSession(studio, { siteId: north });
    expect(await refused({ sessionId, packageId: theirs })).toEqual(await refused({ sessionId, packageId: UNKNOWN }));
    for (const unseen of [UNKNOWN, hidden, elsewhere]) {
      const response = await book({ sessionId: unseen, packageId: theirs });
      expect([response.status, response.body.error.details.map(({ param }: { param: string }) => param)]).toEqual([
        400,
        ['sessionId', 'packageId'],
      ]);
      expect(response.body.error.message).toBe(
        `There is no session with the id '${unseen}'. Send the id of an existing session.`,
      );
    }
    await addBooking(studio, member.id, hidden);
    expect(await refused({ sessionId: hidden })).toEqual([409, 'already_booked']);
  });

  test('400 fields that only staff send, and unknown fields', async () => {
    const sessionId = await addSession(studio);
    for (const more of [{ overrideCapacity: true }, { requireCredit: false }, { clientId: UNKNOWN }, { notes: 'x' }]) {
      expect(await refused({ sessionId, ...more })).toEqual([400, 'parameter_unknown', 'parameter_unknown']);
    }
    expect(await refused({})).toEqual([400, 'parameter_missing', 'parameter_missing']);
  });

  test('409 booked already, started, cancelled, or suspended; suspended members may read', async () => {
    await free();
    const sessionId = await addSession(studio);
    await addBooking(studio, member.id, sessionId);
    expect(await refused({ sessionId })).toEqual([409, 'already_booked']);
    expect(await refused({ sessionId: await addSession(studio, { startsIn: 0 }) })).toEqual([409, 'session_started']);
    const off = await addSession(studio, { cancelledAt: '2026-03-01T00:00:00.000Z' });
    expect(await refused({ sessionId: off })).toEqual([409, 'session_cancelled']);
    await studio.given(studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' }));
    expect(await refused({ sessionId: await addSession(studio) })).toEqual([409, 'client_suspended']);
    for (const path of ['/profile', '/schedule', '/bookings']) expect((await member.get(path)).status).toBe(200);
  });

  test('201 the same key again replays the booking', async () => {
    await free();
    const body = { sessionId: await addSession(studio) };
    const first = await member.post('/bookings', body, { 'idempotency-key': 'k1' });
    const again = await member.post('/bookings', body, { 'idempotency-key': 'k1' });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect(studio.events()).toEqual(['booking.created']);
  });
});

describe('the booking window', () => {
  beforeEach(free);

  test('opens to the second', async () => {
    const sessionId = await sessionAt(15 * DAY_MS);
    await studio.given(studio.time.skipTo(TEST_START + DAY_MS - 1000));
    expect(await refused({ sessionId })).toEqual([409, 'outside_booking_window', 'not_open_yet']);
    expect((await book({ sessionId })).body.error.message).toContain('2026-03-03T08:00:00.000Z');
    await studio.time.skipTo(TEST_START + DAY_MS);
    expect((await book({ sessionId })).status).toBe(201);
  });

  test('closes to the second, by the setting and by the schedule', async () => {
    await setBooking(studio, { bookingCutoffMinutes: 30 });
    const [sessionId, late] = [await sessionAt(2 * HOUR_MS), await sessionAt(2 * HOUR_MS, { name: 'Late' })];
    await studio.time.moveTo(TEST_START + 90 * MINUTE_MS - 1000);
    expect((await book({ sessionId })).status).toBe(201);
    await setBooking(studio, { allowOverlappingBookings: true });
    await studio.time.moveTo(TEST_START + 90 * MINUTE_MS);
    expect(await refused({ sessionId: late })).toEqual([409, 'outside_booking_window', 'closed']);
    // The limit does not apply to staff.
    await addBooking(studio, member.id, late);
  });

  test('applies to joining the waitlist too', async () => {
    const sessionId = await sessionAt(15 * DAY_MS, { capacity: 1 });
    await addBooking(studio, await addClient(studio), sessionId);
    expect(await refused({ sessionId, joinWaitlist: true })).toEqual([409, 'outside_booking_window', 'not_open_yet']);
  });
});

describe('other limits', () => {
  beforeEach(free);

  test('409 an overlapping session, to the second; 201 where overlaps are allowed', async () => {
    await addBooking(studio, member.id, await sessionAt(DAY_MS));
    const across = await sessionAt(24.5 * HOUR_MS);
    expect(await refused({ sessionId: across })).toEqual([409, 'booking_overlap']);
    expect((await book({ sessionId: await sessionAt(25 * HOUR_MS) })).status).toBe(201);
    expect((await book({ sessionId: await sessionAt(23 * HOUR_MS) })).status).toBe(201);
    await setBooking(studio, { allowOverlappingBookings: true });
    expect((await book({ sessionId: across })).status).toBe(201);
  });

  test('409 as many upcoming bookings as are allowed, waitlisted ones included', async () => {
    await setBooking(studio, { maxActiveBookingsPerClient: 2 });
    const full = await sessionAt(30 * HOUR_MS, { capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    expect((await book({ sessionId: await sessionAt(HOUR_MS) })).status).toBe(201);
    expect((await book({ sessionId: full, joinWaitlist: true })).body.status).toBe('waitlisted');
    studio.events();
    const sessionId = await sessionAt(40 * HOUR_MS);
    expect(await refused({ sessionId })).toEqual([409, 'booking_limit_reached']);
    await studio.time.moveTo(TEST_START + HOUR_MS);
    expect((await book({ sessionId })).status).toBe(201);
  });

  test('do not apply to the Business API', async () => {
    await setBooking(studio, { maxActiveBookingsPerClient: 1 });
    for (const startsIn of [DAY_MS, DAY_MS, 20 * DAY_MS]) {
      await addBooking(studio, member.id, await sessionAt(startsIn));
    }
  });
});

describe('a full session', () => {
  const fullSession = async (): Promise<string> => {
    const sessionId = await addSession(studio, { capacity: 1 });
    await addBooking(studio, await addClient(studio), sessionId);
    return sessionId;
  };

  test('409 session_full; 201 waitlisted with joinWaitlist', async () => {
    await free();
    const sessionId = await fullSession();
    expect(await refused({ sessionId })).toEqual([409, 'session_full', 'waitlist_open']);
    const { body } = await book({ sessionId, joinWaitlist: true });
    expect([body.status, body.waitlist.position]).toEqual(['waitlisted', 1]);
    expect(studio.events()).toEqual(['booking.created', 'booking.waitlisted']);
  });

  test('409 joining without a credit where one is required; a credit is taken with the seat', async () => {
    const sessionId = await fullSession();
    expect(await refused({ sessionId, joinWaitlist: true })).toEqual([409, 'no_eligible_package']);
    const packageId = await holding({ creditsTotal: 1 });
    const { id } = (await book({ sessionId, joinWaitlist: true })).body;
    await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 2 });
    expect((await studio.get(`/v2/bookings/${id}`)).body).toMatchObject({ status: 'confirmed', packageId });
  });
});

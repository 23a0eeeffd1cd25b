import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, TEST_START } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../../helpers/first-visit.ts';
import { openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';
import { expectRecount, requirePackage } from '../set-up.ts';

const OPENS = 10 * HOUR_MS;
const CLOSES = 13 * HOUR_MS;

let sessionId: string;
let bookingId: string;
const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));
beforeEach(async () => {
  sessionId = await addSession(studio, { startsIn: 12 * HOUR_MS });
  bookingId = await addBooking(studio, member.id, sessionId);
});

const at = async (milliseconds: number): Promise<void> => {
  await studio.given(studio.time.moveTo(TEST_START + milliseconds));
};

const checkIn = (body?: object, headers?: Record<string, string>) => member.post('/check-in', body, headers);

/** The status, code and events of an error. */
const errorOf = async (body?: object) => {
  const { status, body: response } = await checkIn(body);
  return [status, response.error?.code, studio.events()];
};
const FAILED = ['checkin.failed', 'checkIn'];

/** The stored check-ins, newest first, as staff see them. */
const stored = async () => (await studio.get(`/v2/checkins?client_id=${member.id}`)).body.data;

describe('POST check-in', () => {
  test('201 by the booking or its session: attended, and one record by the member app', async () => {
    await at(OPENS);
    const { status, body } = await checkIn({ sessionId });
    expect(status).toBe(201);
    const { id, ...record } = body;
    expect(record).toEqual({
      object: 'checkin',
      clientId: member.id,
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      bookingId,
      sessionId,
      packageId: null,
      checkedInAt: '2026-03-02T18:00:00.000Z',
      type: 'session',
      source: 'member_app',
      status: 'valid',
      statusCode: 'ok',
      message: 'Checked in to Flow.',
      isReEntry: false,
      createdAt: '2026-03-02T18:00:00.000Z',
      updatedAt: '2026-03-02T18:00:00.000Z',
    });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'booking.checked_in', ...FIRST_VISIT]);
    expect((await member.get(`/bookings/${bookingId}`)).body.status).toBe('attended');
    expect((await stored()).map((row: { id: string }) => row.id)).toEqual([id]);
    expectRecount(studio);
  });

  test('201 without an id finds the booking that is due; with both ids of the same', async () => {
    const again = await addSession(studio, { startsIn: 14 * HOUR_MS });
    const next = await addBooking(studio, member.id, again);
    await at(CLOSES);
    expect((await checkIn({ sessionId })).body).toMatchObject({ bookingId, sessionId, status: 'valid' });
    await at(CLOSES + HOUR_MS);
    expect((await checkIn()).body).toMatchObject({ bookingId: next, status: 'valid' });
    expect((await checkIn({ bookingId: next, sessionId: again })).body).toMatchObject({ isReEntry: true });
    expect((await checkIn({ bookingId: next, sessionId })).body.error.code).toBe('parameter_invalid');
  });

  test('409 outside_check_in_window to the second, and the invalid check-in is stored for staff', async () => {
    await at(OPENS - 1);
    expect(await errorOf({ bookingId })).toEqual([409, 'outside_check_in_window', FAILED]);
    expect(await stored()).toMatchObject([
      { bookingId, sessionId, status: 'invalid', statusCode: 'outside_window', source: 'member_app' },
    ]);
    await at(CLOSES + 1);
    expect(await errorOf({ sessionId })).toEqual([409, 'outside_check_in_window', FAILED]);
    expect((await member.get(`/bookings/${bookingId}`)).body.status).toBe('confirmed');
    expectRecount(studio);
  });

  test('409 with the same key again is the same error, stored once', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await checkIn({ bookingId }, key);
    const again = await checkIn({ bookingId }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([409, 'true']);
    expect(again.body.error.code).toBe(first.body.error.code);
    expect((await stored()).length).toBe(1);
  });

  test('201 the same key again replays the check-in', async () => {
    await at(OPENS);
    const key = { 'idempotency-key': 'k1' };
    const first = await checkIn({ bookingId }, key);
    expect((await checkIn({ bookingId }, key)).body).toEqual(first.body);
    expect((await stored()).length).toBe(1);
  });

  test('201 shortly after it is a re-entry; then 409, unless re-check-in is allowed', async () => {
    await at(OPENS);
    await checkIn({ bookingId });
    expect((await checkIn({ bookingId })).body).toMatchObject({ status: 'valid', isReEntry: true });
    await at(OPENS + HOUR_MS);
    expect(await errorOf({ bookingId })).toEqual([409, 'already_checked_in', FAILED]);
    await setBooking(studio, { allowReCheckIn: true });
    expect((await checkIn({ bookingId })).body).toMatchObject({ status: 'valid', isReEntry: true });
  });

  test('409 a cancelled booking or session', async () => {
    const off = await addSession(studio, { startsIn: 12 * HOUR_MS });
    const gone = await addBooking(studio, member.id, off);
    await studio.post(`/v2/bookings/${bookingId}/cancel`);
    await at(OPENS);
    expect(await errorOf({ bookingId })).toEqual([409, 'booking_cancelled', FAILED]);
    studio.db.query('update sessions set cancelledAt = ? where id = ?').run('2026-03-02T09:00:00.000Z', off);
    expect(await errorOf({ bookingId: gone })).toEqual([409, 'session_cancelled', FAILED]);
  });

  test('409 what only staff decide: a waitlisted booking, and undoing a no-show', async () => {
    const full = await addSession(studio, { startsIn: 12 * HOUR_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const { body } = await studio.post('/v2/bookings', { clientId: member.id, sessionId: full, joinWaitlist: true });
    await studio.post(`/v2/bookings/${bookingId}/noshow`);
    await at(OPENS);
    expect(await errorOf({ bookingId: body.id })).toEqual([409, 'session_full', []]);
    expect(await errorOf({ sessionId: full })).toEqual([409, 'session_full', []]);
    expect(await errorOf({ bookingId })).toEqual([409, 'already_processed', []]);
    // Once the session has begun, whoever waited has no booking any more.
    await at(12 * HOUR_MS);
    expect(await errorOf({ sessionId: full })).toEqual([400, 'resource_missing', []]);
  });

  test('400 a session without a booking, like an unknown one; the booking of another client', async () => {
    await at(OPENS);
    const other = await addSession(studio, { startsIn: 12 * HOUR_MS });
    const theirs = await addBooking(studio, await addClient(studio), other);
    const message = async (body: object) => {
      const response = await checkIn(body);
      expect([response.status, response.body.error.code, studio.events()]).toEqual([400, 'resource_missing', []]);
      return response.body.error.message;
    };
    expect(await message({ sessionId: other })).toBe(await message({ sessionId: UNKNOWN }));
    expect((await message({ bookingId: theirs })).replace(theirs, '')).toBe(
      (await message({ bookingId: UNKNOWN })).replace(UNKNOWN, ''),
    );
    for (const body of [{ clientId: member.id }, { checkedInAt: '2026-03-02T18:00:00Z' }, { source: 'kiosk' }]) {
      expect((await checkIn(body)).body.error.code).toBe('parameter_unknown');
    }
  });

  test('201 to the site itself with a package, or invalid with the reason', async () => {
    expect((await checkIn()).body).toMatchObject({ type: 'general', status: 'valid', packageId: null });
    await at(HOUR_MS);
    const { id: packageId } = await sellPackage(studio, await addClient(studio), {});
    expect(packageId).toBeString();
    await requirePackage(studio);
    expect((await checkIn()).body).toMatchObject({ status: 'invalid', statusCode: 'no_active_package' });
    await studio.given(studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' }));
    expect((await checkIn()).body).toMatchObject({ status: 'invalid', statusCode: 'suspended' });
    expect(studio.events()).toEqual(FAILED);
  });

  test('201 invalid at another site than the booking is of', async () => {
    const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
    await at(OPENS);
    const guest = await studio.signIn(member.id, north);
    expect((await guest.post('/check-in', { bookingId })).body).toMatchObject({
      status: 'invalid',
      statusCode: 'wrong_location',
    });
    expect((await checkIn({ bookingId })).body.status).toBe('valid');
  });
});

import { describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);

const PATH = `/manage/latest?location_id=${MAIN_SITE}`;
const list = async (headers?: Record<string, string>, more = ''): Promise<ApiResponse['body'][]> => {
  const { status, body } = await studio.get(`${PATH}${more}`, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.entries;
};
const types = async (headers?: Record<string, string>) => (await list(headers, '&limit=20')).map(({ type }) => type);
const roleHeaders = async (role: string) => (await addStaffKey(studio, { role })).headers;

describe('what has happened just now', () => {
  test('is told newest first, with who, what and whether it can be undone', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, name: 'Flow' });
    const clientId = await addClient(studio, { firstName: 'Yuki', lastName: 'Tanaka' });
    const bookingId = await addBooking(studio, clientId, sessionId);
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    const [came, booked, joined, ...others] = await list(undefined, '&limit=3');
    expect(others).toEqual([]);
    expect(came).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'checked_in',
      at: new Date(TEST_START).toISOString(),
      clientId,
      name: 'Yuki Tanaka',
      bookingId,
      sessionId,
      title: 'Flow',
      amount: null,
      channel: 'api',
      canUndo: true,
    });
    expect(booked).toMatchObject({ type: 'booked', bookingId, title: 'Flow', canUndo: false });
    expect(joined).toMatchObject({ type: 'joined', clientId, bookingId: null, title: null, channel: null });
  });

  test('has waiting lists, cancellations, no-shows and packages too', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, name: 'Flow', capacity: 2 });
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => addClient(studio)));
    const [one, two] = [
      await addBooking(studio, first ?? '', sessionId),
      await addBooking(studio, second ?? '', sessionId),
    ];
    await joinWaitlist(studio, third ?? '', sessionId);
    await studio.given(studio.post(`/v2/bookings/${one}/noshow`));
    await studio.given(studio.post(`/v2/bookings/${two}/cancel`));
    await sellPackage(studio, first ?? '', { name: 'Ten classes', price: 15_000 });
    const all = await list(undefined, '&limit=20');
    expect(all.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['bought', 'cancelled', 'no_show', 'waitlisted']),
    );
    expect(all[0]).toMatchObject({ type: 'bought', title: 'Ten classes', amount: { amount: 15_000 }, canUndo: false });
    // Whoever goes on the waiting list has not booked: one line says so.
    const waited = all.filter(({ clientId }) => clientId === third).map(({ type }) => type);
    expect(waited).toEqual(['waitlisted', 'joined']);
    expect(all.find(({ type }) => type === 'no_show')).toMatchObject({ bookingId: one, canUndo: true });
  });

  test('says what was paid for a package, which a discount makes less than its price', async () => {
    const clientId = await addClient(studio);
    const plan = { name: 'Ten classes', price: 15_000 };
    await sellPackage(studio, clientId, plan, { discountAmount: 5_000, discountReason: 'Waited long' });
    await sellPackage(studio, clientId, { ...plan, name: 'A present' }, { paymentMethod: 'comp' });
    const entries = (await list(undefined, '&limit=2')).map(({ title, amount }) => [title, amount]);
    expect(entries).toEqual([
      ['A present', { amount: 0, currency: 'USD' }],
      ['Ten classes', { amount: 10_000, currency: 'USD' }],
    ]);
  });

  test('leaves out who was on the waiting list when the class began', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, capacity: 1 });
    const [first, second] = [await addClient(studio), await addClient(studio)];
    await addBooking(studio, first, sessionId);
    const waiting = await joinWaitlist(studio, second, sessionId);
    await studio.time.skipTo(TEST_START + 2 * HOUR_MS);
    expect((await studio.get(`/v2/bookings/${waiting}`)).body).toMatchObject({ status: 'cancelled' });
    expect(await types()).not.toContain('cancelled');
  });

  test('names a check-in once that was undone and made again, as the last time', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const bookingId = await addBooking(studio, await addClient(studio), sessionId);
    const checkIn = () => studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    await checkIn();
    await studio.given(studio.post(`/manage/bookings/${bookingId}/undo`));
    expect((await types()).filter((type) => type === 'checked_in')).toEqual([]);
    await studio.time.skipTo(TEST_START + MINUTE_MS);
    await checkIn();
    const again = (await list(undefined, '&limit=20')).filter(({ type }) => type === 'checked_in');
    expect(again).toMatchObject([{ bookingId, at: new Date(TEST_START + MINUTE_MS).toISOString() }]);
    expect(studio.events()).toEqual([]);
  });

  test('can be undone for 15 minutes, and once', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const bookings = [];
    for (let count = 0; count < 2; count += 1) {
      bookings.push(await addBooking(studio, await addClient(studio), sessionId));
    }
    for (const id of bookings) await studio.given(studio.post(`/v2/bookings/${id}/checkin`));
    await studio.given(studio.post(`/manage/bookings/${bookings[0]}/undo`));
    const undoable = async () =>
      (await list(undefined, '&limit=20')).filter(({ canUndo }) => canUndo).map(({ bookingId }) => bookingId);
    expect(await undoable()).toEqual([bookings[1]]);
    // What was taken back is not told any more.
    const cameIn = (await list(undefined, '&limit=20')).filter(({ type }) => type === 'checked_in');
    expect(cameIn.map(({ bookingId }) => bookingId)).toEqual([bookings[1]]);
    await studio.time.skipTo(TEST_START + 15 * MINUTE_MS + 1);
    expect(await undoable()).toEqual([]);
  });

  test('shows each caller what they may read, and nothing changes', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const clientId = await addClient(studio);
    const bookingId = await addBooking(studio, clientId, sessionId);
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    const [desk, instructor] = [await roleHeaders('front_desk'), await roleHeaders('instructor')];
    studio.events();
    expect(await types(desk)).toEqual(['checked_in', 'booked', 'joined']);
    expect((await list(desk))[0]).toMatchObject({ canUndo: true });
    expect(await types(instructor)).toEqual([]);
    const revoked = await addStaffKey(studio, {
      role: 'front_desk',
      permissionOverrides: { revoke: ['clients:read'] },
    });
    for (const headers of [await studio.withKey({ scopes: ['manage', 'bookings:read'] }), revoked.headers])
      expect(await list(headers)).toMatchObject([
        { type: 'checked_in', clientId, name: null },
        { type: 'booked', clientId, name: null },
      ]);
    expect(await studio.get(`/manage/latest?location_id=${UNKNOWN}`)).toMatchObject({ status: 400 });
    expect(studio.events()).toEqual([]);
  });
});

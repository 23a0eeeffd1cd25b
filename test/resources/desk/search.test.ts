import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { setBooking } from '../../helpers/members.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { addWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openStudio);

const find = async (q: string, headers?: Record<string, string>, more = ''): Promise<ApiResponse['body']> => {
  const path = `/manage/search?q=${encodeURIComponent(q)}&location_id=${MAIN_SITE}${more}`;
  const { status, body } = await studio.get(path, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const first = async (q: string, headers?: Record<string, string>) => (await find(q, headers)).clients[0];
const names = async (q: string, more?: string) =>
  (await find(q, undefined, more)).clients.map(({ fullName }: { fullName: string }) => fullName);

describe('clients are found', () => {
  test('by name, email, phone number, barcode and fob number, without archived ones', async () => {
    const id = await addClient(studio, {
      firstName: 'Grace',
      lastName: 'Kim',
      email: 'gk@members.example',
      phone: '+1 212 555 0143',
      barcode: 'B-77',
      fobNumber: 'F-88',
    });
    const gone = await addClient(studio, { firstName: 'Grant', lastName: 'Old', barcode: 'B-99' });
    await studio.given(studio.delete(`/v2/clients/${gone}`));
    for (const q of ['gra', 'grace k', 'gk@mem', '2125550143', '555 0143', 'B-77', 'F-88', ' Grace ']) {
      expect([q, (await first(q))?.id]).toEqual([q, id]);
    }
    for (const q of ['B-99', 'Grant', 'nobody']) expect([q, (await find(q)).clients]).toEqual([q, []]);
    expect(studio.events()).toEqual([]);
  });

  test('by a scanned card only as a complete barcode or fob number', async () => {
    const id = await addClient(studio, {
      firstName: 'Grace',
      lastName: 'Kim',
      phone: '+1 212 555 0143',
      barcode: 'Card-0077',
      fobNumber: '04A1B2C3',
    });
    await addBooking(studio, id, await addSession(studio, { startsIn: HOUR_MS, name: 'Grace' }));
    for (const q of ['CARD-0077', '04a1b2c3']) {
      expect((await find(q, undefined, '&match=code')).clients).toMatchObject([{ id, act: { type: 'check_in' } }]);
    }
    for (const q of ['0143', 'Grace', '04A1B2']) {
      expect(await find(q, undefined, '&match=code')).toMatchObject({
        clients: [],
        hasMoreClients: false,
        sessions: [],
      });
    }
    expect(studio.events()).toEqual([]);
  });

  test('not by accents alone, which every name would have', async () => {
    const id = await addClient(studio);
    await addBooking(studio, id, await addSession(studio, { startsIn: HOUR_MS, name: 'Flow' }));
    expect(await find('\u0301')).toMatchObject({ clients: [], sessions: [] });
  });

  test('with those first who are expected today, and then the newest', async () => {
    const [anna, , annika] = await Promise.all(
      ['Anna', 'Annette', 'Annika', 'Annabel'].map((firstName) => addClient(studio, { firstName, lastName: 'Lee' })),
    );
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    await addBooking(studio, String(annika), sessionId);
    const tomorrow = await addSession(studio, { startsIn: 30 * HOUR_MS });
    await addBooking(studio, String(anna), tomorrow);
    const found = await names('ann');
    expect(found[0]).toBe('Annika Lee');
    expect(found).toHaveLength(4);
    expect(await names('ann', '&limit=2')).toHaveLength(2);
    expect((await find('ann', undefined, '&limit=2')).hasMoreClients).toBe(true);
    expect((await find('ann')).hasMoreClients).toBe(false);
    expect(await names('ánnik')).toEqual(['Annika Lee']);
  });

  test('with what the desk should know of them', async () => {
    const id = await addClient(studio, {
      firstName: 'Dana',
      dateOfBirth: '1990-03-02',
      alerts: { red: 'Latex', yellow: null },
    });
    expect(await first('dana')).toMatchObject({
      id,
      alerts: { red: 'Latex', yellow: null },
      flags: ['first_visit', 'birthday', 'waiver'],
      visits: 0,
      weeksInARow: 0,
      waiverStatus: 'none',
      balance: null,
      booking: null,
      nextSession: null,
      package: null,
      act: { type: 'sell', bookingId: null, sessionId: null },
    });
    await studio.given(studio.patch(`/v2/clients/${id}`, { status: 'suspended', dateOfBirth: '1990-04-02' }));
    expect(await first('dana')).toMatchObject({ flags: ['first_visit', 'waiver', 'suspended'], act: { type: 'open' } });
  });
});

describe('the act', () => {
  let clientId: string;
  beforeEach(async () => {
    clientId = await addClient(studio, { firstName: 'Grace', lastName: 'Kim' });
  });

  test('what is left has the credit that an offer holds, as everywhere else', async () => {
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 2 });
    await setBooking(studio, { waitlistPromotionMode: 'confirmation_window' });
    const { sessionId, seated } = await addWaitlist(studio, 1, 0, { startsIn: 13 * HOUR_MS });
    await studio.given(studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true }));
    await studio.given(studio.post(`/v2/bookings/${seated[0]}/cancel`));
    const left = { creditsTotal: 2, creditsRemaining: 2, creditsHeld: 1 };
    expect((await first('gra')).package).toMatchObject({ id: packageId, ...left });
    expect((await studio.get(`/v2/packages/${packageId}`)).body).toMatchObject(left);
  });

  test('is to check in who is booked soon, and shows the booking and what pays for it', async () => {
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 1 });
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, name: 'Strength' });
    const bookingId = await addBooking(studio, clientId, sessionId);
    expect(await first('gra')).toMatchObject({
      flags: ['first_visit', 'last_credit', 'waiver'],
      booking: { id: bookingId, sessionId, sessionName: 'Strength', status: 'confirmed', waitlistPosition: null },
      nextSession: null,
      package: { id: packageId, creditsTotal: 1, creditsRemaining: 0 },
      act: { type: 'check_in', bookingId, sessionId },
    });
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    expect(await first('gra')).toMatchObject({
      visits: 1,
      weeksInARow: 1,
      booking: { id: bookingId, status: 'attended', checkedInAt: inHours(0) },
      act: { type: 'open' },
    });
  });

  test('is not to check in many hours before the class, nor after it', async () => {
    const evening = await addSession(studio, { startsIn: 6 * HOUR_MS });
    const bookingId = await addBooking(studio, clientId, evening);
    expect((await first('gra')).act.type).toBe('open');
    await studio.time.moveTo(studio.time.now() + 4 * HOUR_MS);
    expect((await first('gra')).act).toEqual({ type: 'check_in', bookingId, sessionId: evening });
    await studio.time.moveTo(studio.time.now() + 3 * HOUR_MS);
    expect((await first('gra')).act.type).not.toBe('check_in');
  });

  test('is to book the next class that a package pays for', async () => {
    await addSession(studio, { startsIn: HOUR_MS, name: 'Ride', category: 'Cycle' });
    const yoga = await addSession(studio, { startsIn: 2 * HOUR_MS, name: 'Yin', category: 'Yoga' });
    const { id } = await sellPackage(studio, clientId, { eligibleCategories: ['Yoga'] });
    expect(await first('gra')).toMatchObject({
      nextSession: { id: yoga, name: 'Yin', capacity: 10, bookedCount: 0 },
      package: { id },
      act: { type: 'book', bookingId: null, sessionId: yoga },
    });
  });

  test('is to sell and book without a package, and passes full, private and cancelled classes', async () => {
    await addSession(studio, { startsIn: HOUR_MS, capacity: 0 });
    await addSession(studio, { startsIn: HOUR_MS, isPrivate: 1 });
    await addSession(studio, { startsIn: HOUR_MS, cancelledAt: inHours(0) });
    expect((await first('gra')).act.type).toBe('sell');
    const sessionId = await addSession(studio, { startsIn: 2 * HOUR_MS });
    expect((await first('gra')).act).toEqual({ type: 'sell_and_book', bookingId: null, sessionId });
    await sellPackage(studio, clientId);
    expect((await first('gra')).act.type).toBe('book');
  });

  test('is to open the profile where nothing is left today for a client with a package, or who waits', async () => {
    await sellPackage(studio, clientId);
    expect((await first('gra')).act.type).toBe('open');
    const full = await addSession(studio, { startsIn: HOUR_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    await studio.given(studio.post('/v2/bookings', { clientId, sessionId: full, joinWaitlist: true }));
    expect(await first('gra')).toMatchObject({
      booking: { status: 'waitlisted', waitlistPosition: 1, offerExpiresAt: null },
      act: { type: 'open' },
    });
  });

  test('is nothing that the caller may not do', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const without = async (...revoke: string[]) =>
      (await addStaffKey(studio, { role: 'front_desk', permissionOverrides: { revoke } })).headers;
    expect((await first('gra', await without())).act.type).toBe('sell_and_book');
    expect((await first('gra', await without('bookings:create'))).act.type).toBe('sell');
    expect((await first('gra', await without('packages:sell'))).act.type).toBe('open');
    await addBooking(studio, clientId, sessionId);
    expect((await first('gra', await without())).act.type).toBe('check_in');
    expect((await first('gra', await without('bookings:check_in'))).act.type).toBe('open');
    const blind = await first('gra', await without('bookings:read', 'packages:sell'));
    expect([blind.booking, blind.package]).toEqual([null, null]);
  });
});

test('sessions of the next seven days are found by name, the earliest first', async () => {
  const at = (startsIn: number, name: string, more = {}) => addSession(studio, { startsIn, name, ...more });
  const later = await at(100 * HOUR_MS, 'Gravity Yoga', { roomName: 'Studio A' });
  const running = await at(-30 * MINUTE_MS, 'Yoga Gravity');
  await at(-3 * HOUR_MS, 'Gravity Yoga');
  await at(200 * HOUR_MS, 'Gravity Yoga');
  await at(HOUR_MS, 'Gravity Yoga', { cancelledAt: inHours(0) });
  await at(HOUR_MS, 'Ride');
  const { sessions } = await find('gra yo');
  expect(sessions.map(({ id }: { id: string }) => id)).toEqual([running, later]);
  expect(sessions[1]).toMatchObject({ roomName: 'Studio A', instructorName: null, bookedCount: 0, waitlistCount: 0 });
});

describe('rights', () => {
  test('an instructor finds sessions and no clients, as do credentials without the scope of clients', async () => {
    await addClient(studio, { firstName: 'Grace' });
    await addSession(studio, { name: 'Gravity' });
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    for (const headers of [instructor.headers, await studio.withKey({ scopes: ['manage'] })]) {
      const { clients, sessions } = await find('gra', headers);
      expect([clients, sessions.length]).toEqual([[], 1]);
    }
    expect((await find('gra', await studio.withKey({ scopes: ['manage', 'clients:read'] }))).clients).toHaveLength(1);
  });

  test('a credential of another site finds nobody here, and is refused this site', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const clientId = await addClient(studio, { firstName: 'Grace', barcode: 'B-1' });
    const sessionId = await addSession(studio, { siteId: other, startsIn: HOUR_MS });
    await addBooking(studio, clientId, sessionId);
    const headers = await studio.withKey({ siteIds: [other] });
    for (const q of ['gra', 'B-1']) {
      const { body } = await studio.get(`/manage/search?q=${q}&location_id=${other}`, headers);
      expect(body.clients).toEqual([]);
    }
    const refused = await studio.get(`/manage/search?q=gra&location_id=${MAIN_SITE}`, headers);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'site_not_allowed']);
  });

  test('400 without a site or letters, or with a site that does not exist', async () => {
    for (const query of ['q=gra', `location_id=${MAIN_SITE}`, `q=gra&location_id=${UNKNOWN}`]) {
      expect((await studio.get(`/manage/search?${query}`)).status).toBe(400);
    }
    for (const q of ['%20', '"', '*', 'a"b OR (']) {
      const { status } = await studio.get(`/manage/search?q=${q}&location_id=${MAIN_SITE}`);
      expect([q, status]).toEqual([q, q === '%20' ? 400 : 200]);
    }
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { type ApiResponse, forEachTest, inHours, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession, bookingOf } from '../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { addKiosk } from '../../helpers/kiosks.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

let kiosk: Awaited<ReturnType<typeof addKiosk>>;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  await studio.given(studio.patch('/v2/settings', { booking: { checkInOpensMinutesBefore: 60 } }));
  kiosk = await addKiosk(studio);
});

const arrivals = async (q: string): Promise<ApiResponse['body']> => {
  const { status, body } = await studio.get(`/manage/kiosk/arrivals?q=${encodeURIComponent(q)}`, kiosk.headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const checkIn = (body: object, headers: Record<string, string> = {}) =>
  studio.post('/manage/kiosk/check-in', body, { ...kiosk.headers, ...headers });
const SEE_DESK = {
  object: 'kiosk_check_in',
  result: 'see_desk',
  firstName: null,
  sessionName: null,
  roomName: null,
  startTime: null,
  household: [],
};

test('the screen has the studio, the site and the next classes, without private ones', async () => {
  const { id: instructorId } = await studio.given(
    studio.post('/v2/instructors', {
      firstName: 'Ben',
      lastName: 'Ito',
      email: 'ben@example.com',
      siteIds: [MAIN_SITE],
    }),
  );
  const next = await addSession(studio, { startsIn: HOUR_MS, name: 'Strength', roomName: 'Gym', instructorId });
  await addSession(studio, { startsIn: 2 * HOUR_MS, isPrivate: 1 });
  await addSession(studio, { startsIn: 2 * HOUR_MS, cancelledAt: inHours(0) });
  await addSession(studio, { startsIn: -HOUR_MS });
  await addSession(studio, { startsIn: 40 * HOUR_MS });
  const { status, body } = await studio.get('/manage/kiosk', kiosk.headers);
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'kiosk_screen',
    kioskId: kiosk.id,
    name: 'Front door',
    siteId: MAIN_SITE,
    siteName: 'Main',
    timezone: 'America/New_York',
    studioName: 'Test studio',
    logoUrl: null,
    locale: 'en-US',
    serverTime: inHours(0),
    next: [
      {
        id: next,
        name: 'Strength',
        startTime: inHours(1),
        endTime: inHours(2),
        roomName: 'Gym',
        instructorName: 'Ben',
      },
    ],
  });
});

describe('arrivals', () => {
  test('are those with a seat in a class whose check-in is open: first name, initial and class', async () => {
    const now = await addSession(studio, { startsIn: 30 * MINUTE_MS, name: 'Strength' });
    const later = await addSession(studio, { startsIn: 3 * HOUR_MS });
    const over = await addSession(studio, { startsIn: -3 * HOUR_MS });
    const marcus = await addClient(studio, { firstName: 'Marcus', lastName: 'Bell', phone: '+1 212 555 0100' });
    const mateo = await addClient(studio, { firstName: 'Mátéo', lastName: 'silva' });
    const [first, second] = [await addBooking(studio, marcus, now), await addBooking(studio, mateo, now)];
    await addBooking(studio, await addClient(studio, { firstName: 'Mary' }), later);
    studio.db.run('update sessions set hasBookings = 1 where id = ?', [over]);
    const cancelled = await addBooking(studio, await addClient(studio, { firstName: 'Max' }), now);
    await studio.given(studio.post(`/v2/bookings/${cancelled}/cancel`));
    const found = await arrivals('ma');
    expect(found.object).toBe('kiosk_arrivals');
    expect(found.hasMore).toBe(false);
    const shown = (bookingId: string, firstName: string, initial: string, isHere = false) => ({
      bookingId,
      firstName,
      initial,
      isHere,
      sessionName: 'Strength',
      startTime: new Date(TEST_START + 30 * MINUTE_MS).toISOString(),
    });
    expect(found.arrivals).toHaveLength(2);
    expect(found.arrivals).toContainEqual(shown(first, 'Marcus', 'B'));
    expect(found.arrivals).toContainEqual(shown(second, 'Mátéo', 'S'));
    expect(JSON.stringify(found)).not.toContain('Bell');
    expect((await arrivals('mateo')).arrivals).toEqual([shown(second, 'Mátéo', 'S')]);
    expect((await arrivals('be')).arrivals).toEqual([shown(first, 'Marcus', 'B')]);
    for (const q of ['ell', 'mary', 'max', 'marcus silva', '212', '%%', 'zz'])
      expect((await arrivals(q)).arrivals).toEqual([]);
    await studio.given(studio.post(`/v2/bookings/${first}/checkin`));
    expect((await arrivals('ma')).arrivals).toEqual([shown(second, 'Mátéo', 'S'), shown(first, 'Marcus', 'B', true)]);
    expect(studio.events()).toEqual([]);
  });

  test('are at most six, and never of one letter', async () => {
    const sessionId = await addSession(studio, { startsIn: 30 * MINUTE_MS });
    for (let count = 0; count < 7; count += 1) {
      await addBooking(studio, await addClient(studio, { firstName: 'Ann' }), sessionId);
    }
    const found = await arrivals('ann');
    expect([found.arrivals.length, found.hasMore]).toEqual([6, true]);
    // Accents alone are no letters: they would begin every name.
    for (const q of ['\u0301\u0301', '\u0301 \u0302', '\u0301\u0301 \u0301\u0301']) {
      expect(await arrivals(q)).toMatchObject({ arrivals: [], hasMore: false });
    }
    expect((await studio.get('/manage/kiosk/arrivals?q=a', kiosk.headers)).status).toBe(400);
    expect((await studio.get('/manage/kiosk/arrivals?q=%20%20%20', kiosk.headers)).status).toBe(400);
  });

  test('are of its site only', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const there = await addSession(studio, { startsIn: 30 * MINUTE_MS, siteId: other });
    const clientId = await addClient(studio, { firstName: 'Grace' });
    const bookingId = await addBooking(studio, clientId, there);
    expect((await arrivals('gra')).arrivals).toEqual([]);
    expect((await checkIn({ bookingId })).body).toEqual(SEE_DESK);
    expect((await bookingOf(studio, bookingId)).status).toBe('confirmed');
  });

  test('wait when they are asked for too fast, and check-in goes on', async () => {
    const look = () => studio.get('/manage/kiosk/arrivals?q=an', kiosk.headers);
    for (let count = 0; count < 60; count += 1) expect((await look()).status).toBe(200);
    const refused = await look();
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    expect((await checkIn({ barcode: 'B-1' })).status).toBe(201);
    const other = await addKiosk(studio);
    expect((await studio.get('/manage/kiosk/arrivals?q=an', other.headers)).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 1_000);
    expect((await look()).status).toBe(200);
  });
});

describe('checking in', () => {
  let clientId: string;
  let sessionId: string;
  let bookingId: string;
  beforeEach(async () => {
    clientId = await addClient(studio, { firstName: 'Sofía', lastName: 'Álvarez', barcode: 'B-1', fobNumber: 'F-1' });
    sessionId = await addSession(studio, { startsIn: 30 * MINUTE_MS, name: 'Vinyasa', roomName: 'Studio A' });
    bookingId = await addBooking(studio, clientId, sessionId);
  });
  const WELCOME = {
    object: 'kiosk_check_in',
    result: 'in',
    firstName: 'Sofía',
    sessionName: 'Vinyasa',
    roomName: 'Studio A',
    startTime: new Date(TEST_START + 30 * MINUTE_MS).toISOString(),
    household: [],
  };
  const ATTENDED = [
    'checkin.created',
    'checkIn',
    'booking.checked_in',
    'streak.extended',
    'streak.extended',
    'milestone.reached',
  ];

  test('takes the booking of an arrival, a card or a fob, and welcomes by the first name', async () => {
    for (const body of [{ bookingId }, { barcode: 'B-1' }, { fobNumber: 'F-1' }]) {
      const response = await checkIn(body);
      expect([response.status, response.body.firstName, response.body.sessionName]).toEqual([201, 'Sofía', 'Vinyasa']);
    }
    const { data } = (await studio.get('/v2/checkins')).body;
    expect(data.map(({ source, status }: ApiResponse['body']) => [source, status])).toEqual([['kiosk', 'valid']]);
  });

  test('takes what was scanned without its kind: a card, else a fob', async () => {
    const holder = await addClient(studio, { firstName: 'Noor', barcode: 'F-2' });
    const other = await addClient(studio, { firstName: 'Ben', fobNumber: 'F-2' });
    await sellPackage(studio, holder);
    await sellPackage(studio, other);
    expect((await checkIn({ code: 'F-1' })).body).toEqual(WELCOME);
    expect((await checkIn({ code: 'B-1' })).body).toEqual({ ...WELCOME, result: 'already_in' });
    expect((await checkIn({ code: 'F-2' })).body).toMatchObject({ result: 'in', firstName: 'Noor' });
    studio.events();
    expect((await checkIn({ code: 'X-9' })).body).toEqual(SEE_DESK);
    expect(studio.events()).toEqual([]);
  });

  test('attends the booking, and says so when it is done twice', async () => {
    const first = await checkIn({ barcode: 'B-1' });
    expect([first.status, first.body]).toEqual([201, WELCOME]);
    expect(studio.events().sort()).toEqual(ATTENDED.toSorted());
    expect((await bookingOf(studio, bookingId)).status).toBe('attended');
    await studio.time.moveTo(studio.time.now() + 2 * MINUTE_MS);
    for (const body of [{ barcode: 'B-1' }, { fobNumber: 'F-1' }, { bookingId }]) {
      expect((await checkIn(body)).body).toEqual({ ...WELCOME, result: 'already_in' });
    }
    expect(studio.events()).toEqual([]);
    const next = await addSession(studio, { startsIn: 40 * MINUTE_MS, name: 'Yin' });
    await addBooking(studio, clientId, next);
    expect((await checkIn({ barcode: 'B-1' })).body).toMatchObject({ result: 'in', sessionName: 'Yin' });
  });

  test('says nothing but to see the desk, whatever the reason; the desk finds it', async () => {
    const suspended = await addClient(studio, { barcode: 'B-2' });
    await studio.given(studio.patch(`/v2/clients/${suspended}`, { status: 'suspended' }));
    const late = await addBooking(studio, await addClient(studio), await addSession(studio, { startsIn: 5 * HOUR_MS }));
    const unpaid = await addClient(studio, { barcode: 'B-3' });
    const full = await addSession(studio, { startsIn: 30 * MINUTE_MS, capacity: 1 });
    await addBooking(studio, await addClient(studio), full);
    const waiting = await joinWaitlist(studio, unpaid, full);
    await studio.given(studio.patch('/v2/settings', { membership: { requirePackageForCheckIn: true } }));
    const unstored = [{ barcode: 'B-99' }, { fobNumber: 'F-99' }, { bookingId: UNKNOWN }, { bookingId: waiting }];
    for (const body of unstored) expect((await checkIn(body)).body).toEqual(SEE_DESK);
    expect(studio.events()).toEqual([]);
    for (const body of [{ barcode: 'B-2' }, { bookingId: late }, { barcode: 'B-3' }]) {
      const response = await checkIn(body);
      expect([response.status, response.body]).toEqual([201, SEE_DESK]);
      expect(studio.events()).toEqual(['checkin.failed', 'checkIn']);
    }
    const { data } = (await studio.get('/v2/checkins')).body;
    expect(data.map(({ statusCode }: ApiResponse['body']) => statusCode).sort()).toEqual([
      'no_active_package',
      'outside_window',
      'suspended',
    ]);
    expect((await bookingOf(studio, waiting)).status).toBe('waitlisted');
  });

  test('lets in a client of another home site, who is known here by card', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const visitor = await addClient(studio, { firstName: 'Vera', barcode: 'B-4', homeLocationId: other });
    const seat = await addBooking(studio, visitor, sessionId);
    expect((await checkIn({ barcode: 'B-4' })).body).toMatchObject({ result: 'in', firstName: 'Vera' });
    expect((await bookingOf(studio, seat)).status).toBe('attended');
  });

  test('comes in by package, without a booking', async () => {
    const member = await addClient(studio, { firstName: 'Omar', barcode: 'B-5' });
    await sellPackage(studio, member);
    expect((await checkIn({ barcode: 'B-5' })).body).toEqual({
      object: 'kiosk_check_in',
      result: 'in',
      firstName: 'Omar',
      sessionName: null,
      roomName: null,
      startTime: null,
      household: [],
    });
  });

  test('that was kept while there was no connection counts at its time, once', async () => {
    await studio.time.skipTo(TEST_START + 4 * HOUR_MS);
    studio.events();
    const body = { bookingId, checkedInAt: new Date(TEST_START + 20 * MINUTE_MS).toISOString() };
    const key = { 'idempotency-key': 'kept 1' };
    const first = await checkIn(body, key);
    expect([first.status, first.body]).toEqual([201, WELCOME]);
    const again = await checkIn(body, key);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, WELCOME, 'true']);
    expect((await bookingOf(studio, bookingId)).checkedInAt).toBe(body.checkedInAt);
    expect(studio.count("checkins where status = 'valid'")).toBe(1);
  });

  test('400 for a kept one without a key, from more than 12 hours ago, or from the future', async () => {
    const refusal = async (checkedInAt: string, headers = {}) => {
      const { status, body } = await checkIn({ bookingId, checkedInAt }, headers);
      return [status, body.error?.param];
    };
    const at = (hours: number) => new Date(studio.time.now() + hours * HOUR_MS).toISOString();
    expect(await refusal(at(-1))).toEqual([400, 'checkedInAt']);
    expect(await refusal(at(-12.1), { 'idempotency-key': '1' })).toEqual([400, 'checkedInAt']);
    expect(await refusal(at(1), { 'idempotency-key': '2' })).toEqual([400, 'checkedInAt']);
    expect((await checkIn({})).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });
});

test('every statement of a look seeks in an index', async () => {
  const sessionId = await addSession(studio, { startsIn: 30 * MINUTE_MS });
  await addBooking(studio, await addClient(studio, { firstName: 'Ann' }), sessionId);
  const plans = await queryPlans(studio, async () => {
    await arrivals('ann');
    await studio.get('/manage/kiosk', kiosk.headers);
  });
  expect(plans.length).toBeGreaterThan(2);
  expect(plans.flatMap(({ steps }) => steps.filter((step) => step.startsWith('SCAN') && isCostly(step)))).toEqual([]);
});

test('a mother comes in, and one tap more lets her children in', async () => {
  const mother = await addClient(studio, { firstName: 'Ana', lastName: 'Reed' });
  const { id } = await addHousehold(studio, mother);
  const [mia, ben] = [await addChild(studio, id, 'Mia'), await addChild(studio, id, 'Ben')];
  const sessionId = await addSession(studio, { startsIn: 30 * MINUTE_MS, name: 'Movers' });
  const booked = await addBooking(studio, mother, sessionId);
  for (const child of [mia, ben]) await addBooking(studio, child, sessionId);
  await addBooking(studio, await addClient(studio, { firstName: 'Zed' }), sessionId);
  const { household } = (await checkIn({ bookingId: booked })).body;
  expect(household.map((each: { firstName: string }) => each.firstName).toSorted()).toEqual(['Ben', 'Mia']);
  for (const { bookingId } of household) {
    expect((await checkIn({ bookingId })).body.result).toBe('in');
  }
  const { data } = (await studio.get(`/v2/bookings?session_id=${sessionId}&status=attended`)).body;
  expect(data).toHaveLength(3);
});

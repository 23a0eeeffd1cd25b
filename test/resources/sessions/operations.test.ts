import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addInstructor, openYoga, UNKNOWN } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const list = async (query = '', headers?: Record<string, string>) => {
  const { body } = await yoga.studio.get(`/v2/sessions${query}`, headers);
  return (body.data as { id: string; localDate: string }[]).map(({ localDate }) => localDate.slice(5));
};
const first = async () => {
  const { body } = await yoga.studio.get(`/v2/sessions/${yoga.sessions()[0]?.id}`);
  return body;
};
const setBooking = (booking: object) => yoga.studio.patch('/v2/settings', { booking });

describe('GET /v2/sessions/{id}', () => {
  test('200 with all derived fields', async () => {
    expect(await first()).toMatchObject({
      object: 'session',
      name: 'Yoga',
      type: 'class',
      status: 'scheduled',
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      instructorId: null,
      additionalInstructorIds: [],
      isSubstitute: false,
      scheduleId: yoga.id,
      occurrenceKey: '2026-03-02T18:00',
      startTime: '2026-03-02T23:00:00.000Z',
      endTime: '2026-03-03T00:00:00.000Z',
      durationMinutes: 60,
      timezone: 'America/New_York',
      localDate: '2026-03-02',
      localStartTime: '18:00',
      capacity: 10,
      bookedCount: 0,
      attendedCount: 0,
      availableSpots: 10,
      waitlistEnabled: true,
      waitlistCapacity: null,
      waitlistCount: 0,
      isFull: false,
      isBookable: true,
      notBookableReason: null,
      bookingOpensAt: '2026-02-16T23:00:00.000Z',
      bookingClosesAt: '2026-03-02T23:00:00.000Z',
      freeCancelUntil: '2026-03-02T11:00:00.000Z',
      checkInOpensAt: '2026-03-02T21:00:00.000Z',
      checkInClosesAt: '2026-03-03T00:00:00.000Z',
      creditCost: 1,
      dropInPrice: null,
      virtualUrl: null,
      isModified: false,
      cancelledAt: null,
      cancelReason: null,
    });
  });

  test('200 the status follows the clock', async () => {
    const seen: string[] = [];
    for (const instant of ['22:59:59.999', '23:00:00.000', '23:59:59.999']) {
      await yoga.moveTo(`2026-03-02T${instant}Z`);
      const { status, isBookable, notBookableReason } = await first();
      seen.push(`${status} ${isBookable} ${notBookableReason}`);
    }
    await yoga.moveTo('2026-03-03T00:00:00.000Z');
    expect([...seen, (await first()).status]).toEqual([
      'scheduled true null',
      'in_progress false started',
      'in_progress false started',
      'completed',
    ]);
  });

  test('200 the reason why it cannot be booked', async () => {
    const reason = async () => (await first()).notBookableReason;
    await setBooking({ bookingWindowDays: 0 });
    expect(await reason()).toBe('not_open_yet');
    await setBooking({ bookingWindowDays: 14, bookingCutoffMinutes: 900 });
    expect(await reason()).toBe('closed');
    await setBooking({ bookingCutoffMinutes: 899 });
    expect(await reason()).toBe(null);
    await yoga.patch({ capacity: 1 });
    await yoga.book(yoga.sessions()[0]?.id);
    expect(await first()).toMatchObject({ isFull: true, bookedCount: 1, availableSpots: 0, notBookableReason: 'full' });
    await yoga.patch({ isPrivate: true });
    expect(await reason()).toBe('private');
    await yoga.studio.delete(`/v2/schedules/${yoga.id}`);
    expect(await first()).toMatchObject({
      status: 'cancelled',
      notBookableReason: 'cancelled',
      cancelReason: 'schedule_changed',
      cancelledAt: '2026-03-02T08:00:00.000Z',
    });
  });

  test('200 with the policy of its schedule and the settings of its site', async () => {
    await yoga.studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, { booking: { lateCancelWindowMinutes: 60 } });
    expect((await first()).freeCancelUntil).toBe('2026-03-02T22:00:00.000Z');
    await yoga.patch({ bookingPolicyOverrides: { lateCancelWindowMinutes: 0, waitlistEnabled: false } });
    expect(await first()).toMatchObject({ freeCancelUntil: '2026-03-02T23:00:00.000Z', waitlistEnabled: false });
    await yoga.patch({ waitlistEnabled: true, waitlistCapacity: 4 });
    expect(await first()).toMatchObject({ waitlistEnabled: true, waitlistCapacity: 4 });
  });

  test('200 booking opens at the same wall time before a clock change', async () => {
    const [, , third] = yoga.sessions();
    const { body } = await yoga.studio.get(`/v2/sessions/${third?.id}`);
    expect([body.startTime, body.bookingOpensAt]).toEqual(['2026-03-09T22:00:00.000Z', '2026-02-23T23:00:00.000Z']);
  });

  test('200 a substitute, and an unlimited session', async () => {
    const [ina, tom] = [await addInstructor(yoga.studio, 'Ina'), await addInstructor(yoga.studio, 'Tom')];
    await yoga.patch({
      instructorId: ina,
      capacity: null,
      exceptions: [{ date: '2026-03-02', action: 'modify', instructorId: tom }],
    });
    expect(await first()).toMatchObject({
      instructorId: tom,
      originalInstructorId: ina,
      isSubstitute: true,
      capacity: null,
      availableSpots: null,
      isFull: false,
    });
  });

  test('200 a booking follows its session to another time', async () => {
    const [session] = yoga.sessions();
    await yoga.book(session?.id);
    await yoga.moveTo('2026-03-02T08:00:01.000Z');
    await yoga.patch({ startTime: '20:00' });
    const { body } = await yoga.studio.get(`/v2/bookings?session_id=${session?.id}`);
    expect(body.data[0]).toMatchObject({
      cancellableUntil: '2026-03-03T01:00:00.000Z',
      freeCancelUntil: '2026-03-03T01:00:00.000Z',
    });
  });

  test('200 expanded', async () => {
    const ina = await addInstructor(yoga.studio, 'Ina');
    await yoga.patch({ instructorId: ina });
    const path = `/v2/sessions/${yoga.sessions()[0]?.id}`;
    const { body } = await yoga.studio.get(`${path}?expand[]=location&expand[]=instructor&expand[]=schedule`);
    expect(body).toMatchObject({
      locationId: MAIN_SITE,
      location: { object: 'site', id: MAIN_SITE },
      instructor: { object: 'instructor', id: ina, firstName: 'Ina' },
      schedule: { object: 'schedule', id: yoga.id },
    });
    expect(body.instructor.payRate).toBeUndefined();
  });

  test('200 expanded in its bookings, three levels deep at most', async () => {
    const [session] = yoga.sessions();
    await yoga.book(session?.id);
    const { body } = await yoga.studio.get('/v2/bookings?expand[]=data.session.schedule&expand[]=session.location');
    expect(body.data[0].session).toMatchObject({
      id: session?.id,
      bookedCount: 1,
      schedule: { id: yoga.id },
      location: { id: MAIN_SITE },
    });
  });

  test('400 an unknown expansion, 401 without a credential, 403 without the scope, 404 unknown or at another site', async () => {
    const path = `/v2/sessions/${yoga.sessions()[0]?.id}`;
    const { body: uptown } = await yoga.studio.post('/v2/sites', { name: 'Uptown' });
    const elsewhere = await yoga.studio.withKey({ siteIds: [uptown.id] });
    const unscoped = await yoga.studio.withKey({ scopes: ['clients:read'] });
    const status = async (at: string, headers?: Record<string, string>) => (await yoga.studio.get(at, headers)).status;
    expect(await status(`${path}?expand[]=client`)).toBe(400);
    expect(await status(path, { 'x-service-api-key': '' })).toBe(401);
    expect(await status(path, unscoped)).toBe(403);
    expect(await status(`/v2/sessions/${UNKNOWN}`)).toBe(404);
    expect(await status(path, elsewhere)).toBe(404);
  });

  test('405 for writes', async () => {
    expect((await yoga.studio.post('/v2/sessions', {})).status).toBe(405);
    expect((await yoga.studio.delete(`/v2/sessions/${yoga.sessions()[0]?.id}`)).status).toBe(405);
    expect(yoga.studio.events()).toEqual([]);
  });
});

describe('GET /v2/sessions', () => {
  test('200 by start, paged both ways', async () => {
    const page = await yoga.studio.get('/v2/sessions?limit=2');
    expect(page.body).toMatchObject({ object: 'list', url: '/v2/sessions', hasMore: true, previousCursor: null });
    expect(await list('?limit=2')).toEqual(['03-02', '03-05']);
    expect(await list(`?limit=2&starting_after=${page.body.nextCursor}`)).toEqual(['03-09', '03-12']);
    const [, , third] = yoga.sessions();
    expect(await list(`?limit=1&ending_before=${third?.id}`)).toEqual(['03-05']);
  });

  test('200 by site, instructor, time and status', async () => {
    const { body: uptown } = await yoga.studio.post('/v2/sites', { name: 'Uptown' });
    const ina = await addInstructor(yoga.studio, 'Ina');
    await yoga.studio.post('/v2/schedules', {
      name: 'Pilates',
      siteId: uptown.id,
      startDate: '2026-03-04',
      startTime: '09:00',
      durationMinutes: 45,
      instructorId: ina,
    });
    expect(await list()).toEqual(['03-02', '03-04', '03-05', '03-09', '03-12']);
    expect(await list(`?location_id=${uptown.id}`)).toEqual(['03-04']);
    expect(await list(`?instructor_id=${ina}`)).toEqual(['03-04']);
    expect(await list('?start_time_gte=2026-03-05T23:00:00Z&start_time_lte=2026-03-09T22:00:00Z')).toEqual([
      '03-05',
      '03-09',
    ]);
    expect(await list('?start_time_gte=2026-03-05T18:00:01-05:00')).toEqual(['03-09', '03-12']);
    const narrow = await yoga.studio.withKey({ siteIds: [uptown.id] });
    expect(await list('', narrow)).toEqual(['03-04']);
    await yoga.book(yoga.sessions()[3]?.id);
    await yoga.patch({ endDate: '2026-03-10' });
    await yoga.skipTo('2026-03-05T23:30:00.000Z');
    expect(await list('?status=cancelled')).toEqual(['03-12']);
    expect(await list('?status=completed')).toEqual(['03-02', '03-04']);
    expect(await list('?status=in_progress')).toEqual(['03-05']);
    expect(await list('?status=scheduled')).toEqual(['03-09']);
  });

  test('200 expanded, with one query for each kind', async () => {
    const { body } = await yoga.studio.get('/v2/sessions?expand[]=data.schedule&expand[]=data.location');
    expect(body.data.map((session: { schedule: { id: string } }) => session.schedule.id)).toEqual(
      Array(4).fill(yoga.id),
    );
    expect(body.data[3].location.id).toBe(MAIN_SITE);
  });

  test('400 for invalid filters', async () => {
    const queries = [
      'location_id=1',
      'instructor_id=1',
      'start_time_gte=tomorrow',
      'status=open',
      'limit=101',
      'starting_after=x',
      `starting_after=${UNKNOWN}&ending_before=${UNKNOWN}`,
      'expand[]=client',
      'locationId=x',
    ];
    for (const query of queries) {
      expect([query, (await yoga.studio.get(`/v2/sessions?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('401 without a credential', async () => {
    expect((await yoga.studio.get('/v2/sessions', { 'x-service-api-key': '' })).status).toBe(401);
  });
});

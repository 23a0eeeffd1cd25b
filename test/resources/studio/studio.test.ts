import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import type { SessionRow } from '../../../src/resources/sessions/record.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(() => openStudio());
const STRANGER = { 'x-service-api-key': '' };

const get = (path: string, headers: Record<string, string> = {}) =>
  studio.send('GET', `/public-api/v2${path}`, undefined, { ...STRANGER, ...headers });
const classAt = (startsIn: number, given: Partial<SessionRow> = {}) => addSessionInUtc(studio, startsIn, given);
const idsOf = async (path: string): Promise<string[]> =>
  (await get(path)).body.data.map(({ id }: { id: string }) => id);
const hide = (siteId?: string) =>
  studio.patch(`/v2/settings${siteId === undefined ? '' : `?siteId=${siteId}`}`, {
    membership: { publicTimetable: false },
  });

describe('GET studio', () => {
  test('200 the name, the theme, the active sites and the rules, without a credential', async () => {
    await studio.patch('/v2/settings', { payment: { lateCancelFee: 1500 }, booking: { lateCancelWindowMinutes: 120 } });
    const closed = await studio.post('/v2/sites', { name: 'Closed' });
    await studio.patch(`/v2/sites/${closed.body.id}`, { status: 'inactive' });
    const { status, body, headers } = await get('/studio');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'studio',
      locales: ['en', 'en-GB', 'de', 'es', 'fr', 'it'],
      defaultSiteId: MAIN_SITE,
      policies: { lateCancelWindowMinutes: 120, lateCancelFee: { amount: 1500, currency: 'USD' }, noShowFee: null },
    });
    expect(body.sites.map(({ id }: { id: string }) => id)).toEqual([MAIN_SITE]);
    expect(headers.get('cache-control')).toBe('public, max-age=30');
  });

  test('200 with the texts that a member agrees to, and what is told of free seats', async () => {
    const waiver = { version: '2', text: 'At your own risk.' };
    await studio.patch('/v2/settings', { membership: { waiver, showPlaces: 'count' } });
    const { body } = await get('/studio');
    expect(body.policies).toMatchObject({ waiver, consent: null, showPlaces: 'count' });
    expect(body.sites[0].showPlaces).toBe('count');
  });

  test('304 for whoever has it, and the ETag follows what it says', async () => {
    const etag = (await get('/studio')).headers.get('etag') ?? '';
    expect((await get('/studio', { 'if-none-match': etag })).status).toBe(304);
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: '+15550100' });
    expect((await get('/studio', { 'if-none-match': etag })).status).toBe(200);
  });
});

interface Places {
  readonly availability: string;
  readonly placesLeft: number | null;
}

interface Found {
  readonly id: string;
  readonly availability: string;
  readonly waitlistOpen: boolean;
}

describe('GET timetable', () => {
  test('200 tells of free seats what the site wants told', async () => {
    const few = await classAt(HOUR_MS, { capacity: 2 });
    await classAt(2 * HOUR_MS, { capacity: 20 });
    await classAt(3 * HOUR_MS, { capacity: null });
    const full = await classAt(4 * HOUR_MS, { capacity: 1 });
    for (const id of [few, full]) await addBooking(studio, await addClient(studio), id);
    const shown = async (showPlaces: string) => {
      await studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, { membership: { showPlaces } });
      const { data } = (await get('/timetable')).body;
      return data.map(({ availability, placesLeft }: Places) => [availability, placesLeft]);
    };
    const rest = [
      ['available', null],
      ['available', null],
      ['waitlist', null],
    ];
    expect(await shown('few')).toEqual([['few', null], ...rest]);
    expect(await shown('never')).toEqual([['available', null], ...rest]);
    expect(await shown('count')).toEqual([
      ['few', 1],
      ['available', 20],
      ['available', null],
      ['waitlist', 0],
    ]);
  });

  test('200 what to bring, when to come and the drawing, as the schedule or the class says', async () => {
    const schedule = {
      name: 'Yin',
      siteId: MAIN_SITE,
      startDate: '2026-03-03',
      startTime: '18:00',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'daily', count: 2 },
      bring: ['Mat', 'Water'],
      arriveMinutes: 10,
      sign: 'rest',
    };
    expect((await studio.post('/v2/schedules', schedule)).status).toBe(201);
    const [first, second] = await idsOf('/timetable');
    const changed = await studio.patch(`/manage/sessions/${second}`, { bring: [], arriveMinutes: null, sign: null });
    expect(changed.status).toBe(200);
    expect((await get(`/timetable/${first}`)).body).toMatchObject({
      bring: ['Mat', 'Water'],
      arriveMinutes: 10,
      sign: 'rest',
    });
    expect((await get(`/timetable/${second}`)).body).toMatchObject({ bring: [], arriveMinutes: null, sign: null });
    for (const wrong of [{ sign: 'cat' }, { arriveMinutes: 121 }, { bring: Array(13).fill('x') }]) {
      expect((await studio.patch(`/manage/sessions/${second}`, wrong)).status).toBe(400);
    }
  });

  test('200 the classes of a site for a week that are for everybody, the earliest first', async () => {
    const [first, second] = [await classAt(HOUR_MS), await classAt(2 * HOUR_MS)];
    await classAt(3 * HOUR_MS, { isPrivate: 1 });
    await classAt(4 * HOUR_MS, { cancelledAt: '2026-03-01T00:00:00.000Z' });
    await classAt(-HOUR_MS);
    await classAt(8 * DAY_MS);
    expect(await idsOf('/timetable')).toEqual([first, second]);
    expect(await idsOf(`/timetable?site_id=${MAIN_SITE}&limit=1&starting_after=${first}`)).toEqual([second]);
  });

  test('200 says how full a class is, and never who has booked or how many', async () => {
    const full = await classAt(HOUR_MS, { capacity: 1, waitlistEnabled: 1 });
    const closed = await classAt(2 * HOUR_MS, { capacity: 1, waitlistEnabled: 0 });
    const few = await classAt(3 * HOUR_MS, { capacity: 4 });
    const free = await classAt(4 * HOUR_MS, { capacity: 20 });
    for (const id of [full, closed, few]) await addBooking(studio, await addClient(studio), id);
    const { body } = await get('/timetable');
    const found = body.data.map(({ id, availability, waitlistOpen }: Found) => [id, availability, waitlistOpen]);
    expect(found).toEqual([
      [full, 'waitlist', true],
      [closed, 'full', false],
      [few, 'few', true],
      [free, 'available', true],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Count|capacity|available(?:Spots)|metadata|virtualUrl|externalId/);
  });

  test('400 for more than 31 days; an empty list for a site that is not there', async () => {
    expect((await get('/timetable?from=2026-03-02&to=2026-04-03')).status).toBe(400);
    expect(await idsOf(`/timetable?site_id=${UNKNOWN}`)).toEqual([]);
    expect(await idsOf(`/plans?site_id=${UNKNOWN}`)).toEqual([]);
  });
});

describe('GET timetable/{sessionId}', () => {
  test('200 a class with its instructor, also when it is cancelled', async () => {
    const id = await classAt(HOUR_MS);
    expect((await get(`/timetable/${id}`)).body).toMatchObject({ object: 'public_session', id, status: 'scheduled' });
    await studio.post(`/manage/sessions/${id}/cancel`, {});
    expect((await get(`/timetable/${id}`)).body).toMatchObject({ status: 'cancelled', notBookableReason: 'cancelled' });
  });

  test('404 for a private class, at an inactive site, and for an unknown id', async () => {
    const id = await classAt(HOUR_MS, { isPrivate: 1 });
    expect((await get(`/timetable/${id}`)).status).toBe(404);
    expect((await get(`/timetable/${UNKNOWN}`)).status).toBe(404);
  });
});

describe('GET plans', () => {
  const PLAN = { name: 'Ten', type: 'credit_pack', price: 1000, currency: 'USD', creditsTotal: 10 };

  test('200 the plans that are sold online at the site', async () => {
    const other = await studio.post('/v2/sites', { name: 'Other' });
    const sold = await studio.post('/manage/plans', { ...PLAN, isSoldOnline: true });
    await studio.post('/manage/plans', PLAN);
    await studio.post('/manage/plans', { ...PLAN, isSoldOnline: true, eligibleSiteIds: [other.body.id] });
    const archived = await studio.post('/manage/plans', { ...PLAN, isSoldOnline: true });
    await studio.delete(`/manage/plans/${archived.body.id}`);
    expect(await idsOf('/plans')).toEqual([sold.body.id]);
    expect((await get('/plans')).body.data[0]).not.toHaveProperty('metadata');
  });
});

describe('a studio that shows strangers nothing', () => {
  test('404 for the timetable, its classes and the plans; the studio itself says so', async () => {
    const id = await classAt(HOUR_MS);
    await hide();
    const paths = ['/timetable', `/timetable/${id}`, '/plans'];
    expect(await Promise.all(paths.map(async (path) => (await get(path)).status))).toEqual([404, 404, 404]);
    expect((await get('/studio')).body.sites).toMatchObject([{ hasTimetable: false }]);
  });

  test('a site of its own can', async () => {
    const other = await studio.post('/v2/sites', { name: 'Other' });
    await hide(other.body.id);
    expect((await get(`/timetable?site_id=${other.body.id}`)).status).toBe(404);
    expect((await get('/timetable')).status).toBe(200);
  });
});

describe('limits', () => {
  test('429 after 60 requests of an address in a minute', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 61; index++) statuses.push((await get('/plans')).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
  });
});

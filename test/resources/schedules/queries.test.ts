import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { expectSeek, plansOf } from '../../helpers/query-plans.ts';
import { addInstructor } from '../../helpers/yoga.ts';

let uptown: string;
let ana: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  ana = await addInstructor(studio, 'Ana');
});

const addSchedule = async (fields: object): Promise<string> => {
  const schedule = {
    name: 'Yoga',
    siteId: MAIN_SITE,
    startDate: '2026-03-02',
    startTime: '18:00',
    durationMinutes: 60,
  };
  const { status, body } = await studio.post('/v2/schedules', { ...schedule, ...fields });
  expect(status).toBe(201);
  return body.id;
};

test('a credential of two sites pages through the schedules of both', async () => {
  const harbour = (await studio.post('/v2/sites', { name: 'Harbour' })).body.id;
  const made: string[] = [];
  for (const siteId of [MAIN_SITE, uptown, harbour, MAIN_SITE, harbour, uptown])
    made.push(await addSchedule({ siteId }));
  const headers = await studio.withKey({ siteIds: [MAIN_SITE, uptown] });
  const get = async (query: string): Promise<number[]> => {
    const { body } = await studio.get(`/v2/schedules?${query}`, headers);
    return (body.data as { id: string }[]).map(({ id }) => made.indexOf(id));
  };
  expect(await get('')).toEqual([5, 3, 1, 0]);
  expect(await get('limit=2')).toEqual([5, 3]);
  expect(await get(`limit=2&starting_after=${made[3]}`)).toEqual([1, 0]);
  expect(await get(`limit=2&ending_before=${made[0]}`)).toEqual([3, 1]);
  expect(await get('status=active')).toEqual([5, 3, 1, 0]);
  expect(await get(`siteId=${uptown}`)).toEqual([5, 1]);
});

describe('query plans', () => {
  const filters: [query: string, index: string][] = [
    ['siteId=SITE', 'schedulesBySite'],
    ['instructor_id=ANA', 'schedulesByInstructor'],
    ['status=paused', 'schedulesByStatus'],
    ['external_id=a', 'schedulesByExternalId'],
    ['siteId=SITE&instructor_id=ANA&status=active', 'schedulesByInstructor'],
  ];
  const plansFor = (query: string, headers?: Record<string, string>) =>
    plansOf(studio, 'schedules', async () => {
      const path = `/v2/schedules?${query.replace('SITE', MAIN_SITE).replace('ANA', ana)}`;
      expect((await studio.get(path, headers)).status).toBe(200);
    });

  test.each(filters)("'%s' uses %s", async (query, index) => {
    const steps = await plansFor(query);
    expectSeek(steps, index);
  });

  test('a credential of some sites seeks each of them', async () => {
    const headers = await studio.withKey({ siteIds: [MAIN_SITE, uptown] });
    const steps = await plansFor('', headers);
    expectSeek(steps, 'schedulesBySite');
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { expectSeek, plansOf } from '../../helpers/query-plans.ts';
import { addInstructor } from '../../helpers/yoga.ts';

let sites: string[];
let ana: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  sites = [MAIN_SITE];
  for (const name of ['Uptown', 'Harbour']) sites.push((await studio.post('/v2/sites', { name })).body.id);
  ana = await addInstructor(studio, 'Ana');
});

const keyFor = (...siteIds: (string | undefined)[]) => studio.withKey({ siteIds: siteIds as string[] });

describe('the sessions of a credential of two sites', () => {
  let made: string[];
  let headers: Record<string, string>;
  beforeEach(async () => {
    made = [];
    // Two at each start, the latest start first, at the three sites in turn.
    for (let index = 0; index < 12; index += 1) {
      const given = { siteId: sites[index % 3] ?? '', instructorId: index % 2 === 0 ? ana : null };
      made.push(await addSession(studio, { startsIn: (5 - Math.floor(index / 2)) * HOUR_MS, ...given }));
    }
    headers = await keyFor(sites[0], sites[1]);
  });

  const reached = [10, 9, 6, 7, 4, 3, 0, 1];
  const get = async (query: string) => {
    const { status, body } = await studio.get(`/v2/sessions?${query}`, headers);
    expect(status).toBe(200);
    return { ...body, found: (body.data as { id: string }[]).map(({ id }) => made.indexOf(id)) };
  };

  test.each([1, 2, 3, 8, 9])('200 by start in pages of %d, forwards and backwards', async (limit) => {
    const forwards: number[] = [];
    let page = await get(`limit=${limit}`);
    expect(page.previousCursor).toBeNull();
    forwards.push(...page.found);
    while (page.hasMore) {
      page = await get(`limit=${limit}&starting_after=${page.nextCursor}`);
      forwards.push(...page.found);
    }
    expect(forwards).toEqual(reached);
    const backwards = [...page.found];
    while (page.previousCursor !== null) {
      page = await get(`limit=${limit}&ending_before=${page.previousCursor}`);
      backwards.unshift(...page.found);
    }
    expect(backwards).toEqual(reached);
  });

  test('200 with each filter', async () => {
    expect((await get(`location_id=${sites[1]}`)).found).toEqual([10, 7, 4, 1]);
    expect((await get(`instructor_id=${ana}`)).found).toEqual([10, 6, 4, 0]);
    expect((await get('start_time_gte=2026-03-02T12:00:00Z')).found).toEqual([3, 0, 1]);
    expect((await get('start_time_lte=2026-03-02T09:00:00Z')).found).toEqual([10, 9]);
    for (const index of [2, 3]) await studio.post(`/manage/sessions/${made[index]}/cancel`);
    expect((await get('status=cancelled')).found).toEqual([3]);
    expect((await get('status=in_progress')).found).toEqual([10]);
    expect((await get('status=scheduled')).found).toEqual([9, 6, 7, 4, 0, 1]);
  });

  test('403 for the third site, 404 for its sessions', async () => {
    const { status, body } = await studio.get(`/v2/sessions?location_id=${sites[2]}`, headers);
    expect([status, body.error.code]).toEqual([403, 'site_not_allowed']);
    for (const path of [`/v2/sessions/${made[2]}`, `/manage/sessions/${made[2]}`]) {
      expect((await studio.get(path, headers)).status).toBe(404);
    }
  });
});

describe('query plans', () => {
  const filters: [query: string, index: string][] = [
    ['', 'sessionsByStart'],
    ['location_id=SITE', 'sessionsBySite'],
    ['instructor_id=ANA', 'sessionsByInstructor'],
    ['location_id=SITE&instructor_id=ANA', 'sessionsByInstructor'],
    ['room_name=studio%20a', 'sessionsByRoom'],
    ['room_name=Studio%20A&location_id=SITE', 'sessionsByRoom'],
    ['start_time_gte=2026-03-02T00:00:00Z', 'sessionsByStart'],
    ['status=cancelled', 'sessionsCancelled'],
    ['status=in_progress&location_id=SITE', 'sessionsBySite'],
  ];
  const plansFor = (query: string, headers?: Record<string, string>) =>
    plansOf(studio, 'sessions', async () => {
      const path = `/v2/sessions?${query.replace('SITE', MAIN_SITE).replace('ANA', ana)}`;
      expect((await studio.get(path, headers)).status).toBe(200);
    });

  test.each(filters)("'%s' uses %s", async (query, index) => {
    const steps = await plansFor(query);
    expectSeek(steps, index);
  });

  // Otherwise each page would read again what the pages before it have shown.
  test.each([
    'start_time_gte=2026-03-01T00:00:00Z',
    'start_time_gte=2026-03-01T00:00:00Z&location_id=SITE',
    'start_time_gte=2026-03-01T00:00:00Z&instructor_id=ANA',
    'status=scheduled',
  ])("'%s' from a cursor seeks to the cursor, not to the start of the range", async (query) => {
    const cursor = await addSession(studio, { instructorId: ana });
    const steps = await plansFor(`${query}&starting_after=${cursor}`);
    expect(steps.filter((step) => /\(startTime,id\)>\(\?,\?\)/.test(step))).toHaveLength(1);
  });

  test('a credential of some sites seeks each of them, and cancelled sessions by their own index', async () => {
    const headers = await keyFor(sites[0], sites[1]);
    const steps = await plansFor('start_time_gte=2026-03-02T00:00:00Z', headers);
    expectSeek(steps, 'sessionsBySite');
    expectSeek(await plansFor('room_name=studio%20a', headers), 'sessionsByRoomAndSite');
    const cancelled = await plansFor('status=cancelled', headers);
    expectSeek(cancelled, 'sessionsCancelled');
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addCategory } from '../../helpers/content.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openMetrics, PATH } from './set-up.ts';

let squat: string;
const open = forEachTest(openMetrics);
beforeEach(async () => {
  squat = await open.studio.given(open.addMetric());
});

const on = (date: string, time = '12:00'): string => `2026-${date}T${time}:00.000Z`;
const idsIn = (body: { data: { contentEntryId: string }[] }): string[] => body.data.map((each) => each.contentEntryId);

describe('GET /v2/member/metrics', () => {
  test('200 what is published, unlocked and at the home site; the cursor is the contentEntryId', async () => {
    const category = await addCategory(open.studio, { name: 'Strength' });
    const row = await open.addMetric(
      { dimension: 'distance', repSchemes: [] },
      { title: 'Row', categoryIds: [category.id] },
    );
    await open.addMetric({}, { status: 'draft' });
    await open.addMetric({}, { access: 'package' });
    const { body: site } = await open.studio.post('/v2/sites', { name: 'Uptown' });
    await open.addMetric({}, { siteIds: [site.id] });
    await open.record(squat, 100);
    const { status, body } = await open.get('');
    expect([status, body.object, idsIn(body), body.hasMore]).toEqual([200, 'list', [row, squat], false]);
    expect(body.data[0]).toEqual({
      object: 'metric',
      contentEntryId: row,
      name: 'Row',
      category: 'Strength',
      dimension: 'distance',
      baseUnit: 'm',
      unit: 'km',
      direction: 'higher_is_better',
      repSchemes: [],
      latest: null,
      personalBest: null,
      entryCount: 0,
      trend: null,
    });
    expect(body.data[1]).toMatchObject({ name: 'Back squat', category: null, entryCount: 1, latest: { value: 100 } });
    const first = (await open.get('?limit=1')).body;
    expect([idsIn(first), first.hasMore, first.nextCursor]).toEqual([[row], true, row]);
    const second = (await open.get(`?limit=1&starting_after=${row}`)).body;
    expect([idsIn(second), second.hasMore, second.previousCursor]).toEqual([[squat], false, squat]);
    expect(idsIn((await open.get(`?limit=1&ending_before=${squat}`)).body)).toEqual([row]);
    expect(idsIn((await open.get('?recorded=true')).body)).toEqual([squat]);
    expect(idsIn((await open.get('?recorded=false')).body)).toEqual([row]);
    for (const name of ['Strength', 'strength', category.id, category.id.toUpperCase()]) {
      expect(idsIn((await open.get(`?category=${name}`)).body)).toEqual([row]);
    }
    expect(idsIn((await open.get('?category=Other')).body)).toEqual([]);
    expect((await open.get(`?starting_after=${UNKNOWN}`)).body.error.code).toBe('cursor_invalid');
  });
});

describe('a category of another site', () => {
  test('200 is neither shown nor found; the first one that the member sees is', async () => {
    const { id: uptown } = (await open.studio.post('/v2/sites', { name: 'Uptown' })).body;
    const hidden = await addCategory(open.studio, { name: 'OnlyA', slug: 'only-a', siteIds: [uptown] });
    const own = await addCategory(open.studio, { name: 'Own', siteIds: [uptown, MAIN_SITE] });
    const both = await open.addMetric({}, { categoryIds: [hidden.id, own.id] });
    const one = await open.addMetric({}, { categoryIds: [hidden.id] });
    const shown = async (headers: Record<string, string>) => {
      const { data } = (await open.studio.get(PATH, headers)).body;
      const each = await Promise.all([one, both].map((id) => open.studio.get(`${PATH}/${id}`, headers)));
      expect(each.map(({ body }) => body.category)).toEqual(
        data.slice(0, 2).map((metric: { category: string | null }) => metric.category),
      );
      return each.map(({ body }) => body.category);
    };
    const found = async (category: string, headers: Record<string, string>) =>
      idsIn((await open.studio.get(`${PATH}?category=${category}`, headers)).body);
    const acting = { 'x-client-id': open.clientId };
    for (const headers of [open.member.headers, acting]) {
      expect(await shown(headers)).toEqual([null, 'Own']);
      for (const name of ['OnlyA', 'only-a', hidden.id]) expect(await found(name, headers)).toEqual([]);
      expect(await found('Own', headers)).toEqual([both]);
    }
    const other = await open.studio.signIn(await addClient(open.studio, { homeLocationId: uptown }), uptown);
    expect(await shown(other.headers)).toEqual(['OnlyA', 'OnlyA']);
    expect(await found('OnlyA', other.headers)).toEqual([one, both]);
  });
});

describe('GET /v2/member/metrics/{contentEntryId}', () => {
  test('200 in the preferred unit, or the one that is asked for; what was entered comes back digit for digit', async () => {
    await open.record(squat, 100.123456);
    await open.record(squat, 225.55, { unit: 'lb', reps: 1 });
    const { body } = await open.get(`/${squat}`);
    expect(body).toMatchObject({
      unit: 'kg',
      latest: {
        value: 102.3078,
        unit: 'kg',
        normalizedValue: 102.3078,
        previousBest: 100.123456,
        improvement: 2.184344,
      },
      personalBest: { recordType: 'max_value', reps: null, value: 102.3078, unit: 'kg', previousValue: 100.123456 },
    });
    const inPounds = (await open.get(`/${squat}?unit=lb`)).body;
    expect(inPounds).toMatchObject({ unit: 'lb', latest: { value: 225.55, previousBest: 220.7344 } });
    await open.studio.send('PUT', '/v2/member/preferences/units', { weight: 'lb' }, open.member.headers);
    expect((await open.get(`/${squat}`)).body.personalBest).toMatchObject({ value: 225.55, unit: 'lb' });
    expect((await open.get(`/${squat}?unit=m`)).status).toBe(400);
  });

  test('200 the trend: the mean of the last 28 local days against the 28 before', async () => {
    const trend = async () => (await open.get(`/${squat}`)).body.trend;
    // Today is 2 March in New York: the last days begin on 3 February, those before on 6 January.
    await open.record(squat, 110, { recordedAt: on('02-03') });
    await open.record(squat, 112, { recordedAt: on('03-02', '07:00') });
    expect(await trend()).toBeNull();
    await open.record(squat, 50, { recordedAt: '2026-01-06T04:59:00Z' });
    expect(await trend()).toBeNull();
    await open.record(squat, 90, { recordedAt: '2026-01-06T05:00:00Z' });
    await open.record(squat, 110, { recordedAt: '2026-02-03T04:59:00Z' });
    expect(await trend()).toEqual({ percent: 11, periodDays: 28 });
  });

  test('404 what is no metric', async () => {
    const { body } = await open.studio.post('/manage/content/entries', {
      title: 'V',
      type: 'video',
      status: 'published',
    });
    for (const id of [UNKNOWN, body.id, 'back-squat', 'entries']) expect((await open.get(`/${id}`)).status).toBe(404);
  });
});

describe('GET /v2/member/metrics/personal-bests', () => {
  test('200 four kinds, the newest first; the earliest keeps a tie', async () => {
    const run = await open.addMetric({ dimension: 'duration', direction: 'lower_is_better', repSchemes: [] });
    await open.record(run, 300, { recordedAt: on('01-01') });
    await open.record(squat, 100, { reps: 5, recordedAt: on('01-02') });
    const tie = await open.record(squat, 110, { reps: 1, recordedAt: on('01-03') });
    await open.record(squat, 110, { reps: 1, recordedAt: on('01-04') });
    await open.record(squat, 60, { reps: 20, recordedAt: on('01-05') });
    await open.record(squat, 105, { reps: 5, recordedAt: on('01-06') });
    const shown = (data: Record<string, unknown>[]) =>
      data.map(({ recordType, reps, value, previousValue }) => [recordType, reps, value, previousValue]);
    const { body } = await open.get('/personal-bests');
    const list = [
      ['estimated_1rm', 5, 122.5, 116.6667],
      ['by_reps', 5, 105, 100],
      ['max_value', null, 110, 100],
      ['by_reps', 1, 110, null],
      ['min_value', null, 300, null],
    ];
    expect(shown(body.data).map(String).sort()).toEqual(list.map(String).sort());
    expect(body.data.map((each: { achievedAt: string }) => each.achievedAt)).toEqual(
      ['01-06', '01-06', '01-03', '01-03', '01-01'].map((date) => on(date)),
    );
    expect(body.data.find(({ recordType }: { recordType: string }) => recordType === 'max_value').entryId).toBe(tie.id);
    const page = (await open.get(`/personal-bests?limit=2&starting_after=${body.data[0].id}`)).body;
    expect(page.data).toEqual(body.data.slice(1, 3));
    expect(shown((await open.get('/personal-bests?record_type=by_reps')).body.data)).toEqual(
      list.filter(([type]) => type === 'by_reps'),
    );
    expect(shown((await open.get(`/personal-bests?content_entry_id=${run}`)).body.data)).toEqual(list.slice(4));
    expect((await open.get(`/personal-bests?content_entry_id=${UNKNOWN}`)).body.data).toEqual([]);
    // Another scheme is there at once.
    await open.studio.patch(`/manage/content/entries/${squat}`, { metricDefinition: { repSchemes: [20] } });
    expect(shown((await open.get('/personal-bests?record_type=by_reps')).body.data)).toEqual([
      ['by_reps', 20, 60, null],
    ]);
  });
});

describe('GET /v2/member/metrics/{contentEntryId}/history', () => {
  const history = async (query = '') => (await open.get(`/${squat}/history${query}`)).body;

  test('200 entries, the oldest first, each with its comparison; and pages', async () => {
    const values = [100, 90, 110, 105];
    for (const [index, value] of values.entries()) {
      await open.record(squat, value, { recordedAt: on(`01-0${index + 1}`), reps: index % 2 === 0 ? 5 : null });
    }
    const all = await history();
    expect(all).toMatchObject({ object: 'metric_history', url: `/v2/member/metrics/${squat}/history`, hasMore: false });
    expect(
      all.data.map((each: Record<string, unknown>) => [
        each.value,
        each.isPersonalBest,
        each.previousBest,
        each.improvement,
      ]),
    ).toEqual([
      [100, true, null, null],
      [90, false, 100, -10],
      [110, true, 100, 10],
      [105, false, 110, -5],
    ]);
    expect(all.summary).toEqual({
      best: 110,
      worst: 90,
      average: 101.25,
      first: 100,
      latest: 105,
      unit: 'kg',
      count: 4,
    });
    const ids = all.data.map(({ id }: { id: string }) => id);
    const page = await history(`?limit=2&starting_after=${ids[0]}`);
    expect([page.data, page.hasMore, page.nextCursor, page.summary]).toEqual([
      all.data.slice(1, 3),
      true,
      ids[2],
      all.summary,
    ]);
    const back = await history(`?limit=2&ending_before=${ids[3]}`);
    expect([back.data, back.hasMore]).toEqual([all.data.slice(1, 3), true]);
    const five = await history('?reps=5&unit=lb');
    expect([five.data[0].previousBest, five.data[1].previousBest, five.summary.count]).toEqual([null, 220.4623, 2]);
    expect((await history(`?starting_after=${UNKNOWN}`)).error.code).toBe('cursor_invalid');
  });

  test('200 local dates, both inclusive', async () => {
    for (const at of ['2026-01-01T04:59:00Z', '2026-01-01T05:00:00Z', '2026-01-03T04:59:00Z', '2026-01-03T05:00:00Z']) {
      await open.record(squat, 100, { recordedAt: at });
    }
    const { data, summary } = await history('?from=2026-01-01&to=2026-01-02');
    expect([data.length, summary.count]).toEqual([2, 2]);
    const none = await history('?from=2026-02-01');
    expect(none.data).toEqual([]);
    expect(none.summary).toMatchObject({ best: null, average: null, count: 0, unit: 'kg' });
    const always = await history('?from=0001-01-01&to=9999-12-31');
    expect([always.data.length, always.summary]).toMatchObject([4, { first: 100, latest: 100, count: 4 }]);
  });

  test('200 days, weeks from Monday, and months that have entries', async () => {
    // 29 December 2025 is a Monday, of ISO week 1.
    const days = { '2025-12-28': [100, 104], '2025-12-29': [90], '2026-01-04': [120, 111], '2026-02-28': [80] };
    for (const [day, values] of Object.entries(days)) {
      for (const value of values) await open.record(squat, value, { recordedAt: `${day}T17:00:00Z` });
    }
    const periods = async (query: string) =>
      (await history(query)).data.map((each: Record<string, unknown>) => {
        expect(each.unit).toBe('kg');
        return [each.periodStart, each.value, each.average, each.count];
      });
    expect(await periods('?bucket=day')).toEqual([
      ['2025-12-28', 104, 102, 2],
      ['2025-12-29', 90, 90, 1],
      ['2026-01-04', 120, 115.5, 2],
      ['2026-02-28', 80, 80, 1],
    ]);
    const weeks = [
      ['2025-12-22', 104, 102, 2],
      ['2025-12-29', 120, 107, 3],
      ['2026-02-23', 80, 80, 1],
    ];
    expect(await periods('?bucket=week')).toEqual(weeks);
    expect(await periods('?bucket=month')).toEqual([
      ['2025-12-01', 104, 98, 3],
      ['2026-01-01', 120, 115.5, 2],
      ['2026-02-01', 80, 80, 1],
    ]);
    const first = await history('?bucket=week&limit=1');
    expect([first.nextCursor, first.hasMore]).toEqual(['2025-12-22', true]);
    expect(await periods('?bucket=week&limit=1&starting_after=2025-12-22')).toEqual(weeks.slice(1, 2));
    expect(await periods('?bucket=week&limit=1&ending_before=2026-02-23')).toEqual(weeks.slice(1, 2));
    expect((await history('?bucket=week&starting_after=x')).error.code).toBe('cursor_invalid');
  });
});

import { describe, expect, test } from 'bun:test';
import { type ApiResponse, forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { openMetrics } from './set-up.ts';

const open = forEachTest(openMetrics);

const problem = ({ status, body }: ApiResponse) => [status, body.error?.code, body.error?.param];

describe('an entry without a unit', () => {
  test('201 is in the unit in which the member reads the metric, by their preferences or the locale of the brand', async () => {
    const squat = await open.addMetric();
    const run = await open.addMetric({ dimension: 'distance' }, { title: 'Run' });
    const waist = await open.addMetric({ dimension: 'length' }, { title: 'Waist' });
    const plank = await open.addMetric({ dimension: 'duration' }, { title: 'Plank' });
    const units = async () => {
      const entries = [];
      for (const metric of [squat, run, waist, plank]) entries.push(await open.record(metric, 100));
      return entries.map(({ value, unit, normalizedValue }) => [value, unit, normalizedValue]);
    };
    expect(await units()).toEqual([
      [100, 'kg', 100],
      [100, 'km', 100_000],
      [100, 'cm', 1],
      [100, 's', 100],
    ]);
    await open.studio.patch('/v2/settings', { brand: { locale: 'en-US' } });
    expect(await units()).toEqual([
      [100, 'lb', 45.3592],
      [100, 'mi', 160_934.4],
      [100, 'in', 2.54],
      [100, 's', 100],
    ]);
    await open.studio.send(
      'PUT',
      '/v2/member/preferences/units',
      { system: 'imperial', weight: 'kg' },
      open.member.headers,
    );
    expect((await units())[0]).toEqual([100, 'kg', 100]);
  });

  test('200 also when it is replaced; one with a unit keeps its own', async () => {
    const squat = await open.addMetric();
    await open.studio.patch('/v2/settings', { brand: { locale: 'en-US' } });
    const { id } = await open.studio.given(open.record(squat, 100, { unit: 'kg' }));
    const { body } = await open.send('PUT', `/entries/${id}`, { value: 220 });
    expect([body.value, body.unit, body.normalizedValue]).toEqual([220, 'lb', 99.7903]);
    expect(open.studio.events()).toEqual([]);
    expect((await open.send('PUT', `/entries/${id}`, { value: 101, unit: 'kg' })).body).toMatchObject({ unit: 'kg' });
  });
});

describe('the visibility of an entry', () => {
  test('201 boards have it unless it is private; replacing it keeps who sees it', async () => {
    const squat = await open.addMetric();
    const fields = { name: 'Squat', rankBy: 'metric', periodType: 'all_time', metricContentEntryId: squat };
    const { body: board } = await open.studio.post('/manage/leaderboards', fields);
    const top = async () => {
      const path = `/v2/member/leaderboards/${board.id}/top`;
      const { body } = await open.studio.send('GET', path, undefined, open.member.headers);
      return body.data.map(({ value }: { value: number }) => value);
    };
    const { visibility } = await open.record(squat, 100);
    expect([visibility, await top()]).toEqual(['leaderboard', [100]]);
    const { id } = await open.record(squat, 120, { visibility: 'private' });
    expect(await top()).toEqual([100]);
    const replaced = await open.send('PUT', `/entries/${id}`, { value: 121 });
    expect([replaced.body.visibility, await top()]).toEqual(['private', [100]]);
    await open.send('PUT', `/entries/${id}`, { value: 121, visibility: 'leaderboard' });
    expect(await top()).toEqual([121]);
  });
});

describe('values and times that nobody measures', () => {
  test('400 a duration or a length of 0, which would be the best one; a weight of 0 is recorded', async () => {
    for (const dimension of ['duration', 'length']) {
      const metric = await open.addMetric({ dimension, direction: 'lower_is_better' }, { title: dimension });
      const { id } = await open.studio.given(open.record(metric, 90));
      for (const value of [0, -1]) {
        const sent = await open.send('POST', '/entries', { contentEntryId: metric, value });
        expect(problem(sent)).toEqual([400, 'parameter_invalid', 'value']);
        expect(problem(await open.send('PUT', `/entries/${id}`, { value }))).toEqual([
          400,
          'parameter_invalid',
          'value',
        ]);
      }
      expect(open.studio.events()).toEqual([]);
      expect((await open.get(`/${metric}`)).body.personalBest).toMatchObject({ value: 90 });
    }
    expect(await open.record(await open.addMetric(), 0)).toMatchObject({ value: 0 });
  });

  test('400 an instant before 1900', async () => {
    const squat = await open.addMetric();
    const at = (recordedAt: string) => open.send('POST', '/entries', { contentEntryId: squat, value: 1, recordedAt });
    for (const recordedAt of ['0001-01-01T00:00:00Z', '1900-01-01T00:30:00+01:00']) {
      expect(problem(await at(recordedAt))).toEqual([400, 'parameter_invalid', 'recordedAt']);
    }
    expect((await at('1900-01-01T00:00:00Z')).status).toBe(201);
    const { studio, clientId } = open;
    studio.events();
    const year1 = '0001-01-01T00:00:00Z';
    const checkin = { clientId, locationId: MAIN_SITE, checkedInAt: year1 };
    expect(problem(await studio.post('/v2/checkins', checkin))).toEqual([400, 'parameter_invalid', 'checkedInAt']);
    const person = { firstName: 'Ann', lastName: 'Lee', email: 'lee@example.com', joinedAt: year1 };
    expect(problem(await studio.post('/v2/clients', person))).toEqual([400, 'parameter_invalid', 'joinedAt']);
    const changed = await studio.patch(`/v2/clients/${clientId}`, { joinedAt: year1 });
    expect(problem(changed)).toEqual([400, 'parameter_invalid', 'joinedAt']);
    expect(studio.events()).toEqual([]);
  });
});

describe('a metric whose entry is archived', () => {
  test('200 stays readable with its history; 409 takes no new entry', async () => {
    const squat = await open.addMetric();
    const { id } = await open.record(squat, 100);
    await open.studio.given(open.studio.send('DELETE', `/manage/content/entries/${squat}`));
    expect((await open.get(`/${squat}`)).body).toMatchObject({ contentEntryId: squat, entryCount: 1 });
    expect((await open.get(`/${squat}/history`)).body.data).toMatchObject([{ id, value: 100 }]);
    const sent = await open.send('POST', '/entries', { contentEntryId: squat, value: 110 });
    expect(problem(sent)).toEqual([409, 'content_archived', undefined]);
    expect(open.studio.events()).toEqual([]);
    expect((await open.send('PUT', `/entries/${id}`, { value: 101 })).status).toBe(200);
    expect((await open.get('')).body.data).toEqual([]);
  });

  test('404 while it was never published, or at another site', async () => {
    const draft = await open.addMetric({}, { status: 'draft' });
    const { body: site } = await open.studio.post('/v2/sites', { name: 'Uptown' });
    const elsewhere = await open.addMetric({}, { siteIds: [site.id] });
    for (const metric of [draft, elsewhere]) {
      await open.studio.send('DELETE', `/manage/content/entries/${metric}`);
      expect((await open.get(`/${metric}`)).status).toBe(404);
      const sent = await open.send('POST', '/entries', { contentEntryId: metric, value: 110 });
      expect(problem(sent)).toEqual([400, 'resource_missing', 'contentEntryId']);
    }
  });
});

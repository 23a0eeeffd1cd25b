import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openMetrics, PATH } from './set-up.ts';

let squat: string;
const open = forEachTest(openMetrics);
beforeEach(async () => {
  squat = await open.studio.given(open.addMetric());
});

const facts = () =>
  open.studio.db
    .query(`select sourceId, value, at, takenBackAt is not null as isBack from facts where kind = 'metric_entry'`)
    .all();

describe('POST /v2/member/metrics/entries', () => {
  test('201 the first is a best and raises no best; what beats it does', async () => {
    const first = await open.record(squat, 100.5, { notes: 'Easy', unit: 'kg' });
    expect(first).toMatchObject({
      object: 'metric_entry',
      clientId: open.clientId,
      contentEntryId: squat,
      value: 100.5,
      unit: 'kg',
      reps: null,
      recordedAt: '2026-03-02T08:00:00.000Z',
      source: 'manual',
      sessionId: null,
      challengeId: null,
      notes: 'Easy',
      visibility: 'leaderboard',
      normalizedValue: 100.5,
      isPersonalBest: true,
      previousBest: null,
      improvement: null,
    });
    expect(open.studio.eventsInFull()).toMatchObject([
      {
        type: 'metric.recorded',
        data: {
          entryId: first.id,
          contentEntryId: squat,
          clientId: open.clientId,
          value: 100.5,
          unit: 'kg',
          previousBest: null,
        },
      },
      { type: 'streak.extended' },
    ]);
    const second = await open.record(squat, 225, { unit: 'lb' });
    expect(second).toMatchObject({ value: 225, unit: 'lb', normalizedValue: 102.0583, isPersonalBest: true });
    expect([second.previousBest, second.improvement]).toEqual([221.5646, 3.4354]);
    expect(open.studio.eventsInFull().map(({ type, data }) => [type, data.value, data.previousBest])).toEqual([
      ['metric.recorded', 225, 221.5646],
      ['metric.personal_best', 225, 221.5646],
    ]);
    const third = await open.record(squat, 102);
    expect(third).toMatchObject({ isPersonalBest: false, previousBest: 102.0583, improvement: -0.0583 });
    expect(open.studio.events()).toEqual(['metric.recorded']);
    expect(facts()).toEqual([
      { sourceId: first.id, value: 100.5, at: '2026-03-02T08:00:00.000Z', isBack: 0 },
      { sourceId: second.id, value: 102.05828325, at: '2026-03-02T08:00:00.000Z', isBack: 0 },
      { sourceId: third.id, value: 102, at: '2026-03-02T08:00:00.000Z', isBack: 0 },
    ]);
  });

  test('201 a best of its repetitions raises the event too; an equal one does not', async () => {
    await open.record(squat, 120);
    expect(await open.record(squat, 100, { reps: 5 })).toMatchObject({ isPersonalBest: true, previousBest: null });
    expect(open.studio.events()).toEqual(['metric.recorded', 'streak.extended', 'metric.recorded']);
    const best = await open.record(squat, 105, { reps: 5 });
    expect(best).toMatchObject({ isPersonalBest: true, previousBest: 100, improvement: 5 });
    expect(open.studio.events()).toEqual(['metric.recorded', 'metric.personal_best']);
    expect(await open.record(squat, 105, { reps: 5 })).toMatchObject({ isPersonalBest: false, previousBest: 120 });
    // No scheme of the metric.
    expect(await open.record(squat, 90, { reps: 3 })).toMatchObject({ isPersonalBest: false });
    expect(open.studio.events()).toEqual(['metric.recorded', 'metric.recorded']);
  });

  test('201 one that was measured earlier is compared with those before it, and raises no best', async () => {
    await open.record(squat, 100, { recordedAt: '2026-01-01T08:00:00Z' });
    await open.studio.given(open.record(squat, 120, { recordedAt: '2026-03-01T08:00:00Z' }));
    const between = await open.record(squat, 110, { recordedAt: '2026-02-01T08:00:00+01:00' });
    expect(between).toMatchObject({ recordedAt: '2026-02-01T07:00:00.000Z', isPersonalBest: true, previousBest: 100 });
    expect(open.studio.events()).toEqual(['metric.recorded']);
  });

  test('201 lower values are better where the metric says so', async () => {
    const row = await open.addMetric({ dimension: 'duration', direction: 'lower_is_better' }, { title: '500 m row' });
    await open.record(row, 2, { unit: 'min' });
    expect(await open.record(row, 110.5)).toMatchObject({
      unit: 's',
      isPersonalBest: true,
      previousBest: 120,
      improvement: 9.5,
    });
    expect(await open.record(row, 115)).toMatchObject({ isPersonalBest: false, improvement: -4.5 });
  });

  test('201 in a session, whose site has the fact', async () => {
    const { body: site } = await open.studio.post('/v2/sites', { name: 'Uptown' });
    const sessionId = await addSession(open.studio, { siteId: site.id });
    await addBooking(open.studio, open.clientId, sessionId);
    await open.record(squat, 100, { sessionId, source: 'class', visibility: 'leaderboard' });
    expect(open.studio.db.query('select siteId from facts').all()).toEqual([{ siteId: site.id }]);
  });

  test('400 every value that is wrong', async () => {
    const wrong = async (fields: object): Promise<unknown[]> =>
      problemsOf(await open.send('POST', '/entries', { contentEntryId: squat, value: 1, ...fields }));
    const video = (await addEntry(open.studio)).id;
    const draft = await open.addMetric({}, { status: 'draft' });
    const bad = 'parameter_invalid';
    expect(await wrong({ unit: 'km' })).toEqual([400, `unit ${bad}`]);
    expect(await wrong({ unit: 'stone' })).toEqual([400, `unit ${bad}`]);
    expect(await wrong({ source: 'import' })).toEqual([400, `source ${bad}`]);
    expect(await wrong({ source: 'staff' })).toEqual([400, `source ${bad}`]);
    expect(await wrong({ reps: 0, visibility: 'all' })).toEqual([400, `reps ${bad}`, `visibility ${bad}`]);
    const missing = 'resource_missing';
    const all = { value: -1, recordedAt: '2026-03-02T08:00:01Z', sessionId: UNKNOWN, challengeId: UNKNOWN };
    expect(await wrong(all)).toEqual([
      400,
      `value ${bad}`,
      `recordedAt ${bad}`,
      `sessionId ${missing}`,
      `challengeId ${missing}`,
    ]);
    for (const contentEntryId of [UNKNOWN, video, draft]) {
      expect(await wrong({ contentEntryId })).toEqual([400, `contentEntryId ${missing}`]);
    }
    expect(open.studio.events()).toEqual([]);
  });

  test('403 a metric that is locked; staff enter values through members:act', async () => {
    const locked = await open.addMetric({}, { access: 'package' });
    const { status, body } = await open.send('POST', '/entries', { contentEntryId: locked, value: 1 });
    expect([status, body.error.code]).toEqual([403, 'content_locked']);
    expect((await open.get(`/${locked}`)).status).toBe(403);
    const headers = { 'x-client-id': open.clientId };
    const made = await open.studio.post(
      `${PATH}/entries`,
      { contentEntryId: squat, value: 80, source: 'staff' },
      headers,
    );
    expect([made.status, made.body.source]).toEqual([201, 'staff']);
    const path = `/v2/member/metrics/entries/${made.body.id}`;
    expect((await open.studio.send('PUT', path, { value: 81 }, headers)).body.source).toBe('staff');
    // What a member changes is no longer what staff measured.
    expect((await open.studio.send('PUT', path, { value: 200 }, open.member.headers)).body.source).toBe('manual');
  });
});

describe('PUT /v2/member/metrics/entries/{id}', () => {
  test('200 replaces, recomputes bests, and raises nothing', async () => {
    const first = await open.record(squat, 100, { reps: 5, notes: 'Deep', recordedAt: '2026-02-01T08:00:00Z' });
    const second = await open.studio.given(open.record(squat, 110));
    const put = await open.send('PUT', `/entries/${first.id}`, { value: 120, unit: 'kg' });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ id: first.id, value: 120, reps: null, notes: null, recordedAt: first.recordedAt });
    expect((await open.get(`/${squat}`)).body.personalBest).toMatchObject({ value: 120, entryId: first.id });
    expect(open.studio.events()).toEqual([]);
    expect(facts()).toMatchObject([
      { sourceId: first.id, value: 100, isBack: 1 },
      { sourceId: second.id, isBack: 0 },
      { sourceId: first.id, value: 120, isBack: 0 },
    ]);
    const noted = await open.send('PUT', `/entries/${first.id}`, { value: 120, notes: 'Only a note' });
    expect(facts()).toHaveLength(3);
    await open.studio.time.moveTo(open.studio.time.now() + 1000);
    const again = await open.send('PUT', `/entries/${first.id}`, { value: 120, notes: 'Only a note' });
    expect([again.status, again.body]).toEqual([200, noted.body]);
  });

  test('200 keeps the days on which it counts, also after the home site has moved to another time zone', async () => {
    const { id } = await open.record(squat, 100, { recordedAt: '2026-03-01T20:00:00.000Z' });
    const dates = () =>
      open.studio.db.query('select localDate, homeDate from facts where takenBackAt is null order by number').all();
    const [siteId] = open.studio.db.query('select id from sites').values().flat();
    await open.studio.given(open.studio.patch(`/v2/sites/${siteId}`, { timezone: 'Pacific/Auckland' }));
    expect((await open.send('PUT', `/entries/${id}`, { value: 105 })).status).toBe(200);
    expect(dates()).toEqual([{ localDate: '2026-03-01', homeDate: '2026-03-01' }]);
    const { body } = await open.studio.get('/v2/member/streaks?type=daily_activity', { 'x-client-id': open.clientId });
    expect(body.data[0]).toMatchObject({ length: 1, startedOn: '2026-03-01' });
    expect(open.studio.events()).toEqual([]);
    // Another time has another day.
    await open.send('PUT', `/entries/${id}`, { value: 105, recordedAt: '2026-03-01T20:00:01.000Z' });
    expect(dates()).toEqual([{ localDate: '2026-03-02', homeDate: '2026-03-02' }]);
    expect(open.studio.events()).toEqual(['streak.extended']);
  });

  test('404 an entry of somebody else', async () => {
    const entry = await open.record(squat, 100);
    const other = await open.studio.signIn(
      (await open.studio.post('/v2/clients', { firstName: 'Bo', lastName: 'X', email: 'bo@example.com' })).body.id,
    );
    open.studio.events();
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/share'],
    ] as const) {
      const body = method === 'PUT' ? { value: 1 } : undefined;
      const { status } = await open.studio.send(method, `${PATH}/entries/${entry.id}${path}`, body, other.headers);
      expect([method, status]).toEqual([method, 404]);
    }
    expect(open.studio.events()).toEqual([]);
  });
});

describe('DELETE /v2/member/metrics/entries/{id}', () => {
  test('200 the best before it is the best again, and the fact is taken back', async () => {
    const first = await open.record(squat, 100);
    const second = await open.studio.given(open.record(squat, 110));
    const { status, body } = await open.send('DELETE', `/entries/${second.id}`);
    expect([status, body]).toEqual([200, { id: second.id, object: 'metric_entry', deleted: true }]);
    expect((await open.get(`/${squat}`)).body).toMatchObject({
      entryCount: 1,
      personalBest: { entryId: first.id, previousValue: null },
    });
    expect(facts()).toMatchObject([{ isBack: 0 }, { isBack: 1 }]);
    expect((await open.send('DELETE', `/entries/${second.id}`)).status).toBe(404);
    await open.send('DELETE', `/entries/${first.id}`);
    expect((await open.get(`/${squat}`)).body).toMatchObject({ entryCount: 0, personalBest: null, latest: null });
    expect(open.studio.events()).toEqual([]);
  });
});

describe('PATCH /manage/content/entries/{id} of a metric', () => {
  const patch = (metricDefinition: object | null, fields: object = {}) =>
    open.studio.patch(`/manage/content/entries/${squat}`, { metricDefinition, ...fields });

  test('409 another dimension or direction while it has entries', async () => {
    expect((await patch({ direction: 'lower_is_better' })).status).toBe(200);
    expect((await patch({ direction: 'higher_is_better' })).status).toBe(200);
    const { id } = await open.studio.given(open.record(squat, 100));
    const changes = [
      patch({ direction: 'lower_is_better' }),
      patch({ dimension: 'distance', baseUnit: 'm' }),
      patch(null, { type: 'video' }),
    ];
    for (const { status, body } of await Promise.all(changes))
      expect([status, body.error.code]).toEqual([409, 'in_use']);
    expect((await patch({ repSchemes: [3] }, { title: 'Squat' })).status).toBe(200);
    await open.send('DELETE', `/entries/${id}`);
    expect((await patch({ direction: 'lower_is_better' })).status).toBe(200);
    expect(open.studio.events()).toEqual([]);
  });

  test('409 while a leaderboard ranks by it, also without entries', async () => {
    const board = { name: 'Lifts', rankBy: 'metric', metricContentEntryId: squat, periodType: 'weekly' };
    const { body } = await open.studio.post('/manage/leaderboards', board);
    for (const change of [() => patch({ direction: 'lower_is_better' }), () => patch(null, { type: 'video' })]) {
      expect(await change()).toMatchObject({ status: 409, body: { error: { code: 'in_use' } } });
    }
    await open.studio.delete(`/manage/leaderboards/${body.id}`);
    expect((await patch(null, { type: 'video' })).status).toBe(200);
  });

  test('409 while there is an award by it, whose threshold is in its base unit, also an archived one', async () => {
    const award = { name: 'Strong', trigger: 'metric', metricContentEntryId: squat, threshold: 100 };
    const body = await open.studio.given(open.studio.post('/manage/awards', award));
    const changes = [() => patch({ dimension: 'distance', baseUnit: 'm' }), () => patch(null, { type: 'video' })];
    for (const change of changes) {
      expect(await change()).toMatchObject({ status: 409, body: { error: { code: 'in_use' } } });
    }
    await open.studio.delete(`/manage/awards/${body.id}`);
    for (const change of changes) expect((await change()).status).toBe(409);
    expect((await patch({ repSchemes: [3] }, { title: 'Squat' })).status).toBe(200);
    expect(open.studio.events()).toEqual([]);
  });
});

import { afterEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { MANAGE, openBoards, settled } from './set-up.ts';

const open = forEachTest(openBoards);
afterEach(() => open.studio.app.stop());

const visits = { name: 'Visits', rankBy: 'attendance', periodType: 'weekly' };
const paramsOf = (body: { error: { details: { param: string }[] } }): string[] =>
  body.error.details.map(({ param }) => param).sort();

describe('POST /manage/leaderboards', () => {
  test('201 with its defaults; it raises nothing', async () => {
    const { status, body } = await open.studio.post(MANAGE, {
      ...visits,
      key: 'visits',
      siteId: MAIN_SITE,
      scope: 'site',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        object: 'leaderboard',
        key: 'visits',
        name: 'Visits',
        description: null,
        rankBy: 'attendance',
        metricContentEntryId: null,
        challengeId: null,
        scope: 'site',
        siteId: MAIN_SITE,
        divisions: [],
        order: 'desc',
        periodType: 'weekly',
        timezone: 'America/New_York',
        startDate: '2026-03-02',
        endDate: null,
        currentPeriodId: expect.any(String),
        status: 'active',
        participantCount: 0,
        isOptInRequired: false,
        archivedAt: null,
        metadata: {},
        externalId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    await settled(open.studio);
    expect(open.studio.events()).toEqual([]);
    expect((await open.studio.get(`${MANAGE}/${body.id}`)).body).toEqual(body);
    expect((await open.studio.get(`${MANAGE}?rank_by=attendance`)).body.data).toEqual([body]);
    expect((await open.studio.get(`${MANAGE}?rank_by=streak`)).body.data).toEqual([]);
  });

  test('400 with everything that does not go together', async () => {
    const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [] };
    const metric = await addEntry(open.studio, { title: 'Squat', type: 'metric', metricDefinition });
    const wrong: readonly (readonly [object, readonly string[]])[] = [
      [{ rankBy: 'points' }, ['challengeId']],
      [{ periodType: 'challenge' }, ['challengeId']],
      [{ divisions: ['Gold'] }, ['challengeId']],
      [{ divisions: ['Gold', 'Gold '], challengeId: UNKNOWN }, ['divisions']],
      [{ challengeId: UNKNOWN }, ['challengeId']],
      [{ rankBy: 'metric' }, ['metricContentEntryId']],
      [{ rankBy: 'metric', metricContentEntryId: UNKNOWN }, ['metricContentEntryId']],
      [{ metricContentEntryId: UNKNOWN }, ['metricContentEntryId']],
      [{ scope: 'site' }, ['siteId']],
      [{ siteId: MAIN_SITE }, ['siteId']],
      [{ siteId: UNKNOWN, scope: 'site' }, ['siteId']],
      [{ startDate: '2026-03-05', endDate: '2026-03-04', rankBy: 'metric' }, ['endDate', 'metricContentEntryId']],
      [{ periodType: 'daily', startDate: '2025-01-01' }, ['startDate']],
      [{ startDate: '9999-12-31' }, ['startDate']],
      [{ endDate: '9999-12-31' }, ['endDate']],
      [{ metricContentEntryId: metric.id }, ['metricContentEntryId']],
    ];
    for (const [fields, params] of wrong) {
      const { status, body } = await open.studio.post(MANAGE, { ...visits, ...fields });
      expect([fields, status, paramsOf(body)]).toEqual([fields, 400, [...params]]);
    }
    await open.board({ key: 'mine' });
    expect((await open.studio.post(MANAGE, { ...visits, key: 'mine' })).status).toBe(400);
  });

  test('409 beyond 100 of them', async () => {
    for (let made = 0; made < 100; made += 1) await open.studio.post(MANAGE, { ...visits, periodType: 'all_time' });
    const { status, body } = await open.studio.post(MANAGE, visits);
    expect([status, body.error.code]).toEqual([409, 'limit_reached']);
    await settled(open.studio);
  });

  test('upcoming before its start date', async () => {
    const board = await open.board({ startDate: '2026-03-09', periodType: 'weekly' });
    const client = await open.client();
    expect(await open.read(client, `/${board}`)).toMatchObject({ status: 'upcoming', currentPeriodId: null });
    expect(await open.top(client, board)).toEqual([]);
    expect(await open.read(client, '/summary')).toMatchObject({ boards: [], bestRank: null });
  });
});

describe('PATCH and DELETE', () => {
  test('the names change; what the values mean does not; it raises nothing', async () => {
    const board = await open.board({ key: 'one' });
    await open.board({ key: 'two' });
    const change = (body: object) => open.studio.patch(`${MANAGE}/${board}`, body);
    expect((await change({ name: 'Most visits', description: 'Of all' })).body).toMatchObject({
      name: 'Most visits',
      description: 'Of all',
      key: 'one',
    });
    expect((await change({ rankBy: 'streak' })).status).toBe(400);
    expect((await change({ key: 'two' })).status).toBe(400);
    expect((await change({ endDate: '9999-12-31' })).status).toBe(400);
    expect((await change({ endDate: '9998-12-31' })).body).toMatchObject({ endDate: '9998-12-31', status: 'active' });
    expect((await change({ key: 'one' })).status).toBe(200);
    expect(open.studio.events()).toEqual([]);
  });

  test('archived: members do not find it, and nothing changes in it', async () => {
    const board = await open.board();
    const client = await open.client();
    await open.visit(client, '2026-03-01T12:00:00.000Z');
    const removed = await open.studio.delete(`${MANAGE}/${board}`);
    expect([removed.status, removed.body]).toMatchObject([200, { id: board, deleted: true, archived: true }]);
    expect((await open.studio.delete(`${MANAGE}/${board}`)).body).toEqual(removed.body);
    const found = await open.studio.get(`/v2/member/leaderboards/${board}`, { 'x-client-id': client });
    expect([found.status, (await open.read(client, '')).data]).toEqual([404, []]);
    expect((await open.studio.get(MANAGE)).body.data).toEqual([]);
    await open.visit(client, '2026-02-28T12:00:00.000Z');
    expect((await open.studio.get(`${MANAGE}/${board}`)).body).toMatchObject({
      status: 'archived',
      participantCount: 1,
    });
    expect((await open.studio.patch(`${MANAGE}/${board}`, { name: 'Other' })).body.error.code).toBe(
      'leaderboard_archived',
    );
  });
});

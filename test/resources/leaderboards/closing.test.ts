import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ApiResponse } from '../../helpers/api.ts';
import { forEachTest } from '../../helpers/api.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { waitFor } from '../../helpers/wait.ts';
import { openBoards, settled } from './set-up.ts';

let ann: string;
let ben: string;
let cy: string;
let board: string;
// Monday, 11 p.m. in New York.
const open = forEachTest(() => openBoards('2026-03-03T04:00:00.000Z'));
beforeEach(async () => {
  ann = await open.client({ firstName: 'Ann', lastName: 'Lee', leaderboardVisibility: 'visible' });
  ben = await open.client({ firstName: 'Ben', lastName: 'Ray' });
  cy = await open.client({ firstName: 'Cy', lastName: 'Poe' });
  board = await open.board({ periodType: 'daily' });
});
afterEach(() => open.studio.app.stop());

const periods = async (query = ''): Promise<ApiResponse['body'][]> =>
  (await open.read(ann, `/${board}/periods${query}`)).data;
const skipTo = (at: string): Promise<unknown> => open.studio.time.skipTo(Date.parse(at));
const closings = () => open.studio.eventsInFull().filter(({ type }) => type === 'leaderboard.period_closed');
/** All that a period has, as the database holds it. */
const snapshot = (id: string): unknown =>
  open.studio.db.query('select * from leaderboardScores where periodId = ? order by id').all(id);

describe('periods', () => {
  test('are made ahead, and listed by their status, the newest first', async () => {
    const all = await periods('?limit=100');
    expect(all).toHaveLength(16);
    expect(all.at(-1)).toMatchObject({
      object: 'leaderboard_period',
      label: '2026-03-02',
      status: 'current',
      participantCount: 0,
      winner: null,
      startsAt: '2026-03-02T05:00:00.000Z',
      endsAt: '2026-03-03T05:00:00.000Z',
    });
    expect(all.at(-2)).toMatchObject({ label: '2026-03-03', status: 'upcoming' });
    expect(await periods('?status=current')).toEqual(all.slice(-1));
    expect(await periods('?status=closed')).toEqual([]);
    await skipTo('2026-03-03T05:00:00.000Z');
    const labels = async (status: string) =>
      (await periods(`?status=${status}`)).map((each) => [each.label, each.status]);
    expect(await labels('current')).toEqual([['2026-03-03', 'current']]);
    expect(await labels('closing')).toEqual([['2026-03-02', 'closing']]);
    expect(await labels('closed')).toEqual([]);
    expect((await open.read(ann, `/${board}`)).currentPeriodId).toBe((await periods('?status=current'))[0].id);
    // The job makes what is missing.
    open.studio.db.run('delete from leaderboardPeriods where startsAt > ?', ['2026-03-10T00:00:00.000Z']);
    await skipTo('2026-03-03T05:01:00.000Z');
    await waitFor(async () => (await periods('?limit=100')).length === 16);
  });

  test('close an hour after their end, on reading at once, and raise it once', async () => {
    const [{ id }] = (await periods('?status=current')) as [ApiResponse['body']];
    await open.visit(ann, '2026-03-02T07:00:00.000Z');
    await open.visit(ben, '2026-03-02T06:00:00.000Z');
    await skipTo('2026-03-03T05:30:00.000Z');
    // Within the hour, what happened before the end still counts there, and what happens now in the next period.
    await open.visit(cy, '2026-03-03T04:30:00.000Z', '2026-03-03T05:10:00.000Z');
    expect(await open.top(ann, board, `?period_id=${id}`)).toEqual(['1 Ben R. 1', '1 Ann Lee 1', '1 Cy P. 1']);
    expect(await open.top(ann, board)).toEqual(['1 Cy P. 1']);
    expect(closings()).toEqual([]);
    await skipTo('2026-03-03T06:00:00.000Z');
    const winners = [ben, ann, cy].map((clientId) => ({ clientId, rank: 1, value: 1 }));
    const raised = closings();
    expect(raised.map(({ data }) => data)).toEqual([
      { siteId: expect.any(String), leaderboardId: board, periodId: id, winners },
    ]);
    const [closed] = (await periods('?status=closed')) as [ApiResponse['body']];
    expect(closed).toMatchObject({
      id,
      status: 'closed',
      participantCount: 3,
      winner: { displayName: 'Ben R.', value: 1, formattedValue: '1 visit' },
    });
    const before = snapshot(id);
    const [late] = await open.visit(ann, '2026-03-02T20:00:00.000Z');
    expect(late).toBeDefined();
    await open.studio.patch(`/v2/clients/${cy}`, { leaderboardVisibility: 'hidden' });
    await open.studio.delete(`/v2/clients/${ben}`);
    expect(snapshot(id)).toEqual(before);
    expect(await open.top(ann, board, `?period_id=${id}`)).toEqual(['1 Ben R. 1', '1 Ann Lee 1', '1 Anonymous 1']);
    expect(await open.rank(ann, board, `?period_id=${id}`)).toMatchObject({ rank: 1, value: 1, participantCount: 3 });
    await skipTo('2026-03-03T06:05:00.000Z');
    expect(closings()).toEqual([]);
  });

  test('a hidden member sees no winner but oneself, nor does one who has not opted in where that is required', async () => {
    const optIn = await open.board({ periodType: 'daily', isOptInRequired: true });
    await open.visit(ann, '2026-03-02T06:00:00.000Z', '2026-03-02T07:00:00.000Z');
    await open.visit(ben, '2026-03-02T08:00:00.000Z');
    await skipTo('2026-03-03T06:00:00.000Z');
    const winners = async (clientId: string, id: string): Promise<(string | null)[]> => {
      const { data } = await open.read(clientId, `/${id}/periods?status=closed`);
      return data.map(({ winner }: ApiResponse['body']) => winner?.displayName ?? null);
    };
    // Ben shows initials.
    expect([await winners(ben, board), await winners(ben, optIn)]).toEqual([['Ann Lee'], [null]]);
    for (const id of [ann, ben]) await open.studio.patch(`/v2/clients/${id}`, { leaderboardVisibility: 'hidden' });
    expect([await winners(ben, board), await winners(ann, board)]).toEqual([[null], ['Ann L.']]);
    const [period] = (await periods('?status=closed')) as [ApiResponse['body']];
    const path = `?period_id=${period.id}`;
    expect(await open.rank(ben, board, path)).toMatchObject({ value: 1, gapToNext: null, neighbors: [] });
    expect(await open.rank(cy, board, path)).toMatchObject({ rank: null, gapToNext: null });
  });

  test('an erased client stays in a snapshot without the name', async () => {
    const [{ id }] = (await periods('?status=current')) as [ApiResponse['body']];
    await open.visit(ben, '2026-03-02T06:00:00.000Z');
    await skipTo('2026-03-03T06:00:00.000Z');
    expect((await open.studio.post(`/manage/clients/${ben}/erase`, {})).status).toBe(200);
    expect(await open.top(ann, board, `?period_id=${id}`)).toEqual(['1 Anonymous 1']);
    expect((await periods('?status=closed'))[0].winner).toMatchObject({ displayName: 'Anonymous' });
  });

  test('that were over before the leaderboard was created are counted, and raise nothing', async () => {
    await open.studio.given(open.visit(ann, '2026-02-20T12:00:00.000Z', '2026-02-21T12:00:00.000Z'));
    board = await open.board({ periodType: 'weekly', startDate: '2026-02-16' });
    await skipTo('2026-03-03T04:02:00.000Z');
    expect(closings()).toEqual([]);
    const closed = await periods('?status=closed');
    expect(closed.map(({ label, winner }) => [label, winner?.value ?? null])).toEqual([
      ['2026-W09', null],
      ['2026-W08', 2],
    ]);
  });

  test('end with the leaderboard; another end moves the current period', async () => {
    board = await open.board({ periodType: 'weekly' });
    const change = (body: object) => open.studio.patch(`/manage/leaderboards/${board}`, body);
    expect((await change({ endDate: '2026-03-01' })).status).toBe(400);
    expect((await change({ endDate: '2026-03-04' })).body).toMatchObject({ endDate: '2026-03-04', status: 'active' });
    expect((await periods()).map(({ endsAt }) => endsAt)).toEqual(['2026-03-05T05:00:00.000Z']);
    expect((await change({ endDate: '2026-03-10' })).status).toBe(200);
    const ends = (await periods()).map(({ endsAt }) => endsAt);
    expect(ends).toEqual(['2026-03-11T04:00:00.000Z', '2026-03-09T04:00:00.000Z']);
    expect((await change({ endDate: '2026-03-02' })).status).toBe(200);
    await skipTo('2026-03-03T05:00:00.000Z');
    expect(await open.read(ann, `/${board}`)).toMatchObject({ status: 'ended', currentPeriodId: null });
    expect((await change({ endDate: '2026-03-20' })).status).toBe(400);
  });

  test('another end keeps who takes part before the beginning, and counts a visit only while it is before it', async () => {
    const challengeId = await addChallenge(open.studio, { startDate: '2026-03-20', endDate: '2026-03-30' });
    const points = { rankBy: 'points', challengeId, periodType: 'all_time', startDate: '2026-03-10' };
    const upcoming = await open.board(points);
    await open.studio.send('POST', `/v2/member/challenges/${challengeId}/enroll`, ACCEPT, { 'x-client-id': ann });
    const change = (id: string, endDate: string) => open.studio.patch(`/manage/leaderboards/${id}`, { endDate });
    expect((await change(upcoming, '2026-04-30')).status).toBe(200);
    // Two minutes to the midnight of Monday in New York.
    await skipTo('2026-03-09T03:58:00.000Z');
    board = await open.board({ periodType: 'weekly' });
    await open.visit(ann, '2026-03-09T04:01:00.000Z');
    expect((await change(board, '2026-03-08')).status).toBe(200);
    expect((await periods()).map(({ participantCount }) => participantCount)).toEqual([0]);
    expect((await change(board, '2026-03-15')).status).toBe(200);
    await settled(open.studio);
    expect((await periods()).map(({ label, participantCount }) => [label, participantCount])).toEqual([
      ['2026-W11', 1],
      ['2026-W10', 0],
    ]);
    await skipTo('2026-03-10T05:00:00.000Z');
    expect(await open.top(ann, upcoming)).toEqual(['1 Ann Lee 0']);
  });

  test('of a challenge that is archived raise nothing when they close', async () => {
    const days = { startDate: '2026-03-02', endDate: '2026-03-03' };
    const ids = [await addChallenge(open.studio, days), await addChallenge(open.studio, days)];
    for (const challengeId of ids) {
      await open.board({ rankBy: 'points', challengeId, periodType: 'challenge' });
      await open.studio.send('POST', `/v2/member/challenges/${challengeId}/enroll`, ACCEPT, { 'x-client-id': ann });
    }
    await open.studio.delete(`/manage/challenges/${ids[1]}`);
    await open.studio.delete(`/manage/leaderboards/${board}`);
    closings();
    await skipTo('2026-03-04T06:02:00.000Z');
    await waitFor(
      () =>
        open.studio.db
          .query('select 1 from leaderboardPeriods where closesAt <= ? and closedAt is null and leaderboardId <> ?')
          .get('2026-03-04T06:02:00.000Z', board) === null,
    );
    expect(closings().map(({ data }) => data.winners)).toEqual([[{ clientId: ann, rank: 1, value: 0 }]]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openBoards } from './set-up.ts';

const day = (date: number, time = '12:00'): string => `2026-02-${String(date).padStart(2, '0')}T${time}:00.000Z`;
const days = (...dates: number[]): string[] => dates.map((date) => day(date));

let clients: string[];
const open = forEachTest(openBoards);
beforeEach(async () => {
  clients = [];
  for (const firstName of ['Ann', 'Ben', 'Cy', 'Di', 'Ed', 'Flo']) {
    clients.push(await open.client({ firstName, lastName: 'Lee' }));
  }
});
afterEach(() => open.studio.app.stop());

const [ANN, BEN, CY, DI, FLO] = [0, 1, 2, 3, 5];
const of = (index: number | undefined): string => clients[index ?? 0] ?? '';

describe('visits of all time', () => {
  test('1, 2, 2, 4; a tie by the earlier achievement; facts from before count', async () => {
    await open.visit(of(ANN), ...days(1, 2, 3, 9));
    await open.visit(of(BEN), ...days(1, 2, 8));
    const board = await open.board();
    await open.visit(of(CY), ...days(4, 5, 6));
    await open.visit(of(DI), ...days(4, 5));
    expect(await open.top(of(DI), board)).toEqual(['1 Ann L. 4', '2 Cy L. 3', '2 Ben L. 3', '4 Di L. 2']);
    const { data } = await open.read(of(DI), `/${board}/top`);
    expect(data[3]).toEqual({
      id: expect.any(String),
      object: 'leaderboard_entry',
      rank: 4,
      displayName: 'Di L.',
      value: 2,
      formattedValue: '2 visits',
      isMe: true,
      achievedAt: day(5),
      siteName: 'Main',
    });
    expect(await open.read(of(DI), `/${board}`)).toMatchObject({
      object: 'leaderboard',
      id: board,
      rankBy: 'attendance',
      scope: 'brand',
      siteId: null,
      divisions: [],
      order: 'desc',
      periodType: 'all_time',
      timezone: 'America/New_York',
      startDate: '1970-01-01',
      endDate: null,
      status: 'active',
      participantCount: 4,
      isOptInRequired: false,
      currentPeriodId: expect.any(String),
    });
  });

  test('my-rank has the percentile, the gap and two neighbors on either side, without oneself', async () => {
    const board = await open.board();
    for (const [index, visits] of [6, 5, 4, 4, 2, 1].entries()) {
      await open.visit(of(index), ...days(...Array.from({ length: visits }, (_, at) => at + 1)));
    }
    const rank = await open.rank(of(DI), board);
    expect(rank).toMatchObject({
      object: 'leaderboard_rank',
      rank: 3,
      value: 4,
      formattedValue: '4 visits',
      percentile: 33.33,
      previousRank: null,
      rankChange: null,
      participantCount: 6,
      gapToNext: 1,
      isParticipating: true,
    });
    const names = rank.neighbors.map((each: { rank: number; displayName: string }) => [each.rank, each.displayName]);
    expect(names).toEqual([
      [2, 'Ben L.'],
      [3, 'Cy L.'],
      [5, 'Ed L.'],
      [6, 'Flo L.'],
    ]);
    expect(await open.rank(of(ANN), board)).toMatchObject({ rank: 1, gapToNext: null, percentile: 83.33 });
    expect(await open.rank(of(FLO), board)).toMatchObject({ rank: 6, gapToNext: 1, percentile: 0 });
  });

  test('pages by the id of an entry, with the right ranks amid a tie', async () => {
    const board = await open.board();
    for (const [index, visits] of [3, 2, 2, 2, 1, 1].entries()) {
      await open.visit(of(index), ...days(...Array.from({ length: visits }, (_, at) => at + 1 + index)));
    }
    const all = ['1 Ann L. 3', '2 Ben L. 2', '2 Cy L. 2', '2 Di L. 2', '5 Ed L. 1', '5 Flo L. 1'];
    expect(await open.top(of(ANN), board)).toEqual(all);
    let path = '?limit=2';
    const seen: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      seen.push(...(await open.top(of(ANN), board, path)));
      const { nextCursor, hasMore } = await open.read(of(ANN), `/${board}/top${path}`);
      expect(hasMore).toBe(page < 2);
      path = `?limit=2&starting_after=${nextCursor}`;
    }
    expect(seen).toEqual(all);
    const last = (await open.read(of(ANN), `/${board}/top?limit=100`)).data[5].id;
    expect(await open.top(of(ANN), board, `?limit=3&ending_before=${last}`)).toEqual(all.slice(2, 5));
    const wrong = await open.studio.get(`/v2/member/leaderboards/${board}/top?starting_after=${UNKNOWN}`, {
      'x-client-id': of(ANN),
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'cursor_invalid']);
  });

  test('no value: rank null; an unknown period or division: an empty top', async () => {
    const board = await open.board();
    await open.visit(of(BEN), day(1));
    const none = {
      object: 'leaderboard_rank',
      rank: null,
      value: null,
      formattedValue: null,
      percentile: null,
      previousRank: null,
      rankChange: null,
      gapToNext: null,
      neighbors: [],
      isParticipating: false,
    };
    expect(await open.rank(of(ANN), board)).toMatchObject({ ...none, participantCount: 1 });
    expect(await open.rank(of(BEN), board, `?period_id=${UNKNOWN}`)).toMatchObject({ ...none, participantCount: 0 });
    expect(await open.rank(of(BEN), board, '?division=Gold')).toMatchObject({ ...none, participantCount: 0 });
    expect(await open.top(of(BEN), board, `?period_id=${UNKNOWN}`)).toEqual([]);
    expect(await open.top(of(BEN), board, '?division=Gold')).toEqual([]);
  });

  test('the rank of the last midnight, also of a value that is taken back', async () => {
    const board = await open.board();
    await open.visit(of(ANN), ...days(1, 2, 3));
    const [booking] = await open.visit(of(BEN), ...days(1, 2));
    expect(booking).toBeDefined();
    await open.studio.time.skipTo(Date.parse('2026-03-03T04:59:00.000Z'));
    expect(await open.rank(of(ANN), board)).toMatchObject({ rank: 1, previousRank: null });
    // Midnight in New York.
    await open.studio.time.moveTo(Date.parse('2026-03-03T05:01:00.000Z'));
    expect(await open.rank(of(BEN), board)).toMatchObject({ rank: 2, previousRank: 2, rankChange: 0 });
    await open.visit(of(BEN), ...days(4, 5));
    await open.visit(of(CY), ...days(4, 5, 6, 7, 8));
    expect(await open.rank(of(BEN), board)).toMatchObject({ rank: 2, previousRank: 2, rankChange: 0 });
    expect(await open.rank(of(ANN), board)).toMatchObject({ rank: 3, previousRank: 1, rankChange: -2 });
    expect(await open.rank(of(CY), board)).toMatchObject({ rank: 1, previousRank: null, rankChange: null });
    expect(await open.read(of(ANN), '/summary')).toEqual({
      object: 'leaderboard_summary',
      boards: [{ leaderboardId: board, name: 'Visits', rank: 3, value: 3, participantCount: 3, rankChange: -2 }],
      bestRank: 3,
    });
  });
});

describe('who takes part', () => {
  test('a hidden member sees only the own entry and counts in nobody else’s rank', async () => {
    const board = await open.board();
    await open.visit(of(ANN), ...days(1, 2, 3));
    await open.visit(of(BEN), ...days(1, 2));
    await open.visit(of(CY), ...days(1));
    await open.studio.patch(`/v2/clients/${of(BEN)}`, { leaderboardVisibility: 'hidden' });
    expect(await open.top(of(ANN), board)).toEqual(['1 Ann L. 3', '2 Cy L. 1']);
    expect(await open.top(of(BEN), board)).toEqual(['2 Ben L. 2']);
    expect(await open.rank(of(BEN), board)).toMatchObject({
      rank: 2,
      participantCount: 3,
      percentile: 33.33,
      neighbors: [],
      isParticipating: true,
      gapToNext: null,
    });
    expect(await open.rank(of(CY), board)).toMatchObject({ rank: 2, participantCount: 2 });
    await open.visit(of(BEN), ...days(3, 4));
    expect(await open.rank(of(ANN), board)).toMatchObject({ rank: 1, participantCount: 2 });
    await open.studio.patch(`/v2/clients/${of(BEN)}`, { leaderboardVisibility: 'visible' });
    expect(await open.top(of(ANN), board)).toEqual(['1 Ben Lee 4', '2 Ann L. 3', '3 Cy L. 1']);
  });

  test('hiding oneself counts in a period that is about to begin, in which a door whose clock is ahead has a visit', async () => {
    const board = await open.board({ periodType: 'daily' });
    await open.studio.time.skipTo(Date.parse('2026-03-04T04:58:00Z'));
    await open.visit(of(ANN), '2026-03-04T05:01:00.000Z');
    await open.visit(of(BEN), '2026-03-04T05:01:00.000Z');
    await open.studio.patch(`/v2/clients/${of(BEN)}`, { leaderboardVisibility: 'hidden' });
    await open.studio.time.skipTo(Date.parse('2026-03-04T05:02:00Z'));
    expect(await open.top(of(ANN), board)).toEqual(['1 Ann L. 1']);
    expect(await open.top(of(BEN), board)).toEqual(['1 Ben L. 1']);
  });

  test('with opt-in, only those who are visible; the others take no part', async () => {
    const board = await open.board({ isOptInRequired: true });
    await open.visit(of(ANN), ...days(1, 2, 3));
    await open.visit(of(BEN), ...days(1, 2));
    const apart = { rank: null, value: null, percentile: null, gapToNext: null, isParticipating: false };
    for (const leaderboardVisibility of ['hidden', 'initials']) {
      await open.studio.patch(`/v2/clients/${of(ANN)}`, { leaderboardVisibility });
      expect(await open.top(of(ANN), board)).toEqual([]);
      expect(await open.rank(of(ANN), board)).toMatchObject({ ...apart, neighbors: [], participantCount: 0 });
      const { boards, bestRank } = await open.read(of(ANN), '/summary');
      expect([boards, bestRank]).toMatchObject([[{ leaderboardId: board, rank: null, value: null }], null]);
    }
    const member = await open.studio.signIn(of(BEN));
    await member.send('PATCH', '/profile', { leaderboardVisibility: 'visible' });
    expect(await open.top(of(BEN), board)).toEqual(['1 Ben Lee 2']);
    expect(await open.rank(of(BEN), board)).toMatchObject({ rank: 1, value: 2, isParticipating: true });
    expect(await open.rank(of(ANN), board)).toMatchObject({ ...apart, participantCount: 1 });
    expect(await open.read(of(BEN), `/${board}`)).toMatchObject({ participantCount: 1 });
    await open.studio.patch(`/manage/leaderboards/${board}`, { isOptInRequired: false });
    expect(await open.top(of(BEN), board)).toEqual(['1 Ann L. 3', '2 Ben Lee 2']);
  });

  test('only active clients of the site; archiving, restoring and moving follow in the same transaction', async () => {
    const { body: uptown } = await open.studio.post('/v2/sites', { name: 'Uptown' });
    const board = await open.board({ scope: 'site', siteId: uptown.id });
    await open.visit(of(ANN), ...days(1, 2));
    await open.visit(of(BEN), ...days(1));
    const asked = await open.studio.get(`/v2/member/leaderboards/${board}`, { 'x-client-id': of(ANN) });
    expect([asked.status, (await open.read(of(ANN), '')).data]).toEqual([404, []]);
    for (const index of [ANN, BEN]) await open.studio.patch(`/v2/clients/${of(index)}`, { homeLocationId: uptown.id });
    expect(await open.top(of(ANN), board)).toEqual(['1 Ann L. 2', '2 Ben L. 1']);
    expect((await open.read(of(ANN), '')).data).toHaveLength(1);
    await open.studio.delete(`/v2/clients/${of(ANN)}`);
    expect(await open.top(of(BEN), board)).toEqual(['1 Ben L. 1']);
    await open.studio.patch(`/v2/clients/${of(ANN)}`, { status: 'active' });
    expect(await open.top(of(BEN), board)).toEqual(['1 Ann L. 2', '2 Ben L. 1']);
    await open.studio.patch(`/v2/clients/${of(ANN)}`, { status: 'suspended' });
    expect(await open.top(of(BEN), board)).toEqual(['1 Ben L. 1']);
  });
});

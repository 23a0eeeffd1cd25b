import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest } from '../../helpers/api.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openBoards } from './set-up.ts';

const open = forEachTest(() => openBoards('2026-02-20T12:00:00Z'));
afterEach(() => open.studio.app.stop());

const day = (date: number): string => `2026-02-${String(date).padStart(2, '0')}T12:00:00.000Z`;

let [ann, ben, cy]: string[] = [];
beforeEach(async () => {
  ann = await open.client({ firstName: 'Ann', lastName: 'Lee' });
  ben = await open.client({ firstName: 'Ben', lastName: 'Ito', leaderboardVisibility: 'visible' });
  cy = await open.client({ firstName: 'Cy', lastName: 'Roe', leaderboardVisibility: 'hidden' });
  await open.visit(String(ann), day(16), day(17));
  await open.visit(String(ben), day(17), day(18));
  await open.visit(String(cy), day(16), day(17), day(18));
});

const top = async (board: string, query = '', headers = {}) =>
  (await open.studio.get(`/manage/leaderboards/${board}/top${query}`, headers)).body;

describe('what stands on a leaderboard', () => {
  test('whole names for who may read clients; who is hidden has no rank', async () => {
    const board = await open.board({ periodType: 'weekly' });
    open.studio.events();
    const { data } = await top(board);
    expect(data).toEqual([
      {
        id: expect.any(String),
        object: 'leaderboard_entry',
        leaderboardId: board,
        rank: 1,
        clientId: ann,
        displayName: 'Ann Lee',
        isHidden: false,
        value: 2,
        formattedValue: '2 visits',
        achievedAt: day(17),
        siteName: 'Main',
      },
      expect.objectContaining({ rank: 1, clientId: ben, displayName: 'Ben Ito', achievedAt: day(18) }),
    ]);
    expect(open.studio.events()).toEqual([]);
    expect((await top(board, '?limit=1')).hasMore).toBe(true);
    expect((await top(board, `?limit=1&starting_after=${data[0].id}`)).data).toEqual([data[1]]);
    expect((await top(board, `?period_id=${UNKNOWN}`)).data).toEqual([]);
    expect((await top(board, '?division=Masters')).data).toEqual([]);
    expect(await top(UNKNOWN)).toMatchObject({ error: { code: 'resource_not_found' } });
  });

  test('the names that members read for who may not read clients, and for clients of other sites', async () => {
    const board = await open.board();
    const names = async (headers: Record<string, string>) =>
      (await top(board, '', headers)).data.map((entry: { displayName: string; clientId: string | null }) => [
        entry.displayName,
        entry.clientId,
      ]);
    const asMembers = [
      ['Ann L.', null],
      ['Ben Ito', null],
    ];
    expect(await names(await open.studio.withKey({ scopes: ['manage'] }))).toEqual(asMembers);
    const whole = { scopes: ['manage', 'clients:read'] };
    expect(await names(await open.studio.withKey(whole))).toEqual([
      ['Ann Lee', ann ?? ''],
      ['Ben Ito', ben ?? ''],
    ]);
    const { body: uptown } = await open.studio.post('/v2/sites', { name: 'Uptown' });
    expect(await names(await open.studio.withKey({ ...whole, siteIds: [uptown.id] }))).toEqual(asMembers);
    const revoke = { permissionOverrides: { revoke: ['clients:read'] } };
    const { headers } = await addStaffKey(open.studio, { role: 'manager', ...revoke });
    expect(await names(headers)).toEqual(asMembers);
  });

  test('expand[]=leader adds the first of the current period', async () => {
    const board = await open.board();
    const empty = await open.board({ rankBy: 'watch_time', name: 'Minutes' });
    const list = async (headers = {}) =>
      (await open.studio.get('/manage/leaderboards?expand[]=leader', headers)).body.data;
    expect(await list()).toMatchObject([
      { id: empty, leader: null },
      { id: board, leader: { object: 'leaderboard_entry', displayName: 'Ann Lee', rank: 1, value: 2 } },
    ]);
    const masked = await list(await open.studio.withKey({ scopes: ['manage'] }));
    expect(masked[1].leader).toMatchObject({ displayName: 'Ann L.', clientId: null });
  });
});

describe('the periods of a leaderboard', () => {
  test('a closed period has its winner, also one who has hidden since', async () => {
    const board = await open.board({ periodType: 'weekly' });
    await open.studio.time.skipTo(Date.parse('2026-02-23T12:00:00Z'));
    const periods = async (query = '') =>
      (await open.studio.get(`/manage/leaderboards/${board}/periods${query}`)).body.data;
    const [closed, ...others] = await periods('?status=closed');
    expect([closed, others]).toEqual([
      expect.objectContaining({
        object: 'leaderboard_period',
        status: 'closed',
        participantCount: 2,
        winner: { clientId: ann, displayName: 'Ann Lee', value: 2, formattedValue: '2 visits' },
      }),
      [],
    ]);
    expect(await periods('?status=current')).toMatchObject([{ status: 'current', winner: null }]);
    expect((await periods()).length).toBeGreaterThan(2);
    await open.studio.patch(`/v2/clients/${ann}`, { leaderboardVisibility: 'hidden' });
    const [first] = (await top(board, `?period_id=${closed.id}`)).data;
    expect(first).toMatchObject({ displayName: 'Ann Lee', isHidden: true, clientId: ann });
    const masked = await top(board, `?period_id=${closed.id}`, await open.studio.withKey({ scopes: ['manage'] }));
    expect(masked.data[0]).toMatchObject({ displayName: 'Anonymous', clientId: null });
  });
});

import { afterEach, beforeEach, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openBoards } from './set-up.ts';

let ann: string;
let cy: string;
let uptown: string;
let challengeId: string;
let board: string;
// Noon in New York, on the first day of the challenge.
const open = forEachTest(() => openBoards('2026-03-04T17:00:00.000Z'));
beforeEach(async () => {
  uptown = (await open.studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  ann = await open.client({ firstName: 'Ann', lastName: 'Lee' });
  cy = await open.client({ firstName: 'Cy', lastName: 'Poe', homeLocationId: uptown });
  challengeId = await addChallenge(open.studio, { siteIds: [MAIN_SITE] });
  board = await open.board({ rankBy: 'points', periodType: 'challenge', challengeId });
  await open.studio.post(`/v2/member/challenges/${challengeId}/enroll`, ACCEPT, { 'x-client-id': ann });
});
afterEach(() => open.studio.app.stop());

const seen = async (clientId: string): Promise<string[]> =>
  (await open.read(clientId, '')).data.map(({ id }: { id: string }) => id);
const seenInSummary = async (clientId: string): Promise<string[]> =>
  (await open.read(clientId, '/summary')).boards.map((each: { leaderboardId: string }) => each.leaderboardId);

test('404 a leaderboard of the brand whose challenge is of another site, as an unknown one', async () => {
  const refused = async (path: string) => {
    const { status, body } = await open.studio.get(`/v2/member/leaderboards/${path}`, { 'x-client-id': cy });
    return [status, body.error.code, body.error.message.replace(/'.*'/, '')];
  };
  const unknown = await refused(UNKNOWN);
  for (const path of ['', '/top', '/my-rank', '/periods']) expect(await refused(`${board}${path}`)).toEqual(unknown);
  expect([await seen(cy), await seenInSummary(cy)]).toEqual([[], []]);
  expect((await open.read(cy, `?challenge_id=${challengeId}`)).data).toEqual([]);
});

test('200 for members of the site, and for who was enrolled and moved away', async () => {
  expect(await open.top(ann, board)).toEqual(['1 Ann L. 0']);
  await open.studio.patch(`/v2/clients/${ann}`, { homeLocationId: uptown });
  expect([await seen(ann), await seenInSummary(ann)]).toEqual([[board], [board]]);
  expect(await open.top(ann, board)).toEqual(['1 Ann L. 0']);
});

test('200 for every member where the challenge is of all sites', async () => {
  const all = await addChallenge(open.studio);
  const ofAll = await open.board({ rankBy: 'points', periodType: 'challenge', challengeId: all });
  expect([await seen(cy), await seenInSummary(cy)]).toEqual([[ofAll], [ofAll]]);
  await open.studio.delete(`/manage/challenges/${all}`);
  expect(await open.top(cy, ofAll)).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { withoutEvents } from '../../../src/database/database.ts';
import { recordFact, takeBackFact } from '../../../src/resources/facts/facts.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { openBoards } from './set-up.ts';

let ann: string;
let ben: string;
const open = forEachTest(openBoards);
beforeEach(async () => {
  ann = await open.client({ firstName: 'Ann', lastName: 'Lee' });
  ben = await open.client({ firstName: 'Ben', lastName: 'Lee' });
});
afterEach(() => open.studio.app.stop());

const act = async (clientId: string, method: string, path: string, body?: object) => {
  const response = await open.studio.send(method, `/v2/member/metrics${path}`, body, { 'x-client-id': clientId });
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const formatted = async (clientId: string, board: string): Promise<string[]> => {
  const { data } = await open.read(clientId, `/${board}/top`);
  return data.map((entry: { formattedValue: string }) => entry.formattedValue);
};

describe('by metric', () => {
  const metric = async (fields: object): Promise<string> => {
    const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [], ...fields };
    return (await addEntry(open.studio, { title: 'Squat', type: 'metric', metricDefinition })).id;
  };
  const enter = (clientId: string, contentEntryId: string, value: number, fields: object = {}) =>
    act(clientId, 'POST', '/entries', { contentEntryId, value, visibility: 'leaderboard', ...fields });

  test('the best value, of entries that are not private, in the units of who reads', async () => {
    const squat = await metric({});
    const other = await metric({});
    await enter(ann, squat, 100, { unit: 'kg' });
    const board = await open.board({ rankBy: 'metric', metricContentEntryId: squat });
    await enter(ben, squat, 90, { unit: 'kg' });
    await enter(ben, squat, 300, { unit: 'kg', visibility: 'private' });
    await enter(ben, other, 300, { unit: 'kg' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 100', '2 Ben L. 90']);
    expect(await formatted(ann, board)).toEqual(['220.5 lb', '198.4 lb']);
    await open.studio.send('PUT', '/v2/member/preferences/units', { weight: 'kg' }, { 'x-client-id': ann });
    expect(await formatted(ann, board)).toEqual(['100 kg', '90 kg']);

    const best = await enter(ben, squat, 120, { unit: 'kg' });
    expect(await open.top(ann, board)).toEqual(['1 Ben L. 120', '2 Ann L. 100']);
    await act(ben, 'PUT', `/entries/${best.id}`, { value: 95, unit: 'kg', visibility: 'leaderboard' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 100', '2 Ben L. 95']);
    await act(ben, 'PUT', `/entries/${best.id}`, { value: 95, unit: 'kg', visibility: 'private' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 100', '2 Ben L. 90']);
    const tie = await enter(ben, squat, 100, { unit: 'kg' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 100', '1 Ben L. 100']);
    await act(ben, 'DELETE', `/entries/${tie.id}`);
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 100', '2 Ben L. 90']);
  });

  test('the lowest first where lower is better', async () => {
    const run = await metric({ dimension: 'duration', direction: 'lower_is_better' });
    const board = await open.board({ rankBy: 'metric', metricContentEntryId: run });
    await enter(ann, run, 300, { unit: 's' });
    await enter(ben, run, 5.5, { unit: 'min' });
    await enter(ben, run, 4.5, { unit: 'min' });
    expect(await open.top(ann, board)).toEqual(['1 Ben L. 270', '2 Ann L. 300']);
    expect(await open.rank(ann, board)).toMatchObject({ rank: 2, gapToNext: 30 });
    expect(await open.read(ann, `/${board}`)).toMatchObject({ order: 'asc' });
  });

  test('ranks exact values, and shows them and the gap between them with 4 decimals', async () => {
    const squat = await metric({});
    const board = await open.board({ rankBy: 'metric', metricContentEntryId: squat });
    const cleo = await open.client({ firstName: 'Cleo', lastName: 'Lee' });
    await enter(ann, squat, 225, { unit: 'lb' });
    await enter(ben, squat, 102.05828, { unit: 'kg' });
    await enter(cleo, squat, 101.8, { unit: 'kg' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 102.0583', '2 Ben L. 102.0583', '3 Cleo L. 101.8']);
    expect(await open.rank(ann, board)).toMatchObject({ value: 102.0583, formattedValue: '225 lb' });
    // 102.05828 - 101.8 is 0.25827999999999634 in floating point.
    expect(await open.rank(cleo, board)).toMatchObject({ value: 101.8, gapToNext: 0.2583 });
    expect((await open.read(ann, '/summary')).boards).toMatchObject([{ value: 102.0583 }]);
  });
});

describe('by streak', () => {
  const WEEKS = ['2026-01-07', '2026-01-14', '2026-01-21', '2026-02-04', '2026-02-11'].map(
    (on) => `${on}T12:00:00.000Z`,
  );

  test('the longest length that was reached, of all time and in a month', async () => {
    await open.visit(ann, ...WEEKS);
    const board = await open.board({ rankBy: 'streak' });
    const months = await open.board({ rankBy: 'streak', periodType: 'monthly', startDate: '2026-01-01' });
    expect(await open.top(ann, board)).toEqual(['1 Ann L. 3']);
    const periods = (await open.read(ann, `/${months}/periods?status=closed`)).data;
    expect(periods.map(({ winner }: { winner: { value: number } }) => winner.value)).toEqual([2, 3]);
    // Three weeks before today in a row, out of order.
    await open.visit(ben, '2026-02-11T12:00:00.000Z', '2026-02-25T12:00:00.000Z', '2026-02-18T12:00:00.000Z');
    await open.visit(ben, '2026-03-02T07:00:00.000Z');
    expect(await open.top(ann, board)).toEqual(['1 Ben L. 4', '2 Ann L. 3']);
    expect(await open.top(ann, months)).toEqual(['1 Ben L. 4']);
    expect(await formatted(ann, months)).toEqual(['4 weeks']);
  });

  test('a visit that is taken back shortens it', async () => {
    const board = await open.board({ rankBy: 'streak' });
    const visits = await open.visit(ann, ...WEEKS);
    const store = open.studio.store;
    await store.write((tx) => {
      takeBackFact(withoutEvents(tx), reactions, { kind: 'visit', clientId: ann, sourceId: visits[1] ?? '' });
    });
    expect(await open.rank(ann, board)).toMatchObject({ rank: 1, value: 2 });
  });
});

test('by watch_time: whole minutes', async () => {
  const board = await open.board({ rankBy: 'watch_time' });
  const watch = (clientId: string, sourceId: string, value: number, at: string) =>
    open.studio.store.write((tx) => {
      recordFact(withoutEvents(tx), reactions, { kind: 'watched_minutes', clientId, at, sourceId, value });
    });
  const takeBack = (sourceId: string) =>
    open.studio.store.write((tx) => {
      takeBackFact(withoutEvents(tx), reactions, { kind: 'watched_minutes', sourceId });
    });
  await watch(ann, 'a', 10 / 3, '2026-03-01T10:00:00.000Z');
  await watch(ann, 'b', 5 / 3, '2026-03-01T11:00:00.000Z');
  await watch(ben, 'c', 5.9, '2026-03-01T09:00:00.000Z');
  expect(await open.top(ann, board)).toEqual(['1 Ben L. 5', '1 Ann L. 5']);
  expect(await formatted(ann, board)).toEqual(['5 min', '5 min']);
  await takeBack('b');
  expect(await open.top(ann, board)).toEqual(['1 Ben L. 5', '2 Ann L. 3']);
  await takeBack('a');
  expect(await open.top(ann, board)).toEqual(['1 Ben L. 5']);
  expect(await open.rank(ann, board)).toMatchObject({ rank: null, isParticipating: false });
  await watch(ann, 'a', 7, '2026-03-01T10:00:00.000Z');
  expect(await open.top(ann, board)).toEqual(['1 Ann L. 7', '2 Ben L. 5']);
});

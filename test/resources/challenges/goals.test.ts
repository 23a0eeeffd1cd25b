import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { ACCEPT, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { openContentStudio, UNKNOWN } from '../../helpers/content-members.ts';
import { errorOf, problemsOf } from '../../helpers/errors.ts';

let id: string;
const goals: Record<string, string> = {};

/** The studio at noon of Wednesday 4 March in New York, in a challenge that began that day and ends on the 10th. */
const studio = forEachTest(() => openContentStudio({ startAt: Date.parse('2026-03-04T17:00:00Z') }));
const member = forEachTest(() => studio.member());
beforeEach(async () => {
  const rules = { perGoal: 5 };
  ({ id } = await addDraft(studio, { endDate: '2026-03-10', pointsRules: rules }));
  const walk = { title: 'Walk', targetType: 'duration', unit: 'min', defaultTarget: 30, minTarget: 10, maxTarget: 90 };
  const by = { commitBy: '2026-03-04T20:00:00-05:00', submitBy: '2026-03-05T10:00:00-05:00' };
  goals.walk = (await addPart(studio, id, 'goals', { ...walk, ...by, period: 'day', pointsValue: 7 })).id;
  goals.sleep = (
    await addPart(studio, id, 'goals', { title: 'Sleep', targetType: 'boolean', period: 'week', position: 1 })
  ).id;
  const sugar = { title: 'Sugar', targetType: 'count', defaultTarget: 3, direction: 'at_most', position: 2 };
  goals.sugar = (await addPart(studio, id, 'goals', sugar)).id;
  await publish(studio, id);
  await studio.given(member.post(`/challenges/${id}/enroll`, ACCEPT));
});

const at = (instant: string) => studio.time.skipTo(Date.parse(instant));
const act = (verb: string, ...list: object[]) => member.post(`/challenges/${id}/goals/${verb}`, { goals: list });
const listed = async (query = '') => (await member.get(`/challenges/${id}/goals${query}`)).body.data;
const total = async () => (await member.get(`/challenges/${id}/progress`)).body.pointsTotal;

describe('the periods', () => {
  test('are local days, weeks from Monday and the whole, with times that move along, across the change of clocks', async () => {
    const shape = ({ title, periodIndex, periodStart, periodEnd, commitBy, submitBy }: Record<string, unknown>) =>
      [title, periodIndex, periodStart, periodEnd, commitBy, submitBy].join(' ').replaceAll(':00:00.000Z', '');
    expect((await listed()).map(shape)).toEqual([
      'Walk 0 2026-03-04T05 2026-03-05T05 2026-03-05T01 2026-03-05T15',
      'Sleep 0 2026-03-04T05 2026-03-09T04 2026-03-09T04 2026-03-09T04',
      'Sugar 0 2026-03-04T05 2026-03-11T04 2026-03-11T04 2026-03-11T04',
    ]);
    const all = (await listed('?period=all&limit=100')).map(shape);
    expect(all.slice(3)).toEqual([
      'Walk 1 2026-03-05T05 2026-03-06T05 2026-03-06T01 2026-03-06T15',
      'Walk 2 2026-03-06T05 2026-03-07T05 2026-03-07T01 2026-03-07T15',
      'Walk 3 2026-03-07T05 2026-03-08T05 2026-03-08T01 2026-03-08T14',
      'Walk 4 2026-03-08T05 2026-03-09T04 2026-03-09T00 2026-03-09T14',
      'Walk 5 2026-03-09T04 2026-03-10T04 2026-03-10T00 2026-03-10T14',
      'Sleep 1 2026-03-09T04 2026-03-11T04 2026-03-11T04 2026-03-11T04',
      // The challenge closes an hour after its end.
      'Walk 6 2026-03-10T04 2026-03-11T04 2026-03-11T00 2026-03-11T05',
    ]);
  });

  test('have the seconds of the first one', async () => {
    const times = { commitBy: '2026-03-04T20:59:59.999-05:00', submitBy: '2026-03-04T23:59:59-05:00' };
    ({ id } = await addDraft(studio, { endDate: '2026-03-10' }));
    const goal = { title: 'Walk', targetType: 'boolean', period: 'day', ...times };
    await addPart(studio, id, 'goals', goal);
    await publish(studio, id);
    await member.post(`/challenges/${id}/enroll`, ACCEPT);
    expect(
      (await listed('?period=all&limit=100'))
        .slice(3, 5)
        .map((each: Record<string, unknown>) => [each.commitBy, each.submitBy]),
    ).toEqual([
      ['2026-03-08T01:59:59.999Z', '2026-03-08T04:59:59.000Z'],
      ['2026-03-09T00:59:59.999Z', '2026-03-09T03:59:59.000Z'],
    ]);
  });

  test('the pages of all of them', async () => {
    const first = await member.get(`/challenges/${id}/goals?period=all&limit=4`);
    expect(first.body).toMatchObject({ hasMore: true, nextCursor: `${goals.walk}:1` });
    const next = await member.get(`/challenges/${id}/goals?period=all&limit=4&starting_after=${first.body.nextCursor}`);
    expect(next.body.data.map((each: { periodIndex: number }) => each.periodIndex)).toEqual([2, 3, 4, 5]);
    // The goal of the whole challenge comes once.
    const after = await member.get(`/challenges/${id}/goals?period=all&limit=1&starting_after=${goals.sugar}`);
    expect(after.body.data[0].id).toBe(goals.walk);
    const unknown = await member.get(`/challenges/${id}/goals?period=all&starting_after=${UNKNOWN}`);
    expect(errorOf(unknown)).toEqual([400, 'cursor_invalid']);
  });

  test('400 the id of a goal that comes several times is no cursor, and nextCursor goes through all rows', async () => {
    await at('2026-03-06T06:00:00Z');
    for (const list of ['goals?period=all', 'goals/history?']) {
      const page = (query: string) => member.get(`/challenges/${id}/${list}&${query}`);
      const all = (await page('limit=100')).body.data;
      for (const cursor of ['starting_after', 'ending_before']) {
        const { status, body } = await page(`limit=3&${cursor}=${goals.walk}`);
        expect([status, body.error.code, body.error.param]).toEqual([400, 'cursor_invalid', cursor]);
        expect(body.error.message).toContain('several rows');
      }
      const paged: unknown[] = [];
      for (let next = ''; ; ) {
        const { body } = await page(`limit=2${next}`);
        paged.push(...body.data);
        expect(body.hasMore).toBe(body.nextCursor !== null);
        if (body.nextCursor === null) break;
        next = `&starting_after=${body.nextCursor}`;
      }
      expect(paged).toEqual(all);
    }
  });

  test('a cursor of the history stays one when the next period is over', async () => {
    await at('2026-03-05T06:00:00Z');
    const { body } = await member.get(`/challenges/${id}/goals/history`);
    expect(body.data.length).toBe(1);
    const before = (at: string) => member.get(`/challenges/${id}/goals/history?ending_before=${at}`);
    expect((await before(`${goals.walk}`)).body.data).toEqual([]);
    await at('2026-03-06T06:00:00Z');
    expect((await before(`${goals.walk}:0`)).body.data).toMatchObject([{ id: goals.walk, periodIndex: 1 }]);
  });

  test('those that are over are the history, the newest first', async () => {
    await act('submit', { goalId: goals.walk, value: 31, note: 'Park' });
    await at('2026-03-06T06:00:00Z');
    const past = await member.get(`/challenges/${id}/goals/history?goal_id=${goals.walk}`);
    expect(past.body.data.map((each: Record<string, unknown>) => [each.periodIndex, each.submission])).toEqual([
      [1, null],
      [0, { value: 31, achieved: true, submittedAt: '2026-03-04T17:00:00.000Z', note: 'Park' }],
    ]);
    expect((await member.get(`/challenges/${id}/goals/history`)).body.data.length).toBe(2);
    expect((await member.get(`/challenges/${id}/goals/history?goal_id=${UNKNOWN}`)).body.data).toEqual([]);
  });
});

describe('commit', () => {
  test('takes the default target, and replaces', async () => {
    const response = await act('commit', { goalId: goals.walk }, { goalId: goals.sleep });
    expect([response.status, response.body.data.map((each: Record<string, unknown>) => each.commitment)]).toEqual([
      200,
      [
        { target: 30, committedAt: '2026-03-04T17:00:00.000Z' },
        { target: null, committedAt: '2026-03-04T17:00:00.000Z' },
      ],
    ]);
    await act('commit', { goalId: goals.walk, target: 45 });
    const list = await listed();
    expect(list.map((each: { commitment: { target: number } | null }) => each.commitment?.target)).toEqual([
      45,
      null,
      undefined,
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('400 with everything that is wrong, and nothing is stored', async () => {
    const refused = await act(
      'commit',
      { goalId: goals.walk, target: 5 },
      { goalId: goals.sleep, target: 1 },
      { goalId: UNKNOWN },
      { goalId: goals.walk, target: 91 },
    );
    expect(problemsOf(refused)).toEqual([
      400,
      'goals[0].target parameter_invalid',
      'goals[1].target parameter_invalid',
      'goals[2].goalId resource_missing',
      'goals[3].goalId parameter_invalid',
      'goals[3].target parameter_invalid',
    ]);
    expect((await listed())[0].commitment).toBeNull();
  });

  test('409 commitment_closed after commitBy, all or nothing; 409 not_enrolled', async () => {
    await at('2026-03-05T01:00:00.001Z');
    expect(errorOf(await act('commit', { goalId: goals.sugar }, { goalId: goals.walk }))).toEqual([
      409,
      'commitment_closed',
    ]);
    expect((await listed())[2].commitment).toBeNull();
    // What was submitted is not decided anew once submitting is over.
    const until = { submitBy: '2026-03-05T09:00:00Z', targetType: 'count', defaultTarget: 5 };
    const { id: goalId } = await addPart(studio, id, 'goals', { title: 'Push-ups', ...until });
    await studio.given(act('submit', { goalId, value: 3 }));
    await at('2026-03-05T09:00:00.001Z');
    expect(errorOf(await act('commit', { goalId, target: 3 }))).toEqual([409, 'commitment_closed']);
    await member.delete(`/challenges/${id}/enroll`);
    expect(errorOf(await act('commit', { goalId: goals.sugar }))).toEqual([409, 'not_enrolled']);
    expect(studio.events()).toEqual(['challenge.withdrawn']);
  });
});

describe('submit', () => {
  test('is achieved by its direction and its target, earns points and raises its event', async () => {
    const { status, body } = await act(
      'submit',
      { goalId: goals.walk, value: 30, note: 'Park' },
      { goalId: goals.sleep, achieved: true },
      { goalId: goals.sugar, value: 4 },
    );
    expect([status, body.data.map(({ submission }: { submission: object }) => submission)]).toEqual([
      200,
      [
        { value: 30, achieved: true, submittedAt: '2026-03-04T17:00:00.000Z', note: 'Park' },
        { value: null, achieved: true, submittedAt: '2026-03-04T17:00:00.000Z', note: null },
        { value: 4, achieved: false, submittedAt: '2026-03-04T17:00:00.000Z', note: null },
      ],
    ]);
    const data = studio
      .eventsInFull()
      .map(({ type, data }) => [type, data.goalId, data.achieved, data.points, data.pointsTotal]);
    expect(data).toEqual([
      ['streak.extended', undefined, undefined, undefined, undefined],
      ['challenge.goal_submitted', goals.walk, true, 7, 7],
      ['challenge.goal_submitted', goals.sleep, true, 5, 12],
      ['challenge.goal_submitted', goals.sugar, false, 0, 12],
    ]);
  });

  test('sending again replaces, and points follow; a commitment changes what is achieved', async () => {
    await act('submit', { goalId: goals.walk, value: 40 });
    expect(await total()).toBe(7);
    await act('submit', { goalId: goals.walk, value: 20 });
    expect(await total()).toBe(0);
    await act('commit', { goalId: goals.walk, target: 15 });
    expect([await total(), (await listed())[0].submission.achieved]).toEqual([7, true]);
    expect(studio.events()).toEqual([
      'streak.extended',
      ...Array.from({ length: 3 }, () => 'challenge.goal_submitted'),
    ]);
    const facts = studio.db.query(
      "select count(*) as n from facts where kind = 'goal_submission' and takenBackAt is null",
    );
    expect(facts.get()).toEqual({ n: 1 });
  });

  test('another value on a later day, worth the same, leaves points and activity where they were', async () => {
    const facts = () =>
      studio.db
        .query("select at, value from facts where kind = 'goal_submission' and takenBackAt is null order by at")
        .all();
    await act('submit', { goalId: goals.sleep, achieved: true });
    const before = facts();
    expect(before).toHaveLength(1);
    await act('submit', { goalId: goals.walk, value: 40 });
    const both = facts();
    await studio.time.skipTo(studio.time.now() + 60_000);
    await act('submit', { goalId: goals.walk, value: 45 });
    expect([facts(), await total()]).toEqual([both, 12]);
  });

  test('two devices at once: one submission, points once', async () => {
    const answers = await Promise.all([1, 2].map(() => act('submit', { goalId: goals.walk, value: 40 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await total(), studio.events()]).toEqual([7, ['streak.extended', 'challenge.goal_submitted']]);
  });

  test('a past period is open until its submitBy', async () => {
    await at('2026-03-05T15:00:00Z');
    const late = await act('submit', { goalId: goals.walk, value: 40, periodIndex: 0 });
    expect([late.status, late.body.data[0].periodIndex]).toEqual([200, 0]);
    expect((await act('submit', { goalId: goals.walk, value: 40 })).body.data[0].periodIndex).toBe(1);
    expect(await total()).toBe(14);
    await at('2026-03-05T15:00:00.001Z');
    for (const periodIndex of [0, 2, 99]) {
      const refused = await act('submit', { goalId: goals.walk, value: 41, periodIndex });
      expect([periodIndex, ...errorOf(refused)]).toEqual([periodIndex, 409, 'submission_closed']);
    }
    expect(studio.events()).toEqual(['streak.extended', 'challenge.goal_submitted', 'challenge.goal_submitted']);
  });

  test('400 for a value of the wrong kind, with all problems', async () => {
    const { status, body } = await act(
      'submit',
      { goalId: goals.walk, achieved: true },
      { goalId: goals.sleep, value: 1 },
      { goalId: goals.sugar, value: 1.5 },
    );
    expect([status, body.error.details.map(({ param }: { param: string }) => param)]).toEqual([
      400,
      ['goals[0].value', 'goals[0].achieved', 'goals[1].achieved', 'goals[1].value', 'goals[2].value'],
    ]);
    expect(studio.events()).toEqual([]);
  });
});

describe('managing goals', () => {
  const manage = () => `/manage/challenges/${id}/goals`;

  test('what members rely on is fixed by publishing; texts change; DELETE archives', async () => {
    const path = `${manage()}/${goals.walk}`;
    expect(errorOf(await studio.patch(path, { defaultTarget: 20 }))).toEqual([409, 'challenge_published']);
    expect((await studio.patch(path, { title: 'Walk far', defaultTarget: 30 })).body).toMatchObject({
      title: 'Walk far',
    });
    expect((await studio.delete(path)).body).toMatchObject({ id: goals.walk, deleted: true, archived: true });
    const list = await studio.get(manage());
    expect(list.body.data.map((each: { id: string }) => each.id)).toEqual([goals.sleep, goals.sugar]);
    expect(errorOf(await act('submit', { goalId: goals.walk, value: 30 }))).toEqual([400, 'resource_missing']);
    expect((await studio.get(`${manage()}/${UNKNOWN}`)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('400 for targets and times that do not go together', async () => {
    const send = async (fields: object) => {
      const { status, body } = await studio.post(manage(), { title: 'Goal', targetType: 'count', ...fields });
      return [status, body.error?.param];
    };
    expect(await send({})).toEqual([400, 'defaultTarget']);
    expect(await send({ defaultTarget: 1, minTarget: 2 })).toEqual([400, 'defaultTarget']);
    expect(await send({ defaultTarget: 3, maxTarget: 2 })).toEqual([400, 'defaultTarget']);
    expect(await send({ defaultTarget: 1.5 })).toEqual([400, 'targetType']);
    expect(await send({ targetType: 'boolean', defaultTarget: 1 })).toEqual([400, 'defaultTarget']);
    expect(await send({ defaultTarget: 1, submitBy: '2026-03-04T05:00:00Z' })).toEqual([400, 'submitBy']);
    expect(await send({ defaultTarget: 1, submitBy: '2026-03-11T05:00:01Z' })).toEqual([400, 'submitBy']);
    const times = { submitBy: '2026-03-05T05:00:00Z', commitBy: '2026-03-05T06:00:00Z' };
    expect(await send({ defaultTarget: 1, ...times })).toEqual([400, 'commitBy']);
    expect((await send({ defaultTarget: 1 }))[0]).toBe(201);
  });
});

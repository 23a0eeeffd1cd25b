import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { ACCEPT, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { openContentStudio, UNKNOWN } from '../../helpers/content-members.ts';
import { errorOf, problemsOf } from '../../helpers/errors.ts';

let id: string;

/** Friday 6 March in New York, in a challenge that began on Wednesday and ends on the 10th. */
const studio = forEachTest(() => openContentStudio({ startAt: Date.parse('2026-03-06T17:00:00Z') }));
const member = forEachTest(() => studio.member());
beforeEach(async () => {
  ({ id } = await addDraft(studio, { endDate: '2026-03-10', pointsRules: { perAssessment: 20, perArticle: 3 } }));
});

const at = (instant: string) => studio.time.skipTo(Date.parse(instant));
const open = async () => {
  await publish(studio, id);
  await studio.given(member.post(`/challenges/${id}/enroll`, ACCEPT));
};
const progress = async () => (await member.get(`/challenges/${id}/progress`)).body;

describe('assessments', () => {
  const FIELDS = [
    { key: 'weight', label: 'Weight', unit: 'kg', min: 30, max: 200, required: true, lowerIsBetter: true },
    { key: 'smokes', label: 'Smokes', type: 'boolean' },
    { key: 'goal', label: 'Goal', type: 'text', max: 10 },
  ];
  let baseline: string;
  let final: string;
  beforeEach(async () => {
    const times = { opensAt: '2026-03-08T17:00:00Z', closesAt: '2026-03-09T17:00:00Z' };
    const end = { name: 'End', stage: 'final', fields: FIELDS, pointsValue: 8, ...times };
    final = (await addPart(studio, id, 'assessments', end)).id;
    baseline = (await addPart(studio, id, 'assessments', { name: 'Start', stage: 'baseline', fields: FIELDS })).id;
    await open();
  });
  const submit = (assessmentId: string, values: object, more: object = {}) =>
    member.post(`/challenges/${id}/assessments/submit`, { assessmentId, values, ...more });
  const change = (assessmentId: string, values: object) =>
    member.put(`/challenges/${id}/assessments/${assessmentId}`, { values });

  test('are listed by stage, submitted once, and compared with the baseline', async () => {
    const first = await submit(baseline, { weight: 80.3, goal: 'Run' }, { measuredAt: '2026-03-06T08:00:00-05:00' });
    expect([first.status, first.body.submission]).toEqual([
      201,
      expect.objectContaining({
        values: { weight: 80.3, goal: 'Run' },
        measuredAt: '2026-03-06T13:00:00.000Z',
        deltaFromBaseline: null,
      }),
    ]);
    expect(errorOf(await submit(baseline, { weight: 80 }))).toEqual([409, 'assessment_already_submitted']);
    expect(errorOf(await submit(final, { weight: 79 }))).toEqual([409, 'submission_closed']);
    await at('2026-03-08T17:00:00Z');
    expect((await submit(final, { weight: 79.2, smokes: false })).body.submission.deltaFromBaseline).toEqual({
      weight: -1.1,
    });
    const list = (await member.get(`/challenges/${id}/assessments`)).body.data;
    expect(list.map(({ stage }: { stage: string }) => stage)).toEqual(['baseline', 'final']);
    expect(list[0]).toMatchObject({
      closesAt: '2026-03-11T04:00:00.000Z',
      fields: [{ type: 'number' }, {}, { required: false }],
    });
    expect(await progress()).toMatchObject({
      pointsTotal: 28,
      assessmentsCompleted: 2,
      pointsBreakdown: { assessments: 28 },
    });
    const data = studio.eventsInFull().filter(({ type }) => !type.startsWith('streak.'));
    expect(data.map(({ type, data }) => [type, data.assessmentId, data.points, data.pointsTotal])).toEqual([
      ['challenge.assessment_submitted', baseline, 20, 20],
      ['challenge.assessment_submitted', final, 8, 28],
    ]);
  });

  test('PUT changes what was submitted while it is open: 404 without, 409 after', async () => {
    expect((await change(baseline, { weight: 81 })).status).toBe(404);
    await studio.given(submit(baseline, { weight: 80 }));
    expect((await change(baseline, { weight: 81 })).body.submission.values).toEqual({ weight: 81 });
    expect((await progress()).pointsTotal).toBe(20);
    expect((await member.put(`/challenges/${id}/assessments/${UNKNOWN}`, { values: {} })).status).toBe(404);
    await at('2026-03-08T17:00:00Z');
    await submit(final, { weight: 80 });
    await at('2026-03-09T17:00:00.001Z');
    expect(errorOf(await change(final, { weight: 81 }))).toEqual([409, 'submission_closed']);
    expect(studio.events()).toEqual(['streak.broken', 'streak.extended', 'challenge.assessment_submitted']);
  });

  test('400 with all problems at once', async () => {
    const values = { smokes: 1, goal: 'To run far away', height: 180 };
    expect(problemsOf(await submit(baseline, values, { measuredAt: '2026-03-06T17:00:01Z' }))).toEqual([
      400,
      'values.weight parameter_missing',
      'values.smokes parameter_invalid',
      'values.goal parameter_invalid',
      'values.height parameter_unknown',
      'measuredAt parameter_invalid',
    ]);
    expect(errorOf(await submit(UNKNOWN, { weight: 80 }))).toEqual([400, 'resource_missing']);
    for (const weight of [29.9, 200.1]) expect((await submit(baseline, { weight })).status).toBe(400);
    expect((await progress()).assessmentsCompleted).toBe(0);
    await member.delete(`/challenges/${id}/enroll`);
    expect(errorOf(await submit(baseline, { weight: 80 }))).toEqual([409, 'not_enrolled']);
    expect(studio.events()).toEqual(['challenge.withdrawn']);
  });

  test('400 without any value, which would earn points for nothing, and for numbers that are too large to compare', async () => {
    const fields = [{ key: 'waist', label: 'Waist', unit: 'cm' }];
    const { id: waist } = await addPart(studio, id, 'assessments', { name: 'Waist', stage: 'baseline', fields });
    const problem = ({ status, body }: Awaited<ReturnType<typeof submit>>) => [status, body.error?.param];
    expect(problem(await submit(waist, {}))).toEqual([400, 'values']);
    expect(problem(await submit(waist, { waist: 1e308 }))).toEqual([400, 'values.waist']);
    expect(problem(await submit(waist, { waist: -1e9 }))).toEqual([201, undefined]);
    expect((await progress()).pointsTotal).toBe(20);
  });

  test('400 for fields and times that do not go together', async () => {
    const send = async (fields: object) => {
      const { body } = await studio.post(`/manage/challenges/${id}/assessments`, {
        name: 'A',
        stage: 'final',
        ...fields,
      });
      return body.error?.details.map(({ param }: { param: string }) => param);
    };
    const field = (more: object) => ({ key: 'a', label: 'A', ...more });
    expect(await send({})).toEqual(['fields']);
    expect(await send({ fields: [field({}), field({ min: 2, max: 1 })] })).toEqual(['fields[1].key', 'fields[1].max']);
    expect(await send({ fields: [field({ type: 'boolean', min: 0 })] })).toEqual(['fields[0].type']);
    expect(await send({ fields: [field({})], closesAt: '2026-03-04T05:00:00Z' })).toEqual(['closesAt']);
    expect(await send({ fields: [field({})], closesAt: '2026-03-11T05:00:01Z' })).toEqual(['closesAt']);
    expect(studio.events()).toEqual([]);
  });
});

describe('articles', () => {
  let first: string;
  let second: string;
  beforeEach(async () => {
    const entry = await addEntry(studio, { title: 'Sleep well', durationSeconds: 90 });
    second = (await addPart(studio, id, 'articles', { contentEntryId: entry.id, weekNumber: 2, pointsValue: 9 })).id;
    first = (await addPart(studio, id, 'articles', { contentEntryId: entry.id })).id;
    await open();
  });
  const read = (article: string) => member.post(`/challenges/${id}/articles/${article}/read`);

  test('open at the local start of their week; reading twice is one reading', async () => {
    const list = (await member.get(`/challenges/${id}/articles`)).body.data;
    expect(
      list.map((each: Record<string, unknown>) => [each.id, each.unlocksAt, each.isUnlocked, each.readAt]),
    ).toEqual([
      [first, '2026-03-04T05:00:00.000Z', true, null],
      // The clocks change on Sunday 8 March.
      [second, '2026-03-09T04:00:00.000Z', false, null],
    ]);
    expect(list[0]).toMatchObject({ title: 'Sleep well', estimatedMinutes: 2 });
    expect((await read(first)).body.readAt).toBe('2026-03-06T17:00:00.000Z');
    await at('2026-03-06T18:00:00Z');
    expect((await read(first)).body.readAt).toBe('2026-03-06T17:00:00.000Z');
    expect(errorOf(await read(second))).toEqual([403, 'content_locked']);
    expect(await progress()).toMatchObject({ pointsTotal: 3, articlesRead: 1 });
    await at('2026-03-09T04:00:00Z');
    expect((await read(second)).status).toBe(200);
    expect(await progress()).toMatchObject({ pointsTotal: 12, articlesRead: 2 });
    const week = (await member.get(`/challenges/${id}/articles?week=2`)).body.data;
    expect(week.map((each: { id: string }) => each.id)).toEqual([second]);
    expect(studio.events()).toEqual(['streak.extended', 'streak.broken', 'streak.extended']);
  });

  test('409 not_enrolled; 404 for one of another challenge', async () => {
    await member.delete(`/challenges/${id}/enroll`);
    expect(errorOf(await read(first))).toEqual([409, 'not_enrolled']);
    expect((await read(UNKNOWN)).status).toBe(404);
    expect(studio.events()).toEqual(['challenge.withdrawn']);
  });

  test('400 for an unknown entry and a week that the challenge does not have', async () => {
    const send = async (fields: object) => {
      const { status, body } = await studio.post(`/manage/challenges/${id}/articles`, fields);
      return [status, body.error?.param];
    };
    const [{ contentEntryId }] = (await studio.get(`/manage/challenges/${id}/articles`)).body.data;
    expect(await send({ contentEntryId: UNKNOWN })).toEqual([400, 'contentEntryId']);
    expect(await send({ contentEntryId, weekNumber: 3 })).toEqual([400, 'weekNumber']);
    expect(studio.events()).toEqual([]);
  });
});

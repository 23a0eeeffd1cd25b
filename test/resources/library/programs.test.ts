import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, openContentStudio } from '../../helpers/content-members.ts';

let children: string[];
const studio = forEachTest(openContentStudio);
const member = forEachTest(() => studio.member());
beforeEach(async () => {
  children = [];
  for (let made = 0; made < 3; made += 1) children.push((await addEntry(studio, { title: `Day ${made}` })).id);
});

const addProgram = async (ids: readonly (string | undefined)[], fields: object = {}): Promise<string> => {
  const listed = ids.map((entryId, index) => ({ entryId, position: index, dayNumber: index + 1 }));
  const { id } = await addEntry(studio, { title: 'Program', type: 'program', children: listed, ...fields });
  studio.events();
  return id;
};
const complete = async (id: string | undefined) =>
  expect((await member.put(`/content/${id}/status`, { status: 'completed' })).status).toBe(200);
const statusOf = async (id: string | undefined) => (await member.get(`/content/${id}/status`)).body;
const completed = () =>
  studio
    .eventsInFull()
    .filter(({ type }) => type !== 'streak.extended')
    .map(({ type, data }) => [type, data.contentEntryId]);

describe('a program', () => {
  test('starts with its first child, follows what is completed, and is completed with the last one', async () => {
    const program = await addProgram(children);
    await member.put(`/content/${children[0]}/status`, { progressPercent: 10 });
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 0 });
    await complete(children[0]);
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 33.33 });
    await complete(children[1]);
    await complete(children[1]);
    expect(await statusOf(program)).toMatchObject({ progressPercent: 66.66 });
    expect(completed().map(([, id]) => id)).toEqual([children[0], children[1]]);
    await complete(children[2]);
    expect(await statusOf(program)).toMatchObject({ status: 'completed', progressPercent: 100, completionCount: 1 });
    expect(completed()).toEqual([
      ['content.completed', children[2]],
      ['content.completed', program],
    ]);
  });

  test('inside another one completes that too', async () => {
    const inner = await addProgram([children[0]]);
    const outer = await addProgram([inner, children[1]]);
    await complete(children[0]);
    expect(completed().map(([, id]) => id)).toEqual([children[0], inner]);
    expect(await statusOf(outer)).toMatchObject({ progressPercent: 50 });
    await complete(children[1]);
    expect(completed().map(([, id]) => id)).toEqual([children[1], outer]);
  });

  test('with an entry and a program that has it too is completed by both', async () => {
    const outer = await addProgram([children[0]]);
    const inner = await addProgram([children[0]]);
    const both = [children[0], inner].map((entryId) => ({ entryId }));
    expect((await studio.patch(`/manage/content/entries/${outer}`, { children: both })).status).toBe(200);
    await complete(children[0]);
    expect(completed().map(([, id]) => id)).toEqual([children[0], inner, outer]);
    expect(await statusOf(outer)).toMatchObject({ status: 'completed', completionCount: 1 });
  });

  test('is not completed at 95 percent, but by the last one', async () => {
    const many: string[] = [];
    for (let made = 0; made < 24; made += 1) many.push((await addEntry(studio, { title: `Part ${made}` })).id);
    const program = await addProgram(many);
    for (const id of many.slice(0, 23)) await complete(id);
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 95.83 });
    await complete(many[23]);
    expect(await statusOf(program)).toMatchObject({ status: 'completed', progressPercent: 100 });
  });

  test('counts the children that the member can see', async () => {
    const draft = await addEntry(studio, { status: 'draft' });
    const program = await addProgram([children[0], draft.id]);
    await complete(children[0]);
    expect(completed().map(([, id]) => id)).toEqual([children[0], program]);
  });

  test('never falls when children are added or begun again', async () => {
    const program = await addProgram(children.slice(0, 2));
    await complete(children[0]);
    await member.put(`/content/${children[0]}/status`, { status: 'not_started' });
    expect(await statusOf(program)).toMatchObject({ progressPercent: 50 });
    studio.events();
    await complete(children[1]);
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 50 });
    expect(completed().map(([, id]) => id)).toEqual([children[1]]);
  });

  test('that is newer than what the member did with its children starts when one of them is opened again', async () => {
    await complete(children[0]);
    const program = await addProgram(children);
    expect(await statusOf(program)).toMatchObject({ status: 'not_started' });
    await member.put(`/content/${children[0]}/status`, { positionSeconds: 1 });
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 33.33 });
    expect(completed()).toEqual([]);
  });

  test('400 for a progress that its children have not earned: it is theirs', async () => {
    const program = await addProgram(children);
    await studio.given(complete(children[0]));
    for (const body of [
      ...[60, 95, 0].map((progressPercent) => ({ progressPercent })),
      { status: 'in_progress', progressPercent: 60, rating: 5 },
      { status: 'completed', progressPercent: 100 },
    ]) {
      const { status, body: response } = await member.put(`/content/${program}/status`, body);
      expect([status, response.error.code, response.error.param]).toEqual([
        400,
        'parameter_invalid',
        'progressPercent',
      ]);
      expect(response.error.message).toContain("Leave out 'progressPercent'");
    }
    expect(await statusOf(program)).toMatchObject({ status: 'in_progress', progressPercent: 33.33, rating: null });
    expect(completed()).toEqual([]);
  });

  test('200 for its position and rating, what begins it again, and that it is completed as a whole', async () => {
    const program = await addProgram(children);
    const put = async (body: object) => (await member.put(`/content/${program}/status`, body)).body;
    const begun = { status: 'in_progress', progressPercent: 0, positionSeconds: 30, rating: 4 };
    expect(await put({ status: 'in_progress', positionSeconds: 30, rating: 4 })).toMatchObject(begun);
    expect(completed()).toEqual([]);
    expect(await put({ status: 'completed' })).toMatchObject({ status: 'completed', progressPercent: 100 });
    expect(completed()).toEqual([['content.completed', program]]);
    expect(await put({ status: 'not_started', progressPercent: 0 })).toMatchObject({ progressPercent: 0 });
    expect(completed()).toEqual([]);
  });

  test('200 for the progress of a program that has no children, or none that the member can see', async () => {
    const draft = await addEntry(studio, { status: 'draft' });
    for (const ids of [[], [draft.id]]) {
      const program = await addProgram(ids);
      const put = async (progressPercent: number) =>
        (await member.put(`/content/${program}/status`, { progressPercent })).body;
      expect(await put(60)).toMatchObject({ status: 'in_progress', progressPercent: 60 });
      expect(completed()).toEqual([]);
      expect(await put(95)).toMatchObject({ status: 'completed', progressPercent: 100 });
      expect(completed()).toEqual([['content.completed', program]]);
    }
  });

  test('is started by a video of its own, which moves its position and not its progress', async () => {
    const program = await addProgram(children);
    const contentMediaId = await addMedia(studio, { entryId: program, durationSeconds: 10 });
    const session = (await member.post('/video/sessions', { contentMediaId })).body;
    await studio.time.moveTo(studio.time.now() + 10_000);
    const played = { positionSeconds: 10, state: 'playing' };
    const { body } = await member.put(`/video/sessions/${session.id}/heartbeat`, played);
    expect(body).toMatchObject({ status: 'completed', percentComplete: 100 });
    const moved = { status: 'in_progress', progressPercent: 0, positionSeconds: 10 };
    expect(await statusOf(program)).toMatchObject(moved);
    expect(completed()).toEqual([['video.completed', program]]);
  });

  test('opens its days from the day on which the member started it', async () => {
    await addProgram(children, { unlocksInOrder: true });
    const asMember = { 'x-client-id': member.id };
    /** The same studio some days later, without the jobs between. */
    const after = (days: number) =>
      openContentStudio({ file: studio.db.serialize(), startAt: studio.time.now() + days * DAY_MS });
    const lockedAfter = async (days: number) => {
      const later = await after(days);
      const entries = children.map((id) => later.get(`/v2/content/entries/${id}`, asMember));
      return (await Promise.all(entries)).map(({ body }) => body.isLocked);
    };
    expect(await lockedAfter(5)).toEqual([false, true, true]);
    await member.put(`/content/${children[0]}/status`, { positionSeconds: 3 });
    expect(await lockedAfter(0)).toEqual([false, true, true]);
    const response = await member.put(`/content/${children[1]}/status`, { rating: 1 });
    expect([response.status, response.body.error.code]).toEqual([403, 'content_locked']);
    expect(await lockedAfter(1)).toEqual([false, false, true]);
    expect(await lockedAfter(2)).toEqual([false, false, false]);
  });

  test('of very many programs with an entry, the oldest 20 follow', async () => {
    const programs: string[] = [];
    for (let made = 0; made < 22; made += 1) programs.push(await addProgram([children[0]], { title: `P${made}` }));
    await complete(children[0]);
    expect(completed().map(([, id]) => id)).toEqual([children[0], ...programs.slice(0, 20)]);
  });
});

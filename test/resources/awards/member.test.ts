import { afterEach, describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { openAwardStudio } from './set-up.ts';

const studio = forEachTest(openAwardStudio);
const member = forEachTest(() => studio.member());
afterEach(() => studio.close());

const grant = async (id: string) =>
  expect((await studio.post(`/manage/awards/${id}/grants`, { clientId: member.id })).status).toBe(201);
const names = async (path: string) => {
  const { status, body } = await member.get(path);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};
const banner = async () => (await member.get('/awards/banner')).body;

describe('the lists', () => {
  test('have hidden awards once they are earned, and narrow by category and by what is earned', async () => {
    await studio.award({ name: 'A', trigger: 'manual', category: 'Fun' });
    const hidden = await studio.award({ name: 'B', trigger: 'manual', isHidden: true, category: 'Fun' });
    const open = await studio.award({ name: 'C', trigger: 'visits', threshold: 1 });
    expect(await names('/awards')).toEqual(['C', 'A']);
    expect((await member.get(`/awards/${hidden.id}`)).status).toBe(404);
    await studio.visit(member.id, '2026-02-20T09:00:00.000Z');
    await grant(hidden.id);
    expect(await names('/awards')).toEqual(['C', 'B', 'A']);
    expect(await names('/awards?category=Fun')).toEqual(['B', 'A']);
    expect(await names('/awards?earned=true')).toEqual(['C', 'B']);
    expect(await names('/awards?earned=false')).toEqual(['A']);
    expect(await names(`/awards?limit=1&starting_after=${open.id}`)).toEqual(['B']);
    // By when they were earned.
    expect(await names('/awards/earned')).toEqual(['B', 'C']);
    expect(await names(`/awards/earned?starting_after=${hidden.id}`)).toEqual(['C']);
    const other = await studio.member();
    expect((await other.get('/awards/earned')).body.data).toEqual([]);
    expect((await other.get('/awards')).body.data).toHaveLength(2);
  });

  test('show an award with its progress, and nothing of the integrations of the studio', async () => {
    const award = await studio.award({ trigger: 'visits', threshold: 3, externalId: 'x', metadata: { a: 'b' } });
    await studio.visit(member.id, '2026-02-20T09:00:00.000Z');
    const { metadata: _metadata, externalId: _id, archivedAt: _at, ...shown } = award;
    expect((await member.get(`/awards/${award.id}`)).body).toEqual({
      ...shown,
      isEarned: false,
      earnedAt: null,
      timesEarned: 0,
      dismissedAt: null,
      progress: { current: 1, target: 3, percent: 33 },
    });
  });
});

describe('the progress of a repeatable award by visits', () => {
  test('goes on from the last time it was earned, whatever a person grants or takes away', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 3, isRepeatable: true });
    for (const day of [1, 2, 3, 4]) await studio.visit(member.id, `2026-02-0${day}T09:00:00.000Z`);
    const read = async () => {
      const { timesEarned, progress } = (await member.get(`/awards/${id}`)).body;
      return [timesEarned, progress];
    };
    const one = { current: 1, target: 3, percent: 33 };
    expect(await read()).toEqual([1, one]);
    await grant(id);
    expect(await read()).toEqual([2, one]);
    const { data } = (await studio.get(`/manage/awards/${id}/grants`)).body;
    for (const each of data) await studio.delete(`/manage/awards/${id}/grants/${each.id}`);
    expect(await read()).toEqual([0, one]);
  });
});

describe('the banner', () => {
  test('is the newest earned, until it is put away, and then the one before', async () => {
    expect(await banner()).toEqual({ object: 'award_banner', award: null });
    const old = await studio.award({ name: 'Old', trigger: 'visits', threshold: 1 });
    const recent = await studio.award({ name: 'New', trigger: 'manual', isRepeatable: true });
    await studio.visit(member.id, '2026-02-20T09:00:00.000Z');
    await grant(recent.id);
    await grant(recent.id);
    expect((await banner()).award).toMatchObject({ id: recent.id, timesEarned: 2, dismissedAt: null });
    studio.events();
    const dismissed = await member.put(`/awards/banner/${recent.id}/dismiss`);
    expect([dismissed.status, dismissed.body.award.id]).toEqual([200, old.id]);
    expect(await member.put(`/awards/banner/${recent.id}/dismiss`)).toMatchObject({ status: 200 });
    const { dismissedAt } = (await member.get(`/awards/${recent.id}`)).body;
    expect(dismissedAt).toBe(new Date(studio.time.now()).toISOString());
    expect((await member.put(`/awards/banner/${old.id}/dismiss`)).body).toEqual({
      object: 'award_banner',
      award: null,
    });
    expect(studio.events()).toEqual([]);
    await grant(recent.id);
    expect((await banner()).award).toMatchObject({ id: recent.id, timesEarned: 3, dismissedAt: null });
  });

  test('404 for an award that the member has not earned', async () => {
    const { id } = await studio.award({ trigger: 'manual' });
    const other = await studio.member();
    await studio.post(`/manage/awards/${id}/grants`, { clientId: other.id });
    expect((await member.put(`/awards/banner/${id}/dismiss`)).status).toBe(404);
    expect((await other.get('/awards/banner')).body.award).toMatchObject({ id });
  });

  test('ends 30 days after the award was earned', async () => {
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    const at = studio.time.now() - 30 * DAY_MS;
    await studio.visit(member.id, new Date(at + MINUTE_MS).toISOString());
    expect((await banner()).award).toMatchObject({ id });
    await studio.time.skipTo(at + 30 * DAY_MS + MINUTE_MS);
    expect(await banner()).toEqual({ object: 'award_banner', award: null });
  });
});

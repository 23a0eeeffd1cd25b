import { describe, expect, test } from 'bun:test';
import type { Caller } from '../../../../src/kernel/caller.ts';
import { locksOf, requireUnlocked } from '../../../../src/resources/content/entries/access.ts';
import { ContentEntry } from '../../../../src/resources/content/entries/record.ts';
import { actingFor, SETUP_CALLER } from '../../../../src/sandbox/demo/setup.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { openStudioForMembers } from '../../../helpers/members.ts';
import { createClient, createPlan, sellPackage } from '../../../helpers/sales.ts';

const ENTRIES = '/v2/content/entries';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await createClient(studio)));

const lockOf = async (id: string) => {
  const { status, body } = await studio.get(`${ENTRIES}/${id}`, member.headers);
  expect(status).toBe(200);
  return body.lockReason;
};

describe('access', () => {
  test('public and members are open to every member, and null where no member reads', async () => {
    for (const access of ['public', 'members']) {
      const { id } = await addEntry(studio, { access });
      expect((await studio.get(`${ENTRIES}/${id}`, member.headers)).body).toMatchObject({
        isLocked: false,
        lockReason: null,
      });
      expect((await studio.get(`${ENTRIES}/${id}`)).body).toMatchObject({ isLocked: null, lockReason: null });
    }
  });

  test('package: an active package of one of the plans, that is not frozen, on hold or over', async () => {
    const locked = await addEntry(studio, { access: 'package', body: 'Secret' });
    expect(await lockOf(locked.id)).toBe('package_required');
    const { id: packageId, planId } = await sellPackage(studio, member.id);
    const other = await createPlan(studio);
    const mine = await addEntry(studio, { access: 'package', accessPlanIds: [other, planId] });
    const others = await addEntry(studio, { access: 'package', accessPlanIds: [other] });
    const locks = async () => [await lockOf(locked.id), await lockOf(mine.id), await lockOf(others.id)];
    expect(await locks()).toEqual([null, null, 'package_required']);
    const closed = Array<string>(3).fill('package_required');
    await studio.patch(`/manage/packages/${packageId}`, { onHold: true });
    expect(await locks()).toEqual(closed);
    await studio.patch(`/manage/packages/${packageId}`, { onHold: false });
    const frozen = { startsAt: '2026-03-02T08:00:00Z', endsAt: '2026-03-09T08:00:00Z' };
    expect((await studio.post(`/manage/packages/${packageId}/freeze`, frozen)).status).toBe(200);
    expect(await locks()).toEqual(closed);
    await studio.post(`/manage/packages/${packageId}/unfreeze`);
    expect(await locks()).toEqual([null, null, 'package_required']);
    studio.db.query('update packages set expiresAt = ? where id = ?').run('2026-03-02T08:00:00.000Z', packageId);
    expect(await locks()).toEqual(closed);
  });

  test('challenge: locked without an enrolment', async () => {
    const { id } = await addEntry(studio, { access: 'challenge' });
    expect(await lockOf(id)).toBe('challenge_required');
  });

  test('a locked entry is listed without its body; the studio reads it', async () => {
    const { id } = await addEntry(studio, { access: 'package', body: 'Secret' });
    const [listed] = (await studio.get(ENTRIES, member.headers)).body.data;
    expect(listed).toMatchObject({ id, isLocked: true, body: null, mediaIds: [], primaryMediaId: null });
    expect((await studio.get(`${ENTRIES}/${id}`)).body.body).toBe('Secret');
    const row = ContentEntry.rows.find(studio.store.view(), id);
    if (row === undefined) throw new Error('no entry');
    const check = (caller: Caller) => () => requireUnlocked(studio.store.view(), caller, row);
    expect(check(actingFor(member.id, MAIN_SITE))).toThrow(
      expect.objectContaining({ status: 403, code: 'content_locked' }),
    );
    expect(check(SETUP_CALLER)).not.toThrow();
    expect(locksOf(studio.store.view(), SETUP_CALLER, [row])).toEqual(new Map([[id, null]]));
  });

  test('404 for members of other sites, also for a business that acts for one', async () => {
    const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    const { id } = await addEntry(studio, { siteIds: [uptown] });
    expect((await studio.get(`${ENTRIES}/${id}`, member.headers)).status).toBe(404);
    expect((await studio.get(ENTRIES, member.headers)).body.data).toEqual([]);
    expect((await studio.get(`${ENTRIES}/${id}`, { 'x-client-id': member.id })).status).toBe(404);
    const moved = await createClient(studio, { homeLocationId: uptown });
    expect((await studio.get(`${ENTRIES}/${id}`, { 'x-client-id': moved })).body.isLocked).toBe(false);
  });
});

describe('children of a program that unlocks in order', () => {
  test('the first day is open, later ones wait; another program or none opens them', async () => {
    const [first, second, third] = [await addEntry(studio), await addEntry(studio), await addEntry(studio)];
    const children = [{ entryId: first.id, dayNumber: 1 }, { entryId: second.id, dayNumber: 2 }, { entryId: third.id }];
    const program = await addEntry(studio, { type: 'program', unlocksInOrder: true, children });
    const locks = async () => [await lockOf(first.id), await lockOf(second.id), await lockOf(third.id)];
    expect(await locks()).toEqual([null, 'not_unlocked_yet', null]);
    const other = await addEntry(studio, { type: 'program', children: [{ entryId: second.id }] });
    expect(await locks()).toEqual([null, null, null]);
    await studio.delete(`/manage/content/entries/${other.id}`);
    expect(await locks()).toEqual([null, 'not_unlocked_yet', null]);
    await studio.patch(`/manage/content/entries/${program.id}`, { unlocksInOrder: false });
    expect(await locks()).toEqual([null, null, null]);
  });

  test('a program of another site does not lock what it holds', async () => {
    const { id: uptown } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    const { id: entryId } = await addEntry(studio);
    const program = { type: 'program', unlocksInOrder: true, children: [{ entryId, dayNumber: 2 }] };
    const { id } = await addEntry(studio, { ...program, siteIds: [uptown] });
    expect(await lockOf(entryId)).toBeNull();
    await studio.patch(`/manage/content/entries/${id}`, { siteIds: [] });
    expect(await lockOf(entryId)).toBe('not_unlocked_yet');
  });

  test('a day opens at local midnight of the home site, also across a change of clocks', async () => {
    const [second, eighth] = [await addEntry(studio), await addEntry(studio)];
    const children = [
      { entryId: second.id, dayNumber: 2 },
      { entryId: eighth.id, dayNumber: 8 },
    ];
    const program = await addEntry(studio, { type: 'program', unlocksInOrder: true, children });
    const started = await studio.send(
      ...(['PUT', `/v2/member/content/${program.id}/status`, { status: 'in_progress' }, member.headers] as const),
    );
    expect(started.status).toBe(200);
    studio.time.stop();
    const at = async (now: string) => {
      await studio.time.skipTo(Date.parse(now));
      return [await lockOf(second.id), await lockOf(eighth.id)];
    };
    // New York is 5 hours behind UTC, and 4 from 8 March on.
    expect(await at('2026-03-03T04:59:59.999Z')).toEqual(['not_unlocked_yet', 'not_unlocked_yet']);
    expect(await at('2026-03-03T05:00:00.000Z')).toEqual([null, 'not_unlocked_yet']);
    expect(await at('2026-03-09T03:59:59.999Z')).toEqual([null, 'not_unlocked_yet']);
    expect(await at('2026-03-09T04:00:00.000Z')).toEqual([null, null]);
  });
});

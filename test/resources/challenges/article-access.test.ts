import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { ACCEPT, addChallenge, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, type ContentMember, openContentStudio } from '../../helpers/content-members.ts';

/** Friday 6 March in New York, in the first week of a challenge that began on Wednesday. */
const studio = forEachTest(() => openContentStudio({ startAt: Date.parse('2026-03-06T17:00:00Z') }));
const member = forEachTest(() => studio.member());
const other = forEachTest(() => studio.member());
const challenge = forEachTest(() => addDraft(studio));

const add = async (fields: object, article: object = {}): Promise<string> => {
  const entry = await addEntry(studio, { title: 'Sleep well', body: 'Go to bed early.', ...fields });
  await addPart(studio, challenge.id, 'articles', { contentEntryId: entry.id, ...article });
  return entry.id;
};
const lockOf = async (who: ContentMember, entryId: string) => {
  const { body } = await who.content(`/entries/${entryId}`);
  return [body.isLocked, body.lockReason, body.body !== null];
};
const OPEN = [false, null, true];

describe('the articles of a challenge', () => {
  test('200 are open for who is enrolled, whatever their entries ask for, and stay locked for others', async () => {
    const paid = await add({ access: 'package' });
    const elsewhere = await add({ access: 'challenge', accessChallengeIds: [await addChallenge(studio)] });
    const program = await addEntry(studio, { type: 'program', unlocksInOrder: true });
    const child = await add({});
    await studio.patch(`/manage/content/entries/${program.id}`, { children: [{ entryId: child, dayNumber: 5 }] });
    const unrelated = await addEntry(studio, { access: 'package' });
    await publish(studio, challenge.id);
    const reasons = [
      [paid, 'package_required'],
      [elsewhere, 'challenge_required'],
      [child, 'not_unlocked_yet'],
    ] as const;
    for (const [entry, reason] of reasons) expect(await lockOf(member, entry)).toEqual([true, reason, false]);
    await member.post(`/challenges/${challenge.id}/enroll`, ACCEPT);
    for (const [entry, reason] of reasons) {
      expect(await lockOf(member, entry)).toEqual(OPEN);
      expect(await lockOf(other, entry)).toEqual([true, reason, false]);
    }
    expect(await lockOf(member, unrelated.id)).toEqual([true, 'package_required', false]);
    const { body } = await member.content('/entries?limit=100');
    const listed = body.data.filter((each: { isLocked: boolean }) => each.isLocked);
    expect(listed.map((each: { id: string }) => each.id)).toEqual([unrelated.id]);
    await member.delete(`/challenges/${challenge.id}/enroll`);
    expect(await lockOf(member, paid)).toEqual([true, 'package_required', false]);
  });

  test('200 a search looks into the bodies of those that are open, by each way to ask', async () => {
    const paid = await add({ access: 'package' });
    const program = await addEntry(studio, { type: 'program', unlocksInOrder: true, body: 'A program' });
    const child = await add({ access: 'challenge', accessChallengeIds: [await addChallenge(studio)] });
    await studio.patch(`/manage/content/entries/${program.id}`, { children: [{ entryId: child, dayNumber: 5 }] });
    await add({ access: 'package' }, { weekNumber: 2 });
    await addEntry(studio, { access: 'package', body: 'Go to bed early.' });
    await publish(studio, challenge.id);
    await member.post(`/challenges/${challenge.id}/enroll`, ACCEPT);
    const found = async (who: ContentMember, path: string) =>
      (await who.content(path)).body.data.map(({ id }: { id: string }) => id).sort();
    for (const path of ['/search?q=bed+early', '/entries?search=bed', '/entries?search=bed&sort=newest']) {
      expect(await found(member, path)).toEqual([paid, child].sort());
      expect(await found(other, path)).toEqual([]);
    }
    expect((await member.content(`/search?q=early&starting_after=${child}`)).status).toBe(200);
    expect((await other.content(`/search?q=early&starting_after=${child}`)).status).toBe(400);
    await member.delete(`/challenges/${challenge.id}/enroll`);
    expect(await found(member, '/search?q=early')).toEqual([]);
  });

  test('200 their media play and their status is written', async () => {
    const entryId = await add({ access: 'package', type: 'video' });
    const mediaId = await addMedia(studio, { entryId, externalUrl: 'https://cdn.example/flow.mp4' });
    await publish(studio, challenge.id);
    await studio.given(member.post(`/challenges/${challenge.id}/enroll`, ACCEPT));
    const statuses = async (who: ContentMember) => [
      (await who.content(`/media/${mediaId}/playback`)).status,
      (await who.put(`/content/${entryId}/status`, { progressPercent: 10 })).status,
      (await who.post('/video/sessions', { contentMediaId: mediaId, deviceType: 'web' })).status,
    ];
    expect(await statuses(member)).toEqual([200, 200, 201]);
    expect(await statuses(other)).toEqual([403, 403, 403]);
  });

  test('200 open with their week, and close with the challenge', async () => {
    const paid = await add({ access: 'package' }, { weekNumber: 2 });
    await publish(studio, challenge.id);
    await member.post(`/challenges/${challenge.id}/enroll`, ACCEPT);
    const locked = [true, 'package_required', false];
    expect(await lockOf(member, paid)).toEqual(locked);
    await studio.time.skipTo(Date.parse('2026-03-09T04:00:00Z'));
    expect(await lockOf(member, paid)).toEqual(OPEN);
    await studio.time.skipTo(Date.parse('2026-03-18T06:00:00Z'));
    expect(await lockOf(member, paid)).toEqual(locked);
  });
});

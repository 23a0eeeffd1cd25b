import { expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, openContentStudio } from '../../helpers/content-members.ts';

test('an archived client is refused, and the open session ends at its last heartbeat', async () => {
  const studio = await openContentStudio();
  const member = await studio.member();
  const { id: entryId } = await addEntry(studio);
  const contentMediaId = await addMedia(studio, { entryId });
  const { body: session } = await member.post('/video/sessions', { contentMediaId });
  await member.post(`/content/${entryId}/favorite`);
  await studio.given(studio.delete(`/v2/clients/${member.id}`));
  for (const response of [
    await member.put(`/video/sessions/${session.id}/heartbeat`, { positionSeconds: 1, state: 'playing' }),
    await member.put(`/content/${entryId}/status`, { rating: 1 }),
    await member.get('/content/my-list'),
  ]) {
    expect([response.status, response.body.error.code]).toEqual([403, 'member_not_found']);
  }
  await studio.time.moveTo(studio.time.now() + 11 * MINUTE_MS);
  expect(studio.db.query('select status, endedAt from videoSessions').get()).toEqual({
    status: 'abandoned',
    endedAt: session.startedAt,
  });
  expect(studio.events()).toEqual([]);
});

test('an erasure leaves ids, times and numbers, so that the counts still equal a recount', async () => {
  const studio = await openContentStudio();
  const member = await studio.member({ firstName: 'Xaviera', lastName: 'Quimby' });
  const { id: entryId } = await addEntry(studio);
  const contentMediaId = await addMedia(studio, { entryId });
  await member.post('/video/sessions', { contentMediaId });
  await member.put(`/content/${entryId}/status`, { status: 'completed', rating: 5 });
  await member.post(`/content/${entryId}/favorite`);
  expect((await studio.post(`/manage/clients/${member.id}/erase`)).status).toBe(200);
  const { body } = await studio.get(`/v2/content/entries/${entryId}`);
  expect([body.favoriteCount, body.viewCount]).toEqual([1, 1]);
  const rows = ['contentStatuses', 'videoSessions', 'videoViews', 'videoWatchers'].flatMap((table) =>
    studio.db.query(`select * from "${table}"`).all(),
  );
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/Xaviera|Quimby|@/);
});

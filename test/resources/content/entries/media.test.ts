import { expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { openStudioForMembers } from '../../../helpers/members.ts';
import { createClient, UNKNOWN } from '../../../helpers/sales.ts';

const ENTRIES = '/v2/content/entries';

const studio = forEachTest(openStudioForMembers);

/** Adds a media at an external address, which is ready at once. Returns its id. */
const addMedia = async (entryId: string, name: string): Promise<string> => {
  const response = await studio.post('/manage/content/media', {
    entryId,
    externalUrl: `https://media.example/${name}.mp4`,
    kind: 'video',
    mimeType: 'video/mp4',
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.id;
};

const setStatus = (id: string, status: string) =>
  studio.db.query('update contentMedia set status = ? where id = ?').run(status, id);

test('200 the media of an entry in order of creation, and the first that is ready to play', async () => {
  const { id } = await addEntry(studio);
  const [first, second, third] = [await addMedia(id, 'a'), await addMedia(id, 'b'), await addMedia(id, 'c')];
  setStatus(first, 'processing');
  const shown = async () => {
    const { mediaIds, primaryMediaId } = (await studio.get(`${ENTRIES}/${id}`)).body;
    return { mediaIds, primaryMediaId };
  };
  expect(await shown()).toEqual({ mediaIds: [first, second, third], primaryMediaId: second });
  const chosen = await studio.patch(`/manage/content/entries/${id}`, { primaryMediaId: third });
  expect(chosen.body).toMatchObject({ primaryMediaId: third });
  expect(await shown()).toEqual({ mediaIds: [first, second, third], primaryMediaId: third });
  await studio.delete(`/manage/content/media/${third}`);
  expect(await shown()).toEqual({ mediaIds: [first, second], primaryMediaId: second });
  setStatus(second, 'errored');
  expect(await shown()).toEqual({ mediaIds: [first, second], primaryMediaId: null });
});

test('400 a media of another entry, or of none', async () => {
  const [entry, other] = [await addEntry(studio), await addEntry(studio)];
  for (const primaryMediaId of [await addMedia(other.id, 'a'), UNKNOWN]) {
    const { status, body } = await studio.patch(`/manage/content/entries/${entry.id}`, { primaryMediaId });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'primaryMediaId']);
  }
});

test('200 expands the media in one query, but not those of a locked entry', async () => {
  const open = await addEntry(studio, { title: 'Open' });
  const locked = await addEntry(studio, { title: 'Locked', access: 'package' });
  const ids = [await addMedia(open.id, 'a'), await addMedia(open.id, 'b'), await addMedia(locked.id, 'secret')];
  const { headers } = await studio.signIn(await createClient(studio));
  const { status, body } = await studio.get(`${ENTRIES}?expand[]=media&sort=title`, headers);
  expect(status).toBe(200);
  const [first, second] = body.data;
  expect(first).toMatchObject({ title: 'Locked', isLocked: true, mediaIds: [], primaryMediaId: null, media: [] });
  expect(second).toMatchObject({ mediaIds: ids.slice(0, 2), primaryMediaId: ids[0] });
  expect(second.media).toMatchObject([
    { id: ids[0], object: 'content_media', externalUrl: 'https://media.example/a.mp4' },
    { id: ids[1], object: 'content_media', externalUrl: 'https://media.example/b.mp4' },
  ]);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect((await studio.get(`${ENTRIES}/${locked.id}?expand[]=media`)).body.media).toHaveLength(1);
});

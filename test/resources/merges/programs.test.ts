import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { openContentStudio } from '../../helpers/content-members.ts';

const studio = forEachTest(openContentStudio);

const set = (clientId: string, entryId: string) =>
  studio.given(
    studio.send('PUT', `/v2/member/content/${entryId}/status`, { status: 'completed' }, { 'x-client-id': clientId }),
  );
const seen = async (clientId: string, entryId: string) =>
  (await studio.get(`/v2/member/content/${entryId}/status`, { 'x-client-id': clientId })).body;

test('a program of which two records of one person have completed a half each is completed, and raises nothing', async () => {
  const ids = [await addEntry(studio, { title: 'One' }), await addEntry(studio, { title: 'Two' })].map(({ id }) => id);
  const children = ids.map((entryId, position) => ({ entryId, position, dayNumber: position + 1 }));
  const program = (await addEntry(studio, { title: 'Program', type: 'program', children })).id;
  const [ann, anna] = [await addClient(studio), await addClient(studio)];
  await set(ann, ids[0]);
  await set(anna, ids[1]);
  expect(await seen(ann, program)).toMatchObject({ status: 'in_progress', progressPercent: 50 });
  studio.events();
  expect((await studio.post(`/manage/clients/${ann}/merge`, { clientId: anna })).status).toBe(200);
  expect(studio.events()).toEqual(['client.merged']);
  expect(await seen(ann, program)).toMatchObject({ status: 'completed', progressPercent: 100, completionCount: 1 });
});

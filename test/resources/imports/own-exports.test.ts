import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { createPlan } from '../../helpers/sales.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

const externalId = 'order-7';

/** A studio of an older release: two records of several families share one external id. */
const openShared = async () => {
  const studio = await openStudio();
  const planId = await createPlan(studio);
  for (const name of ['ann', 'bea']) {
    const clientId = await addClient(studio, { firstName: name, email: `${name}@example.com` });
    await studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash' });
    await studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE });
  }
  for (const table of ['clients', 'packages', 'checkins'])
    studio.db.run(`update ${table} set externalId = '${externalId}'`);
  return studio;
};

test('400 records that share an external id, until the other studio has given them their own', async () => {
  const from = await openShared();
  const to = await emptyStudio(from);
  await imported(to, 'sites', JSON.parse(await exportFile(from, 'sites', 'json')));
  const twice = JSON.parse(await exportFile(from, 'clients', 'json'));
  expect(complaints(await importFile(to, 'clients', twice))).toEqual(['1 id parameter_invalid']);
  for (const table of ['clients', 'packages', 'checkins']) from.db.run(`update ${table} set externalId = id`);
  const exported = await exportAll(from, 'json');
  await importAll(to, exported, 'json');
  expect(await exportAll(to, 'json')).toEqual(exported);
  await to.app.stop();
  await from.app.stop();
});

test('400 another id for the external id of a record that the file does not name', async () => {
  const studio = await openStudio();
  const known = await addClient(studio, { externalId });
  const row = { firstName: 'Bea', lastName: 'Lee', email: 'bea@example.com', externalId };
  const id = '01950000-0000-7000-8000-00000000e001';
  const both = [
    { ...row, id },
    { id: known, notes: 'x' },
  ];
  expect(complaints(await importFile(studio, 'clients', both))).toEqual(['1 id parameter_invalid']);
  await studio.app.stop();
});

test('the length of an entry goes on following its media, and one that the studio has set does not', async () => {
  const from = await openStudio();
  const addTo = async (studio: Studio, entryId: string, durationSeconds: number) => {
    const media = { entryId, externalUrl: `https://video.example/${durationSeconds}.mp4`, durationSeconds };
    return (await studio.post('/manage/content/media', media)).body.id as string;
  };
  const followed = (await from.post('/manage/content/entries', { title: 'Flow', type: 'video' })).body.id;
  const own = { title: 'Own', type: 'video', durationSeconds: 90 };
  const set = (await from.post('/manage/content/entries', own)).body.id;
  for (const id of [followed, set]) await addTo(from, id, 600);
  const to = await emptyStudio(from);
  const files = await exportAll(from, 'json');
  await importAll(to, files, 'json');
  const entries = JSON.parse(files.get('content_entries') ?? '');
  expect(await imported(to, 'content_entries', entries)).toMatchObject({ unchanged: 2 });
  const lengths = async () =>
    Promise.all(
      [followed, set].map(async (id) => (await to.get(`/manage/content/entries/${id}`)).body.durationSeconds),
    );
  expect(await lengths()).toEqual([600, 90]);
  for (const id of [followed, set]) {
    const primaryMediaId = await addTo(to, id, 700);
    expect((await to.patch(`/manage/content/entries/${id}`, { primaryMediaId })).status).toBe(200);
  }
  expect(await lengths()).toEqual([700, 90]);
  await to.app.stop();
  await from.app.stop();
});

test('an entry keeps the instructors who have stopped teaching since', async () => {
  const from = await openStudio();
  const person = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.com' };
  const { id: instructorId } = (await from.post('/v2/instructors', person)).body;
  const entry = { title: 'Flow', type: 'article', instructorIds: [instructorId] };
  expect((await from.post('/manage/content/entries', entry)).status).toBe(201);
  expect((await from.delete(`/v2/instructors/${instructorId}`)).status).toBe(200);
  const to = await emptyStudio(from);
  const files = await exportAll(from, 'json');
  await importAll(to, files, 'json');
  expect(await exportAll(to, 'json')).toEqual(files);
  // Whoever writes an entry here names those who teach.
  const { state: _state, ...other } = JSON.parse(files.get('content_entries') ?? '[]')[0];
  const rows = [{ ...other, id: undefined, externalId: 'other', slug: 'other' }];
  expect(complaints(await importFile(to, 'content_entries', rows))).toEqual(['1 instructorIds[0] resource_missing']);
  await from.app.stop();
  await to.app.stop();
});

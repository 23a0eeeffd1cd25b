import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { createPlan } from '../../helpers/sales.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';
import { complaints, importFile } from './set-up.ts';

const externalId = 'order-7';

/** Records of each family that share one external id, as the API allows. */
const openShared = async () => {
  const studio = await openStudio();
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await studio.post(path, { ...body, externalId });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const planId = await createPlan(studio);
  const sessionId = await addSessionInUtc(studio, 3_600_000);
  for (const name of ['ann', 'bea']) {
    const clientId = await made('/v2/clients', { firstName: name, lastName: 'Lee', email: `${name}@example.com` });
    await made('/v2/staff', { firstName: name, lastName: 'Ray', email: `${name}.ray@example.com`, role: 'manager' });
    await made('/v2/sites', { name });
    await made('/manage/packages', { clientId, planId, paymentMethod: 'cash' });
    await made('/v2/bookings', { clientId, sessionId });
    await made('/v2/checkins', { clientId, locationId: MAIN_SITE });
    await made('/manage/content/entries', { title: name, type: 'article' });
    const dates = { startDate: '2026-04-01', endDate: '2026-04-20' };
    await made('/manage/challenges', { title: name, type: 'points', ...dates });
    await made('/manage/leaderboards', { name, rankBy: 'attendance', periodType: 'weekly' });
  }
  return studio;
};

test('records that share an external id come in as they are, since an export names each by its own id', async () => {
  const from = await openShared();
  const exported = await exportAll(from, 'json');
  for (const format of ['json', 'csv'] as const) {
    const to = await emptyStudio(from);
    await importAll(to, await exportAll(from, format), format);
    expect(await exportAll(to, 'json')).toEqual(exported);
    await to.app.stop();
  }
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

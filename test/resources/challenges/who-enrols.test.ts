import { expect, test } from 'bun:test';
import { ACCEPT, addChallenge, addDraft } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { openContentStudio } from '../../helpers/content-members.ts';

const open = () => openContentStudio({ startAt: Date.parse('2026-03-06T17:00:00Z') });

test('200 a filter by a status that only staff see finds nothing; 400 for one that does not exist', async () => {
  const studio = await open();
  const member = await studio.member();
  await addDraft(studio);
  await studio.delete(`/manage/challenges/${await addChallenge(studio)}`);
  for (const status of ['draft', 'archived']) {
    const response = await member.get(`/challenges?status=${status}`);
    expect([response.status, response.body.data]).toEqual([200, []]);
  }
  expect((await member.get('/challenges?status=bogus')).status).toBe(400);
});

test('409 a member who is suspended does not enrol', async () => {
  const studio = await open();
  const member = await studio.member();
  const id = await addChallenge(studio);
  await studio.given(studio.patch(`/v2/clients/${member.id}`, { status: 'suspended' }));
  const { status, body } = await member.post(`/challenges/${id}/enroll`, ACCEPT);
  expect([status, body.error.code, studio.events()]).toEqual([409, 'client_suspended', []]);
  await studio.patch(`/v2/clients/${member.id}`, { status: 'active' });
  expect((await member.post(`/challenges/${id}/enroll`, ACCEPT)).status).toBe(201);
});

test('404 the public page of a result ends when its member is archived', async () => {
  const studio = await open();
  const member = await studio.member();
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [] };
  const metric = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const entry = await member.post('/metrics/entries', { contentEntryId: metric.id, value: 100 });
  const { url } = (await member.post(`/metrics/entries/${entry.body.id}/share`)).body;
  const page = async () => (await studio.app.fetch(new Request(url))).status;
  expect(await page()).toBe(200);
  await studio.delete(`/v2/clients/${member.id}`);
  expect(await page()).toBe(404);
});

test('200 PATCH with null gives the times to enrol their defaults again', async () => {
  const studio = await open();
  const { id, enrollmentOpensAt, enrollmentClosesAt } = await addDraft(studio);
  const path = `/manage/challenges/${id}`;
  const own = { enrollmentOpensAt: '2026-03-01T00:00:00.000Z', enrollmentClosesAt: '2026-03-10T00:00:00.000Z' };
  expect((await studio.patch(path, own)).body).toMatchObject(own);
  const { status, body } = await studio.patch(path, { enrollmentOpensAt: null, enrollmentClosesAt: null });
  expect([status, body.enrollmentOpensAt, body.enrollmentClosesAt]).toEqual([
    200,
    enrollmentOpensAt,
    enrollmentClosesAt,
  ]);
});

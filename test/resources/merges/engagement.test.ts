import { beforeEach, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';

const studio = forEachTest(openStudio);
/** The older record, and the younger one, who enrolled first. */
let [ann, anna, challengeId] = ['', '', ''];

const enrol = (clientId: string) =>
  studio.given(studio.post(`/v2/member/challenges/${challengeId}/enroll`, ACCEPT, { 'x-client-id': clientId }));
const visit = (clientId: string) => studio.given(studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE }));
const nextDay = () => studio.time.skipTo(studio.time.now() + DAY_MS);
const merge = async () => studio.post(`/manage/clients/${ann}/merge`, { clientId: anna });

beforeEach(async () => {
  ann = await addClient(studio);
  anna = await addClient(studio);
  challengeId = await addChallenge(studio, {
    enrollmentOpensAt: '2026-01-01T00:00:00Z',
    startDate: '2026-03-02',
    pointsRules: { perAttendance: 10, maxAttendancePerDay: 1 },
  });
});

test('the older enrolment stays, and counts what both did since', async () => {
  await enrol(anna);
  await nextDay();
  await enrol(ann);
  for (const clientId of [anna, ann]) {
    await visit(clientId);
    await nextDay();
  }
  const said = (await studio.post(`/manage/clients/${ann}/merge?dry_run=true`, { clientId: anna })).body;
  expect(said.enrollmentsDropped).toEqual([{ enrollmentId: expect.any(String), challengeId }]);
  studio.events();
  await merge();
  expect(studio.events()).toEqual(['client.merged']);
  const rows = studio.db.query('select clientId, enrolledAt, pointsTotal from challengeEnrollments').all();
  expect(rows).toEqual([{ clientId: ann, enrolledAt: '2026-03-02T08:00:00.000Z', pointsTotal: 20 }]);
  const { body } = await studio.get(`/v2/member/challenges/${challengeId}/progress`, { 'x-client-id': ann });
  expect(body).toMatchObject({ pointsTotal: 20, rank: 1, participantCount: 1 });
  const [entry] = (await studio.get('/manage/audit-log?type=mergeClients')).body.data;
  expect(entry.before.enrollments).toEqual([expect.objectContaining({ clientId: ann, challengeId })]);
});

test('an award that both have is kept once, and what both did earns the next one without an event', async () => {
  const award = async (threshold: number) =>
    (await studio.given(studio.post('/manage/awards', { name: `${threshold} visits`, trigger: 'visits', threshold })))
      .id;
  const [one, two] = [await award(1), await award(2)];
  await visit(ann);
  await nextDay();
  await visit(anna);
  const kind = (await studio.given(studio.post('/manage/awards', { name: 'Kind', trigger: 'manual' }))).id;
  for (const clientId of [ann, anna]) await studio.given(studio.post(`/manage/awards/${kind}/grants`, { clientId }));
  const said = (await studio.post(`/manage/clients/${ann}/merge?dry_run=true`, { clientId: anna })).body;
  expect(said.awardsDropped).toBe(2);
  studio.events();
  await merge();
  expect(studio.events()).toEqual(['client.merged']);
  const grants = studio.db
    .query('select awardId, count(*) as times from awardGrants where clientId = ? group by 1')
    .all(ann);
  expect(new Set(grants)).toEqual(new Set([one, two, kind].map((awardId) => ({ awardId, times: 1 }))));
});

test('an award for each value is kept for each of both records', async () => {
  const metricDefinition = { dimension: 'weight', baseUnit: 'kg', direction: 'higher_is_better' };
  const contentEntryId = (await addEntry(studio, { title: 'Row', type: 'metric', metricDefinition })).id;
  const rule = { trigger: 'metric', metricContentEntryId: contentEntryId, threshold: 100, isRepeatable: true };
  const award = (await studio.given(studio.post('/manage/awards', { name: 'Strong', ...rule }))).id;
  const lift = (clientId: string) =>
    studio.post(
      '/v2/member/metrics/entries',
      { contentEntryId, value: 110, unit: 'kg', recordedAt: new Date(studio.time.now()).toISOString() },
      { 'x-client-id': clientId },
    );
  const times = () => studio.db.query('select count(*) "times" from awardGrants where awardId = ?').get(award);
  await lift(ann);
  await nextDay();
  await lift(anna);
  expect(times()).toEqual({ times: 2 });
  studio.events();
  await merge();
  expect([studio.events(), times()]).toEqual([['client.merged'], { times: 2 }]);
  await nextDay();
  await lift(ann);
  expect(times()).toEqual({ times: 3 });
});

test('the audit log keeps the preferences and ratings of the record that goes, where the other has its own', async () => {
  const { id: entryId } = await addEntry(studio, {});
  for (const [clientId, rating, weight] of [
    [ann, 5, 'kg'],
    [anna, 2, 'lb'],
  ] as const) {
    const as = { 'x-client-id': clientId };
    const sent = [
      await studio.send('PUT', `/v2/member/content/${entryId}/status`, JSON.stringify({ rating }), as),
      await studio.send('PUT', '/v2/member/preferences/units', JSON.stringify({ weight }), as),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  }
  await merge();
  const [entry] = (await studio.get('/manage/audit-log?type=mergeClients')).body.data;
  expect(entry.before).toMatchObject({
    unitPreferences: { clientId: anna, weight: 'lb' },
    ratings: [{ contentEntryId: entryId, rating: 2 }],
  });
});

import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { ACCEPT, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { moved } from '../../properties/move.ts';
import { exportFile, importFile } from './set-up.ts';

test('a studio moves whole with what an erased client did in a challenge', async () => {
  const studio = await openStudio({ startAt: Date.parse('2026-03-04T17:00:00Z') });
  const { id } = await addDraft(studio, { pointsRules: { perAttendance: 5, perGoal: 3, perAssessment: 2 } });
  const goals = [
    await addPart(studio, id, 'goals', { title: 'Walk', targetType: 'count', defaultTarget: 3 }),
    await addPart(studio, id, 'goals', { title: 'Rest', targetType: 'boolean' }),
  ];
  const fields = [{ key: 'kg', label: 'Weight', required: true }];
  const { id: assessmentId } = await addPart(studio, id, 'assessments', { name: 'Start', stage: 'baseline', fields });
  await publish(studio, id);
  const clientId = await addClient(studio);
  const headers = { 'x-client-id': clientId };
  const act = async (path: string, body: object) => {
    const { status } = await studio.post(`/v2/member/challenges/${id}/${path}`, body, headers);
    expect([path, status < 300]).toEqual([path, true]);
  };
  await act('enroll', { ...ACCEPT, division: 'Masters' });
  await act('goals/commit', { goals: [{ goalId: goals[0].id, target: 2 }] });
  const done = [
    { goalId: goals[0].id, value: 2, note: 'Done' },
    { goalId: goals[1].id, achieved: true },
  ];
  await act('goals/submit', { goals: done });
  await act('assessments/submit', { assessmentId, values: { kg: 70 } });
  await studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE });
  expect((await studio.post(`/manage/clients/${clientId}/erase`, {})).status).toBe(200);
  expect(studio.db.query('select value, target, achieved from challengeGoalEntries').all()).toEqual([
    { value: null, target: null, achieved: 1 },
    { value: null, target: null, achieved: 1 },
  ]);
  expect(await moved(studio, 'csv')).toEqual([]);
  await studio.app.stop();
});

test('400 what an older file says of the enrollment of an erased client; 200 what an export says', async () => {
  const studio = await openStudio({ startAt: Date.parse('2026-03-04T17:00:00Z') });
  const { id } = await addDraft(studio, {});
  await publish(studio, id);
  const clientId = await addClient(studio);
  const headers = { 'x-client-id': clientId };
  await studio.given(studio.post(`/v2/member/challenges/${id}/enroll`, { ...ACCEPT, division: 'Masters' }, headers));
  const exported = async () => JSON.parse(await exportFile(studio, 'challenge_enrollments', 'json'));
  const [before] = await exported();
  expect(before).toMatchObject({ clientId, division: 'Masters' });
  expect((await studio.post(`/manage/clients/${clientId}/erase`)).status).toBe(200);
  studio.events();
  const { status, body } = await importFile(studio, 'challenge_enrollments', [before]);
  const refused = body.error?.details.map(({ param }: { param: string }) => param);
  expect([status, refused]).toEqual([400, expect.arrayContaining(['rows[1].status'])]);
  expect((await importFile(studio, 'challenge_enrollments', await exported())).body).toMatchObject({ unchanged: 1 });
  expect(studio.events()).toEqual(['import.completed']);
});

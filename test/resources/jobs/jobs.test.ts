import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { type ApiResponse, MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { DAILY, openDaily } from '../../helpers/daily.ts';
import { signedIn } from '../../helpers/people.ts';
import { createClient } from '../../helpers/sales.ts';
import { addInstructor } from '../../helpers/yoga.ts';

const jobsOf = async (studio: Studio, headers?: Record<string, string>) =>
  (await studio.get('/manage/jobs', headers)).body.jobs;

/** The jobs that run until a request has its response, look after look. */
const runningUntil = async (studio: Studio, request: Promise<ApiResponse>) => {
  const seen: { readonly done: number; readonly step: string }[] = [];
  let isDone = false;
  const response = request.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const running = (await jobsOf(studio)).filter(({ state }: { state: string }) => state === 'running');
    seen.push(...running);
    await Bun.sleep(1);
  }
  return { response: await response, seen };
};

const expectGrowing = (numbers: readonly number[]): void => {
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.at(-1)).toBeGreaterThan(numbers[0] ?? 0);
};

describe('a change of a schedule', () => {
  test('200 what takes several transactions says how far it is, and what came of it', async () => {
    const { studio, path } = await openDaily(1_500);
    // Making the schedule takes several transactions on a slow machine.
    const before = await jobsOf(studio);
    const { seen } = await runningUntil(studio, studio.patch(path, { startTime: '12:00', endDate: '2028-01-01' }));
    for (const each of seen) {
      expect(each).toMatchObject({
        kind: 'schedule_change',
        subject: 'Yoga',
        total: 100,
        result: null,
      });
    }
    expectGrowing(seen.map(({ done }) => done));
    const [job, ...others] = await jobsOf(studio);
    expect(others).toEqual(before);
    expect(job).toMatchObject({
      object: 'job',
      state: 'succeeded',
      done: 100,
      total: 100,
      step: null,
      problem: null,
      result: { sessionsCreated: 0, sessionsUpdated: 670, sessionsCancelled: 830, bookingsAffected: 0 },
    });
    expect((await studio.get(`/manage/jobs/${job.id}`)).body).toEqual(job);
    await studio.delete(path);
    expect(await jobsOf(studio)).toMatchObject([{ result: { sessionsCancelled: 670 } }, job, ...before]);
  }, 60_000);

  test('201 so does a new schedule; its conflicts are looked for first', async () => {
    const studio = await openStudio();
    const instructorId = await addInstructor(studio, 'Ida');
    const create = studio.post('/v2/schedules', { ...DAILY, horizonDays: 730, instructorId });
    const { response, seen } = await runningUntil(studio, create);
    expect(response.status).toBe(201);
    expectGrowing(seen.map(({ done }) => done));
    expect([seen[0]?.step, seen.at(-1)?.step, seen.some(({ done, step }) => step === 'check' && done > 50)]).toEqual([
      'check',
      'change',
      false,
    ]);
    expect(await jobsOf(studio)).toMatchObject([{ subject: 'Yoga', result: { sessionsCreated: 730 } }]);
  }, 60_000);

  test('409 a conflict far ahead is the problem of the job', async () => {
    const studio = await openStudio();
    const instructorId = await addInstructor(studio, 'Ida');
    await addSession(studio, { startsIn: 600 * DAY_MS + 2 * HOUR_MS, instructorId });
    expect((await studio.post('/v2/schedules', { ...DAILY, horizonDays: 730, instructorId })).status).toBe(409);
    expect(await jobsOf(studio)).toMatchObject([
      { state: 'failed', step: null, result: null, problem: { code: 'instructor_conflict' } },
    ]);
  }, 60_000);

  test('a change of one transaction is no job', async () => {
    const studio = await openStudio();
    const { id } = await studio.given(studio.post('/v2/schedules', { ...DAILY, horizonDays: 5 }));
    expect((await studio.patch(`/v2/schedules/${id}`, { capacity: 4 })).status).toBe(200);
    expect((await studio.delete(`/v2/schedules/${id}`)).status).toBe(200);
    expect(await jobsOf(studio)).toEqual([]);
  });
});

describe('an export', () => {
  test('200 says how many records the file has', async () => {
    const studio = await openStudio();
    for (const firstName of ['Ann', 'Ben']) await createClient(studio, { firstName });
    expect((await studio.get('/manage/exports/clients?format=json')).body).toHaveLength(2);
    expect(await jobsOf(studio)).toMatchObject([
      { kind: 'export', subject: 'clients', state: 'succeeded', done: 2, total: 0, result: { records: 2 } },
    ]);
  });

  test('a reader who goes away ends it', async () => {
    const studio = await openStudio();
    for (const firstName of ['Ann', 'Ben']) await createClient(studio, { firstName });
    const headers = { 'x-service-api-key': studio.mainKey };
    const response = await studio.app.fetch(new Request('http://localhost/manage/exports/clients', { headers }));
    const reader = response.body?.getReader();
    await reader?.read();
    expect(await jobsOf(studio)).toMatchObject([{ state: 'running' }]);
    await reader?.cancel();
    expect(await jobsOf(studio)).toMatchObject([{ state: 'failed', problem: { code: 'failed' }, result: null }]);
  });

  test('403 for who may not export: there is no job', async () => {
    const studio = await openStudio();
    const { headers } = await signedIn(studio, { role: 'front_desk' });
    expect((await studio.get('/manage/exports/clients?format=json', headers)).status).toBe(403);
    expect(await jobsOf(studio)).toEqual([]);
  });
});

test('who has begun a job sees it, and who may make backups; a manager sees the imports of others too', async () => {
  const studio = await openStudio();
  const owner = await signedIn(studio);
  const manager = await signedIn(studio, { role: 'manager' });
  const another = await signedIn(studio, { role: 'manager' });
  const ofSite = await signedIn(studio, { role: 'manager', siteIds: [MAIN_SITE] });
  await studio.get('/manage/exports/sites?format=json', manager.headers);
  await studio.get('/manage/exports/plans?format=json', ofSite.headers);
  await studio.send('POST', '/manage/imports?family=clients', 'firstName,lastName,email\nAda,Park,ada@example.com\n', {
    'content-type': 'text/csv',
  });
  const subjects = async ({ headers }: { headers: Record<string, string> }) =>
    (await jobsOf(studio, headers)).map(({ subject }: { subject: string }) => subject);
  expect(await subjects(owner)).toEqual(['clients', 'plans', 'sites']);
  expect(await subjects(manager)).toEqual(['clients', 'sites']);
  expect(await subjects(another)).toEqual(['clients']);
  expect(await subjects(ofSite)).toEqual(['plans']);
  const [{ id }] = await jobsOf(studio, manager.headers).then((jobs) => jobs.slice(-1));
  expect((await studio.get(`/manage/jobs/${id}`, manager.headers)).body.subject).toBe('sites');
  expect((await studio.get(`/manage/jobs/${id}`, another.headers)).status).toBe(404);
});

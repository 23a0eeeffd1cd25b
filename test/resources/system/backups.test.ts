import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf } from '../../api/audit-entries.ts';
import { inHours, openStudio, type Studio } from '../../helpers/api.ts';
import { DAILY } from '../../helpers/daily.ts';
import { signedIn } from '../../helpers/people.ts';
import { until } from '../../helpers/process.ts';
import { createPlan } from '../../helpers/sales.ts';
import { fakeMachine, manifest } from './machine.ts';

const FILE = manifest().file;
const PATH = `/manage/backups/${FILE}`;
const COMMAND = `studiod restore /data/backups/${FILE} --data /data`;

const opened = async (more: Parameters<typeof fakeMachine>[0] = {}) => {
  const { machine, asked } = fakeMachine(more);
  const studio = await openStudio({ machine, expectsError: () => true });
  return { studio, asked, owner: (await signedIn(studio)).headers };
};

const jobOf = async (studio: Studio, id: string) => {
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  let job: any;
  await until(async () => {
    job = (await studio.get(`/manage/jobs/${id}`)).body;
    return job.state !== 'running';
  });
  return job;
};

describe('listBackups', () => {
  test('200 the backups with their schedule, and those that are damaged', async () => {
    const { studio, owner } = await opened();
    expect((await studio.get('/manage/backups', owner)).body).toEqual({
      object: 'list',
      url: '/manage/backups',
      hasMore: false,
      nextCursor: null,
      previousCursor: null,
      isAvailable: true,
      directory: '/data/backups',
      schedule: '17 4 * * *',
      targets: [],
      lastBackup: null,
      lastTest: null,
      lastRestore: null,
      data: [
        {
          object: 'backup',
          file: FILE,
          createdAt: '2026-03-01T04:17:00.000Z',
          bytes: 4096,
          release: '1.0.0',
          schema: manifest().schema,
          rows: 7,
          mediaFiles: 0,
          cannotRestore: null,
        },
      ],
      unreadable: [{ file: 'x.db', problem: 'It lacks what a manifest says.' }],
    });
  });

  test('200 a page at a time, by the names of their files', async () => {
    const found = ['c.db', 'b.db', 'a.db'].map((file) => manifest({ file }));
    const { studio, owner } = await opened({ found });
    const page = async (query: string) => {
      const { status, body } = await studio.get(`/manage/backups?${query}`, owner);
      return [status, body.data?.map(({ file }: { file: string }) => file) ?? body.error.code, body.nextCursor];
    };
    expect(await page('limit=2')).toEqual([200, ['c.db', 'b.db'], 'b.db']);
    expect(await page('limit=2&starting_after=b.db')).toEqual([200, ['a.db'], null]);
    expect(await page('ending_before=a.db')).toEqual([200, ['c.db', 'b.db'], 'b.db']);
    expect(await page('starting_after=x.db')).toEqual([400, 'cursor_invalid', undefined]);
  });

  test('200 a studio in memory has none, and makes none', async () => {
    const studio = await openStudio();
    expect((await studio.get('/manage/backups')).body).toMatchObject({ isAvailable: false, data: [] });
    const made = await studio.post('/manage/backups');
    expect([made.status, made.body.error.code]).toEqual([409, 'backups_unavailable']);
  });

  test('403 for everybody but owners', async () => {
    const { studio } = await opened();
    const { headers } = await signedIn(studio, { role: 'manager' });
    const { body, status } = await studio.get('/manage/backups', headers);
    expect([status, body.error.code]).toEqual([403, 'permission_denied']);
  });
});

describe('getBackup', () => {
  test('200 what was made since, and would be lost', async () => {
    const { studio, owner } = await opened();
    await studio.given(studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: 'a@example.com' }));
    const { body } = await studio.get(PATH, owner);
    expect(body).toMatchObject({ object: 'backup', file: FILE, since: { clients: 1, bookings: 0, staff: 1 } });
  });

  test('200 plans, rows of the timetable, entries of the library and challenges are counted too', async () => {
    const { studio, owner } = await opened();
    const before = (await studio.get(PATH, owner)).body.since;
    await createPlan(studio);
    await studio.given(studio.post('/v2/schedules', DAILY));
    await studio.given(studio.post('/manage/content/entries', { type: 'article', title: 'Rest' }));
    const days = { startDate: '2026-04-01', endDate: '2026-04-30' };
    await studio.given(studio.post('/manage/challenges', { title: 'April', type: 'attendance', ...days }));
    const { since } = (await studio.get(PATH, owner)).body;
    const names = ['plans', 'schedules', 'contentEntries', 'challenges'] as const;
    expect(names.map((name) => since[name] - before[name])).toEqual([1, 1, 1, 1]);
  });

  test.each([
    ['newer_schema', { schema: 9999 }, {}, 'Upgrade studiod first', null],
    ['other_key', { keyFingerprint: 'key-2' }, {}, 'studiod.key', COMMAND],
    ['command_line_only', {}, { restore: undefined }, COMMAND, COMMAND],
  ])(
    '200 %s: why it cannot be restored here, and the command that does',
    async (code, changes, more, words, command) => {
      const { studio, owner, asked } = await opened({ found: [manifest(changes)], ...more });
      const { body } = await studio.get(PATH, owner);
      expect(body.cannotRestore).toEqual({ code, message: expect.stringContaining(words), command });
      const refused = await studio.post(`${PATH}/restore`, { studioName: 'Test studio' }, owner);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'backup_not_restorable']);
      expect(asked).toEqual([]);
    },
  );

  test('404 one that is not there', async () => {
    const { studio, owner } = await opened();
    expect((await studio.get('/manage/backups/other.db', owner)).status).toBe(404);
  });
});

describe('createBackup and verifyBackup', () => {
  test('202 a job that ends with the file; audited', async () => {
    const { studio, owner } = await opened();
    const { status, body } = await studio.post('/manage/backups', undefined, owner);
    expect([status, body.object, body.kind]).toEqual([202, 'job', 'backup']);
    expect(await jobOf(studio, body.id)).toMatchObject({ state: 'succeeded', result: { file: 'studiod-new.db' } });
    expect(studio.events()).toEqual([]);
    expect((await entriesOf(studio, '&type=createBackup')).length).toBe(1);
  });

  test('202 a job that fails with what is wrong', async () => {
    const { studio, owner } = await opened({ verify: () => Promise.reject(new Error('its SHA-256 differs')) });
    const { body } = await studio.post(`${PATH}/verify`, undefined, owner);
    expect(await jobOf(studio, body.id)).toMatchObject({
      kind: 'backup_verification',
      subject: FILE,
      state: 'failed',
      problem: { message: 'its SHA-256 differs' },
    });
  });

  test('409 job_in_progress while another one runs', async () => {
    const held = Promise.withResolvers<string>();
    const { studio, owner } = await opened({ makeBackup: () => held.promise });
    const { body } = await studio.post('/manage/backups', undefined, owner);
    const second = await studio.post(`${PATH}/verify`, undefined, owner);
    expect([second.status, second.body.error.code]).toEqual([409, 'job_in_progress']);
    held.resolve('a.db');
    await jobOf(studio, body.id);
  });
});

test('a job says how far its backup is, and what it does at this moment', async () => {
  const held = Promise.withResolvers<string>();
  const { studio, owner } = await opened({
    makeBackup: (report) => {
      report('copying the database', 12.7, 100);
      return held.promise;
    },
  });
  const { body } = await studio.post('/manage/backups', undefined, owner);
  const shown = await studio.get(`/manage/jobs/${body.id}`, owner);
  expect(shown.body).toMatchObject({ state: 'running', done: 12, total: 100, step: 'copying the database' });
  held.resolve('a.db');
  expect(await jobOf(studio, body.id)).toMatchObject({ state: 'succeeded', done: 100, step: null });
});

describe('restoreBackup', () => {
  test('202 verifies, then has the server begin anew with it', async () => {
    const { studio, asked } = await opened();
    const { id, headers } = await signedIn(studio);
    const { body } = await studio.post(`${PATH}/restore`, { studioName: ' Test studio ' }, headers);
    expect(await jobOf(studio, body.id)).toMatchObject({ kind: 'restore', state: 'succeeded' });
    expect(asked).toEqual([`verify ${FILE}`, `restore ${FILE} for ${id}`]);
    expect((await entriesOf(studio, '&type=restoreBackup')).length).toBe(1);
  });

  test('202 a backup that is damaged changes nothing', async () => {
    const { studio, owner, asked } = await opened({ verify: () => Promise.reject(new Error('damaged')) });
    const { body } = await studio.post(`${PATH}/restore`, { studioName: 'Test studio' }, owner);
    expect(await jobOf(studio, body.id)).toMatchObject({ state: 'failed', problem: { message: 'damaged' } });
    expect(asked).toEqual([]);
  });

  test('400 another name than the studio has', async () => {
    const { studio, owner, asked } = await opened();
    const { status, body } = await studio.post(`${PATH}/restore`, { studioName: 'Other' }, owner);
    expect([status, body.error.param]).toEqual([400, 'studioName']);
    expect(asked).toEqual([]);
  });

  test('403 password_required after 15 minutes, and for a key that acts for nobody', async () => {
    const { studio, owner, asked } = await opened();
    const byKey = await studio.post(`${PATH}/restore`, { studioName: 'Test studio' });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, 'permission_denied']);
    await studio.time.moveTo(Date.parse(inHours(1)));
    const late = await studio.post(`${PATH}/restore`, { studioName: 'Test studio' }, owner);
    expect([late.status, late.body.error.code]).toEqual([403, 'password_required']);
    expect((await studio.get(`${PATH}/content`, owner)).body.error.code).toBe('password_required');
    expect(asked).toEqual([]);
  });
});

test('downloadBackup: 200 the file itself; audited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studiod-backup-'));
  writeFileSync(join(folder, FILE), 'SQLite format 3');
  const { studio, owner } = await opened({ pathOf: (file) => join(folder, file) });
  const request = new Request(`http://localhost${PATH}/content`, { headers: owner });
  const response = await studio.app.fetch(request);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${FILE}"`);
  expect(await response.text()).toBe('SQLite format 3');
  expect((await entriesOf(studio, '&type=downloadBackup')).length).toBe(1);
  expect((await studio.get(`${PATH}/content`)).status).toBe(403);
});

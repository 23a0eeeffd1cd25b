import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/kernel/clock.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import { canMount, mount } from '../helpers/mount.ts';
import { eventsOf, openNights } from '../helpers/nights.ts';
import { startServer, studiod, testFolder } from '../helpers/process.ts';

const TOKEN = 'a-token-for-metrics';

const cwd = testFolder();
const { data, database, succeeded } = dataDirectory(cwd);
const folder = join(data, 'backups');
const newest = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .sort()
    .at(-1) ?? '';
const manifestOf = (file: string): string => join(folder, file.replace(/db$/, 'json'));

const leftovers = (): string[] => readdirSync(data).filter((name) => name.startsWith('restore-test-'));

test('each night has a backup that is opened again; once a week one is restored, also after it was damaged', async () => {
  // So that the last night is not in the future of the verbs that follow.
  const startAt = Math.floor(systemClock.now() / DAY_MS - 20) * DAY_MS;
  const nights = await openNights({ directory: data, startAt });
  const { time, store } = nights;
  const files: string[] = [];
  const night = async (): Promise<void> => {
    await time.moveTo(time.now() + DAY_MS);
    files.push(newest());
  };
  try {
    await night();
    expect(nights.failures).toEqual([]);
    const [first = ''] = files;
    expect(eventsOf(store.db)).toEqual([
      ['backup.verified', 'BACKUP', first],
      ['backup.verified', 'RESTORE_TEST', first],
    ]);
    for (let count = 2; count <= 7; count += 1) await night();
    expect(new Set(files).size).toBe(7);
    expect(eventsOf(store.db).slice(2)).toEqual(files.slice(1).map((file) => ['backup.verified', 'BACKUP', file]));

    // The eighth night begins with the test of the backup that the seventh made.
    const seventh = join(folder, files[6] ?? '');
    const bytes = readFileSync(seventh);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(seventh, bytes);
    const before = eventsOf(store.db).length;
    await night();
    expect(eventsOf(store.db).slice(before)).toEqual([
      ['backup.failed', 'RESTORE_TEST', files[6]],
      ['backup.verified', 'BACKUP', files[7]],
      ['backup.verified', 'RESTORE_TEST', files[7]],
    ]);
    expect(nights.lines.filter((line) => line.includes('SHA-256'))).toHaveLength(1);
    expect(nights.failures).toEqual([]);
    expect(leftovers()).toEqual([]);
    const actors = store.db.query(`select distinct actor from events where type like 'backup%' order by 1`).values();
    expect(actors.flat()).toEqual(['job:backup create', 'job:backup test']);
    const entries = store.db
      .query(`select type, source from auditLog where type like 'backup%' order by number`)
      .values();
    expect(entries.slice(0, 3)).toEqual([
      ['backup create', 'job'],
      ['backup test', 'job'],
      ['backup create', 'job'],
    ]);
  } finally {
    await nights.close();
  }
}, 180_000);

const check = async (name: string) => {
  const { out } = await studiod({ cwd }, 'doctor', '--json');
  return JSON.parse(out).checks.find((each: { name: string }) => each.name === name);
};

describe('a backup that is not what was backed up', () => {
  /** A fresh backup with one thing changed. */
  const changed = async (change: (path: string, manifest: Record<string, Record<string, number>>) => void) => {
    const { path, file } = JSON.parse(await succeeded('backup', 'create', '--json'));
    const manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
    change(path, manifest);
    writeFileSync(manifestOf(file), JSON.stringify(manifest));
    return file;
  };
  const cut = (path: string): void => writeFileSync(path, readFileSync(path).subarray(0, 40_000));
  const add = (values: Record<string, number> | undefined, name: string): void => {
    if (values?.[name] === undefined) throw new Error(`the manifest has no ${name}`);
    values[name] += 1;
  };

  test('a damaged manifest: said by list, verify and doctor, while everything else goes on', async () => {
    const file = await changed(() => {});
    const whole = JSON.parse(await succeeded('backup', 'create', '--json')).file;
    const good = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
    const damaged = [{}, { ...good, counts: undefined }, { ...good, createdAt: '' }, { ...good, file: whole }];
    for (const text of ['{"file":', 'null', ...damaged.map((each) => JSON.stringify(each))]) {
      writeFileSync(manifestOf(file), text);
      const list = await studiod({ cwd }, 'backup', 'list');
      expect([list.code, list.out, list.err]).toEqual([
        0,
        expect.stringContaining(whole),
        expect.stringContaining('is not a manifest'),
      ]);
    }
    const verify = await studiod({ cwd }, 'backup', 'verify');
    expect([verify.code, verify.out]).toEqual([1, expect.stringMatching(/ is valid\.[\s\S]* is not a manifest/)]);
    expect(await check('last_backup')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('is not a manifest'),
    });
    await succeeded('backup', 'prune');
    const server = await startServer({ cwd }, 'serve');
    expect(await server.stop()).toBe(0);
    rmSync(manifestOf(file));
    await succeeded('backup', 'verify', file);
  });

  test.each([
    ['a truncated file', (path: string) => cut(path), 'its SHA-256 differs'],
    [
      'another count',
      (_: string, { counts }: Record<string, Record<string, number>>) => add(counts, 'clients'),
      "rows in 'clients' instead of",
    ],
    [
      'another sum',
      (_: string, { totals }: Record<string, Record<string, number>>) => add(totals, 'packages.creditsRemaining'),
      'as packages.creditsRemaining instead of',
    ],
  ])('%s: refused in words, and doctor says so', async (_name, change, words) => {
    const file = await changed(change);
    const { code, err, out } = await studiod({ cwd }, 'backup', 'test', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([1, { file, outcome: 'failed' }]);
    expect(err).toContain(words);
    expect(await check('restore_test')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(words),
      action: expect.stringContaining('studiod backup test'),
    });
    expect(leftovers()).toEqual([]);
  });

  test('without its key it cannot be restored', async () => {
    const other = join(cwd, 'other');
    await studiod({ cwd }, 'key', 'create', '--new-data', '--data', other);
    const foreign = JSON.parse((await studiod({ cwd }, 'backup', 'create', '--json', '--data', other)).out);
    const { code, err } = await studiod({ cwd }, 'backup', 'test', foreign.path);
    expect([code, err]).toEqual([1, expect.stringContaining('Put the key of the backup there first')]);
  });

  test('it is announced once; the next good test ends it, in /metrics and doctor too', async () => {
    const db = new Database(database, { readonly: true });
    const failures = () => eventsOf(db).filter((each) => Array.isArray(each) && each[0] === 'backup.failed');
    // One of the night before, and one of the first of these files.
    expect(failures()).toHaveLength(2);
    db.close();
    const server = await startServer(
      { cwd, env: { STUDIOD_METRICS_TOKEN: TOKEN, STUDIOD_BACKUP_SCHEDULE: 'off' } },
      'serve',
    );
    const metrics = async (): Promise<string[]> => {
      const response = await fetch(`${server.ready.rootUrl}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      return (await response.text()).split('\n').filter((line) => line.startsWith('studiod_backup_'));
    };
    try {
      expect(await metrics()).toEqual([
        'studiod_backup_passed{check="backup"} 1',
        'studiod_backup_passed{check="restore_test"} 0',
        expect.stringMatching(/^studiod_backup_last_passed_timestamp_seconds\{check="backup"\} \d+(\.\d+)?$/),
        expect.stringMatching(/^studiod_backup_last_passed_timestamp_seconds\{check="restore_test"\} \d+(\.\d+)?$/),
      ]);
      await succeeded('backup', 'create');
      expect(await succeeded('backup', 'test')).toContain('was restored, compared');
      expect((await metrics()).slice(0, 2)).toEqual([
        'studiod_backup_passed{check="backup"} 1',
        'studiod_backup_passed{check="restore_test"} 1',
      ]);
      expect(await check('restore_test')).toMatchObject({ status: 'ok', message: expect.stringContaining('restored') });
    } finally {
      await server.stop();
    }
  });
});

test('a backup that cannot be made is announced once, and doctor says why', async () => {
  writeFileSync(join(cwd, 'taken'), '');
  const flags = ['--backup-dir', 'taken/below'];
  for (const _ of [1, 2]) expect((await studiod({ cwd }, 'backup', 'create', ...flags)).code).toBe(1);
  const db = new Database(database, { readonly: true });
  expect(eventsOf(db).filter((each) => Bun.deepEquals(each, ['backup.failed', 'BACKUP', null]))).toHaveLength(1);
  db.close();
  expect(await check('last_backup')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('taken/below'),
  });
  await succeeded('backup', 'create');
  expect(await check('last_backup')).toMatchObject({ status: 'ok' });
});

test.skipIf(!canMount)(
  'a disk without room skips the test with a warning (skipped where tmpfs cannot be mounted)',
  async () => {
    const disk = join(cwd, 'disk');
    mkdirSync(disk);
    expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)).toBe(true);
    try {
      for (const name of ['studiod.db', 'studiod.key']) copyFileSync(join(data, name), join(disk, name));
      const flags = ['--data', disk, '--backup-dir', folder];
      const file = newest();
      const { bavail, bsize } = statfsSync(disk);
      // Room for writes, and not for the database once more.
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 3 * 1_048_576));
      const { code, out, err } = await studiod({ cwd }, 'backup', 'test', file, '--json', ...flags);
      expect([code, JSON.parse(out).outcome]).toEqual([0, 'skipped']);
      expect(err).toStartWith('studiod: warning: The ');
      const doctor = JSON.parse((await studiod({ cwd }, 'doctor', '--json', ...flags)).out);
      expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'restore_test', status: 'warning' }));
      rmSync(join(disk, 'filler'));
      expect((await studiod({ cwd }, 'backup', 'test', file, ...flags)).code).toBe(0);
    } finally {
      mount('umount', disk);
    }
  },
);

import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { dataDirectory } from '../helpers/data-directory.ts';
import { changeIn, valuesIn } from '../helpers/database-file.ts';
import {
  command,
  environment,
  folderForEachTest,
  type Server,
  startServer,
  studiod,
  until,
} from '../helpers/process.ts';

const cwd = folderForEachTest();
let server: Server;

const { data, database } = dataDirectory(cwd);
const json = async (...words: string[]) => {
  const { code, out, err } = await studiod({ cwd }, ...words, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
const newKey = async (): Promise<string> => (await json('key', 'create', '--new-data')).key;
const makeSite = async (key: string, name: string): Promise<number> => {
  const { status } = await server.call('POST', '/v2/sites', { name }, { 'x-service-api-key': key });
  return status;
};
const siteNames = (path = database) => valuesIn(path, 'select name from sites order by id').flat();

/** A field of the state of a process, by its number in `man proc_pid_stat`; undefined on systems that do not say it. */
const fieldOf = (pid: number, field: number): number | undefined => {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(') ')[1]?.split(' ')[field - 3]) : undefined;
};
const NICE = 19;
const POLICY = 41;
const SCHED_IDLE = 5;

const ionice = (...words: string[]): string =>
  Bun.which('ionice') === null ? '' : `${Bun.spawnSync(['ionice', ...words]).stdout}`.trim();

test.skipIf(process.platform !== 'linux')(
  'a verb of backups lets the server have the processor and the disk first',
  async () => {
    const path = join(cwd, 'studiod-20260308T041700000Z.db');
    const texts = { file: basename(path), createdAt: '2026-03-08T04:17:00.000Z', release: '0', sha256: '0'.repeat(64) };
    writeFileSync(path.replace('.db', '.json'), JSON.stringify({ ...texts, bytes: 0, schema: 1, counts: {} }));
    Bun.spawnSync(['mkfifo', path]);
    // It waits for a writer of the pipe, which never comes.
    const verb = Bun.spawn([...command, 'backup', 'verify', path], { cwd, env: environment() });
    try {
      await until(() => fieldOf(verb.pid, NICE) === 19);
      // A container may not let a process have these.
      if (Bun.which('chrt') !== null && Bun.spawnSync(['chrt', '-i', '0', 'true']).success) {
        await until(() => fieldOf(verb.pid, POLICY) === SCHED_IDLE);
      }
      if (ionice('-c', '3', 'ionice') === 'idle') await until(() => ionice('-p', `${verb.pid}`) === 'idle');
    } finally {
      verb.kill('SIGKILL');
      await verb.exited;
    }
  },
);

describe('backup create', () => {
  test('is consistent while writes continue, is verified, and readable by its owner only', async () => {
    server = await startServer({ cwd }, 'serve', '--log-level', 'error', '--rate-basic', '1000000');
    const key = await newKey();
    let writing = true;
    let written = 0;
    const writer = (async () => {
      for (; writing; written += 1) expect(await makeSite(key, `Site ${written}`)).toBe(201);
    })();
    await until(() => written > 0);
    const made = await json('backup', 'create');
    writing = false;
    await writer;
    expect(made.path).toBe(join(data, 'backups', made.file));
    expect(made).toMatchObject({
      release: expect.any(String),
      keyFingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    const names = siteNames(made.path);
    expect(names).toHaveLength(made.counts.sites);
    expect(names.slice(1)).toEqual(names.slice(1).map((_, index) => `Site ${index}`));
    expect(made.counts.sites).toBeLessThanOrEqual(written + 1);
    expect(made.counts.sites).toBeGreaterThan(1);
    expect(statSync(made.path)).toMatchObject({ size: made.bytes });
    for (const file of readdirSync(join(data, 'backups'))) {
      expect(statSync(join(data, 'backups', file)).mode & 0o777).toBe(0o600);
      expect(file).not.toEndWith('.part');
    }
    const listed = await json('backup', 'list');
    expect(listed.backups).toEqual([made]);
    expect(await json('backup', 'verify')).toEqual({ backups: [{ path: made.path, ok: true }] });
  });

  test('exit 1 and no unfinished file when it cannot be written', async () => {
    await newKey();
    writeFileSync(join(cwd, 'taken'), '');
    const { code, out, err } = await studiod({ cwd }, 'backup', 'create', '--backup-dir', 'taken/below');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('No backup was made');
    expect(err).not.toContain('    at ');
  });

  test('exit 3 without data', async () => {
    expect((await studiod({ cwd }, 'backup', 'create')).code).toBe(3);
  });
});

describe('backup verify', () => {
  test('exit 1 for a changed byte, a wrong count, another file', async () => {
    await newKey();
    const { path, file } = await json('backup', 'create');
    const bytes = readFileSync(path);
    bytes[bytes.length - 7] = (bytes.at(-7) as number) ^ 1;
    writeFileSync(path, bytes);
    const changed = await studiod({ cwd }, 'backup', 'verify', file);
    expect(changed.code).toBe(1);
    expect(changed.out).toContain('SHA-256');
    writeFileSync(join(cwd, 'other.db'), 'something else');
    const other = await studiod({ cwd }, 'backup', 'verify', 'other.db');
    expect(other.code).toBe(1);
    expect((await studiod({ cwd }, 'backup', 'verify', 'missing.db')).out).toContain('no file');
  });
});

describe('restore', () => {
  test('exit 3 while a server runs, and nothing changes', async () => {
    server = await startServer({ cwd }, 'serve');
    const { path } = await json('backup', 'create');
    const { code, err } = await studiod({ cwd }, 'restore', path);
    expect(code).toBe(3);
    expect(err).toContain('Stop it first');
    expect(readdirSync(data).some((name) => name.startsWith('before-restore-'))).toBe(false);
  });

  test('keeps the replaced database, and the server starts with the backup', async () => {
    server = await startServer({ cwd }, 'serve');
    const key = await newKey();
    expect(await makeSite(key, 'Early')).toBe(201);
    const { file } = await json('backup', 'create');
    expect(await makeSite(key, 'Late')).toBe(201);
    await server.stop();
    const restored = await json('restore', file);
    expect(siteNames(restored.before)).toEqual(['Main', 'Early', 'Late']);
    expect(siteNames()).toEqual(['Main', 'Early']);
    for (const name of ['studiod.db', restored.before.slice(data.length + 1)]) {
      expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
    }
    server = await startServer({ cwd }, 'serve');
    expect(await makeSite(key, 'Later')).toBe(201);
    expect(siteNames()).toEqual(['Main', 'Early', 'Later']);
  });

  test('replaces a damaged database, and keeps it', async () => {
    await newKey();
    const { path } = await json('backup', 'create');
    writeFileSync(database, 'damaged');
    const { before } = await json('restore', path);
    expect(readFileSync(before, 'utf8')).toBe('damaged');
    expect((await json('key', 'list')).keys).toHaveLength(1);
  });

  test('into an empty directory, with its key', async () => {
    await newKey();
    const { path } = await json('backup', 'create');
    mkdirSync(join(cwd, 'new'));
    const without = await studiod({ cwd }, 'restore', path, '--data', 'new');
    expect(without.code).toBe(3);
    expect(without.err).toContain('studiod.key');
    copyFileSync(join(data, 'studiod.key'), join(cwd, 'new', 'studiod.key'));
    chmodSync(join(cwd, 'new', 'studiod.key'), 0o600);
    expect((await json('restore', path, '--data', 'new')).before).toBe(null);
    expect((await json('key', 'list', '--data', 'new')).keys).toHaveLength(1);
  });

  test('exit 1 for a damaged backup, exit 3 for one of a newer program; nothing changes', async () => {
    await newKey();
    const { path } = await json('backup', 'create');
    const before = readFileSync(database);
    const newer = join(cwd, 'newer.db');
    copyFileSync(path, newer);
    changeIn(newer, 'PRAGMA user_version = 9999');
    expect((await studiod({ cwd }, 'restore', newer)).code).toBe(3);
    renameSync(path, `${path}.gone`);
    writeFileSync(path, readFileSync(`${path}.gone`).subarray(0, 50_000));
    expect((await studiod({ cwd }, 'restore', path)).code).toBe(1);
    expect(readFileSync(database)).toEqual(before);
    expect(readdirSync(data).sort()).toEqual(['LOCK', 'OPENED', 'backups', 'studiod.db', 'studiod.key']);
  });
});

describe('serve', () => {
  const backups = async (): Promise<string[]> =>
    (await json('backup', 'list')).backups.map(({ file }: { file: string }) => file);
  const aged = () => utimesSync(join(data, 'studiod.key'), new Date(0), new Date(0));

  test('makes the backup that was missed while it was off', async () => {
    await newKey();
    aged();
    server = await startServer({ cwd, env: { STUDIOD_LOG_FORMAT: 'json' } }, 'serve');
    await until(async () => (await backups()).length === 1);
    expect((await json('backup', 'verify')).backups).toMatchObject([{ ok: true }]);
    expect((await fetch(`${server.ready.baseUrl}/health`)).status).toBe(200);
    await server.stop();
    server = await startServer({ cwd }, 'serve');
    expect(await backups()).toHaveLength(1);
  });

  test('makes none when the schedule is off, and none before it is due', async () => {
    await newKey();
    server = await startServer({ cwd }, 'serve');
    await server.stop();
    aged();
    server = await startServer({ cwd, env: { STUDIOD_BACKUP_SCHEDULE: 'off' } }, 'serve');
    await server.stop();
    expect(await backups()).toEqual([]);
  });

  test('exit 2 naming the setting for an invalid schedule', async () => {
    for (const wrong of ['nightly', '* * * *', '60 * * * *', '5-1 * * * *', '1/5 * * * *', '* * * * 8']) {
      const { code, err } = await studiod({ cwd, env: { STUDIOD_BACKUP_SCHEDULE: wrong } }, 'config');
      expect({ code, names: err.includes('STUDIOD_BACKUP_SCHEDULE must be') }).toEqual({ code: 2, names: true });
    }
  });
});

test('backup prune removes old backups and unfinished ones', async () => {
  await newKey();
  const { file, path } = await json('backup', 'create');
  const folder = join(data, 'backups');
  for (const month of ['2020-01', '2020-02', '2020-03', '2020-04', '2020-05', '2020-06', '2020-07']) {
    copyFileSync(path, join(folder, `studiod-${month}.db`));
    const manifest = JSON.parse(readFileSync(path.replace(/db$/, 'json'), 'utf8'));
    const old = { ...manifest, file: `studiod-${month}.db`, createdAt: `${month}-15T04:17:00.000Z` };
    writeFileSync(join(folder, `studiod-${month}.json`), JSON.stringify(old));
  }
  // What a killed backup leaves.
  for (const unfinished of ['studiod-2020.db.part', 'studiod-2020.db.part-journal']) {
    writeFileSync(join(folder, unfinished), '');
    utimesSync(join(folder, unfinished), new Date(0), new Date(0));
  }
  const { removed } = await json('backup', 'prune');
  expect(removed).toEqual(['studiod-2020-02.db', 'studiod-2020-01.db']);
  expect(readdirSync(folder)).toHaveLength(2 * 6);
  expect((await json('backup', 'list')).backups[0].file).toBe(file);
});

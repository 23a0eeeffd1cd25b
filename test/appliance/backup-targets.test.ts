import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import { valuesIn } from '../helpers/database-file.ts';
import { testsEverything } from '../helpers/everything.ts';
import { eventsOf, openNights } from '../helpers/nights.ts';
import { studiod, testFolder } from '../helpers/process.ts';
import { S3_ACCOUNT, startS3 } from '../helpers/s3-server.ts';

const BUCKET = 'studio';
const CLOUD = `s3://${BUCKET}/harbour`;
const PASSPHRASE = 'correct horse battery staple';

const cwd = testFolder();
let s3: Awaited<ReturnType<typeof startS3>>;
const { data } = dataDirectory(cwd);
const disk = join(cwd, 'disk');
const backups = join(data, 'backups');
const names = (folder: string, end: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .sort();
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  STUDIOD_BACKUP_TARGETS: `${disk},${CLOUD}`,
  STUDIOD_BACKUP_KEY_FILE: join(cwd, 'backup-key'),
  STUDIOD_BACKUP_S3_ENDPOINT: s3.endpoint,
  STUDIOD_BACKUP_S3_ACCESS_KEY_ID: S3_ACCOUNT.id,
  STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY_FILE: join(cwd, 's3-secret'),
  ...more,
});
const run = (words: readonly string[], more: Record<string, string> = {}) => studiod({ cwd, env: env(more) }, ...words);
const json = async (...words: string[]) => {
  const { code, out, err } = await run([...words, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
/** The files that the S3 server keeps, by their keys. */
const objects = (): Map<string, string> =>
  new Map(
    readdirSync(join(cwd, 's3'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => [name.replace(/\._S3rver_object$/, ''), join(cwd, 's3', name)]),
  );

beforeAll(async () => {
  mkdirSync(disk);
  writeFileSync(join(cwd, 'backup-key'), `${PASSPHRASE}\n`);
  writeFileSync(join(cwd, 's3-secret'), S3_ACCOUNT.secret);
  s3 = await startS3(join(cwd, 's3'), BUCKET);
});
afterAll(() => s3.stop());

test('each night is copied to all targets; one that fails is tried again, less and less often', async () => {
  // All of its nights are among the last 7 days of the verbs that follow, which keep every backup of those.
  const startAt = Math.floor(systemClock.now() / DAY_MS - 5) * DAY_MS;
  const nights = await openNights({ directory: data, startAt, env: { ...env(), STUDIOD_BACKUP_MEDIA: 'true' } });
  const { time, store, lines } = nights;
  const problems = (): number => lines.filter((line) => line.includes('there is no directory')).length;
  try {
    await time.moveTo(startAt + 2 * DAY_MS);
    expect(nights.failures).toEqual([]);
    const made = names(backups, '.db');
    expect(made).toHaveLength(2);
    expect(names(disk, '.db.enc')).toEqual(made.map((file) => `${file}.enc`));
    const copies = eventsOf(store.db).filter((each) => Array.isArray(each) && each[1] === 'COPY');
    expect(copies).toEqual(made.flatMap((file) => [1, 2].map(() => ['backup.verified', 'COPY', file])));

    renameSync(disk, `${disk}.away`);
    await time.moveTo(startAt + 2 * DAY_MS + 4 * HOUR_MS + 16 * MINUTE_MS);
    expect(problems()).toBe(0);
    await time.moveTo(startAt + 2 * DAY_MS + 8 * HOUR_MS);
    // At 4:17, and 5, 10, 20, 40, 60 and 60 minutes after one another.
    expect(problems()).toBe(7);
    const failed = eventsOf(store.db).filter((each) => Array.isArray(each) && each[0] === 'backup.failed');
    expect(failed).toEqual([['backup.failed', 'COPY', null]]);
    const [, , third] = names(backups, '.db');
    expect([...objects().keys()]).toContain(`${BUCKET}/harbour/${third}.enc`);

    renameSync(`${disk}.away`, disk);
    await time.moveTo(startAt + 3 * DAY_MS);
    expect(names(disk, '.db.enc')).toEqual(names(backups, '.db').map((file) => `${file}.enc`));
    expect(problems()).toBe(7);
  } finally {
    await nights.close();
  }
}, 180_000);

describe('the copies', () => {
  test('are encrypted, the media too, and every byte of them; the same files are at both targets', () => {
    const kept = readdirSync(join(data, 'media'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{64}$/.test(name),
    );
    expect(kept.length).toBeGreaterThan(2);
    const atDisk = readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(disk, name)).isFile(),
    );
    expect(atDisk.filter((name) => name.startsWith('media/')).sort()).toEqual(
      kept.map((name) => `media/${name}.enc`).sort(),
    );
    expect([...objects().keys()].sort()).toEqual(atDisk.map((name) => `${BUCKET}/harbour/${name}`).sort());
    for (const path of [...atDisk.map((name) => join(disk, name)), ...objects().values()]) {
      expect(readFileSync(path).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    }
  });

  test('backup list shows them, and why a target cannot be read; no secret is printed', async () => {
    const { targets } = await json('backup', 'list');
    const made = names(backups, '.db').reverse();
    expect(targets).toMatchObject(
      [disk, CLOUD].map((target) => ({
        target,
        problem: null,
        copies: made.map((file) => ({ file, encrypted: true })),
      })),
    );
    const wrong = await run(['backup', 'list'], { STUDIOD_BACKUP_S3_ACCESS_KEY_ID: 'NOBODY' });
    expect([wrong.code, wrong.out]).toEqual([0, expect.stringContaining(`${CLOUD}: InvalidAccessKeyId: `)]);
    const [secretFile, guess] = ['STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY_FILE', join(cwd, 'wrong-secret')];
    writeFileSync(guess, 'another-secret');
    const forged = await run(['backup', 'list'], { [secretFile]: guess });
    expect([forged.code, forged.out]).toEqual([0, expect.stringContaining(`${CLOUD}: SignatureDoesNotMatch: `)]);
    const without = await run(['backup', 'list'], { STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY_FILE: '' });
    expect(without.out).toContain('needs STUDIOD_BACKUP_S3_ACCESS_KEY_ID');
    const shown = await json('config');
    for (const name of ['STUDIOD_BACKUP_KEY', 'STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY']) {
      const setting = shown.settings.find((each: { env: string }) => each.env === name);
      expect(setting).toMatchObject({ value: null, source: 'env', secret: true });
    }
    const said = wrong.out + wrong.err + without.out + without.err + JSON.stringify(shown);
    for (const secret of [PASSPHRASE, S3_ACCOUNT.secret]) expect(said).not.toContain(secret);
  });

  test('doctor knows them, and that a target on the same disk is none', async () => {
    const check = async (more: Record<string, string> = {}) => {
      const report = JSON.parse((await run(['doctor', '--json'], more)).out);
      return report.checks.find(({ name }: { name: string }) => name === 'backup_copies');
    };
    expect(await check()).toMatchObject({ status: 'warning', message: `${disk} is on the same disk as the data.` });
    expect(await check({ STUDIOD_BACKUP_TARGETS: CLOUD })).toMatchObject({ status: 'ok' });
    expect(await check({ STUDIOD_BACKUP_TARGETS: '/mnt/other' })).toMatchObject({ status: 'warning' });
    expect(await check({ STUDIOD_BACKUP_TARGETS: '' })).toMatchObject({ status: 'ok' });
    expect(await check({ STUDIOD_BACKUP_TARGETS: backups })).toMatchObject({
      status: 'failed',
      message: `--backup-targets: ${backups} is the backup directory itself. Choose another one, on another disk.`,
    });
  });

  test('are kept 7 days, 4 weeks and 6 months; what only old ones needed goes too', async () => {
    const [newest = ''] = names(disk, '.db.enc').slice(-1);
    const stamp = (month: number): string => `studiod-20200${month}15T041700000Z`;
    for (let month = 1; month <= 7; month += 1) {
      for (const end of ['db', 'json']) {
        copyFileSync(join(disk, newest.replace('db.enc', `${end}.enc`)), join(disk, `${stamp(month)}.${end}.enc`));
      }
    }
    const stray = join(disk, 'media/ab/cd', `${'abcd'.padEnd(64, '0')}.enc`);
    mkdirSync(join(disk, 'media/ab/cd'), { recursive: true });
    writeFileSync(stray, 'not needed');
    writeFileSync(join(disk, 'README'), 'mine');
    const { targets } = await json('backup', 'copy');
    // Of each of the 6 newest months with a backup the newest one stays.
    const months = new Set(names(backups, '.db').map((name) => name.slice(0, 'studiod-202003'.length))).size;
    const gone = [1, 2, 3, 4, 5, 6, 7].slice(0, 7 + months - 6).reverse();
    const removed = gone.map((month) => `${stamp(month)}.db`);
    expect(targets[0]).toEqual({ target: disk, copied: [], problem: null, removed });
    const left = names(disk, '.json.enc').filter((name) => name.startsWith('studiod-2020'));
    expect(left).toHaveLength(6 - months);
    expect([existsSync(stray), existsSync(join(disk, 'README'))]).toEqual([false, true]);
    for (const name of readdirSync(disk).filter((each) => each.startsWith('studiod-2020'))) rmSync(join(disk, name));
  });

  test('a damaged backup is not copied, and the others are', async () => {
    const [first = '', second = ''] = names(backups, '.db');
    for (const file of [first, second]) {
      for (const end of ['db.enc', 'json.enc']) rmSync(join(disk, file.replace(/db$/, end)));
    }
    const whole = readFileSync(join(backups, second));
    truncateSync(join(backups, second), 10_000);
    const { code, err } = await run(['backup', 'copy']);
    expect([code, err]).toEqual([1, expect.stringContaining(`${second} is not the file that was backed up`)]);
    expect(names(disk, '.db.enc')).toContain(`${first}.enc`);
    expect(names(disk, '.db.enc')).not.toContain(`${second}.enc`);
    writeFileSync(join(backups, second), whole);
    expect((await json('backup', 'copy')).targets[0].copied).toEqual([second]);
  });
});

describe('restore on another machine', () => {
  let count = 0;
  /** A new data directory with the sealing key only. */
  const machine = (): string => {
    count += 1;
    const directory = join(cwd, `machine-${count}`);
    mkdirSync(directory, { mode: 0o700 });
    copyFileSync(join(data, 'studiod.key'), join(directory, 'studiod.key'));
    return directory;
  };
  const refusal = async (given: string, more: Record<string, string> = {}): Promise<string> => {
    const directory = machine();
    const { code, err, out } = await run(['restore', given, '--data', directory], more);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(existsSync(join(directory, 'studiod.db'))).toBe(false);
    const left = existsSync(join(directory, 'backups')) ? readdirSync(join(directory, 'backups')) : [];
    expect(left.filter((name) => !name.endsWith('.db') && name !== 'media')).toEqual([]);
    return err;
  };

  const given = [
    ['the newest copy in the storage', () => CLOUD],
    ['a directory', () => disk],
    ['a name that a target has', () => names(backups, '.db').at(-1) ?? ''],
    ['one copy in the storage', () => `${CLOUD}/${names(backups, '.db').at(-1)}`],
    ['a file of a directory', () => join(disk, names(disk, '.db.enc').at(-1) ?? '')],
  ] as const;
  // The key of each file takes a processor 0.4 s.
  test.each(testsEverything ? given : given.slice(0, 3))(
    '%s: the database, and the files of media',
    async (_name, source) => {
      const directory = machine();
      const { code, out, err } = await run(['restore', source(), '--data', directory, '--json']);
      expect({ code, err: err.replace(/ from .*\n/, '') }).toEqual({
        code: 0,
        err: `studiod: copying ${names(backups, '.db').at(-1)}`,
      });
      const { media } = JSON.parse(out);
      expect([media.missing, media.placed]).toEqual([[], media.needed]);
      const tables = (path: string) =>
        valuesIn(path, 'select (select count(*) from clients), (select sum(amount) from payments)');
      expect(tables(join(directory, 'studiod.db'))).toEqual(tables(join(data, 'studiod.db')));
      for (const name of readdirSync(join(directory, 'media'), { recursive: true, encoding: 'utf8' })) {
        if (!/[0-9a-f]{64}$/.test(name)) continue;
        const digest = createHash('sha256')
          .update(readFileSync(join(directory, 'media', name)))
          .digest('hex');
        expect(name.endsWith(digest)).toBe(true);
      }
    },
  );

  test('another key, or none, is refused in words', async () => {
    const other = { STUDIOD_BACKUP_KEY: 'not the passphrase of the copies' };
    expect(await refusal(CLOUD, other)).toContain('was encrypted with another key');
    expect(await refusal(disk, { STUDIOD_BACKUP_KEY_FILE: '' })).toContain('is encrypted. Set its key');
  });

  test('a copy that is damaged, cut off or in the place of another is refused', async () => {
    const [older = '', newer = ''] = names(disk, '.db.enc').slice(-2);
    const path = join(disk, newer);
    const whole = readFileSync(path);
    const changed = Buffer.from(whole);
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    for (const bytes of [changed, whole.subarray(0, whole.length - 20), whole.subarray(0, 70)]) {
      writeFileSync(path, bytes);
      expect(await refusal(disk)).toContain('is damaged: a part was changed');
    }
    // The older backup under the name of the newer one.
    copyFileSync(join(disk, older), path);
    expect(await refusal(disk)).toContain('is damaged: its SHA-256 differs');
    const manifest = path.replace('.db.enc', '.json.enc');
    const own = readFileSync(manifest);
    copyFileSync(join(disk, older.replace('.db.enc', '.json.enc')), manifest);
    expect(await refusal(disk)).toContain('in place of');
    writeFileSync(manifest, own);
    writeFileSync(path, whole);
  });

  test('a target that cannot be reached, or has nothing, says so', async () => {
    expect(await refusal('s3://studio/nothing')).toContain('s3://studio/nothing has no backups');
    expect(await refusal('s3://nowhere')).toContain('s3://nowhere: NoSuchBucket');
    expect(await refusal(CLOUD, { STUDIOD_BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' })).toContain('ConnectionRefused');
  });
});

test('without a key the copies are plain, and a directory of them is a backup directory', async () => {
  const plain = join(cwd, 'plain');
  mkdirSync(plain);
  const more = { STUDIOD_BACKUP_KEY_FILE: '', STUDIOD_BACKUP_TARGETS: plain };
  expect((await run(['backup', 'copy'], more)).code).toBe(0);
  const { out } = await run(['backup', 'verify', '--json', '--backup-dir', plain]);
  expect(JSON.parse(out).backups).toMatchObject(names(backups, '.db').map(() => ({ ok: true })));
});

import { beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { newDataForEachTest } from '../helpers/data-directory.ts';
import { folderForEachTest, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();
newDataForEachTest(cwd);
beforeEach(() => {
  mkdirSync(backups);
});

const backups = join(cwd, 'studiod-data/backups');
const AT = ['--scheduled-at', '2026-03-08T04:17:00.000Z'];
const STEM = 'studiod-20260308T041700000Z';

/** A file outside of the data, to which a link leads. */
const outside = (): string => {
  const path = join(cwd, 'outside');
  writeFileSync(path, 'mine');
  return path;
};

test.each(['.db.part', '.json.part'])('a backup does not write through the link %s', async (end) => {
  const path = outside();
  symlinkSync(path, join(backups, STEM + end));
  const { code, err } = await studiod({ cwd }, 'backup', 'create', ...AT);
  expect([code, readFileSync(path, 'utf8')], err).toEqual([0, 'mine']);
  for (const made of ['.db', '.json']) expect(lstatSync(join(backups, STEM + made)).isFile()).toBe(true);
});

test('a restore does not write through a link', async () => {
  const path = outside();
  expect((await studiod({ cwd }, 'backup', 'create', ...AT)).code).toBe(0);
  symlinkSync(path, join(cwd, 'studiod-data/studiod.db.restoring'));
  const { code, err } = await studiod({ cwd }, 'restore', `${STEM}.db`);
  expect([code, readFileSync(path, 'utf8')], err).toEqual([0, 'mine']);
  expect(lstatSync(join(cwd, 'studiod-data/studiod.db')).isFile()).toBe(true);
});

test('the lock changes no mode of a file to which a link leads', async () => {
  const path = outside();
  mkdirSync(join(cwd, 'other'), { mode: 0o700 });
  symlinkSync(path, join(cwd, 'other/LOCK-journal'));
  const before = statSync(path).mode;
  expect((await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'other')).code).toBe(0);
  expect(statSync(path).mode).toBe(before);
});

/** Links to folders above, so that a walk that follows them finds 2 to the power of 40 paths. */
const plantLoops = (folder: string): void => {
  mkdirSync(join(folder, 'aa/bb'), { recursive: true });
  for (const name of ['11', '22', '33']) symlinkSync('..', join(folder, 'aa', name));
};

test('backup copy and backup prune do not follow links, also where they lead in circles', async () => {
  const target = join(cwd, 'disk');
  for (const folder of [target, backups]) plantLoops(join(folder, 'media'));
  const digest = 'aabb'.padEnd(64, '0');
  const unneeded = join(cwd, 'elsewhere/aa/bb', digest);
  mkdirSync(join(unneeded, '..'), { recursive: true });
  writeFileSync(unneeded, 'mine');
  symlinkSync(join(cwd, 'elsewhere/aa'), join(backups, 'media/cc'));
  symlinkSync(unneeded, join(backups, `media/aa/bb/${digest}`));
  symlinkSync('nowhere', join(backups, 'lost.db.part'));
  const old = new Date('2020-01-01');
  utimesSync(unneeded, old, old);
  expect((await studiod({ cwd }, 'backup', 'create')).code).toBe(0);
  const copied = await studiod({ cwd }, 'backup', 'copy', '--backup-targets', target);
  expect([copied.code, copied.out], copied.err).toEqual([0, expect.stringContaining('Copied ')]);
  const listed = await studiod({ cwd }, 'backup', 'list', '--backup-targets', target, '--json');
  expect(JSON.parse(listed.out).targets).toMatchObject([{ problem: null, copies: [{ encrypted: false }] }]);
  const pruned = await studiod({ cwd }, 'backup', 'prune');
  expect([pruned.code, existsSync(unneeded)], pruned.err).toEqual([0, true]);
}, 60_000);

test('a manifest that cannot be read is named, and the others are listed', async () => {
  expect((await studiod({ cwd }, 'backup', 'create')).code).toBe(0);
  writeFileSync(join(backups, 'other.db'), '');
  mkdirSync(join(backups, 'other.json'));
  const { code, out, err } = await studiod({ cwd }, 'backup', 'list', '--json');
  expect([code, JSON.parse(out).backups.length]).toEqual([0, 1]);
  expect(err).toContain(`${join(backups, 'other.json')} is not a manifest`);
});

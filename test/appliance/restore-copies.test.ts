import { beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../../src/cli/service/unit.ts';
import { changeIn, valuesIn } from '../helpers/database-file.ts';
import { folderForEachTest, type Result, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = folderForEachTest();
const KEY = { STUDIOD_BACKUP_KEY: 'correct horse battery staple' };
const disk = join(cwd, 'disk');
const backups = join(cwd, 'studiod-data/backups');
const run = (env: Record<string, string>, ...words: string[]): Promise<Result> => studiod({ cwd, env }, ...words);

/** Makes a backup of the site `Main`, and its copy. Returns the name of the backup. */
const copyBackup = async (env: Record<string, string>): Promise<string> => {
  const { out } = await run({}, 'backup', 'create', '--json');
  const copied = await run(env, 'backup', 'copy', '--backup-targets', disk);
  expect([copied.code, copied.err]).toEqual([0, '']);
  return JSON.parse(out).file;
};

/** The name of the first site of a database. */
const siteOf = (path: string): unknown => valuesIn(path, 'select name from sites order by id').flat()[0];
const present = (): unknown => siteOf(join(cwd, 'studiod-data/studiod.db'));

/** Puts another database of the same studio in the place of a local backup, without a manifest that would tell. */
const replaceLocal = (file: string): Buffer => {
  const path = join(backups, file);
  changeIn(path, "update sites set name = 'Another'");
  renameSync(path.replace('.db', '.json'), path.replace('.db', '.kept'));
  return readFileSync(path);
};

/** A folder with a new studio, which each test copies. */
const template = testFolder();
beforeAll(async () => {
  const once = await startServer({ cwd: template }, 'serve');
  expect(await once.stop()).toBe(0);
}, 90_000);
beforeEach(() => {
  cpSync(template, cwd, { recursive: true });
  mkdirSync(disk);
});

test.each([
  ['its name', (file: string) => `${file}.enc`],
  ['its path', (file: string) => join(disk, `${file}.enc`)],
  ['its directory', () => disk],
])('restore of a copy by %s opens the copy, and not a local backup of that name', async (_, given) => {
  const file = await copyBackup(KEY);
  const local = replaceLocal(file);
  const { code, out, err } = await run(KEY, 'restore', given(file), '--backup-targets', disk);
  expect([code, present()], err).toEqual([0, 'Main']);
  expect(err).toContain(`using ${file} from ${disk}, not the backup of that name in ${backups}`);
  expect(out).toStartWith(`Restored ${disk}/${file} `);
  expect(readFileSync(join(backups, file)).equals(local)).toBe(true);
  expect(readdirSync(backups).filter((name) => name.startsWith('restoring-'))).toEqual([]);
});

test('1: another passphrase, also beside a local backup of that name', async () => {
  const file = await copyBackup(KEY);
  replaceLocal(file);
  const other = { STUDIOD_BACKUP_KEY: 'not the passphrase of the copies' };
  for (const given of [`${file}.enc`, join(disk, `${file}.enc`), disk]) {
    const { code, out, err } = await run(other, 'restore', given, '--backup-targets', disk);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('was encrypted with another key')]);
  }
  const without = await run({}, 'restore', `${file}.enc`, '--backup-targets', disk);
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('is encrypted. Set its key')]);
  expect(readdirSync(backups).filter((name) => name.startsWith('restoring-'))).toEqual([]);
});

test('the encrypted one of two copies is opened where it is named, and an encrypted file among the backups', async () => {
  const file = await copyBackup({});
  await copyBackup(KEY);
  replaceLocal(file);
  const other = { STUDIOD_BACKUP_KEY: 'not the passphrase of the copies' };
  const named = await run(other, 'restore', join(disk, `${file}.enc`));
  expect([named.code, named.err]).toEqual([1, expect.stringContaining('was encrypted with another key')]);
  for (const end of ['db', 'json']) {
    const name = `${file.replace('.db', '')}.${end}.enc`;
    renameSync(join(disk, name), join(backups, name));
  }
  const { code, err } = await run(KEY, 'restore', `${file}.enc`);
  expect([code, present()], err).toEqual([0, 'Main']);
});

test('a name without .enc means the local backup', async () => {
  const file = await copyBackup(KEY);
  replaceLocal(file);
  const { code, err } = await run(KEY, 'restore', file, '--backup-targets', disk);
  expect([code, present()], err).toEqual([0, 'Another']);
});

test('restore says how to start, and whose keys there are', async () => {
  const file = await copyBackup({});
  const { createdAt } = JSON.parse(readFileSync(join(backups, file.replace('.db', '.json')), 'utf8'));
  const { code, err } = await run({}, 'restore', file);
  expect(code).toBe(0);
  expect(err).toContain(
    `The database has the API keys of the backup (${createdAt}): a key created later is unknown, and a key revoked later ` +
      "is valid again. Run 'studiod key list --data ./studiod-data'.\n",
  );
  expect(err).toContain('Staff have to sign in again.');
  expect(err).toEndWith('Start it: studiod serve --data ./studiod-data\n');
});

test('systemd starts an installed service', () => {
  const machine = join(cwd, 'machine');
  const data = join(machine, 'var/lib/studiod');
  expect(startCommand(data, machine)).toBe(`studiod serve --data ${data}`);
  mkdirSync(join(machine, 'usr/lib/systemd/system'), { recursive: true });
  writeFileSync(join(machine, 'usr/lib/systemd/system/studiod.service'), '');
  expect(startCommand(data, machine)).toBe('sudo systemctl start studiod.socket studiod.service');
  expect(startCommand(`${data}-2`, machine)).toBe(`studiod serve --data ${data}-2`);
});

test('backup prune removes what an interrupted restore has left', async () => {
  await copyBackup({});
  for (const [name, age] of [
    ['restoring-old', 86_500_000],
    ['restoring-new', 0],
  ] as const) {
    const folder = join(backups, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'studiod.db'), '');
    const { mtime } = await Bun.file(join(folder, 'studiod.db')).stat();
    const at = new Date(mtime.getTime() - age);
    utimesSync(folder, at, at);
  }
  expect((await run({}, 'backup', 'prune')).code).toBe(0);
  expect(['restoring-old', 'restoring-new'].map((name) => existsSync(join(backups, name)))).toEqual([false, true]);
});

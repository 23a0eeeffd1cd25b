import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeIn, numberIn, valuesIn } from '../helpers/database-file.ts';
import { command, folderForEachTest, studiod, until } from '../helpers/process.ts';
import { type Manager, startSocketManager } from '../helpers/socket-manager.ts';

const cwd = folderForEachTest();
let manager: Manager;
/** The installed executable. */
let executable = '';
const stop = 'echo SIGTERM > control; while [ -e running ]; do sleep 0.05; done';
const start = 'echo start > control';

/** Writes an executable that says that it was started and then runs the program under test. */
const writeProgram = (path: string, body = `exec ${command.join(' ')} "$@"`): string => {
  writeFileSync(path, `#!/bin/sh\n# ${path}\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
};
const sumOf = (path: string): string => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex');

beforeEach(async () => {
  mkdirSync(join(cwd, 'bin'));
  executable = writeProgram(join(cwd, 'bin/studiod'));
  manager = await startSocketManager({ cwd, kind: 'ipv4', command: [executable, 'serve', '--json', '--data', 'data'] });
  manager.tell('start');
  await manager.ready(1);
});
afterEach(async () => {
  await manager.stop();
});

const root = (): string => `http://127.0.0.1:${manager.port}`;
const upgrade = (file: string, ...words: string[]) =>
  studiod(
    { cwd },
    'upgrade',
    file,
    '--executable',
    executable,
    '--data',
    'data',
    '--url',
    root(),
    '--stop-command',
    stop,
    '--start-command',
    start,
    ...words,
  );
const database = join(cwd, 'data/studiod.db');
const schema = () => numberIn(database, 'PRAGMA user_version');
const isReady = async (): Promise<boolean> => (await fetch(`${root()}/readyz`)).status === 200;
/** The new program of the broken upgrades: a version that nobody made. */
const VERSION = `if [ "$1" = version ]; then echo '{"version":"99.0.0","schema":9999}'; exit; fi`;

const onLinux = test.skipIf(process.platform !== 'linux' || Bun.which('python3') === null);

onLinux('upgrades from an archive under load, and fails no request', async () => {
  mkdirSync(join(cwd, 'release/studiod-1'), { recursive: true });
  const fresh = writeProgram(join(cwd, 'release/studiod-1/studiod'));
  await Bun.$`tar -czf studiod-1.tar.gz studiod-1 && sha256sum studiod-1.tar.gz > SHA256SUMS`.cwd(join(cwd, 'release'));
  let isOver = false;
  let answered = 0;
  const failures: string[] = [];
  const client = async () => {
    while (!isOver) {
      try {
        const response = await fetch(`${root()}/v2/health`);
        if (response.status === 200) answered += 1;
        else failures.push(`${response.status} ${await response.text()}`);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const { code, out, err } = await upgrade('release/studiod-1.tar.gz', '--json');
  const before = answered;
  await until(() => answered > before + 20);
  isOver = true;
  await Promise.all(clients);
  expect({ code, err, failures: failures.slice(0, 3) }).toMatchObject({ code: 0, failures: [] });
  const { from, to, backup, previous } = JSON.parse(out);
  expect(to).toBe(from);
  expect(previous).toBe(`${executable}.previous`);
  expect((await studiod({ cwd }, 'backup', 'verify', backup)).code).toBe(0);
  expect(valuesIn(database, 'select type, source, after from auditLog')).toEqual([
    ['upgrade', 'command_line', JSON.stringify({ from, to, backup: backup.split('/').at(-1) })],
  ]);
  expect(readFileSync(executable, 'utf8')).toBe(readFileSync(fresh, 'utf8'));
  expect(readFileSync(previous, 'utf8')).toContain(`# ${executable}\n`);
  expect(readdirSync(join(cwd, 'bin')).sort()).toEqual(['studiod', 'studiod.previous']);
  expect(statSync(executable).mode & 0o777).toBe(0o755);
  expect(err.split('\n').map((line) => line.split(' ')[0])).toEqual(['verifying', 'backing', 'replacing', '']);
  expect(manager.said.filter((each) => 'ready' in each)).toHaveLength(2);
});

onLinux('goes back when the new server does not start', async () => {
  const old = readFileSync(executable, 'utf8');
  const broken = writeProgram(join(cwd, 'broken'), `${VERSION}\nexit 1`);
  const { code, out, err } = await upgrade('broken', '--sha256', sumOf(broken), '--wait', '5');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('rolling back to studiod');
  expect(err).toMatch(/studiod 99\.0\.0 did not become ready .* is running again\. The database is unchanged\.\n$/);
  expect(readFileSync(executable, 'utf8')).toBe(old);
  expect(await isReady()).toBe(true);
});

onLinux('brings the database back that a broken release has migrated', async () => {
  const present = schema();
  const made = await studiod({ cwd }, 'key', 'create', '--data', 'data');
  expect(made.code, made.err).toBe(0);
  const key = made.out.trim();
  const migrate = `python3 -c "import sqlite3; sqlite3.connect('data/studiod.db').execute('PRAGMA user_version = 9999')"`;
  const broken = writeProgram(join(cwd, 'broken'), `${VERSION}\n${migrate}\nexit 1`);
  const { code, err } = await upgrade('broken', '--sha256', sumOf(broken), '--wait', '5');
  expect(code).toBe(1);
  expect(err).toMatch(/The database was restored from \S+before-upgrade-\S+; the migrated one is kept as \S+\.\n$/);
  expect(await isReady()).toBe(true);
  expect(schema()).toBe(present);
  const response = await fetch(`${root()}/v2/sites`, { headers: { 'x-service-api-key': key } });
  expect(response.status).toBe(200);
});

/** What a new server does before it migrates: a backup of what the old one has left, here with one more table. */
const BACK_UP = `import glob, hashlib, json, os, shutil, sqlite3
before = glob.glob('data/backups/before-upgrade-*.db')[-1]
manifest = json.load(open(before[:-3] + '.json'))
name = 'data/backups/before-migration-%d.db' % manifest['schema']
shutil.copy(before, name)
db = sqlite3.connect(name)
db.execute('create table writtenSince (id text)')
db.commit()
db.close()
data = open(name, 'rb').read()
manifest.update(file=os.path.basename(name), createdAt='2999-01-01T00:00:00.000Z', bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
json.dump(manifest, open(name[:-3] + '.json', 'w'))
sqlite3.connect('data/studiod.db').execute('PRAGMA user_version = 9999')
`;

onLinux('brings back what the old server has written since the backup of the upgrade', async () => {
  writeFileSync(join(cwd, 'back-up.py'), BACK_UP);
  const broken = writeProgram(join(cwd, 'broken'), `${VERSION}\npython3 back-up.py\nexit 1`);
  const { code, err } = await upgrade('broken', '--sha256', sumOf(broken), '--wait', '5');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/restored from \S+before-migration-\d+\.db; the migrated one/),
  ]);
  expect(await isReady()).toBe(true);
  expect(valuesIn(database, "select count(*) from sqlite_schema where name = 'writtenSince'")).toEqual([[1]]);
});

onLinux('3: with a newer program than that of the server, whose database it would migrate', async () => {
  const present = schema();
  const old = readFileSync(executable, 'utf8');
  const setSchema = (value: number): void => changeIn(database, `PRAGMA user_version = ${value}`);
  setSchema(present - 1);
  const next = writeProgram(join(cwd, 'new'));
  const refused = {
    code: 3,
    out: '',
    err: expect.stringContaining(`Nothing was changed. Upgrade with the executable`),
  };
  expect(await upgrade('new', '--sha256', sumOf(next))).toMatchObject(refused);
  const beside = await studiod({ cwd }, 'key', 'create', '--data', 'data');
  expect([beside.code, beside.out]).toEqual([3, '']);
  expect(beside.err).toContain(`A server with an older studiod is using`);
  manager.tell('SIGTERM');
  expect((await manager.ended(1)).code).toBe(0);
  expect(await upgrade('new', '--sha256', sumOf(next))).toMatchObject(refused);
  expect(schema()).toBe(present - 1);
  expect(readdirSync(join(cwd, 'data')).filter((name) => name === 'backups')).toEqual([]);
  expect(readFileSync(executable, 'utf8')).toBe(old);
  setSchema(present);
});

onLinux.each([
  ['3: a file that nothing vouches for', [], 3, 'Put the SHA256SUMS of the release next to it, or set --sha256'],
  ['3: another SHA-256', ['--sha256', '0'.repeat(64)], 3, 'does not match the release'],
  ['2: no SHA-256 at all', ['--sha256', 'abc'], 2, '--sha256 must be 64 hexadecimal digits'],
  ['2: no number of seconds', ['--wait', 'long'], 2, '--wait must be a number of seconds'],
] as const)('%s', async (_, words, code, message) => {
  const old = readFileSync(executable, 'utf8');
  writeProgram(join(cwd, 'new'));
  const result = await upgrade('new', ...words);
  expect([result.code, result.out, result.err]).toEqual([code, '', expect.stringContaining(message)]);
  expect(readFileSync(executable, 'utf8')).toBe(old);
  expect(manager.said.filter((each) => 'ready' in each)).toHaveLength(1);
});

onLinux.each([
  ['1: a file that does not run', 'exit 7', 1, 'does not run on this machine'],
  ['1: another program', 'echo hello', 1, 'did not report its version and schema, but: hello'],
  ['3: an older release', `echo '{"version":"0.0.1","schema":1}'`, 3, 'supports schemas up to 1 only'],
] as const)('%s', async (_, body, code, message) => {
  const old = readFileSync(executable, 'utf8');
  const other = writeProgram(join(cwd, 'other'), body);
  const result = await upgrade('other', '--sha256', sumOf(other));
  expect([result.code, result.err]).toEqual([code, expect.stringContaining(message)]);
  expect(readFileSync(executable, 'utf8')).toBe(old);
  expect(readdirSync(join(cwd, 'bin'))).toEqual(['studiod']);
  expect(await isReady()).toBe(true);
});

/** Makes `release.tar.gz` of a folder `studiod-1`, and returns its SHA-256. */
const archive = async (): Promise<string> => {
  await Bun.$`tar -czf release.tar.gz studiod-1`.cwd(cwd);
  return sumOf(join(cwd, 'release.tar.gz'));
};

onLinux('unpacks what it has compared, also when the file is exchanged meanwhile', async () => {
  mkdirSync(join(cwd, 'studiod-1'));
  const evil = writeProgram(join(cwd, 'studiod-1/studiod'), 'touch evil-ran; exit 1');
  await Bun.$`tar -czf evil.tar.gz studiod-1`.cwd(cwd);
  const good = readFileSync(writeProgram(evil), 'utf8');
  const sum = await archive();
  mkdirSync(join(cwd, 'path'));
  // It runs after the comparison, and exchanges the file.
  const tar = Bun.which('tar') ?? '';
  writeProgram(join(cwd, 'path/tar'), `cp ${cwd}/evil.tar.gz ${cwd}/release.tar.gz\nexec ${tar} "$@"`);
  const { code, err } = await studiod(
    { cwd, env: { PATH: `${join(cwd, 'path')}:${process.env.PATH}` } },
    'upgrade',
    'release.tar.gz',
    '--sha256',
    sum,
    '--executable',
    executable,
    '--data',
    'data',
    '--url',
    root(),
    '--stop-command',
    stop,
    '--start-command',
    start,
  );
  expect(sumOf(join(cwd, 'release.tar.gz'))).toBe(sumOf(join(cwd, 'evil.tar.gz')));
  expect({ code, err }).toMatchObject({ code: 0 });
  expect([readFileSync(executable, 'utf8'), existsSync(join(cwd, 'evil-ran'))]).toEqual([good, false]);
});

onLinux.each([
  ['a link in the place of the executable', 'ln -s ../bin/studiod studiod-1/studiod', 'something other than files'],
  ['a link to a folder', 'mv studiod-1/program studiod-1/studiod; ln -s / studiod-1/all', 'something other than files'],
  ['a hard link', 'mv studiod-1/program studiod-1/studiod; ln studiod-1/studiod studiod-1/too', 'something other than'],
  ['a pipe', 'mv studiod-1/program studiod-1/studiod; mkfifo studiod-1/pipe', 'something other than files'],
  ['no executable', 'true', `has no file 'studiod'`],
  ['an executable in another folder', 'mkdir studiod-1/in; mv studiod-1/program studiod-1/in/studiod', `has no file`],
])('refuses an archive with %s', async (_, make, message) => {
  const old = readFileSync(executable, 'utf8');
  mkdirSync(join(cwd, 'studiod-1'));
  writeProgram(join(cwd, 'studiod-1/program'));
  await Bun.$`sh -c ${make}`.cwd(cwd);
  const { code, out, err } = await upgrade('release.tar.gz', '--sha256', await archive());
  expect([code > 0, out, err]).toEqual([true, '', expect.stringContaining(message)]);
  expect(readFileSync(executable, 'utf8')).toBe(old);
  expect(readdirSync(join(cwd, 'bin'))).toEqual(['studiod']);
});

onLinux('1: a pipe, which it does not wait for', async () => {
  await Bun.$`mkfifo pipe`.cwd(cwd);
  const { code, err } = await upgrade('pipe', '--sha256', '0'.repeat(64));
  expect([code, err]).toEqual([1, expect.stringContaining('pipe is not a file')]);
});

import { beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { giveAway } from '../../src/cli/service/machine.ts';
import { describeAsRoot, giveToNobody, NOBODY, ofOthers } from '../helpers/another-user.ts';
import { command, environment, folderForEachTest, type Result, startServer, studiod } from '../helpers/process.ts';

describeAsRoot('root and the data of another user', () => {
  const cwd = folderForEachTest();
  /** A data directory of a user without rights, with a backup. */
  const data = join(cwd, 'data');
  const backups = join(data, 'backups');
  /** A folder and a file for root alone. */
  const secret = join(cwd, 'secret');
  const run = (...words: string[]): Promise<Result> => studiod({ cwd }, ...words, '--data', 'data');

  beforeEach(async () => {
    const once = await startServer({ cwd }, 'serve', '--data', 'data');
    expect(await once.stop()).toBe(0);
    expect((await run('backup', 'create')).code).toBe(0);
    mkdirSync(secret, { mode: 0o700 });
    writeFileSync(join(secret, 'file'), 'for root alone', { mode: 0o600 });
    giveToNobody(data, cwd);
  });

  /** Links from the backups to what is for root alone, and to the folder above, in a circle. */
  const plantLinks = (): void => {
    symlinkSync(secret, join(backups, 'folder'));
    symlinkSync(join(secret, 'file'), join(backups, 'file'));
    for (const name of ['up', 'up-2']) symlinkSync('..', join(backups, name));
    giveToNobody(data);
  };
  const untouched = { uid: 0, gid: 0, text: 'for root alone', folder: 0 };
  const found = () => {
    const { uid, gid } = statSync(join(secret, 'file'));
    return { uid, gid, text: readFileSync(join(secret, 'file'), 'utf8'), folder: statSync(secret).uid };
  };
  /** An executable of root that runs the program under test. */
  const writeProgram = (name: string): { path: string; sum: string } => {
    const path = join(cwd, name);
    writeFileSync(path, `#!/bin/sh\n# ${name}\nexec ${command.join(' ')} "$@"\n`);
    chmodSync(path, 0o755);
    return { path, sum: new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex') };
  };

  test('upgrade gives nothing away to which a link leads, and its backup belongs to the owner of the data', async () => {
    plantLinks();
    mkdirSync(join(cwd, 'bin'));
    const { path: executable } = writeProgram('bin/studiod');
    const { path, sum } = writeProgram('new');
    const { code, err } = await run(
      'upgrade',
      path,
      '--sha256',
      sum,
      '--executable',
      executable,
      '--url',
      'http://127.0.0.1:1',
      '--wait',
      '1',
      '--stop-command',
      'true',
      '--start-command',
      'true',
    );
    // No server runs, so that none becomes ready.
    expect([code, err]).toEqual([1, expect.stringContaining('The database is unchanged.')]);
    expect(found()).toEqual(untouched);
    const made = readdirSync(backups).filter((name) => name.startsWith('before-upgrade-'));
    expect(made).toHaveLength(2);
    for (const name of made) expect(lstatSync(join(backups, name)).uid).toBe(NOBODY);
    expect(statSync(executable).uid).toBe(0);
  });

  test.each([
    ['the executable', (bin: string) => chownSync(join(bin, 'studiod'), NOBODY, NOBODY)],
    ['its folder', (bin: string) => chownSync(bin, NOBODY, NOBODY)],
    ['a folder above', () => chownSync(cwd, NOBODY, NOBODY)],
    ['its folder, as everybody does,', (bin: string) => chmodSync(bin, 0o777)],
  ])('3: an upgrade where another user owns or changes %s runs nothing', async (_, open) => {
    mkdirSync(join(cwd, 'bin'));
    const executable = join(cwd, 'bin/studiod');
    writeFileSync(executable, `#!/bin/sh\ntouch ${cwd}/ran\n`);
    chmodSync(executable, 0o755);
    const { path, sum } = writeProgram('new');
    open(join(cwd, 'bin'));
    const { code, out, err } = await run(
      'upgrade',
      path,
      '--sha256',
      sum,
      '--executable',
      executable,
      '--stop-command',
      'true',
      '--start-command',
      'true',
    );
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('A user other than root can change')]);
    expect([existsSync(join(cwd, 'ran')), readdirSync(join(cwd, 'bin'))]).toEqual([false, ['studiod']]);
  });

  test('a backup does not write through a link to a file of root', async () => {
    for (const end of ['db.part', 'json.part']) {
      symlinkSync(join(secret, 'file'), join(backups, `studiod-20260308T041700000Z.${end}`));
    }
    const { code, err } = await run('backup', 'create', '--scheduled-at', '2026-03-08T04:17:00.000Z');
    expect([code, found()], err).toEqual([0, untouched]);
  });

  test.each([
    ['key create', ['key', 'create']],
    ['key list', ['key', 'list']],
    ['backup create', ['backup', 'create', '--with-media']],
    ['backup list', ['backup', 'list']],
    ['backup verify', ['backup', 'verify']],
    ['backup test', ['backup', 'test']],
    ['backup prune', ['backup', 'prune']],
    ['backup copy', ['backup', 'copy', '--backup-targets', 'CWD/of-nobody']],
    ['export', ['export', 'of-nobody/records']],
    ['import', ['import', 'clients.csv']],
    ['sql', ['sql', 'select 1']],
    ['doctor', ['doctor']],
  ])('%s leaves nothing that belongs to root', async (_, words) => {
    plantLinks();
    writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Moon,ada@studio.example\n');
    mkdirSync(join(cwd, 'of-nobody'));
    chownSync(join(cwd, 'of-nobody'), NOBODY, NOBODY);
    const { code, err } = await run(...words.map((word) => word.replace('CWD', cwd)));
    // The doctor misses a server.
    expect(words[0] === 'doctor' ? 0 : code, err).toBe(0);
    expect([ofOthers(data), ofOthers(join(cwd, 'of-nobody')), found()]).toEqual([[], [], untouched]);
  });

  test('restore leaves nothing that belongs to root, and reads what the owner may read only', async () => {
    const [backup = ''] = readdirSync(backups).filter((name) => name.endsWith('.db'));
    const restored = await run('restore', backup);
    expect([restored.code, ofOthers(data)], restored.err).toEqual([0, []]);
    writeFileSync(join(cwd, 'copy.db'), readFileSync(join(backups, backup)), { mode: 0o600 });
    const { code, out, err } = await run('restore', 'copy.db');
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('User nobody cannot read copy.db. When run as root, studiod works as the owner of');
  });

  test('a server of root has the user of the data in all threads, no other groups, and no way back', async () => {
    const server = await startServer({ cwd }, 'serve', '--data', 'data');
    try {
      const tasks = readdirSync(`/proc/${server.ready.pid}/task`);
      const statuses = tasks.map((task) => readFileSync(`/proc/${server.ready.pid}/task/${task}/status`, 'utf8'));
      expect(statuses.length).toBeGreaterThan(1);
      const of = (name: string) => statuses.map((text) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(text)?.[1]);
      const all = (value: string) => tasks.map(() => value);
      expect(of('Uid')).toEqual(all(`${NOBODY}\t${NOBODY}\t${NOBODY}\t${NOBODY}`));
      expect(of('Gid')).toEqual(all(`${NOBODY}\t${NOBODY}\t${NOBODY}\t${NOBODY}`));
      expect(new Set(of('Groups'))).toEqual(new Set([`${NOBODY}`]));
      expect(new Set(of('CapPrm'))).toEqual(new Set(['0000000000000000']));
    } finally {
      expect(await server.stop()).toBe(0);
    }
    expect(ofOthers(data)).toEqual([]);
  });

  const executable = process.env.STUDIOD_EXECUTABLE;
  const how = executable === undefined ? 'needs the executable in STUDIOD_EXECUTABLE' : 'runs the executable';
  test.skipIf(executable === undefined)(
    `an executable in a folder for root alone starts itself again (${how})`,
    async () => {
      const path = join(secret, 'studiod');
      copyFileSync(resolve(executable ?? ''), path);
      chmodSync(path, 0o755);
      const child = Bun.spawn([path, 'sql', 'select 1', '--data', 'data'], { cwd, env: environment(), stderr: 'pipe' });
      expect([await child.exited, await child.stderr.text()]).toEqual([0, '']);
    },
  );

  test('new data in a folder of the user belong to the user', async () => {
    mkdirSync(join(cwd, 'home'));
    chownSync(join(cwd, 'home'), NOBODY, NOBODY);
    const { code, err } = await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'home/studio');
    expect([code, ofOthers(join(cwd, 'home'))], err).toEqual([0, []]);
  });

  test('a data directory that is a link of the user leads root nowhere', async () => {
    mkdirSync(join(cwd, 'of-root'), { mode: 0o700 });
    symlinkSync('of-root', join(cwd, 'link'));
    lchownSync(join(cwd, 'link'), NOBODY, NOBODY);
    const { code, err } = await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'link');
    expect([code, err]).toEqual([3, expect.stringContaining(`User nobody cannot read ${join(cwd, 'link')}`)]);
    expect(readdirSync(join(cwd, 'of-root'))).toEqual([]);
  });

  test('3: a settings file of somebody else in the working directory, unless --config names it', async () => {
    const file = join(cwd, 'studiod.toml');
    writeFileSync(file, 'ffmpeg = "/bin/true"\n');
    expect((await run('key', 'list')).code).toBe(0);
    chownSync(file, 1, 1);
    const refused = [3, expect.stringContaining(`${file} belongs to user `)];
    const list = await run('key', 'list');
    expect([list.code, list.err]).toEqual(refused);
    const sandbox = await studiod({ cwd }, 'sandbox', '--port', '0');
    expect([sandbox.code, sandbox.err]).toEqual(refused);
    expect((await run('key', 'list', '--config', 'studiod.toml')).code).toBe(0);
    // The one of the data's owner says no more than the owner may do.
    chownSync(file, NOBODY, NOBODY);
    expect((await run('key', 'list')).code).toBe(0);
  });

  test('3: a directory that its owner cannot reach, or a key that the owner cannot read', async () => {
    chownSync(join(data, 'studiod.key'), 0, 0);
    const key = await run('key', 'create');
    expect([key.code, key.err]).toEqual([3, expect.stringContaining('studiod.key cannot be read (EACCES')]);
    chmodSync(cwd, 0o700);
    const { code, err } = await run('key', 'list');
    expect([code, err]).toEqual([3, expect.stringContaining(`User nobody cannot read ${data}`)]);
  });

  test('what install gives away is what root has made, and nothing behind a link or in a folder of another user', () => {
    const folder = join(cwd, 'fresh');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    mkdirSync(join(folder, 'theirs'));
    for (const path of ['inner/file', 'theirs/file']) writeFileSync(join(folder, path), '');
    chownSync(join(folder, 'theirs'), 1, 1);
    symlinkSync(secret, join(folder, 'link'));
    giveAway({ name: 'nobody', uid: NOBODY, gid: NOBODY }, folder);
    expect(found()).toEqual(untouched);
    const owners = ['', 'inner', 'inner/file', 'link', 'theirs', 'theirs/file'];
    expect(owners.map((path) => lstatSync(join(folder, path)).uid)).toEqual([NOBODY, NOBODY, NOBODY, NOBODY, 1, 0]);
    expect(existsSync(join(secret, 'file'))).toBe(true);
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { asAnother, canBeAnother, programFor } from '../helpers/another-user.ts';
import { runHere } from '../helpers/in-process.ts';
import { command, environment, folderForEachTest, run, studiod } from '../helpers/process.ts';

const units = resolve(import.meta.dir, '../../systemd');
const has = (...programs: string[]): boolean => programs.every((program) => Bun.which(program) !== null);
const isRoot = process.getuid?.() === 0;

const cwd = folderForEachTest();
/** The root directory of a machine that does not run: with the files that `useradd` needs. */
let root = '';
/** An executable that runs the program under test. */
let executable = '';
beforeEach(() => {
  root = join(cwd, 'machine');
  mkdirSync(join(root, 'etc'), { recursive: true });
  for (const name of ['passwd', 'group', 'shadow', 'gshadow']) writeFileSync(join(root, 'etc', name), '');
  executable = join(cwd, 'executable');
  writeFileSync(executable, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`);
  chmodSync(executable, 0o755);
});

const install = (...words: string[]) =>
  studiod({ cwd }, 'install', '--executable', executable, '--root', root, ...words);
const paths = (): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' });

describe.skipIf(!isRoot || !has('useradd', 'systemctl'))('install', () => {
  test('says each thing, does it, and prints the first key alone', async () => {
    const { code, out, err } = await install('--name', '100% "Yoga" $1', '--currency', 'EUR');
    expect({ code, err }).toEqual({
      code: 0,
      err: [
        `copying the executable to ${root}/usr/local/bin/studiod`,
        'creating the system user studiod',
        `creating the directory ${root}/etc/studiod`,
        `creating the directory ${root}/var/lib/studiod`,
        `writing ${root}/etc/systemd/system/studiod.service`,
        `writing ${root}/etc/systemd/system/studiod.socket`,
        `writing ${root}/etc/systemd/system/studiod.service.d/first-start.conf`,
        `creating the database and the first API key in ${root}/var/lib/studiod`,
        'enabling studiod.socket and studiod.service',
        'starting nothing, because systemd is not running there: the service starts with the machine',
        '',
      ].join('\n'),
    });
    expect(out).toMatch(/^\S+_live_\S+\n$/);
    const unit = readFileSync(join(root, 'etc/systemd/system/studiod.service'), 'utf8');
    expect(unit).toContain('ExecStart=/usr/local/bin/studiod serve --data /var/lib/studiod\n');
    expect(readFileSync(join(root, 'etc/systemd/system/studiod.service.d/first-start.conf'), 'utf8')).toContain(
      '[Service]\nExecStart=\nExecStart=/usr/local/bin/studiod serve --data /var/lib/studiod --name "100%% \\"Yoga\\" $$1" --currency "EUR"\n',
    );
    const enabled = ['multi-user.target.wants/studiod.service', 'sockets.target.wants/studiod.socket'];
    for (const name of enabled) {
      const link = readlinkSync(join(root, 'etc/systemd/system', name));
      expect(basename(link)).toBe(basename(name));
    }
    const [, , uid, gid] = readFileSync(join(root, 'etc/passwd'), 'utf8').split(':');
    const data = join(root, 'var/lib/studiod');
    expect(statSync(data)).toMatchObject({ uid: Number(uid), gid: Number(gid) });
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of ['studiod.db', 'studiod.key']) {
      expect(statSync(join(data, name))).toMatchObject({ uid: Number(uid), gid: Number(gid) });
    }
  });

  test('a second time it does nothing again', async () => {
    expect((await install()).code).toBe(0);
    const before = readFileSync(join(root, 'etc/passwd'), 'utf8');
    const { code, out, err } = await install('--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      user: 'studiod',
      data: `${root}/var/lib/studiod`,
      key: null,
      dryRun: false,
    });
    expect(err.split('\n')).toEqual([
      'enabling studiod.socket and studiod.service',
      expect.stringContaining('starting nothing'),
      '',
    ]);
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toBe(before);
  });

  test('flags of the first start that come too late are not kept in the service', async () => {
    await install('--name', 'Harbour');
    const before = paths();
    const same = await install('--name', 'Harbour');
    expect([same.code, same.err]).toEqual([0, expect.not.stringContaining('--name')]);
    const late = await install('--name', 'Another');
    expect(late.err).toContain('ignoring --name, because /var/lib/studiod already has data');
    expect(paths()).toEqual(before);
    expect(readFileSync(join(root, 'etc/systemd/system/studiod.service.d/first-start.conf'), 'utf8')).toContain(
      'Harbour',
    );
  });

  test('--dry-run says the same and does nothing', async () => {
    const before = paths();
    const { code, out, err } = await install('--dry-run');
    expect([code, out, err.split('\n').length]).toEqual([0, '', 10]);
    expect(err).toStartWith('dry run: copying the executable');
    expect(paths()).toEqual(before);
  });

  // The unit's own user and restrictions as far as they can be had without systemd.
  test.skipIf(!canBeAnother)('what is installed runs as its user, without rights', async () => {
    const { out: key } = await install();
    const data = join(root, 'var/lib/studiod');
    const { uid, gid } = statSync(data);
    for (const path of [cwd, root]) chmodSync(path, 0o755);
    const words = [...(await programFor(join(cwd, 'program'))), 'serve', '--json', '--port', '0', '--data', data];
    const child = Bun.spawn([...asAnother(uid, gid), '--bounding-set=-all', ...words], {
      cwd: join(root, 'etc/studiod'),
      env: environment(),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const { value } = await child.stdout.getReader().read();
    if (value === undefined) throw new Error(await child.stderr.text());
    const { baseUrl } = JSON.parse(new TextDecoder().decode(value));
    const response = await fetch(`${baseUrl}/sites`, { headers: { 'x-service-api-key': key.trim() } });
    expect(response.status).toBe(200);
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  });

  test('3: a data folder of somebody else, whose files the service could not read', async () => {
    const data = join(root, 'var/lib/studiod');
    mkdirSync(data, { recursive: true });
    chownSync(data, 1, 1);
    const before = paths();
    const { code, out, err } = await install();
    expect([code, out, err]).toEqual([3, '', expect.stringContaining(`${data} belongs to the user with ID 1`)]);
    expect(paths()).toEqual(before);
  });

  test('uninstall keeps the data, the settings and the user', async () => {
    await install('--name', 'Harbour');
    const { code, err } = await studiod({ cwd }, 'uninstall', '--root', root);
    expect({ code, err }).toEqual({
      code: 0,
      err: [
        'disabling studiod.socket and studiod.service',
        `removing ${root}/etc/systemd/system/studiod.service`,
        `removing ${root}/etc/systemd/system/studiod.socket`,
        `removing ${root}/etc/systemd/system/studiod.service.d/first-start.conf`,
        `removing ${root}/usr/local/bin/studiod`,
        `${root}/var/lib/studiod, ${root}/etc/studiod and user studiod are kept.`,
        '',
      ].join('\n'),
    });
    expect(paths().filter((path) => path.includes('studiod') && !path.startsWith('var/lib/studiod'))).toEqual([
      'etc/studiod',
    ]);
    expect(existsSync(join(root, 'var/lib/studiod/studiod.db'))).toBe(true);
    const again = await studiod({ cwd }, 'uninstall', '--root', root, '--json');
    expect([again.code, JSON.parse(again.out).steps]).toEqual([0, []]);
  });
});

describe.skipIf(!isRoot || !has('useradd', 'systemctl'))('with the Debian package', () => {
  const packaged = (): string => join(root, 'usr/bin/studiod');
  beforeEach(() => {
    for (const folder of ['usr/bin', 'usr/lib/systemd/system']) mkdirSync(join(root, folder), { recursive: true });
    copyFileSync(executable, packaged());
    for (const name of ['studiod.service', 'studiod.socket']) {
      copyFileSync(join(units, name), join(root, 'usr/lib/systemd/system', name));
    }
  });
  /** The files in the folder for units of the administrator. */
  const own = (): string[] =>
    readdirSync(join(root, 'etc/systemd/system'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.includes('studiod') && !path.endsWith('.d'))
      .sort();
  const links = ['multi-user.target.wants/studiod.service', 'sockets.target.wants/studiod.socket'];
  const postrm = (...words: string[]) =>
    Bun.spawnSync(['sh', resolve(units, '../scripts/releasing/debian/postrm'), ...words], {
      env: { ...process.env, DPKG_ROOT: root },
    }).exitCode;

  test('writes a drop-in and no second unit, and copies nothing', async () => {
    const { code, out, err } = await install('--name', 'Harbour', '--json');
    expect([code, err]).toEqual([0, expect.not.stringContaining('copying')]);
    expect(own()).toEqual([...links, 'studiod.service.d/first-start.conf'].sort());
    expect(readFileSync(join(root, 'etc/systemd/system/studiod.service.d/first-start.conf'), 'utf8')).toContain(
      'ExecStart=/usr/bin/studiod serve --data /var/lib/studiod --name "Harbour"\n',
    );
    expect(JSON.parse(out).unit).toBe(join(root, 'usr/lib/systemd/system/studiod.service'));
    expect(existsSync(join(root, 'usr/local/bin/studiod'))).toBe(false);
  });

  test('without flags writes nothing', async () => {
    await install();
    expect(own()).toEqual(links);
  });

  test('refuses another executable, which would be a second service', async () => {
    writeFileSync(packaged(), 'of another release');
    const { code, out, err } = await install();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('studiod was installed by a package. Use its executable: sudo /usr/bin/studiod install.');
  });

  test('refuses beside a service that was installed from an archive', async () => {
    mkdirSync(join(root, 'etc/systemd/system'), { recursive: true });
    const path = join(root, 'etc/systemd/system/studiod.service');
    writeFileSync(path, '[Service]\nExecStart=/usr/local/bin/studiod serve --data /var/lib/studiod\n');
    const { code, err } = await install();
    expect([code, err]).toEqual([1, expect.stringContaining('sudo /usr/local/bin/studiod uninstall')]);
  });

  test('upgrade says to use apt', async () => {
    const { code, err } = await runHere(root, 'upgrade', 'studiod.tar.gz', '--executable', packaged());
    expect([code, err]).toEqual([1, expect.stringContaining('use apt with the package of the newer release')]);
  });

  test('a purge leaves nothing that starts', async () => {
    await install('--name', 'Harbour');
    for (const name of ['studiod.service', 'studiod.socket']) rmSync(join(root, 'usr/lib/systemd/system', name));
    expect(postrm('remove')).toBe(0);
    expect(own()).toContain('studiod.service.d/first-start.conf');
    // As an earlier version, or somebody by hand, wrote it.
    const second = readFileSync(join(units, 'studiod.service'));
    writeFileSync(join(root, 'etc/systemd/system/studiod.service'), second);
    expect(postrm('purge')).toBe(0);
    expect(own()).toEqual([]);
    expect(existsSync(join(root, 'etc/systemd/system/studiod.service.d'))).toBe(false);
    expect(existsSync(join(root, 'var/lib/studiod/studiod.db'))).toBe(true);
    expect(postrm('purge')).toBe(0);
  });

  test('a purge leaves a service that was installed from an archive', async () => {
    for (const name of ['studiod.service', 'studiod.socket']) rmSync(join(root, 'usr/lib/systemd/system', name));
    await install();
    const before = own();
    expect(postrm('purge')).toBe(0);
    expect(own()).toEqual(before);
  });
});

test.skipIf(!canBeAnother)('1: without root it changes nothing, and says so', async () => {
  chmodSync(cwd, 0o755);
  const words = [...(await programFor(join(cwd, 'program'))), 'install', '--executable', executable, '--root', root];
  const child = Bun.spawn([...asAnother(), ...words], { cwd, stderr: 'pipe' });
  expect(await child.stderr.text()).toContain('needs root: sudo studiod install');
  expect(await child.exited).toBe(1);
});

test.skipIf(!isRoot)('1: where systemd is not it changes nothing, and says so', async () => {
  const before = paths();
  const words = ['install', '--executable', executable, '--root', root];
  const { code, out, err } = await studiod({ cwd, env: { PATH: cwd } }, ...words);
  expect([code, out, err]).toEqual([1, '', expect.stringContaining('this machine has no systemctl')]);
  expect(paths()).toEqual(before);
});

describe.skipIf(!has('systemd-analyze'))('the units, which need systemd-analyze to be tested', () => {
  const analyze = (...words: string[]) => run({ cwd }, 'systemd-analyze', ...words);

  test('are exposed by 2.0 at most', async () => {
    const { out, code } = await analyze('security', '--offline=true', '--threshold=20', join(units, 'studiod.service'));
    expect([code, /exposure level for studiod.service: (\S+)/.exec(out)?.[1]]).toEqual([0, expect.any(String)]);
  });

  test('are understood by systemd', async () => {
    const { err } = await analyze('verify', '--man=no', join(units, 'studiod.service'), join(units, 'studiod.socket'));
    // The executable is not installed here.
    expect(err.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))).toEqual([]);
  });
});

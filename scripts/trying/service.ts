// The service under systemd on a bare Debian machine: installed, restarted, upgraded under load, gone back, removed.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRoot } from './debian.ts';
import { bootMachine, type Machine } from './machine.ts';
import { must, proved, run, same, type Trial, until } from './trial.ts';

/** A release and a newer one, of which the tarballs and the Debian packages are in their folders. */
export interface Releases {
  readonly version: string;
  readonly folder: string;
  readonly newer: { readonly version: string; readonly folder: string };
}

const DATA = '/var/lib/studiod';
const ROOT_URL = 'http://127.0.0.1:8420';
/** The exposure that systemd-analyze may find, in tenths. */
const MAX_EXPOSURE = 20;

/** What a GET answers in the network of a machine. */
const get = async (machine: Machine, path: string, key?: string) => {
  const header = key === undefined ? [] : ['-H', `x-service-api-key: ${key}`];
  const { out } = await run(
    machine.inNetwork('curl', '-s', '-m', '20', '-w', '\n%{http_code}', ...header, ROOT_URL + path),
  );
  const [body = '', status = ''] = out.split(/\n(?=\d+$)/);
  return { status: Number(status), body };
};

/** Waits until the server of a version is ready. */
const untilServes = (machine: Machine, version: string): Promise<void> =>
  until(`studiod ${version} is ready`, async () => {
    const ready = await get(machine, '/readyz');
    if (ready.status !== 200) return false;
    return JSON.parse((await get(machine, '/v2/health')).body).version === version;
  });

/** A key with scope `*` and tier `unlimited`, made as the user of the service. */
const makeKey = async (machine: Machine): Promise<string> => {
  const words = ['key', 'create', '--name', 'Trial', '--tier', 'unlimited', '--data', DATA];
  return (await machine.must('runuser', '-u', 'studiod', '--', 'studiod', ...words)).trim();
};

/** Does something while requests come without a pause, and shows that none failed and nothing was lost. */
const underLoad = async (machine: Machine, key: string, act: () => Promise<unknown>): Promise<string> => {
  const script = join(import.meta.dir, 'load.ts');
  const child = Bun.spawn(machine.inNetwork(process.execPath, script, ROOT_URL, key), {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const out = child.stdout.text();
  try {
    await act();
  } finally {
    await child.stdin.end();
  }
  const { answered, failures, created } = JSON.parse((await out).trim().split('\n').at(-1) ?? '');
  same('the requests that failed', failures.slice(0, 3), []);
  for (const id of [created[0], created[Math.floor(created.length / 2)], created.at(-1)]) {
    same(`the status of the created client ${id}`, (await get(machine, `/v2/clients/${id}`, key)).status, 200);
  }
  return `${answered} requests answered, ${created.length} of them clients created, 0 failed`;
};

/** The process of the service. */
const mainPid = async (machine: Machine): Promise<string> =>
  (await machine.must('systemctl', 'show', '--property=MainPID', '--value', 'studiod.service')).trim();

/** Shows that the process is restricted as the unit says. */
const proveRestrictions = async (machine: Machine): Promise<void> => {
  const pid = await mainPid(machine);
  const status = await machine.must('cat', `/proc/${pid}/status`);
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const uid = (await machine.must('id', '-u', 'studiod')).trim();
  same('its user', field('Uid'), uid);
  for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) same(name, Number(`0x${field(name)}`), 0);
  same('NoNewPrivs and Seccomp', [field('NoNewPrivs'), field('Seccomp')], ['1', '2']);
  for (const path of ['/etc/x', '/usr/x', '/var/x', '/opt/x']) {
    const { err } = await run(machine.inside('nsenter', '--target', pid, '--mount', 'touch', path));
    if (!err.includes('Read-only file system')) throw new Error(`the service could write ${path}: ${err}`);
  }
  const analyzed = ['systemd-analyze', 'security', '--no-pager', `--threshold=${MAX_EXPOSURE}`, 'studiod.service'];
  const exposure = /exposure level for studiod.service: (\S+)/.exec(await machine.must(...analyzed))?.[1];
  proved(`it runs as its user, with no capability, a seccomp filter and a read-only system; exposure ${exposure}`);
};

/** Kills and hangs the server: systemd starts it again. */
const proveRestarts = async (machine: Machine, version: string): Promise<void> => {
  const isOther = async (pid: string) => ![pid, '0'].includes(await mainPid(machine));
  let pid = await mainPid(machine);
  await machine.must('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'studiod.service');
  await until('systemd starts it again', () => isOther(pid));
  await untilServes(machine, version);
  pid = await mainPid(machine);
  const dropIn = '/run/systemd/system/studiod.service.d';
  await machine.must('sh', '-c', `mkdir -p ${dropIn}; printf '[Service]\\nWatchdogSec=4\\n' >${dropIn}/trial.conf`);
  await machine.must('systemctl', 'daemon-reload');
  await machine.must('systemctl', 'restart', 'studiod.service');
  await untilServes(machine, version);
  pid = await mainPid(machine);
  await machine.must('systemctl', 'kill', '--kill-whom=main', '--signal=STOP', 'studiod.service');
  await until('systemd starts it again', () => isOther(pid), 90);
  await machine.must('rm', '-r', dropIn);
  await machine.must('systemctl', 'daemon-reload');
  await machine.must('systemctl', 'restart', 'studiod.service');
  await untilServes(machine, version);
  proved('it starts again when it is killed, and when it hangs');
};

/** An executable that says that it is a newer release, and then never becomes ready. */
const BROKEN = `#!/bin/sh
if [ "$1" = version ]; then echo '{"version":"99.0.0","schema":9999}'; exit; fi
sleep 1000
`;

const proveGoingBack = async (machine: Machine, root: string, version: string, key: string): Promise<void> => {
  writeFileSync(join(root, 'root/broken'), BROKEN);
  const sum = (await must(['sha256sum', join(root, 'root/broken')])).slice(0, 64);
  const { code, err } = await run(machine.inside('studiod', 'upgrade', '/root/broken', '--sha256', sum));
  same('the exit code of the broken upgrade', code, 1);
  if (!/did not become ready .* runs again\. The database is unchanged\./.test(err)) throw new Error(err);
  await untilServes(machine, version);
  same('the status after it went back', (await get(machine, '/v2/sites', key)).status, 200);
  proved('a release that is not ready in 30 seconds is replaced by the one before');
};

/** Shows that what root has run on the data followed no link of their owner, and left files of their owner only. */
const proveOwner = async (machine: Machine): Promise<void> => {
  await machine.must('studiod', 'backup', 'create');
  await machine.must('studiod', 'backup', 'prune');
  same('the files in the data of other users', await machine.must('find', DATA, '!', '-user', 'studiod'), '');
  same('the files of root that are its own no more', await machine.must('find', '/root', '!', '-user', 'root'), '');
  proved('what root runs on the data leaves everything to its owner, and follows no link');
};

/** Copies a release into a machine. */
export const bring = (release: { version: string; folder: string }, root: string, name: string): string => {
  for (const file of [name, 'SHA256SUMS']) copyFileSync(join(release.folder, file), join(root, 'root', file));
  return `/root/${name}`;
};

/** The name of the archive of a release. */
export const tarballOf = (version: string): string => `studiod-${version}-linux-x64-baseline.tar.gz`;

/** Everything from the tarball. `base` is a root directory with systemd. */
export const proveTarball = async (trial: Trial, base: string, { version, folder, newer }: Releases): Promise<void> => {
  const root = trial.path('tarball-machine');
  await copyRoot(base, root);
  let machine = await bootMachine(trial, root);
  const archive = bring({ version, folder }, root, tarballOf(version));
  await machine.must('tar', '-xzf', archive, '-C', '/root', '--strip-components=1', '--no-same-owner');
  const installed = await machine.must('/root/studiod', 'install', '--name', 'Harbour Yoga', '--currency', 'EUR');
  await untilServes(machine, version);
  same('the status with the first key', (await get(machine, '/v2/sites', installed.trim())).status, 200);
  proved('studiod install: one command from nothing to a service that answers to the key that it printed');
  await proveRestrictions(machine);
  const key = await makeKey(machine);

  const restarted = await underLoad(machine, key, async () => {
    for (let n = 0; n < 3; n += 1) {
      await machine.must('systemctl', 'restart', 'studiod.service');
      await untilServes(machine, version);
    }
  });
  proved(`3 restarts under load: ${restarted}`);
  await proveRestarts(machine, version);

  const link = [
    'sh',
    '-c',
    `mkdir -p ${DATA}/backups && ln -s /root ${DATA}/backups/link && ln -s . ${DATA}/backups/loop`,
  ];
  await machine.must('runuser', '-u', 'studiod', '--', ...link);
  const fresh = bring(newer, root, tarballOf(newer.version));
  const upgraded = await underLoad(machine, key, async () => {
    await machine.must('studiod', 'upgrade', fresh);
    await untilServes(machine, newer.version);
  });
  proved(`upgrade from ${version} to ${newer.version} under load: ${upgraded}`);
  await proveGoingBack(machine, root, newer.version, key);
  await proveOwner(machine);

  await machine.powerOff();
  machine = await bootMachine(trial, root);
  await untilServes(machine, newer.version);
  same('the status after the start of the machine', (await get(machine, '/v2/sites', key)).status, 200);
  proved('it stops with the machine and starts with it');

  await machine.must('studiod', 'uninstall');
  const left = ['usr/local/bin/studiod', 'etc/systemd/system/studiod.service', `${DATA.slice(1)}/studiod.db`];
  same(
    'what is left',
    left.map((path) => existsSync(join(root, path))),
    [false, false, true],
  );
  await machine.must('/root/studiod', 'install');
  await untilServes(machine, version);
  same('the status after it was installed again', (await get(machine, '/v2/sites', key)).status, 200);
  proved('uninstall leaves the data, and install takes it up again');
  await machine.powerOff();
};

/** Everything from the Debian package. `base` is a root directory with systemd. */
export const provePackage = async (trial: Trial, base: string, { version, folder, newer }: Releases): Promise<void> => {
  const packageOf = (of: string): string => `studiod_${of}_amd64.deb`;
  const root = trial.path('package-machine');
  await copyRoot(base, root);
  const machine = await bootMachine(trial, root);
  const statusOf = async (): Promise<string> => (await run(machine.inside('dpkg-query', '--show', 'studiod'))).out;

  await machine.must('dpkg', '-i', bring({ version, folder }, root, packageOf(version)));
  const first = (await machine.must('studiod', 'install', '--name', 'Harbour Yoga')).trim();
  await untilServes(machine, version);
  same('the status with the first key', (await get(machine, '/v2/sites', first)).status, 200);
  const command = await machine.must('systemctl', 'show', '--property=ExecStart', '--value', 'studiod.service');
  if (!command.includes('path=/usr/bin/studiod')) throw new Error(`not the packaged executable: ${command}`);
  proved('dpkg -i and studiod install: a service that answers to the key that it printed');

  const key = await makeKey(machine);
  const fresh = bring(newer, root, packageOf(newer.version));
  const upgraded = await underLoad(machine, key, async () => {
    await machine.must('dpkg', '-i', fresh);
    await untilServes(machine, newer.version);
  });
  proved(`dpkg -i of ${newer.version} under load: ${upgraded}`);

  await machine.must('dpkg', '--remove', 'studiod');
  same('the status after remove', (await get(machine, '/readyz')).status, 0);
  await run(machine.inside('dpkg', '--purge', 'studiod'));
  same('the package after purge', await statusOf(), '');
  const kept = [`${DATA.slice(1)}/studiod.db`, `${DATA.slice(1)}/studiod.key`, 'etc/studiod'];
  same(
    'what is kept',
    kept.map((path) => existsSync(join(root, path))),
    [true, true, true],
  );
  if (!readFileSync(join(root, 'etc/passwd'), 'utf8').includes('studiod:')) throw new Error('the user is gone');
  await machine.must('dpkg', '-i', fresh);
  await machine.must('studiod', 'install');
  await untilServes(machine, newer.version);
  same('the status after it was installed again', (await get(machine, '/v2/sites', key)).status, 200);
  proved('remove and purge leave the data and the user, and the next installation takes them up again');
  await machine.powerOff();
};

// The service on ports 443 and 80 of a machine, as docs/operating.md says, with a certificate of a real authority.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copyRoot, unpackPackages } from './debian.ts';
import { bootMachine, type Machine } from './machine.ts';
import { bring, type Releases, tarballOf } from './service.ts';
import { proved, run, same, type Trial, until } from './trial.ts';

const NAME = 'studio.example';
const HTTPS = `https://${NAME}`;
/** The capability to open ports below 1024, as a bit of `CapEff`. */
const NET_BIND_SERVICE = 1 << 10;
const file = (path: string): string => resolve(import.meta.dir, '../..', path);

/** The drop-in of a unit, from the page that tells owners to write it. */
const dropInOf = (unit: string): string => {
  const page = readFileSync(file('docs/operating.md'), 'utf8');
  const found = new RegExp(`\`\`\`ini\n# sudo systemctl edit ${unit}\n([^\`]+)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/operating.md has no drop-in for ${unit}`);
  return found;
};

const write = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

/** Starts Pebble, an authority for tests, in the network of a machine. Returns the root of its certificates. */
const startAuthority = async (trial: Trial, machine: Machine): Promise<string> => {
  const folder = trial.path('pebble');
  await unpackPackages(trial, folder, ['pebble']);
  const settings = {
    listenAddress: '127.0.0.1:14000',
    managementListenAddress: '127.0.0.1:15000',
    certificate: file('test/fixtures/tls/loopback.pem'),
    privateKey: file('test/fixtures/tls/loopback.key'),
    httpPort: 80,
    tlsPort: 443,
  };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble: settings }));
  const programs = [
    ['pebble-challtestsrv', '-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', '', '-dns01', ':8053'],
    ['pebble', '-config', join(folder, 'pebble.json'), '-dnsserver', '127.0.0.1:8053'],
  ];
  for (const [program = '', ...words] of programs) {
    const child = Bun.spawn(machine.inNetwork(join(folder, 'usr/bin', program), ...words), {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    });
    trial.later(async () => {
      child.kill('SIGKILL');
      await child.exited;
    });
  }
  const root = async () => run(machine.inNetwork('curl', '-sk', 'https://127.0.0.1:15000/roots/0'));
  await until('the authority answers', async () => (await root()).out.includes('BEGIN CERTIFICATE'));
  const path = trial.path('authority.pem');
  writeFileSync(path, (await root()).out);
  return path;
};

/** `base` is a root directory with systemd. */
export const provePorts = async (trial: Trial, base: string, { version, folder }: Releases): Promise<void> => {
  const root = trial.path('ports-machine');
  await copyRoot(base, root);
  const machine = await bootMachine(trial, root);
  const archive = bring({ version, folder }, root, tarballOf(version));
  await machine.must('tar', '-xzf', archive, '-C', '/root', '--strip-components=1', '--no-same-owner');
  const key = (await machine.must('/root/studiod', 'install', '--name', 'Harbour Yoga')).trim();
  const authority = await startAuthority(trial, machine);

  copyFileSync(file('test/fixtures/tls/loopback.pem'), join(root, 'etc/studiod/authority.pem'));
  const settings = [
    `STUDIOD_ACME_DOMAIN=${NAME}`,
    'STUDIOD_ACME_AGREE_TERMS=true',
    'STUDIOD_ACME_DIRECTORY=https://127.0.0.1:14000/dir',
    'STUDIOD_ACME_CA_FILE=/etc/studiod/authority.pem',
  ];
  write(root, 'etc/studiod/studiod.env', `${settings.join('\n')}\n`);
  const socket = dropInOf('studiod.socket');
  write(root, 'etc/systemd/system/studiod.socket.d/override.conf', socket);
  await machine.must('systemctl', 'daemon-reload');
  // Without the capability it says what to do.
  await run(machine.inside('systemctl', 'restart', 'studiod.socket', 'studiod.service'));
  const log = () => machine.must('journalctl', '--no-pager', '-u', 'studiod.service');
  await until('it says that it may not open port 80', async () => (await log()).includes('CAP_NET_BIND_SERVICE'));

  write(root, 'etc/systemd/system/studiod.service.d/override.conf', dropInOf('studiod.service'));
  await machine.must('systemctl', 'daemon-reload');
  await run(machine.inside('systemctl', 'reset-failed', 'studiod.socket', 'studiod.service'));
  await machine.must('systemctl', 'restart', 'studiod.socket', 'studiod.service');
  const curl = (...words: string[]) =>
    run(
      machine.inNetwork('curl', '-s', '-m', '20', '--resolve', `${NAME}:443:127.0.0.1`, '-w', '%{http_code}', ...words),
    );
  const withKey = ['--cacert', authority, '-o', '/dev/null', '-H', `x-service-api-key: ${key}`, `${HTTPS}/v2/sites`];
  await until('it answers with a certificate of the authority', async () => (await curl(...withKey)).out === '200');
  const led = await curl('--resolve', `${NAME}:80:127.0.0.1`, '-o', '/dev/null', '-D', '-', `http://${NAME}/docs`);
  same('where port 80 leads', /^location: (\S+)/im.exec(led.out)?.[1], `${HTTPS}/docs`);

  const pid = (await machine.must('systemctl', 'show', '--property=MainPID', '--value', 'studiod.service')).trim();
  const status = await machine.must('cat', `/proc/${pid}/status`);
  for (const name of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    const bits = new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
    same(name, Number(`0x${bits}`), NET_BIND_SERVICE);
  }
  proved('ports 443 and 80 with the drop-ins of docs/operating.md: a certificate of Pebble, and one capability');
  await machine.powerOff();
};

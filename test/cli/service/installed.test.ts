import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { serviceFor } from '../../../src/cli/service/installed.ts';
import { parseEnvironmentFile } from '../../../src/cli/service/unit-files.ts';
import { configure } from '../../../src/config/settings.ts';
import { folderForEachTest } from '../../helpers/process.ts';

const machine = folderForEachTest();

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(machine, path)), { recursive: true });
  writeFileSync(join(machine, path), text);
};
/** A unit whose data directory is below the machine of the test. */
const unit = (more = ''): string =>
  `[Unit]\nDescription=A studio\n[Service]\n# ExecStart=/bin/false\nExecStart=/usr/bin/studiod serve \\\n  --data ${machine}/var/lib/studiod --name "Harbour --host=1.2.3.4"\nEnvironmentFile=-/etc/studiod/studiod.env\nWorkingDirectory=/etc/studiod\n${more}\n[Install]\nWantedBy=multi-user.target\n`;
const install = (more?: string): void => write('etc/systemd/system/studiod.service', unit(more));

type Given = Partial<Parameters<typeof serviceFor>[1]>;
const found = (given: Given = {}) => serviceFor(machine, { settings: {}, environment: {}, file: undefined, ...given });
/** The settings of a verb that is given nothing. */
const settingsOf = (given: Given = {}) => {
  const { settings = {}, environment = {} } = given;
  return configure({ flags: settings, environment, service: found(given)?.inputs });
};

describe('a verb takes the settings of the service', () => {
  test('its flags, its environment, studiod.toml, and its paths', () => {
    install('Environment="STUDIOD_LOG_LEVEL=warn" STUDIOD_RATE_PRO=7\n');
    write('etc/studiod/studiod.env', '# ours\nSTUDIOD_RATE_PRO=8\nSTUDIOD_BACKUP_DIR=../backups\nHTTPS_PROXY=x\n');
    write('etc/studiod/studiod.toml', 'tls-cert = "tls/cert.pem"\nrate-basic = 9\nffmpeg = "off"\n');
    const { config, sources } = settingsOf();
    expect(config).toMatchObject({
      data: join(machine, 'var/lib/studiod'),
      logLevel: 'warn',
      ratePro: 8,
      rateBasic: 9,
      backupDir: join(machine, 'etc/backups'),
      tlsCert: join(machine, 'etc/studiod/tls/cert.pem'),
      ffmpeg: 'off',
      host: '127.0.0.1',
    });
    expect([sources.data, sources.ratePro, sources.rateBasic]).toEqual(['flag', 'env', 'file']);
  });

  test('says from which files', () => {
    install();
    write('etc/studiod/studiod.env', '');
    write('etc/studiod/studiod.toml', '');
    expect(found()?.says).toBe(
      `using the settings of studiod.service: ${machine}/etc/studiod/studiod.env, ${machine}/etc/studiod/studiod.toml; ` +
        `data ${machine}/var/lib/studiod`,
    );
  });

  test('also where --data or STUDIOD_DATA name the same directory', () => {
    install();
    mkdirSync(join(machine, 'var/lib/studiod'), { recursive: true });
    symlinkSync(join(machine, 'var/lib/studiod'), join(machine, 'link'));
    write('etc/studiod/studiod.toml', 'rate-basic = 9\n');
    const link = join(machine, 'link');
    expect(settingsOf({ settings: { data: link } }).config).toMatchObject({ data: link, rateBasic: 9 });
    expect(settingsOf({ environment: { STUDIOD_DATA: link } }).config).toMatchObject({ data: link, rateBasic: 9 });
  });

  test('its own flags and environment count more', () => {
    install('Environment=STUDIOD_RATE_PRO=7\nEnvironment=STUDIOD_RATE_BASIC=7\n');
    const { config } = settingsOf({ settings: { rateBasic: '1' }, environment: { STUDIOD_RATE_PRO: '2' } });
    expect(config).toMatchObject({ rateBasic: 1, ratePro: 2 });
  });

  test('the drop-ins of the administrator, in the order of their names, and where the socket listens', () => {
    write('usr/lib/systemd/system/studiod.service', unit('Environment=STUDIOD_RATE_PRO=7\n'));
    write('usr/lib/systemd/system/studiod.socket', '[Socket]\nListenStream=127.0.0.1:8420\n');
    write('etc/systemd/system/studiod.socket.d/override.conf', '[Socket]\nListenStream=\nListenStream=443\n');
    const dropIn = 'system/studiod.service.d';
    write(`usr/lib/systemd/${dropIn}/20.conf`, '[Service]\nEnvironment=STUDIOD_RATE_PRO=1\n');
    write(`etc/systemd/${dropIn}/20.conf`, `[Service]\nEnvironment=STUDIOD_RATE_PRO=8\n`);
    write(`etc/systemd/${dropIn}/30.conf`, '[Service]\nExecStart=\nExecStart=/x serve --data /srv/$$1/50%%\n');
    const { config } = settingsOf();
    expect(config).toMatchObject({ data: '/srv/$1/50%', ratePro: 8, host: '::', port: 443 });
  });

  test('a unit of the administrator hides that of the package', () => {
    write('usr/lib/systemd/system/studiod.service', unit('Environment=STUDIOD_RATE_PRO=7\n'));
    install('Environment=STUDIOD_RATE_PRO=8\n');
    expect(settingsOf().config.ratePro).toBe(8);
  });

  test('what the service refuses, it refuses', () => {
    install();
    write('etc/studiod/studiod.env', 'STUDIOD_PROT=1\n');
    write('etc/studiod/studiod.toml', 'prot = 1\n');
    expect(() => settingsOf()).toThrow("Unknown setting STUDIOD_PROT. Did you mean 'STUDIOD_PORT'?");
    expect(() => settingsOf()).toThrow(`${machine}/etc/studiod/studiod.toml: unknown setting 'prot'`);
  });

  test('settings that this user cannot read are an error, and no defaults', () => {
    install();
    // A folder cannot be read as a file by anyone, root included.
    mkdirSync(join(machine, 'etc/studiod/studiod.env'), { recursive: true });
    expect(() => found()).toThrow(/The settings of studiod.service cannot be read: \S+studiod.env: EISDIR/);
    expect(found({ settings: { data: '/elsewhere' } })?.inputs).toBeUndefined();
  });
});

describe('a verb takes no settings of the service', () => {
  test('where none is installed', () => {
    write('etc/studiod/studiod.toml', 'rate-basic = 9\n');
    expect(found()).toBeUndefined();
  });

  test('where the unit is masked', () => {
    mkdirSync(join(machine, 'etc/systemd/system'), { recursive: true });
    symlinkSync('/dev/null', join(machine, 'etc/systemd/system/studiod.service'));
    write('usr/lib/systemd/system/studiod.service', unit());
    expect(found()).toBeUndefined();
  });

  test('where --config names a file', () => {
    install();
    expect(found({ file: 'x.toml' })).toBeUndefined();
  });

  test.each([
    [{ settings: { data: '/elsewhere' } }, '--data'],
    [{ environment: { STUDIOD_DATA: '/elsewhere' } }, 'STUDIOD_DATA'],
  ])('where other data are named: %j', (given, by) => {
    install();
    expect(found(given)).toEqual({
      inputs: undefined,
      says: `ignoring the settings of studiod.service, because ${by} names other data`,
    });
  });
});

test('the units of the repository say what the verbs need', () => {
  const systemd = resolve(import.meta.dir, '../../../systemd');
  mkdirSync(join(machine, 'usr/lib/systemd'), { recursive: true });
  symlinkSync(systemd, join(machine, 'usr/lib/systemd/system'));
  expect(found()?.says).toBe('using the settings of studiod.service; data /var/lib/studiod');
  expect(settingsOf().config).toMatchObject({ data: '/var/lib/studiod', host: '127.0.0.1', port: 8420 });
});

test.each([
  ['A=1\n B = two words  \n', { A: '1', B: 'two words' }],
  ['# A=1\n; B=2\nC=3 # not a comment', { C: '3 # not a comment' }],
  ['A="a \\"b\\" \\n $C"\nB=\'a "b" \\n\'', { A: 'a "b" \\n $C', B: 'a "b" \\n' }],
  ['A=one\\\ntwo\nB="one\ntwo"\n', { A: 'onetwo', B: 'one\ntwo' }],
  ['A=\nB=it\'s "x"\nA=2', { A: '2', B: 'it\'s "x"' }],
  ['export A=1\nno assignment\n=1\n', {}],
])('the environment file %j', (text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual(variables);
});

import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type ArchivedFile, debianPackage, tarball } from '../../scripts/releasing/archives.ts';
import { billOfMaterials } from '../../scripts/releasing/bill.ts';
import { packagesInside } from '../../scripts/releasing/executable.ts';
import { debianTargets } from '../../scripts/releasing/make.ts';
import { manPage } from '../../scripts/releasing/man-page.ts';
import { fetchRuntime } from '../../scripts/releasing/runtime.ts';
import { allVerbs } from '../../src/cli/entries.ts';
import { testFolder } from '../helpers/process.ts';

const releasing = resolve(import.meta.dir, '../../scripts/releasing');

const folder = testFolder();

const TIME = 1_767_225_600;
const files = (): ArchivedFile[] => [
  { path: 'studiod', from: join(folder, 'program'), isExecutable: true },
  { path: 'doc/README.md', text: 'Read me.\n' },
];

/** Makes an archive in a folder of its own and answers its bytes. */
const made = (run: string, name: string, make: (scratch: string, outdir: string) => void): Buffer => {
  const [scratch, outdir] = [join(folder, run, 'scratch'), join(folder, run, 'out')];
  for (const each of [scratch, outdir]) mkdirSync(each, { recursive: true });
  writeFileSync(join(folder, 'program'), 'program');
  make(scratch, outdir);
  return readFileSync(join(outdir, name));
};

const listed = (archive: string, command: string[]): string =>
  Bun.spawnSync([...command, join(folder, archive)], { env: { ...process.env, TZ: 'UTC' } }).stdout.toString();

test('a tarball has the same bytes each time, no owner, and an executable program', () => {
  const make = (scratch: string, outdir: string) => tarball({ scratch, time: TIME }, outdir, 'studiod-1', files());
  expect(made('1', 'studiod-1.tar.gz', make).equals(made('2', 'studiod-1.tar.gz', make))).toBe(true);
  const lines = listed('1/out/studiod-1.tar.gz', ['tar', '--numeric-owner', '-tvzf']).trim().split('\n');
  expect(lines.map((line) => line.replace(/\s+/g, ' ')).filter((line) => !line.startsWith('d'))).toEqual([
    '-rw-r--r-- 0/0 9 2026-01-01 00:00 studiod-1/doc/README.md',
    '-rwxr-xr-x 0/0 7 2026-01-01 00:00 studiod-1/studiod',
  ]);
});

test.each([
  [['linux-x64'], { 'linux-x64': 'amd64' }],
  [['linux-x64-baseline'], { 'linux-x64-baseline': 'amd64' }],
  [['linux-arm64', 'linux-x64', 'linux-x64-baseline'], { 'linux-x64-baseline': 'amd64', 'linux-arm64': 'arm64' }],
  [['linux-x64-musl', 'windows-x64'], {}],
] as const)('a release for %j has one Debian package for each architecture', (targets, packages) => {
  expect(Object.fromEntries(debianTargets([...targets]))).toEqual(packages);
});

test.skipIf(Bun.which('dpkg-deb') === null)('a Debian package has the same bytes each time, and names itself', () => {
  const control = { version: '1', architecture: 'arm64', description: 'A studio' } as const;
  const make = (scratch: string, outdir: string) => debianPackage({ scratch, time: TIME }, outdir, control, files());
  expect(made('3', 'studiod_1_arm64.deb', make).equals(made('4', 'studiod_1_arm64.deb', make))).toBe(true);
  expect(listed('3/out/studiod_1_arm64.deb', ['dpkg-deb', '--info'])).toContain('Architecture: arm64');
});

test('the manual page has every verb, and man finds no fault with it', async () => {
  const page = await manPage('1');
  for (const verb of await allVerbs()) expect(page).toContain(`.SS ${verb.name.replaceAll('-', '\\-')}\n`);
  if (Bun.which('man') === null) return;
  writeFileSync(join(folder, 'studiod.1'), page);
  const shown = Bun.spawnSync(['man', '--warnings=w', '-P', 'cat', '-l', join(folder, 'studiod.1')], {
    env: { ...process.env, MANWIDTH: '400' },
  });
  expect(shown.stderr.toString()).toBe('');
  expect(shown.stdout.toString()).toContain('Example: studiod serve --data /var/lib/studiod');
});

test.each(['postinst', 'prerm', 'postrm'])('%s of the Debian package is a script for any shell', (name) => {
  const { success, stderr } = Bun.spawnSync(['sh', '-n', join(releasing, 'debian', name)]);
  expect([success, stderr.toString()]).toEqual([true, '']);
});

test('the packages inside are the dependencies and what they need, each with its license', async () => {
  const packages = await packagesInside();
  const names = packages.map(({ name }) => name);
  expect(Object.keys(manifest.dependencies).filter((name) => !names.includes(name))).toEqual([]);
  expect(names).toContain('bun');
  for (const { name, text, version } of packages) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)]);
    expect([name, text.length > 300]).toEqual([name, true]);
  }
});

test('the bill of materials names each package once, and is the same text each time', async () => {
  const packages = [{ name: '@a/b', version: '1.2.3', license: 'MIT', text: 'MIT' }];
  const bill = billOfMaterials('9.9.9', TIME, packages);
  expect(bill).toBe(billOfMaterials('9.9.9', TIME, packages));
  expect(JSON.parse(bill)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '2026-01-01T00:00:00.000Z', component: { name: 'studiod', version: '9.9.9' } },
    components: [{ name: '@a/b', purl: 'pkg:npm/%40a/b@1.2.3', licenses: [{ expression: 'MIT' }] }],
    dependencies: [{ ref: 'studiod@9.9.9', dependsOn: ['pkg:npm/%40a/b@1.2.3'] }],
  });
});

test('a runtime that does not come is an error in words, and not a wait', async () => {
  // A proxy that takes connections and never answers.
  const proxy = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  try {
    const address = `http://127.0.0.1:${proxy.port}`;
    const proxies = { HTTPS_PROXY: address, https_proxy: address, NO_PROXY: '', no_proxy: '' };
    const env = { ...process.env, ...proxies, BUN_INSTALL_CACHE_DIR: join(folder, 'no-runtimes') };
    await expect(fetchRuntime('windows-x64', { within: 2, env })).rejects.toThrow(
      'The runtime for windows-x64 is not there: the download took more than 2 seconds.',
    );
  } finally {
    proxy.stop(true);
  }
});

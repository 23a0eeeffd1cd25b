// Builds a release: scripts/release [--targets linux-x64,linux-arm64] [--outdir DIR]
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { type ArchivedFile, debianPackage, type Making, tarball } from './archives.ts';
import { billOfMaterials } from './bill.ts';
import { budget, buildExecutable, packagesInside, root, type Target, targets } from './executable.ts';
import { manPage } from './man-page.ts';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: targets.join(',') },
    outdir: { type: 'string', default: join(root, 'dist/release') },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `usage: scripts/release [--targets TARGET,..] [--outdir DIR]\n  targets   ${targets.join(', ')} (default: all)\n\n` +
      'Writes an archive for each target, Debian packages, an SBOM and SHA256SUMS. Runtimes are downloaded once.',
  );
  process.exit(0);
}

const named = values.targets.split(',');
const unknown = named.find((name) => !targets.some((target) => target === name));
if (unknown !== undefined) {
  console.error(`unknown target '${unknown}'; use some of: ${targets.join(', ')}`);
  process.exit(2);
}
const chosen = targets.filter((target) => named.includes(target));

/** The Debian architectures of the targets of which Debian packages are made. */
const debian: Partial<Record<Target, 'amd64' | 'arm64'>> = { 'linux-x64-baseline': 'amd64', 'linux-arm64': 'arm64' };

/** The time of the commit in seconds since 1970, so that the same commit gives the same archives. */
const commitTime = (): number => {
  const { success, stdout } = Bun.spawnSync(['git', '-C', root, 'log', '-1', '--format=%ct'], { stderr: 'ignore' });
  if (!success) throw new Error('a release is built from a git checkout');
  return Number(stdout.toString().trim());
};

const documents: readonly ArchivedFile[] = ['LICENSE', 'README.md', 'CHANGELOG.md'].map((path) => ({
  path,
  from: join(root, path),
}));

const { version, description } = manifest;
const page = await manPage(version);
const units: readonly ArchivedFile[] = ['studiod.service', 'studiod.socket'].map((name) => ({
  path: name,
  from: join(root, 'systemd', name),
}));
/** The files of an archive besides the executable and the documents. */
const linuxFiles: readonly ArchivedFile[] = [
  ...units.map((file) => ({ ...file, path: `systemd/${file.path}` })),
  ...['Dockerfile', 'image-root'].map((name) => ({
    path: `docker/${name}`,
    from: join(root, 'scripts/releasing', name),
  })),
];
/** Those of a Debian package. */
const packagedFiles: readonly ArchivedFile[] = [
  ...units.map((file) => ({ ...file, path: `usr/lib/systemd/system/${file.path}` })),
  { path: 'usr/share/man/man1/studiod.1.gz', bytes: gzipSync(page, { level: 9 }) },
  ...['postinst', 'prerm', 'postrm'].map((name) => ({
    path: `DEBIAN/${name}`,
    from: join(root, 'scripts/releasing/debian', name),
    isExecutable: true,
  })),
];
const outdir = resolve(values.outdir);
rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
const making: Making = { scratch: mkdtempSync(join(tmpdir(), 'studiod-release-')), time: commitTime() };
try {
  for (const target of chosen) {
    const isWindows = target.startsWith('windows');
    const executable = join(making.scratch, isWindows ? `${target}.exe` : target);
    await buildExecutable(executable, target);
    const { size } = Bun.file(executable);
    if (size > budget) throw new Error(`the executable for ${target} is larger than ${budget / 1e6} MB`);
    const program = { from: executable, isExecutable: true };
    const name = `studiod-${version}-${target}`;
    tarball(making, outdir, name, [
      { path: isWindows ? 'studiod.exe' : 'studiod', ...program },
      ...documents,
      ...(isWindows ? [] : [{ path: 'studiod.1', text: page }]),
      ...(target.startsWith('linux') ? linuxFiles : []),
    ]);
    const architecture = debian[target];
    if (architecture !== undefined) {
      const shared = documents.map((file) => ({ ...file, path: `usr/share/doc/studiod/${file.path}` }));
      const files = [{ path: 'usr/bin/studiod', ...program }, ...shared, ...packagedFiles];
      debianPackage(making, outdir, { version, architecture, description }, files);
    }
    rmSync(executable);
    console.log(`${name}  ${(size / 1e6).toFixed(1)} MB`);
  }
  writeFileSync(
    join(outdir, `studiod-${version}.cdx.json`),
    billOfMaterials(version, making.time, await packagesInside()),
  );
  const sums = readdirSync(outdir)
    .sort()
    .map(async (file) => {
      const sum = new Bun.CryptoHasher('sha256').update(await Bun.file(join(outdir, file)).arrayBuffer()).digest('hex');
      return `${sum}  ${file}\n`;
    });
  writeFileSync(join(outdir, 'SHA256SUMS'), (await Promise.all(sums)).join(''));
  console.log(`in ${outdir}`);
} finally {
  rmSync(making.scratch, { recursive: true, force: true });
}

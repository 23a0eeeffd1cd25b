// Tries a release as a studio would: on machines made for it, which are gone afterwards.
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { makeRelease } from '../releasing/make.ts';
import { proveBarePackage, proveLintian } from './bare-package.ts';
import { copyRoot, debianTrouble, installPackages, makeBareRoot } from './debian.ts';
import { proveArm64, proveArm64Musl, proveBaseline, proveMusl } from './elsewhere.ts';
import { proveImage } from './image.ts';
import { machineTrouble } from './machine.ts';
import { provePorts } from './ports.ts';
import { provePackage, proveTarball, type Releases } from './service.ts';
import { must, proved, skipped, Trial } from './trial.ts';

/** After so many real seconds it gives up and removes everything. */
const MAX_SECONDS = 3_600;
const parts = {
  tarball: 'studiod install under systemd: restarts, an upgrade under load, a broken upgrade, uninstall',
  package: 'the Debian package: on a bare root directory and under systemd, upgraded under load, purged',
  ports: 'ports 443 and 80 as docs/operating.md says, with a certificate of a real ACME server',
  lintian: 'what lintian says of the Debian package',
  image: 'the image, built from the Dockerfile and started by Podman',
  arm64: 'the executable for arm64, under QEMU',
  baseline: 'the executable for processors without AVX, under QEMU',
  musl: "the executable for musl, on Debian's musl",
  'arm64-musl': 'the executable for musl on arm64, under QEMU',
} as const;
type Part = keyof typeof parts;

const { values, positionals } = parseArgs({
  options: {
    release: { type: 'string' },
    newer: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
if (values.help) {
  const lines = Object.entries(parts).map(([name, what]) => `  ${name.padEnd(10)} ${what}\n`);
  console.log(
    `usage: scripts/try-release [PART..] [--release DIR] [--newer DIR]\n${lines.join('')}\nDefault: all of them. Needs root on a Debian machine. It ` +
      'downloads Debian packages with the apt of this machine,\ninstalls them in scratch folders only, and leaves ' +
      'nothing. A part that cannot be tried says why. --release and --newer name releases for linux-x64-baseline that are\n' +
      'made already.',
  );
  process.exit(0);
}
const isPart = (name: string): name is Part => name in parts;
const unknown = positionals.find((name) => !isPart(name));
if (unknown !== undefined) {
  console.error(`unknown part '${unknown}'; use some of: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
const chosen = (Object.keys(parts) as Part[]).filter((name) => positionals.length === 0 || positionals.includes(name));

const trial = new Trial();
const giveUp = async (why: string): Promise<never> => {
  console.log(`FAIL  ${why}`);
  await trial.end().catch((error) => console.log(`FAIL  ${error}`));
  process.exit(1);
};
const deadline = setTimeout(() => void giveUp(`it took more than ${MAX_SECONDS} seconds`), MAX_SECONDS * 1_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void giveUp(`it was ended by ${signal}`));

/** A version that is one higher. */
const higher = (version: string): string => version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

/** The release in a folder; without one it is made. */
const releaseOf = async (given: string | undefined, version: string) => {
  if (given !== undefined) {
    const sums = readFileSync(join(given, 'SHA256SUMS'), 'utf8');
    const found = / {2}studiod-(\S+)-linux-x64-baseline\.tar\.gz$/m.exec(sums)?.[1];
    if (found === undefined) throw new Error(`${given} has no release for linux-x64-baseline`);
    return { version: found, folder: resolve(given) };
  }
  const folder = trial.path(`release-${version}`);
  const onTarget = (line: string) => console.log(`      ${line}`);
  await makeRelease({ version, targets: ['linux-x64-baseline'], outdir: folder, onTarget });
  return { version, folder };
};

/** The parts that need a machine, with what they share. */
const proveInstalled = async (): Promise<void> => {
  const trouble = debianTrouble() ?? machineTrouble();
  const wanted = chosen.filter((part) => ['tarball', 'ports', 'package', 'lintian', 'image'].includes(part));
  if (wanted.length === 0) return;
  if (trouble !== undefined) {
    for (const part of wanted) skipped(`${part}: ${trouble}`);
    return;
  }
  const [bare, base] = [trial.path('bare'), trial.path('base')];
  const codename = await makeBareRoot(trial, bare);
  await copyRoot(bare, base);
  await installPackages(base, 'systemd', 'systemd-sysv');
  proved(`a bare Debian root directory (${codename}), and one with systemd`);
  const isUpgraded = wanted.includes('tarball') || wanted.includes('package');
  const release = await releaseOf(values.release, manifest.version);
  const newer = isUpgraded ? await releaseOf(values.newer, higher(manifest.version)) : release;
  const releases: Releases = { ...release, newer };
  const debianPackage = join(release.folder, `studiod_${release.version}_amd64.deb`);
  if (wanted.includes('package')) await proveBarePackage(trial, bare, debianPackage);
  if (wanted.includes('lintian')) await proveLintian(trial, bare, debianPackage);
  if (wanted.includes('tarball')) await proveTarball(trial, base, releases);
  if (wanted.includes('ports')) await provePorts(trial, base, releases);
  if (wanted.includes('package')) await provePackage(trial, base, releases);
  if (wanted.includes('image')) {
    const archive = join(release.folder, `studiod-${release.version}-linux-x64-baseline.tar.gz`);
    await must(['tar', '-xzf', archive, '-C', trial.folder, '--strip-components=1', '--no-same-owner']);
    copyFileSync(trial.path('studiod'), trial.path('docker/studiod'));
    await proveImage(trial, bare, base, trial.path('docker'));
  }
};

try {
  await proveInstalled();
  const elsewhere = { arm64: proveArm64, baseline: proveBaseline, musl: proveMusl, 'arm64-musl': proveArm64Musl };
  for (const part of ['arm64', 'baseline', 'musl', 'arm64-musl'] as const) {
    const trouble = debianTrouble();
    if (!chosen.includes(part)) continue;
    if (trouble !== undefined) skipped(`${part}: ${trouble}`);
    else await elsewhere[part](trial);
  }
  await trial.end();
  proved('nothing is left mounted, running or on the disk');
  clearTimeout(deadline);
} catch (error) {
  await giveUp(error instanceof Error ? error.message : String(error));
}

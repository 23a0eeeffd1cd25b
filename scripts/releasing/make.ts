// Makes the files of a release: archives, Debian packages, a bill of materials and SHA256SUMS.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { completionsFor } from '../../src/cli/completions.ts';
import { allVerbs, entries } from '../../src/cli/entries.ts';
import { type ArchivedFile, debianPackage, type Making, tarball } from './archives.ts';
import { billOfMaterials } from './bill.ts';
import { budget, buildExecutable, packagesInside, root, type Target } from './executable.ts';
import { manPage } from './man-page.ts';

/** A release to make. */
export interface Release {
  readonly version: string;
  readonly targets: readonly Target[];
  /** The folder of its files. What is in it is deleted first. */
  readonly outdir: string;
  /** Called with a line for each target that is made. */
  readonly onTarget: (line: string) => void;
}

/** The targets whose executable a Debian package can have, by its architecture, the best first. */
const DEBIAN = { amd64: ['linux-x64-baseline', 'linux-x64'], arm64: ['linux-arm64'] } as const;

/** The Debian architectures by the target whose executable their package has: one target of the release for each. */
export const debianTargets = (targets: readonly Target[]): ReadonlyMap<Target, keyof typeof DEBIAN> =>
  new Map(
    Object.entries(DEBIAN).flatMap(([architecture, candidates]) => {
      const target = candidates.find((each) => targets.includes(each));
      return target === undefined ? [] : [[target, architecture as keyof typeof DEBIAN]];
    }),
  );

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
const units: readonly ArchivedFile[] = ['studiod.service', 'studiod.socket'].map((name) => ({
  path: name,
  from: join(root, 'systemd', name),
}));
/** The files of an archive for Linux besides the executable and the documents. */
const linuxFiles: readonly ArchivedFile[] = [
  ...units.map((file) => ({ ...file, path: `systemd/${file.path}` })),
  ...['Dockerfile', 'image-root'].map((name) => ({
    path: `docker/${name}`,
    from: join(root, 'scripts/releasing', name),
  })),
];
/** What Debian packages call the license. */
const debianNames: Readonly<Record<string, string>> = { LICENSE: 'copyright' };
/** The texts that a release makes from the verbs. */
interface Texts {
  readonly page: string;
  readonly completions: Readonly<Record<'bash' | 'zsh' | 'fish', string>>;
}

const textsOf = async (version: string): Promise<Texts> => {
  const verbs = await allVerbs();
  const [bash, zsh, fish] = (['bash', 'zsh', 'fish'] as const).map((shell) => completionsFor(shell, entries, verbs));
  return { page: await manPage(version), completions: { bash: `${bash}\n`, zsh: `${zsh}\n`, fish: `${fish}\n` } };
};

/** Where shells look for completions below `share`. */
const completionFiles = ({ bash, zsh, fish }: Texts['completions'], share: string): ArchivedFile[] => [
  { path: `${share}bash-completion/completions/studiod`, text: bash },
  { path: `${share}zsh/vendor-completions/_studiod`, text: zsh },
  { path: `${share}fish/vendor_completions.d/studiod.fish`, text: fish },
];

/** Those of a Debian package. */
const packagedFiles = ({ page, completions }: Texts): ArchivedFile[] => [
  ...completionFiles(completions, 'usr/share/'),
  ...documents.map((file) => ({ ...file, path: `usr/share/doc/studiod/${debianNames[file.path] ?? file.path}` })),
  ...units.map((file) => ({ ...file, path: `usr/lib/systemd/system/${file.path}` })),
  { path: 'usr/share/man/man1/studiod.1.gz', bytes: gzipSync(page, { level: 9 }) },
  ...['postinst', 'prerm', 'postrm'].map((name) => ({
    path: `DEBIAN/${name}`,
    from: join(root, 'scripts/releasing/debian', name),
    isExecutable: true,
  })),
];

/** Makes the archive of one target, and its Debian package. Returns the size of the executable in bytes. */
const makeTarget = async (making: Making, { version, outdir, targets }: Release, target: Target, texts: Texts) => {
  const isWindows = target.startsWith('windows');
  const executable = join(making.scratch, isWindows ? `${target}.exe` : target);
  await buildExecutable(executable, target, { version });
  const { size } = Bun.file(executable);
  if (size > budget) throw new Error(`the executable for ${target} is larger than ${budget / 1e6} MB`);
  const program = { from: executable, isExecutable: true };
  tarball(making, outdir, `studiod-${version}-${target}`, [
    { path: isWindows ? 'studiod.exe' : 'studiod', ...program },
    ...documents,
    ...(isWindows ? [] : [{ path: 'studiod.1', text: texts.page }, ...completionFiles(texts.completions, 'share/')]),
    ...(target.startsWith('linux') ? linuxFiles : []),
  ]);
  const architecture = debianTargets(targets).get(target);
  if (architecture !== undefined) {
    const files = [{ path: 'usr/bin/studiod', ...program }, ...packagedFiles(texts)];
    debianPackage(making, outdir, { version, architecture, description: manifest.description }, files);
  }
  rmSync(executable);
  return size;
};

/** SHA256SUMS of the files of a folder. */
const sumsOf = async (folder: string): Promise<string> => {
  let text = '';
  for (const file of readdirSync(folder).sort()) {
    const sum = new Bun.CryptoHasher('sha256').update(await Bun.file(join(folder, file)).arrayBuffer()).digest('hex');
    text += `${sum}  ${file}\n`;
  }
  return text;
};

/**
 * Makes a release from the checkout, and returns its SHA256SUMS. The same commit gives the same bytes.
 * @throws Error outside a git checkout, when a runtime cannot be downloaded, or when an executable is too large
 */
export const makeRelease = async (release: Release): Promise<string> => {
  const { version, targets, outdir, onTarget } = release;
  const making = { scratch: mkdtempSync(join(tmpdir(), 'studiod-release-')), time: commitTime() };
  try {
    rmSync(outdir, { recursive: true, force: true });
    mkdirSync(outdir, { recursive: true });
    const texts = await textsOf(version);
    for (const target of targets) {
      const size = await makeTarget(making, release, target, texts);
      onTarget(`studiod-${version}-${target}  ${(size / 1e6).toFixed(1)} MB`);
    }
    const bill = billOfMaterials(version, making.time, await packagesInside());
    writeFileSync(join(outdir, `studiod-${version}.cdx.json`), bill);
    const sums = await sumsOf(outdir);
    writeFileSync(join(outdir, 'SHA256SUMS'), sums);
    return sums;
  } finally {
    rmSync(making.scratch, { recursive: true, force: true });
  }
};

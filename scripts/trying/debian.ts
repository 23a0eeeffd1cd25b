// Debian for a trial: packages and root directories, from the mirror that apt of this machine uses.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, type Trial } from './trial.ts';

/** Why root directories cannot be made here; undefined when they can. */
export const debianTrouble = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'needs root: sudo scripts/try-release';
  const missing = ['apt-get', 'dpkg-deb', 'unshare', 'nsenter', 'chroot'].find((each) => !Bun.which(each));
  return missing === undefined ? undefined : `needs ${missing}: a Debian machine has it`;
};

/** Runs a command with processes and mounts of its own, which end with it. */
const OWN = ['unshare', '--mount', '--pid', '--fork', '--kill-child=KILL'];

/** The address of the mirror and the name of the Debian release, as apt has them. */
const mirrorOf = async (): Promise<{ address: string; codename: string }> => {
  const format = '$(REPO_URI) $(CODENAME) $(COMPONENT)';
  const list = async () =>
    (await must(['apt-get', 'indextargets', '--format', format, 'Created-By: Packages']))
      .split('\n')
      .find((line) => /^\S+ [a-z]+ main$/.test(line));
  const found = (await list()) ?? '';
  const [address = '', codename = ''] = found.split(' ');
  if (codename === '') throw new Error('apt knows no Debian mirror');
  return { address, codename };
};

/** Downloads Debian packages for an architecture and unpacks them into a folder. Nothing is installed on this machine. */
export const unpackPackages = async (
  trial: Trial,
  folder: string,
  names: readonly string[],
  architecture?: 'arm64',
): Promise<void> => {
  const downloads = trial.path(`packages-${architecture ?? 'here'}-${names[0]}`);
  for (const each of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(downloads, each), { recursive: true });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(downloads, 'status'), '');
  const own = { Architecture: architecture, 'Architectures::': architecture };
  // Lists of its own for another architecture, since those of this machine do not have it.
  const options =
    architecture === undefined
      ? []
      : [
          ...Object.entries(own).map(([name, value]) => `APT::${name}=${value}`),
          `Dir::State=${downloads}/state`,
          `Dir::Cache=${downloads}/cache`,
          `Dir::State::status=${downloads}/status`,
        ];
  const apt = ['apt-get', '-qq', ...options.flatMap((option) => ['-o', option])];
  if (architecture !== undefined) await must([...apt, 'update']);
  await must([...apt, 'download', ...names], { cwd: downloads });
  for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
    await must(['dpkg-deb', '-x', join(downloads, file), folder]);
  }
};

/** Makes a bare Debian root directory: the smallest that debootstrap makes. Returns the name of the Debian release. */
export const makeBareRoot = async (trial: Trial, folder: string): Promise<string> => {
  const tool = trial.path('debootstrap');
  await unpackPackages(trial, tool, ['debootstrap']);
  const { address, codename } = await mirrorOf();
  const words = [join(tool, 'usr/sbin/debootstrap'), '--variant=minbase', codename, folder, address];
  await must([...OWN, '--mount-proc', ...words], {
    env: { DEBOOTSTRAP_DIR: join(tool, 'usr/share/debootstrap') },
    within: 900,
  });
  return codename;
};

/** Copies a root directory. */
export const copyRoot = (from: string, to: string): Promise<string> => must(['cp', '-a', from, to]);

/** The command that runs another inside a root directory, with its own processes and mounts. */
export const insideRoot = (root: string, ...words: string[]): string[] => [
  ...OWN,
  'sh',
  '-euc',
  'root=$0; mount -t proc proc "$root/proc"; exec chroot "$root" "$@"',
  root,
  ...words,
];

/** Installs Debian packages into a root directory. */
export const installPackages = (root: string, ...names: string[]): Promise<string> =>
  must(insideRoot(root, 'apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...names), { within: 900 });

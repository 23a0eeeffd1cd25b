// The Debian package on a bare root directory, without systemd, and what lintian says of it.
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyRoot, insideRoot, installPackages } from './debian.ts';
import { must, proved, run, same, type Trial } from './trial.ts';

/**
 * What lintian finds in a package that no Debian archive holds: the runtime of Bun with its libraries and its symbols,
 * and a maintainer without an address.
 */
const EXPECTED = ['embedded-library', 'unstripped-binary-or-object', 'bogus-mail-host'];

/** Installs, removes and purges it where no systemd is. */
export const proveBarePackage = async (trial: Trial, bare: string, path: string): Promise<void> => {
  const root = trial.path('bare-package');
  await copyRoot(bare, root);
  copyFileSync(path, join(root, 'root/studiod.deb'));
  const inRoot = (...words: string[]) => must(insideRoot(root, ...words));
  await inRoot('apt-get', '-qq', 'install', '-y', '--no-install-recommends', '/root/studiod.deb');
  same('the owner and mode of the executable', statSync(join(root, 'usr/bin/studiod')).mode & 0o7777, 0o755);
  await inRoot('getent', 'passwd', 'studiod');
  const version = await inRoot('studiod', 'version');
  const refused = await run(insideRoot(root, 'studiod', 'install'));
  same('the exit code of install without systemd', refused.code, 1);
  if (!refused.err.includes('no systemctl')) throw new Error(refused.err);
  same('data after it refused', existsSync(join(root, 'var/lib/studiod')), false);
  await inRoot('apt-get', '-qq', 'purge', '-y', 'studiod');
  same('the executable after purge', existsSync(join(root, 'usr/bin/studiod')), false);
  proved(`the package installs on the bare root directory, starts (${version.trim()}) and can be purged`);
};

/** Shows that lintian finds no error but those of a program like this. */
export const proveLintian = async (trial: Trial, bare: string, path: string): Promise<void> => {
  const root = trial.path('lintian');
  await copyRoot(bare, root);
  await installPackages(root, 'lintian');
  copyFileSync(path, join(root, 'root/studiod.deb'));
  const words = ['lintian', '--allow-root', '--tag-display-limit', '0', '/root/studiod.deb'];
  const { out, err } = await run(insideRoot(root, ...words), { within: 900 });
  const errors = out.split('\n').filter((line) => line.startsWith('E: '));
  const unexpected = errors.filter((line) => !EXPECTED.some((tag) => line.includes(` ${tag}`)));
  if (out.trim() === '' && err.trim() !== '') throw new Error(err);
  same('the errors that lintian found', unexpected, []);
  const warnings = out.split('\n').filter((line) => line.startsWith('W: ')).length;
  proved(`lintian finds no error but ${errors.length} of the runtime inside, and ${warnings} warnings`);
};

// The archives of a release. The same files give the same bytes: sorted names, one time, no owner.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file of an archive: its path inside, where its content is, or the content itself. */
export interface ArchivedFile {
  readonly path: string;
  readonly from?: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly isExecutable?: boolean;
}

const run = (command: string[], cwd: string, environment: Record<string, string> = {}): void => {
  const { success, stderr } = Bun.spawnSync(command, {
    cwd,
    env: { ...process.env, ...environment },
    stdout: 'ignore',
  });
  if (!success) throw new Error(`${command[0]} failed: ${stderr.toString().trim()}`);
};

/** Writes the files of an archive into a folder. */
const stage = (folder: string, files: readonly ArchivedFile[]): void => {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, from, text, bytes, isExecutable = false } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (from === undefined) writeFileSync(target, bytes ?? text ?? '');
    else cpSync(from, target);
    chmodSync(target, isExecutable ? 0o755 : 0o644);
  }
};

/** Where an archive is made, and the time of its files in seconds since 1970. */
export interface Making {
  /** A folder for temporary files. */
  readonly scratch: string;
  readonly time: number;
}

/** Makes `<name>.tar.gz`, whose files are in the folder `<name>`. */
export const tarball = (
  { scratch, time }: Making,
  outdir: string,
  name: string,
  files: readonly ArchivedFile[],
): void => {
  stage(join(scratch, name), files);
  const archive = join(outdir, `${name}.tar`);
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  run(['tar', ...same, '-cf', archive, name], scratch);
  run(['gzip', '-6nf', archive], outdir);
};

/** What the Debian package says of itself. */
export interface DebianControl {
  readonly version: string;
  readonly architecture: 'amd64' | 'arm64';
  readonly description: string;
}

const MAINTAINER = 'studiod <studiod@localhost>';

/** The changelog that Debian wants: the version and its time. What changed is in CHANGELOG.md. */
const changelog = (version: string, time: number): string =>
  `studiod (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n` +
  ` -- ${MAINTAINER}  ${new Date(time * 1000).toUTCString().replace('GMT', '+0000')}\n`;

/** Makes a Debian package. Its files are those of the machine: `usr/bin/studiod`. */
export const debianPackage = (
  { scratch, time }: Making,
  outdir: string,
  { version, architecture, description }: DebianControl,
  files: readonly ArchivedFile[],
): void => {
  const name = `studiod_${version}_${architecture}`;
  const control = [
    'Package: studiod',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${MAINTAINER}`,
    'Depends: libc6, passwd',
    'Recommends: systemd',
    'Suggests: ffmpeg',
    'Section: net',
    'Priority: optional',
    // Debian's synopses begin without an article.
    `Description: ${description.replace(/^An? /, '')}`,
    ' The server, its database, its command line and its documentation are one',
    ' executable. Set it up as a service with: studiod install',
  ];
  stage(join(scratch, name), [
    ...files,
    { path: 'usr/share/doc/studiod/changelog.gz', bytes: gzipSync(changelog(version, time), { level: 9 }) },
    { path: 'DEBIAN/control', text: `${control.join('\n')}\n` },
  ]);
  // The higher levels take minutes for a tenth less. Several threads would give other bytes.
  const built = ['dpkg-deb', '--root-owner-group', '-Zxz', '-z0', '--build', name, join(outdir, `${name}.deb`)];
  run(built, scratch, { SOURCE_DATE_EPOCH: String(time), DPKG_DEB_THREADS_MAX: '1' });
};

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../database/data-directory.ts';
import { isLow, spaceOf } from '../../database/disk-space.ts';
import { networkStorageUnder } from '../../database/network-storage.ts';
import { KEY_FILE } from '../../database/seal.ts';
import { backupDirectory } from '../backups.ts';
import { nearestExisting } from '../folders.ts';
import { mediaDirectory } from '../media.ts';
import {
  type CheckContext,
  type Finding,
  failed,
  ok,
  type StartContext,
  sizeText,
  together,
  warning,
} from './finding.ts';

/** Room for a new backup and more: this many times the size of the database. */
const BACKUPS_THAT_FIT = 2;
const READ_BY_OTHERS = 0o077;
const WRITTEN_BY_OTHERS = 0o022;

const folders = ({ config, directory }: CheckContext): (readonly [what: string, path: string])[] => [
  ['data directory', directory],
  ['backups', backupDirectory(config)],
  ['media', mediaDirectory(config, directory)],
];

const databaseBytes = (directory: string): number =>
  statSync(join(directory, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0;

export const storageFindings = (directory: string): Finding[] => {
  const network = existsSync(directory) ? networkStorageUnder(directory) : undefined;
  if (network === undefined) return [];
  return [
    warning(
      `The data directory is on a network file system (${network}).`,
      'Move it to a local disk.',
      'network_disk',
      network,
    ),
  ];
};

export const checkDisk = (context: CheckContext): Finding => {
  const needed = databaseBytes(context.directory) * BACKUPS_THAT_FIT;
  const findings = folders(context).map(([what, path]): Finding => {
    const space = spaceOf(nearestExisting(path));
    const text = `The disk of the ${what} (${path}) has ${sizeText(space.free)} of ${sizeText(space.size)} free.`;
    if (isLow(space))
      return failed(
        `${text} Writes are refused until space is freed.`,
        `Free some space under ${path}.`,
        'disk_full',
        path,
        sizeText(space.free),
      );
    if (what !== 'backups' || space.free > needed) return ok(text);
    return warning(
      `${text} A backup may not fit.`,
      `Free some space, or set another --backup-dir.`,
      'disk_small_for_backup',
      path,
      sizeText(space.free),
    );
  });
  return together([...findings, ...storageFindings(context.directory)]);
};

const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

const modeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mode;

const canWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const privateFile = (path: string, judge: typeof failed): Finding[] => {
  const mode = modeOf(path);
  if (mode === undefined || (mode & READ_BY_OTHERS) === 0) return [];
  return [
    judge(
      `Other users of this machine can read ${path} (${modeText(mode)}).`,
      `Run: chmod 600 ${path}`,
      'readable_by_others',
      path,
    ),
  ];
};

/** Whoever may write the settings decides what the server does; whoever may read them has its secrets. */
const settingsFileFindings = (file: StartContext['settingsFile']): Finding[] => {
  if (file === undefined) return [];
  const { path, hasSecrets } = file;
  // A device such as /dev/null, by which a program is started without settings, holds none.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const mode = modeOf(path) ?? 0;
  if ((mode & WRITTEN_BY_OTHERS) === 0) return hasSecrets ? privateFile(path, warning) : [];
  return [
    failed(
      `Other users of this machine can change ${path} (${modeText(mode)}).`,
      `Run: chmod 600 ${path}`,
      'changeable_by_others',
      path,
    ),
  ];
};

export const checkPermissions = (context: StartContext): Finding => {
  const { directory, config, settingsFile } = context;
  // Windows has no such modes.
  if (process.platform === 'win32') return ok('This system has no file modes.');
  if (!existsSync(directory)) return ok('There is no data directory yet.');
  const mode = modeOf(directory) ?? 0;
  const database = join(directory, DATABASE_FILE);
  const unwritable = [directory, database].filter((path) => existsSync(path) && !canWrite(path));
  return together([
    ok(`Only their owner can access ${directory} and its files.`),
    ...((mode & WRITTEN_BY_OTHERS) === 0
      ? []
      : [
          failed(
            `Other users can change ${directory} (${modeText(mode)}).`,
            `Run: chmod 700 ${directory}`,
            'changeable_by_others',
            directory,
          ),
        ]),
    ...settingsFileFindings(settingsFile),
    ...privateFile(join(directory, KEY_FILE), failed),
    ...privateFile(database, warning),
    ...(config.tlsKey === undefined ? [] : privateFile(config.tlsKey, warning)),
    ...unwritable.map((path) =>
      failed(
        `This user cannot write to ${path}.`,
        'Run studiod as the user who owns it, or give it to that user.',
        'not_writable',
        path,
      ),
    ),
  ]);
};

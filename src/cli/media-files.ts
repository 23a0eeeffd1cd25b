import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf, type Manifest, syncToDisk } from '../database/backup/backup.ts';
import type { NeededFile } from '../database/backup/content.ts';
import { errorMessage } from '../kernel/errors.ts';
import type { Report } from '../kernel/report.ts';
import { createMediaStore } from '../media/store.ts';
import { everythingBelow } from './folders.ts';
import { VerbError } from './verb.ts';

const MEDIA_FOLDER = 'media';

/** The files of media beside backups. All backups of a folder share them, since they are named by their content. */
export const besideBackups = (directory: string): string => join(directory, MEDIA_FOLDER);

export const fileSizeOf = (path: string): number | undefined => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : undefined;
};

/** Puts a file in another place: as a second name, or as a copy on another disk, which is checked. */
const place = (from: string, to: string, { sha256 }: NeededFile): void => {
  const part = `${to}.part`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  rmSync(part, { force: true });
  try {
    linkSync(from, part);
  } catch {
    copyFileSync(from, part, constants.COPYFILE_EXCL);
    chmodSync(part, 0o600);
    if (digestOf(part) !== sha256) throw new Error(`${from} is damaged: its SHA-256 does not match its name`);
  }
  syncToDisk(part);
  renameSync(part, to);
  syncToDisk(dirname(to));
};

export interface Placed {
  /** How many were linked or copied; the others were there already. */
  readonly placed: number;
  readonly missing: readonly NeededFile[];
}

/** Puts the files that are not there yet from one directory into another. @throws VerbError */
const placeAll = (needed: readonly NeededFile[], from: string, to: string, report: Report): Placed => {
  const [source, target] = [createMediaStore({ directory: from }), createMediaStore({ directory: to })];
  const missing: NeededFile[] = [];
  let placed = 0;
  for (const [index, file] of needed.entries()) {
    report('copying media files', index, needed.length);
    const [path, copy] = [source.path(file.sha256), target.path(file.sha256)];
    if (fileSizeOf(copy) === file.sizeBytes) continue;
    if (fileSizeOf(path) !== file.sizeBytes) {
      missing.push(file);
      continue;
    }
    try {
      place(path, copy, file);
    } catch (error) {
      throw new VerbError(
        `Not all media files could be written to ${to}: ${errorMessage(error)}. Fix that, then run this again.`,
      );
    }
    placed += 1;
  }
  return { placed, missing };
};

export const keepMedia = (needed: readonly NeededFile[], mediaPath: string, backups: string, report: Report): Placed =>
  placeAll(needed, mediaPath, besideBackups(backups), report);

/** Puts the files of media from beside a backup back into the store, where they are missing. */
export const returnMedia = (needed: readonly NeededFile[], from: string, mediaPath: string, report: Report): Placed =>
  placeAll(needed, from, mediaPath, report);

/** Removes media beside backups that no backup needs, and unfinished copies from before `before` (epoch ms). */
export const removeUnneededMedia = (directory: string, backups: readonly Manifest[], before: number): void => {
  const needed = new Set(backups.flatMap(({ media = [] }) => media.map(({ sha256 }) => sha256)));
  const folder = besideBackups(directory);
  if (!existsSync(folder)) return;
  for (const { path, status } of everythingBelow(folder)) {
    const name = basename(path);
    const isOurs = status.isFile() && /^[0-9a-f]{64}(?:\.part)?$/.test(name);
    const isNeeded = name.endsWith('.part') ? status.ctimeMs >= before : needed.has(name);
    if (isOurs && !isNeeded) rmSync(path, { force: true });
  }
};

export const missingText = (missing: readonly NeededFile[], mediaPath: string): string => {
  if (missing.length === 0) return '';
  const shown = missing.slice(0, 20).map(({ sha256, sizeBytes }) => `  ${sha256}  ${sizeBytes} bytes`);
  const more = missing.length > shown.length ? [`  and ${missing.length - shown.length} more`] : [];
  const count = missing.length === 1 ? '1 media file is' : `${missing.length} media files are`;
  return [`${count} missing from ${mediaPath}:`, ...shown, ...more].join('\n');
};

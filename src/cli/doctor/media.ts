import type { Database } from 'bun:sqlite';
import { lstatSync } from 'node:fs';
import type { NeededFile } from '../../database/backup/content.ts';
import { createMediaStore, digestOfFile } from '../../media/store.ts';
import { mediaDirectory } from '../media.ts';
import { type CheckContext, type Finding, failed, ok, sizeText, together, warning } from './finding.ts';

/** Without `--all`, this many files are looked for, and up to this many bytes of them are read. */
const SAMPLE_FILES = 1_000;
const SAMPLE_BYTES = 256 * 1024 ** 2;
const NAMED = 5;

const neededFiles = (db: Database, limit: number): NeededFile[] =>
  db.query<NeededFile, [number]>('select id as sha256, sizeBytes from mediaFiles order by random() limit ?').all(limit);

type Trouble = 'missing' | 'damaged';

const sizeOn = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.size;

const namesOf = (files: readonly NeededFile[]): string => {
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return (
    files
      .slice(0, NAMED)
      .map(({ sha256 }) => sha256)
      .join(', ') + more
  );
};

const checkFiles = async ({ db, config, directory, all, progress }: CheckContext): Promise<Finding> => {
  if (db === undefined) return ok('Media files are not checked without the database.');
  const path = mediaDirectory(config, directory);
  const store = createMediaStore({ directory: path });
  const files = neededFiles(db, all ? -1 : SAMPLE_FILES);
  const troubles: Record<Trouble, NeededFile[]> = { missing: [], damaged: [] };
  let read = 0;
  let hashed = 0;
  for (const [index, file] of files.entries()) {
    progress(`${index} of ${files.length} media files, ${sizeText(read)} read`);
    const size = sizeOn(store.path(file.sha256));
    if (size === undefined) troubles.missing.push(file);
    else if (size !== file.sizeBytes) troubles.damaged.push(file);
    else if (all || read + size <= SAMPLE_BYTES) {
      read += size;
      hashed += 1;
      if ((await digestOfFile(store.path(file.sha256))) !== file.sha256) troubles.damaged.push(file);
    }
  }
  const actions: Record<Trouble, string> = {
    missing: `Put the files back into ${path}: 'studiod restore' does so from a backup made with --with-media. Otherwise, upload them again.`,
    damaged: "Remove the damaged files, so that 'studiod restore' or an upload replaces them.",
  };
  const found = (['missing', 'damaged'] as const).filter((what) => troubles[what].length > 0);
  if (found.length === 0) {
    return ok(`${files.length} media files are present in ${path}; ${hashed} were read and are intact.`);
  }
  return together(
    found.map((what) => {
      const of = troubles[what];
      return failed(
        `${of.length} of ${files.length} media files are ${what}: ${namesOf(of)}.`,
        actions[what],
        `media_${what}`,
        `${of.length} / ${files.length}`,
      );
    }),
  );
};

const hasVideos = (db: Database | undefined): boolean =>
  db?.query("select 1 from contentMedia where kind = 'video' limit 1").get() != null;

const checkFfmpeg = ({ config: { ffmpeg }, db }: CheckContext): Finding => {
  if (ffmpeg === 'off') return ok('ffmpeg is off: videos get no posters and no renditions.');
  const found = Bun.which(ffmpeg ?? 'ffmpeg');
  if (found !== null) return ok(`${found} creates posters and renditions.`);
  if (ffmpeg !== undefined)
    return failed(
      `Program '${ffmpeg}' was not found.`,
      'Install ffmpeg, or set --ffmpeg off.',
      'ffmpeg_missing',
      ffmpeg,
    );
  const text = 'ffmpeg was not found on PATH';
  if (!hasVideos(db)) return ok(`${text}, and no video needs it.`);
  return warning(
    `${text}, so videos get no posters and no renditions.`,
    'Install ffmpeg, or set --ffmpeg off.',
    'ffmpeg_missing',
  );
};

/** Whether the files of the media are there and whole, and what makes their renditions. */
export const checkMedia = async (context: CheckContext): Promise<Finding> =>
  together([await checkFiles(context), checkFfmpeg(context)]);

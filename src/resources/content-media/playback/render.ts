import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { ErrorReporter } from '../../../http/errors.ts';
import { type Ffmpeg, FfmpegError } from '../../../media/ffmpeg.ts';
import { type Rung, rungsFor } from '../../../media/ladder.ts';
import { digestOfFile, type MediaStore, syncPath } from '../../../media/store.ts';
import { keepFile, useFiles } from '../files.ts';
import { ContentMedia, type MediaRow } from '../record.ts';
import { PLAYLIST_TYPE } from './playlists.ts';
import { isRendition, variantsOf } from './queries.ts';
import { MediaVariant } from './record.ts';

/** The longest rendition of a video whose duration is unknown, in seconds. */
const MAX_SECONDS = 12 * 3600;

export interface RenderDeps {
  readonly store: Store;
  readonly media: MediaStore;
  readonly ffmpeg: Ffmpeg;
  readonly reportError: ErrorReporter;
  readonly signal: AbortSignal;
}

class MediaGone extends Error {}

/** @throws MediaGone */
const requirePresent = (read: Read, id: string): void => {
  const row = ContentMedia.rows.find(read, id);
  if (row === undefined || row.archivedAt !== null) throw new MediaGone();
};

const sourceOf = ({ media, signal }: RenderDeps, { fileSha256, durationSeconds }: MediaRow) => ({
  path: media.path(fileSha256 ?? ''),
  durationSeconds: durationSeconds ?? MAX_SECONDS,
  signal,
});

/** Makes a poster, unless the file holds one, and keeps it in the store. */
const renderPoster = async (deps: RenderDeps, row: MediaRow): Promise<void> => {
  if (row.posterSha256 !== null) return;
  const { media, store, ffmpeg } = deps;
  const temporary = join(await media.uploads(), `poster-${row.id}`);
  try {
    await ffmpeg.poster(sourceOf(deps, row), temporary);
    const sha256 = await digestOfFile(temporary);
    await keepFile(deps, temporary, sha256);
    await store.write((tx) => {
      requirePresent(tx, row.id);
      ContentMedia.rows.update(tx, row.id, { posterSha256: sha256 });
      useFiles(tx, sha256);
    });
  } finally {
    await rm(temporary, { force: true });
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  for (const path of [...paths, folder, dirname(folder), dirname(dirname(folder))]) await syncPath(path);
};

interface Rendition extends Rung {
  readonly isBest: boolean;
}

/** Makes one rendition. Its row comes last: nothing is served of an unfinished one, and its folder is removed. */
const renderOne = async (
  deps: RenderDeps,
  row: MediaRow,
  { isBest, ...rung }: Rendition,
  progress: (share: number) => void,
): Promise<void> => {
  const { store, media, ffmpeg } = deps;
  const id = store.ids.uuid();
  const folder = join(media.renditions(row.id), id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const facts = await ffmpeg.rendition(sourceOf(deps, row), folder, rung, progress);
    await syncFolder(folder);
    const seconds = Math.max(1, row.durationSeconds ?? 1);
    const bitrateKbps = Math.max(1, Math.round((facts.sizeBytes * 8) / seconds / 1000));
    await store.write((tx) => {
      requirePresent(tx, row.id);
      const hasDefault = variantsOf(tx, row.id).some(({ isDefault }) => isDefault === 1);
      const fields = { quality: `${rung.height}p`, protocol: 'hls', mimeType: PLAYLIST_TYPE } as const;
      const given = { id, contentMediaId: row.id, bitrateKbps, ...facts };
      MediaVariant.rows.insert(tx, MediaVariant.make(tx, { ...fields, isDefault: isBest && !hasDefault }, given));
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

/** Writes percents, a new number each time, one write at a time. `gone` is called when the media was removed. */
const progressOf = ({ store }: RenderDeps, { id }: MediaRow, gone: () => void) => {
  let last = -1;
  let writing: Promise<unknown> | undefined;
  return {
    report(share: number): void {
      const percent = Math.min(99, Math.floor(share * 100));
      if (percent <= last || writing !== undefined) return;
      last = percent;
      const write = store.write((tx) => {
        requirePresent(tx, id);
        ContentMedia.rows.update(tx, id, { processingPercent: percent });
      });
      writing = write
        .catch((error) => {
          // The next one makes up for one that fails.
          if (error instanceof MediaGone) gone();
        })
        .finally(() => {
          writing = undefined;
        });
    },
    settled: async () => void (await writing),
  };
};

/**
 * Makes the poster and the renditions of a video that are missing.
 * @returns `done`, also when ffmpeg cannot read the video, which is reported; `gone` when the media was removed.
 * @throws what has nothing to do with the video: an abort, a full disk.
 */
export const render = async (given: RenderDeps, row: MediaRow): Promise<'done' | 'gone'> => {
  const removed = new AbortController();
  const deps = { ...given, signal: AbortSignal.any([given.signal, removed.signal]) };
  const progress = progressOf(deps, row, () => removed.abort());
  const rungs = rungsFor(row.height ?? 0);
  const made = variantsOf(deps.store.view(), row.id).filter(isRendition);
  const missing = rungs.filter(({ height }) => !made.some(({ quality }) => quality === `${height}p`));
  const before = rungs.length - missing.length;
  progress.report(0);
  try {
    await renderPoster(deps, row).catch((error) => {
      if (deps.signal.aborted || !(error instanceof FfmpegError)) throw error;
      deps.reportError(error, `poster of media ${row.id}`);
    });
    for (const [index, rung] of missing.entries()) {
      const share = (part: number): void => progress.report((before + index + part) / rungs.length);
      await renderOne(deps, row, { ...rung, isBest: rung === rungs[0] }, share);
    }
    return 'done';
  } catch (error) {
    if (error instanceof MediaGone || removed.signal.aborted) return 'gone';
    if (given.signal.aborted || !(error instanceof FfmpegError)) throw error;
    deps.reportError(error, `renditions of media ${row.id}`);
    return 'done';
  } finally {
    await progress.settled();
  }
};

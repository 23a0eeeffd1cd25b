import { FfmpegKilled } from '../../../media/ffmpeg.ts';
import { ContentMedia, type MediaRow } from '../record.ts';
import { goneMedia, nextUnrendered } from './queries.ts';
import { type RenderDeps, render } from './render.ts';
import { removeGone, tidyRenditions } from './tidy.ts';

/** A video whose work was begun this often and never ended, because this process or ffmpeg was killed, is left as it is. */
const MAX_ATTEMPTS = 5;

export interface RenditionDeps extends Omit<RenderDeps, 'ffmpeg' | 'signal'> {
  /** Undefined where there is no ffmpeg: then only what is gone is removed. */
  readonly ffmpeg: RenderDeps['ffmpeg'] | undefined;
}

/** Makes posters and renditions of videos, one video at a time. */
export interface Renditions {
  /** Begins with what there is to do, unless that is under way. Never waits. */
  wake(): void;
  /** Resolves when there is nothing more to do now. */
  idle(): Promise<void>;
  /** Whether there is nothing to do, now and later. */
  isDone(): boolean;
  /** Ends the work. The next start continues with what is missing. */
  stop(): Promise<void>;
}

export const createRenditions = (deps: RenditionDeps): Renditions => {
  const { store, media, ffmpeg, reportError } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isTidy = false;

  const change = (id: string, patch: Partial<MediaRow>): Promise<void> =>
    store.write((tx) => ContentMedia.rows.update(tx, id, patch));

  const renderNext = async (working: RenderDeps, row: MediaRow): Promise<void> => {
    // A restored database may lack the file, which may come later.
    if ((await media.open(row.fileSha256 ?? '')) === undefined) return;
    if (row.renderAttempts >= MAX_ATTEMPTS) {
      reportError(new Error(`the program was killed ${MAX_ATTEMPTS} times`), `renditions of media ${row.id}`);
    } else {
      await change(row.id, { renderAttempts: row.renderAttempts + 1 });
      try {
        await render(working, row);
      } catch (error) {
        // Stopped in good order, or the disk is full: the video did not cause that. It may have caused a kill, and is tried again later.
        const renderAttempts = row.renderAttempts + (error instanceof FfmpegKilled ? 1 : 0);
        await change(row.id, { renderAttempts, processingPercent: null });
        throw error;
      }
    }
    await store.write((tx) =>
      ContentMedia.rows.update(tx, row.id, { renderedAt: tx.now, renderAttempts: 0, processingPercent: null }),
    );
  };

  const work = async (): Promise<void> => {
    if (!isTidy) await tidyRenditions(deps);
    isTidy = true;
    await removeGone(deps);
    if (ffmpeg === undefined) return;
    let row = nextUnrendered(store.view(), '');
    while (row !== undefined && !signal.aborted) {
      await media.requireSpace();
      await renderNext({ ...deps, ffmpeg, signal }, row);
      await removeGone(deps);
      row = nextUnrendered(store.view(), row.id);
    }
  };

  const wake = (): void => {
    if (signal.aborted) return;
    if (running !== undefined) {
      isWoken = true;
      return;
    }
    running = work()
      .catch((error) => {
        if (!signal.aborted) reportError(error, 'renditions');
      })
      .finally(() => {
        running = undefined;
        if (!isWoken) return;
        isWoken = false;
        wake();
      });
  };

  return {
    wake,
    async idle() {
      while (running !== undefined) await running;
    },
    isDone() {
      const read = store.view();
      const isRendered = ffmpeg === undefined || nextUnrendered(read, '') === undefined;
      return isTidy && running === undefined && isRendered && goneMedia(read).length === 0;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

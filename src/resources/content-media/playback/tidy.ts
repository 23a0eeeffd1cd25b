import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { MediaStore } from '../../../media/store.ts';
import { ContentMedia } from '../record.ts';
import { goneMedia, renditionsAfter } from './queries.ts';
import { MediaVariant, type VariantRow } from './record.ts';

interface TidyDeps {
  readonly store: Store;
  readonly media: MediaStore;
}

const deleteRenditions = (tx: Tx, mediaId: string): void => {
  tx.db.query('delete from "mediaVariants" where "contentMediaId" = ? and "externalUrl" is null').run(mediaId);
  ContentMedia.rows.update(tx, mediaId, { renderedAt: null, renderAttempts: 0, processingPercent: null });
};

export const removeGone = async ({ store, media }: TidyDeps): Promise<void> => {
  for (const id of goneMedia(store.view())) {
    await rm(media.renditions(id), { recursive: true, force: true });
    await store.write((tx) => deleteRenditions(tx, id));
  }
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Whether a rendition is of a media that is there. */
const isKept = (store: Store, mediaId: string, { contentMediaId }: VariantRow): boolean =>
  contentMediaId === mediaId && ContentMedia.rows.find(store.view(), mediaId)?.archivedAt === null;

/** Removes the folders of renditions that were never finished, or whose media is gone. */
const removeUnfinished = async (store: Store, root: string): Promise<void> => {
  for (const mediaId of await namesIn(root)) {
    const folders = await namesIn(join(root, mediaId));
    const rows = new Map(MediaVariant.rows.findAll(store.view(), folders).map((row) => [row.id, row]));
    const unknown = folders.filter((id) => {
      const row = rows.get(id);
      return row === undefined || !isKept(store, mediaId, row);
    });
    for (const id of unknown) await rm(join(root, mediaId, id), { recursive: true, force: true });
    if (unknown.length === folders.length) await rm(join(root, mediaId), { recursive: true, force: true });
  }
};

/** Forgets renditions whose files are missing, as after a restore, so that they are made again. */
const forgetMissing = async ({ store, media }: TidyDeps): Promise<void> => {
  let rows = renditionsAfter(store.view(), '');
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const { id, contentMediaId } of rows) {
      if ((await namesIn(join(media.renditions(contentMediaId), id))).length > 0) continue;
      await store.write((tx) => deleteRenditions(tx, contentMediaId));
    }
    rows = renditionsAfter(store.view(), last.id);
  }
};

/** Brings the folders of renditions and their rows together again, after the process was killed or a backup restored. */
export const tidyRenditions = async (deps: TidyDeps): Promise<void> => {
  await removeUnfinished(deps.store, join(deps.media.directory, 'renditions'));
  await forgetMissing(deps);
};

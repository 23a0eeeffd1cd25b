// Which files of the media store are in use (content.md "Media").

import { stat } from 'node:fs/promises';
import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { MediaStore } from '../../media/store.ts';
import { isReferenced, unusedFiles } from './queries.ts';
import { MediaFile } from './record.ts';

/** How long a file is kept to which nothing refers, in milliseconds. */
const KEPT_MS = 7 * DAY_MS;
const BATCH = 100;

export interface FileDeps {
  readonly store: Store;
  readonly media: MediaStore;
}

/** Stores that a file comes or is there, to which nothing refers yet. So every file on disk has a row before it is there. */
const announce = (tx: Tx, id: string, sizeBytes: number): void => {
  const found = MediaFile.rows.find(tx, id);
  if (found === undefined) {
    const times = { createdAt: tx.now, updatedAt: tx.now };
    MediaFile.rows.insert(tx, { id, sizeBytes, unusedSince: tx.now, ...times });
  } else if (found.unusedSince !== null) MediaFile.rows.update(tx, id, { unusedSince: tx.now, updatedAt: tx.now });
};

/** Keeps it for 7 days, until `useFiles` names it. @throws Problem 503 `storage_full`; then it stays where it is. */
export const keepFile = async ({ store, media }: FileDeps, path: string, sha256: string): Promise<void> => {
  const { size } = await stat(path);
  await media.exclusively(sha256, async () => {
    await store.write((tx) => announce(tx, sha256, size));
    await media.put(path, sha256);
  });
};

export const useFiles = (tx: Tx, ...hashes: readonly (string | null)[]): void => {
  for (const id of hashes) {
    if (id !== null) MediaFile.rows.update(tx, id, { unusedSince: null, updatedAt: tx.now });
  }
};

/** Something no longer refers to these files. Those to which nothing else does are removed 7 days later. */
export const releaseFiles = (tx: Tx, ...hashes: readonly (string | null)[]): void => {
  for (const id of hashes) {
    if (id !== null && !isReferenced(tx, id)) {
      MediaFile.rows.update(tx, id, { unusedSince: tx.now, updatedAt: tx.now });
    }
  }
};

const FORGET = 'delete from "mediaFiles" where "id" = ? and "unusedSince" <= ?';

export const removeUnusedFiles = async ({ store, media }: FileDeps, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const view = store.view();
    const before = isoInstant(view.nowMs - KEPT_MS);
    const found = unusedFiles(view, before, BATCH);
    for (const { id } of found) {
      if (signal.aborted) return;
      await media.exclusively(id, async () => {
        // The row goes first: a media may refer to the file in the same moment. A file without a row is found again.
        const isUnused = await store.write((tx) => tx.db.query(FORGET).run(id, before).changes === 1);
        if (isUnused) await media.remove(id);
      });
    }
    if (found.length < BATCH) return;
  }
};

/** Counts files that no row knows, such as those that are newer than a restored backup, as unused from now on. */
export const adoptStrayFiles = async ({ store, media }: FileDeps, signal: AbortSignal): Promise<void> => {
  for await (const { sha256, sizeBytes } of media.files()) {
    if (signal.aborted) return;
    if (MediaFile.rows.find(store.view(), sha256) !== undefined) continue;
    await media.exclusively(sha256, async () => {
      if ((await media.open(sha256)) !== undefined) await store.write((tx) => announce(tx, sha256, sizeBytes));
    });
  }
};

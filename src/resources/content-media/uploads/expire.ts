import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileDeps } from '../files.ts';
import { liveMedia } from '../media.ts';
import { openUploads } from '../queries.ts';
import { ContentMedia } from '../record.ts';
import { deleteUpload, uploadPath } from './received-files.ts';
import type { ReceivedHashes } from './receiving.ts';

type UploadDeps = FileDeps & { readonly hashes: ReceivedHashes };

const removeDeletedUploads = async ({ store, media, hashes }: UploadDeps): Promise<void> => {
  const folder = await media.uploads();
  for (const { id, archivedAt } of ContentMedia.rows.findAll(store.view(), await readdir(folder))) {
    if (archivedAt === null) continue;
    hashes.drop(id);
    await rm(join(folder, id), { force: true });
  }
};

/** Forgets the uploads that were not finished in time or were deleted, and removes what was received of them. */
export const removeExpiredUploads = async (deps: UploadDeps): Promise<void> => {
  const { store, hashes } = deps;
  await removeDeletedUploads(deps);
  const now = store.view().now;
  for (const { id, uploadExpiresAt } of openUploads(store.view(), 'uploading')) {
    if (uploadExpiresAt === null || uploadExpiresAt > now) continue;
    hashes.drop(id);
    const isGone = await store.write((tx) => {
      if (liveMedia(tx, id)?.status !== 'uploading') return false;
      deleteUpload(tx, id);
      return true;
    });
    if (isGone) await rm(await uploadPath(deps, id), { force: true });
  }
};

/** Removes the received files that belong to no upload: files of forms that were received when the process ended. */
export const removeStrayUploads = async ({ store, media }: FileDeps): Promise<void> => {
  const folder = await media.uploads();
  for (const name of await readdir(folder)) {
    const status = liveMedia(store.view(), name)?.status;
    if (status !== 'uploading' && status !== 'processing')
      await rm(join(folder, name), { force: true, recursive: true });
  }
};

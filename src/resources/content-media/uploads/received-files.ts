import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../../database/database.ts';
import type { FileDeps } from '../files.ts';

export const uploadPath = async ({ media }: Pick<FileDeps, 'media'>, id: string): Promise<string> =>
  join(await media.uploads(), id);

export const receivedBytes = async (deps: Pick<FileDeps, 'media'>, id: string): Promise<number | undefined> =>
  (await stat(await uploadPath(deps, id)).catch(() => undefined))?.size;

/** Forgets an upload that no one will continue. */
export const deleteUpload = (tx: Tx, id: string): void => {
  tx.db.query('delete from "mediaCaptions" where "contentMediaId" = ?').run(id);
  tx.db.query('delete from "contentMedia" where "id" = ?').run(id);
};

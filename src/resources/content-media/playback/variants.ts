import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, notFound } from '../../../kernel/problem.ts';
import { requireChange } from '../entry.ts';
import type { MediaRow } from '../record.ts';
import { variantsOf } from './queries.ts';
import { type CreateVariantBody, MediaVariant, type VariantRow } from './record.ts';

const MAX_VARIANTS = 50;

/** Adds a variant at an external address. The new default replaces the old one. @throws Problem 400, 403 */
export const addVariant = (
  tx: Tx,
  caller: Caller,
  media: MediaRow,
  { url, ...body }: CreateVariantBody,
): VariantRow => {
  requireChange(tx, caller, media.entryId);
  if (URL.parse(url)?.protocol !== 'https:')
    throw invalidParam('url', 'Send an address that begins with https://.', { reason: 'not_a_url' });
  const others = variantsOf(tx, media.id);
  if (others.length >= MAX_VARIANTS) {
    throw invalidParam('url', `Media can have at most ${MAX_VARIANTS} variants. Delete one first.`, {
      reason: 'limit_reached',
      max: MAX_VARIANTS,
    });
  }
  const row = MediaVariant.make(tx, body, { contentMediaId: media.id, externalUrl: url });
  MediaVariant.rows.insert(tx, row);
  for (const { id, isDefault } of row.isDefault === 1 ? others : []) {
    if (isDefault === 1) MediaVariant.rows.update(tx, id, { isDefault: 0, updatedAt: tx.now });
  }
  return row;
};

/** A variant of a media. @throws Problem 404. */
export const findVariant = (read: Read, mediaId: string, id: string): VariantRow => {
  const row = MediaVariant.rows.find(read, id);
  if (row === undefined || row.contentMediaId !== mediaId) throw notFound('media variant', id);
  return row;
};

/** Deletes a variant. @throws Problem 403, 404; 409 `in_use` for a rendition. */
export const deleteVariant = (tx: Tx, caller: Caller, media: MediaRow, id: string): VariantRow => {
  requireChange(tx, caller, media.entryId);
  const row = findVariant(tx, media.id, id);
  if (row.externalUrl === null) {
    throw conflict('in_use', 'This variant is a rendition of the file. It is deleted together with the media.');
  }
  tx.db.query('delete from "mediaVariants" where "id" = ?').run(id);
  return row;
};

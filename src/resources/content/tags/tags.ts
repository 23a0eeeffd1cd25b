import type { Tx } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { folded } from '../../../kernel/folding.ts';
import { archiveRow, storeChanges } from '../../../records/store-changes.ts';
import { indexTag } from '../search/indexing.ts';
import { requireFreeSlug, slugFrom } from '../slugs.ts';
import { ContentTag, type ContentTagRow, type CreateContentTagBody, type UpdateContentTagBody } from './record.ts';

const TAG = { table: ContentTag.table, noun: 'tag' } as const;

/** Creates a tag. @throws Problem 403 `site_not_allowed`, 409 `slug_exists`. */
export const createTag = (tx: Tx, caller: Caller, body: CreateContentTagBody, id: string = tx.id()): ContentTagRow => {
  requireWholeBrand(caller, 'tags');
  if (body.slug !== undefined) requireFreeSlug(tx, TAG, body.slug);
  const slug = body.slug ?? slugFrom(tx, TAG, body.name);
  const row = ContentTag.make(tx, body, { id, slug, sortName: folded(body.name) });
  ContentTag.rows.insert(tx, row);
  return row;
};

/** Updates a tag. Throws as `createTag`. */
export const updateTag = (tx: Tx, caller: Caller, row: ContentTagRow, body: UpdateContentTagBody): ContentTagRow => {
  requireWholeBrand(caller, 'tags');
  if (body.slug !== undefined) requireFreeSlug(tx, TAG, body.slug, row.id);
  const next = { ...row, ...ContentTag.columns(body, row) };
  const stored = storeChanges(tx, ContentTag, row, { ...next, sortName: folded(next.name) });
  indexTag(tx, stored, row);
  return stored;
};

export const archiveTag = (tx: Tx, caller: Caller, row: ContentTagRow) => {
  requireWholeBrand(caller, 'tags');
  return archiveRow(tx, ContentTag, row);
};

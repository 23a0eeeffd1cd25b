import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, requireSites } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import { archiveRow, storeChanges } from '../../../records/store-changes.ts';
import { requireNamedSites } from '../../named-sites.ts';
import { recountCategories } from '../entries/publishing/counts.ts';
import { indexCategory } from '../search/indexing.ts';
import { requireFreeSlug, slugFrom } from '../slugs.ts';
import { hasLiveChildren, levelsBelow } from './queries.ts';
import {
  ContentCategory,
  type ContentCategoryRow,
  type CreateContentCategoryBody,
  type UpdateContentCategoryBody,
} from './record.ts';

const CATEGORY = { table: ContentCategory.table, noun: 'category' } as const;

/** The maximum number of levels of the tree (content.md "Catalogue"). */
const MAX_LEVELS = 5;

const pathTo = (read: Read, id: string): string[] => {
  const ids: string[] = [];
  for (let next: string | null = id; next !== null; next = ContentCategory.rows.find(read, next)?.parentId ?? null) {
    ids.push(next);
  }
  return ids;
};

/**
 * @throws Problem 400 when a category cannot be below another one: unknown, archived while this one is not, a cycle, or
 * too deep.
 */
const checkParent = (read: Read, caller: Caller, parentId: string, row?: ContentCategoryRow): void => {
  const parent = ContentCategory.lookUp(read, caller, parentId);
  const isLive = (row?.archivedAt ?? null) === null;
  if (parent === undefined || (isLive && parent.archivedAt !== null)) {
    throw missingResource('parentId', 'category', parentId);
  }
  const ownId = row?.id;
  const above = pathTo(read, parentId);
  if (ownId !== undefined && above.includes(ownId)) {
    throw invalidParam('parentId', 'A category cannot be below itself. Send a category that is not below this one.', {
      reason: 'contains_itself',
    });
  }
  const below = ownId === undefined ? 0 : levelsBelow(read, ownId);
  if (above.length + 1 + below > MAX_LEVELS) {
    throw invalidParam(
      'parentId',
      `Categories can be nested at most ${MAX_LEVELS} levels deep. Send a higher-level category.`,
      { reason: 'too_deep', max: MAX_LEVELS },
    );
  }
};

/** @throws Problem 400 for its parent or its sites, 403 `site_not_allowed`, 409 `slug_exists`. */
export const createCategory = (
  tx: Tx,
  caller: Caller,
  body: CreateContentCategoryBody,
  id: string = tx.id(),
): ContentCategoryRow => {
  requireNamedSites(tx, caller, body.siteIds ?? [], 'siteIds');
  if (typeof body.parentId === 'string') checkParent(tx, caller, body.parentId);
  if (body.slug !== undefined) requireFreeSlug(tx, CATEGORY, body.slug);
  const row = ContentCategory.make(tx, body, { id, slug: body.slug ?? slugFrom(tx, CATEGORY, body.name) });
  ContentCategory.rows.insert(tx, row);
  return row;
};

/** Updates a category, and moves it with all below it. Throws as `createCategory`. */
export const updateCategory = (
  tx: Tx,
  caller: Caller,
  row: ContentCategoryRow,
  body: UpdateContentCategoryBody,
): ContentCategoryRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (body.siteIds !== undefined) requireNamedSites(tx, caller, body.siteIds, 'siteIds');
  const { parentId } = body;
  if (typeof parentId === 'string' && parentId !== row.parentId) checkParent(tx, caller, parentId, row);
  if (body.slug !== undefined) requireFreeSlug(tx, CATEGORY, body.slug, row.id);
  const next = storeChanges(tx, ContentCategory, row, { ...row, ...ContentCategory.columns(body, row) });
  indexCategory(tx, next, row);
  if (next.parentId !== row.parentId) recountCategories(tx, row.parentId, next.parentId);
  return next;
};

/** Archives a category; entries keep it. @throws Problem 409 `in_use` while others are below it. */
export const archiveCategory = (tx: Tx, caller: Caller, row: ContentCategoryRow) => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (row.archivedAt === null && hasLiveChildren(tx, row.id)) {
    throw conflict('in_use', 'There are categories below this one. Move or archive them first.');
  }
  return archiveRow(tx, ContentCategory, row);
};

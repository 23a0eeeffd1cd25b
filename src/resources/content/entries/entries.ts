import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { sweep } from '../../../database/sweep.ts';
import { type Caller, requireSites } from '../../../kernel/caller.ts';
import { searchTerm } from '../../../kernel/folding.ts';
import { pack, unpack, unpackList } from '../../../records/json.ts';
import { changedColumns } from '../../../records/query.ts';
import { looseMedia, mediaOfEntries } from '../../content-media/queries.ts';
import { ContentMedia } from '../../content-media/record.ts';
import { requireNamedSites } from '../../named-sites.ts';
import { indexEntry } from '../search/indexing.ts';
import { requireFreeSlug, slugFrom } from '../slugs.ts';
import { typeOfKey } from '../types/queries.ts';
import { checkEntry, NO_TYPE } from './checks.ts';
import { type Child, storeLinks } from './links.ts';
import { popularityOf, viewsIn } from './popularity.ts';
import { moveCounts } from './publishing/counts.ts';
import { publicationOf, storedAt } from './publishing/publication.ts';
import { dueEntries } from './queries.ts';
import {
  BASE_UNITS,
  ContentEntry,
  type CreateEntryBody,
  type EntryRow,
  type MetricDefinition,
  type UpdateEntryBody,
} from './record.ts';

const SLUGS = { table: ContentEntry.table, noun: 'entry' };

/** Children by position; those without one follow in the order in which they were sent. */
const inOrder = (children: string | null): string | null => {
  let last = -1;
  const placed = unpackList<Omit<Child, 'position'> & { position?: number }>(children).map((child) => {
    last = child.position ?? last + 1;
    return { entryId: child.entryId, position: last, dayNumber: child.dayNumber };
  });
  return pack(placed.sort((left, right) => left.position - right.position));
};

/** The metric with the base unit of its dimension, unless the body says one; its parts in one order. */
const withBaseUnit = (stored: string | null, body: UpdateEntryBody): string | null => {
  const metric = unpack<MetricDefinition>(stored);
  if (metric === null) return stored;
  const { dimension, direction, repSchemes } = metric;
  const baseUnit = body.metricDefinition?.baseUnit ?? BASE_UNITS[dimension];
  return pack({ dimension, baseUnit, direction, repSchemes });
};

/** The length of the media that an entry plays, in seconds: the chosen one, else the first that is ready. */
const mediaDuration = (tx: Tx, { id, primaryMediaId }: EntryRow): number | null => {
  const own = mediaOfEntries(tx, [id]);
  const chosen = own.find((media) => media.id === primaryMediaId) ?? looseMedia(tx, primaryMediaId);
  const seconds = (chosen ?? own.find(({ status }) => status === 'ready'))?.durationSeconds ?? null;
  return seconds === null ? null : Math.round(seconds);
};

/** Makes the chosen media one of the entry, if it has none yet. */
const linkChosen = (tx: Tx, { id: entryId, primaryMediaId }: EntryRow): void => {
  const loose = looseMedia(tx, primaryMediaId);
  if (loose !== undefined) ContentMedia.rows.update(tx, loose.id, { entryId, updatedAt: tx.now });
};

const completed = (tx: Tx, row: EntryRow, body: UpdateEntryBody): EntryRow => {
  const next = { ...row, ...publicationOf(row, body, tx.now) };
  if (body.children !== undefined) next.children = inOrder(next.children);
  if (body.metricDefinition !== undefined) next.metricDefinition = withBaseUnit(next.metricDefinition, body);
  if (body.durationSeconds !== undefined) next.takesDuration = Number(body.durationSeconds === null);
  if (next.takesDuration === 1) next.durationSeconds = mediaDuration(tx, next);
  next.sortTitle = searchTerm(next.title);
  next.popularity = popularityOf(viewsIn(row), next.publishedAt);
  return { ...next, ...storedAt(next, tx.now) };
};

/**
 * Creates an entry.
 * @param isMoved whether it moves from another studio: its instructors may have stopped teaching since
 * @throws Problem 400 for a type or ids that do not exist and fields that do not go together; 403 `site_not_allowed`;
 *   409 `slug_exists`.
 */
export const createEntry = (
  tx: Tx,
  caller: Caller,
  body: CreateEntryBody,
  id: string = tx.id(),
  isMoved = false,
): EntryRow => {
  requireNamedSites(tx, caller, body.siteIds ?? [], 'siteIds');
  const typeId = typeOfKey(tx, body.type)?.id ?? NO_TYPE;
  const slug = body.slug ?? slugFrom(tx, SLUGS, body.title);
  const made = ContentEntry.make(tx, body, { id, slug, typeId, sortTitle: '', popularity: popularityOf(0, null) });
  const row = completed(tx, made, body);
  checkEntry(tx, caller, row, undefined, isMoved);
  if (body.slug !== undefined) requireFreeSlug(tx, SLUGS, body.slug);
  ContentEntry.rows.insert(tx, row);
  storeLinks(tx, row);
  linkChosen(tx, row);
  moveCounts(tx, row);
  indexEntry(tx, row);
  return row;
};

/** Stores a change of an entry, with its links and counts. Returns `before` when nothing has changed. */
const storeEntry = (tx: Tx, next: EntryRow, before: EntryRow): EntryRow => {
  const changed = changedColumns(before, next);
  if (Object.keys(changed).length === 0) return before;
  ContentEntry.rows.update(tx, next.id, { ...changed, updatedAt: tx.now });
  storeLinks(tx, next, before);
  linkChosen(tx, next);
  moveCounts(tx, next, before);
  indexEntry(tx, next, before);
  return { ...next, updatedAt: tx.now };
};

/** A status brings an archived entry back. @throws Problem as `createEntry`. */
export const updateEntry = (tx: Tx, caller: Caller, row: EntryRow, body: UpdateEntryBody): EntryRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (body.siteIds !== undefined) requireNamedSites(tx, caller, body.siteIds, 'siteIds');
  const next: EntryRow = { ...row, ...ContentEntry.columns(body, row) };
  if (body.type !== undefined) next.typeId = typeOfKey(tx, body.type)?.id ?? NO_TYPE;
  if (body.status !== undefined) next.archivedAt = null;
  const done = completed(tx, next, body);
  checkEntry(tx, caller, done, row);
  if (body.slug !== undefined) requireFreeSlug(tx, SLUGS, body.slug, row.id);
  return storeEntry(tx, done, row);
};

/** Archives an entry: it is no longer in the catalogue. Archiving it again changes nothing. */
export const archiveEntry = (tx: Tx, caller: Caller, row: EntryRow): EntryRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (row.archivedAt !== null) return row;
  const next: EntryRow = { ...row, status: 'archived', archivedAt: tx.now };
  return storeEntry(tx, { ...next, ...storedAt(next, tx.now) }, row);
};

/** Stores publications and ends that have come. Reads know them before, so no client sees a change. */
export const publishEntries = (store: Store): Promise<number> =>
  sweep(store, {
    rows: dueEntries,
    change(tx, row) {
      const stored = storedAt(row, tx.now);
      ContentEntry.rows.update(tx, row.id, stored);
      moveCounts(tx, { ...row, ...stored }, row);
      indexEntry(tx, { ...row, ...stored }, row);
    },
  });

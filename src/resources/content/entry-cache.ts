// Entries in memory, since all members read the same pages: such a page reads only ids and versions.

import type { Database } from 'bun:sqlite';
import type { Read } from '../../database/database.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { EntryMedia } from '../content-media/queries.ts';
import { ContentEntry, type EntryResponse, type EntryRow } from './entries/record.ts';

/** An entry on a page. */
export interface EntryKey {
  readonly id: string;
  /** Another one after every change of the entry or of its media, by triggers of the database. */
  readonly version: number | null;
}

/** What an entry shows to those who may open it, without the children of a program: each reader sees others. */
export interface ShownEntry {
  readonly fields: Omit<EntryResponse, 'isLocked' | 'lockReason' | 'children'>;
  /** The media whose poster it shows; null where it has a poster of its own, or neither has one. */
  readonly poster: EntryMedia | null;
  /** The JSON text of what members see of them, for one in the cache; without `posterUrl` where that is signed for each of them. */
  readonly json?: string;
}

/** The row of an entry of the catalogue. Several requests share it, so nobody changes it. */
export interface CatalogueRow extends EntryRow {
  /** Null until it is made; absent for a row that is not in the cache. */
  shown?: ShownEntry | null;
}

interface CachedEntry {
  readonly version: number;
  readonly row: CatalogueRow;
}

/** The most entries in the cache, and the most characters of one: 20 MB at worst, with their JSON text. */
const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 8_000;

interface Cache {
  readonly entries: BoundedMap<CachedEntry>;
  /** Whether a page was read since `forgetUnusedEntries`. */
  isUsed: boolean;
}

const caches = new WeakMap<Database, Cache>();

const cacheOf = ({ db }: Read): Cache => {
  const known = caches.get(db) ?? { entries: new BoundedMap<CachedEntry>(MAX_ENTRIES), isUsed: true };
  caches.set(db, known);
  known.isUsed = true;
  return known;
};

/** Empties the cache when no page was read since the last call, so that it takes memory only while members read. */
export const forgetUnusedEntries = ({ db }: Read): void => {
  const known = caches.get(db);
  if (known === undefined) return;
  if (!known.isUsed) caches.delete(db);
  known.isUsed = false;
};

const charactersOf = (row: EntryRow): number =>
  Object.values(row).reduce<number>((sum, value) => (typeof value === 'string' ? sum + value.length : sum), 0);

/** The rows of a page, in its order. Those that are not in the cache, or have changed since, are read in one query. */
export const rowsOf = (read: Read, keys: readonly EntryKey[]): CatalogueRow[] => {
  const { entries: known } = cacheOf(read);
  const found = new Map<string, CatalogueRow>();
  const missing = new Map<string, number | null>();
  for (const { id, version } of keys) {
    const one = known.get(id);
    if (one?.version === version) found.set(id, one.row);
    else missing.set(id, version);
  }
  if (missing.size > 0) {
    for (const row of ContentEntry.rows.findAll(read, [...missing.keys()])) {
      const version = missing.get(row.id) ?? null;
      const isCached = version !== null && charactersOf(row) <= MAX_CHARACTERS;
      const one: CatalogueRow = isCached ? Object.assign(row, { shown: null }) : row;
      if (isCached) known.set(row.id, { version, row: one });
      found.set(row.id, one);
    }
  }
  return keys.flatMap(({ id }) => found.get(id) ?? []);
};

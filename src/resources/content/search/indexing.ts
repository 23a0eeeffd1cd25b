import type { Read, Tx } from '../../../database/database.ts';
import { unpackList } from '../../../database/json.ts';
import { type Slice, unfinishedChanges } from '../../../database/long-changes.ts';
import { ContentCategory } from '../categories/record.ts';
import { ContentEntry, type EntryRow } from '../entries/record.ts';
import { ContentTag } from '../tags/record.ts';
import { wordsOf } from './words.ts';

/** The word of an id in the index, with the letter of what it is the id of. */
export const facetOf = (kind: 'type' | 'category' | 'tag' | 'instructor' | 'site', id: string): string =>
  `${kind}${id.replaceAll('-', '')}`;

/** The facet of an entry of all sites. */
export const EVERYWHERE = 'everywhere';

/** An entry that is featured. */
export const FEATURED = 'featured';

/** The facet of a level, which is free text. */
export const levelFacet = (level: string): string => `level${Buffer.from(level).toString('hex')}`;

/** Whether the index has an entry: if it is published, or will be by itself. Searches leave out what is not yet. */
const isIndexed = (row: EntryRow): boolean => row.isListed === 1 && (row.isCounted === 1 || row.changesAt !== null);

/** The columns that the index has something of. */
const COLUMNS = [
  ...(['title', 'summary', 'body', 'typeId', 'categoryIds', 'tagIds', 'instructorIds', 'siteIds'] as const),
  ...(['level', 'isFeatured'] as const),
];

const namesOf = (read: Read, { tagIds, categoryIds }: EntryRow): string =>
  [...ContentTag.rows.findAll(read, unpackList(tagIds)), ...ContentCategory.rows.findAll(read, unpackList(categoryIds))]
    .map(({ name }) => name)
    .join(' ');

const facetsOf = (row: EntryRow): string => {
  const { typeId, categoryIds, tagIds, instructorIds, siteIds, level, isFeatured } = row;
  const facets = (kind: Parameters<typeof facetOf>[0], list: string | null) =>
    unpackList<string>(list).map((id) => facetOf(kind, id));
  return [
    facetOf('type', typeId),
    ...facets('category', categoryIds),
    ...facets('tag', tagIds),
    ...facets('instructor', instructorIds),
    ...(level === null ? [] : [levelFacet(level)]),
    ...(isFeatured === 1 ? [FEATURED] : []),
    ...(siteIds === null ? [EVERYWHERE] : facets('site', siteIds)),
  ].join(' ');
};

const KEY = 'select "rowId" from "contentSearchKeys" where "entryId" = ?';
const ADD_KEY = 'insert into "contentSearchKeys" ("entryId") values (?) returning "rowId"';
const REMOVE = 'delete from "contentSearch" where "rowid" = ?';
const ADD =
  'insert into "contentSearch" ("rowid", "title", "names", "summary", "body", "facets") values (?, ?, ?, ?, ?, ?)';

const indexed = (text: string | null): string => (text === null ? '' : wordsOf(text).join(' '));

const write = (tx: Tx, row: EntryRow, wasIndexed: boolean): void => {
  const find = (statement: string) => tx.db.query<{ rowId: number }, [string]>(statement).get(row.id)?.rowId;
  const key = find(KEY) ?? find(ADD_KEY);
  if (key === undefined) throw new Error(`the entry '${row.id}' has no key in the search index`);
  if (wasIndexed) tx.db.query(REMOVE).run(key);
  if (!isIndexed(row)) return;
  const names = indexed(namesOf(tx, row));
  tx.db.query(ADD).run(key, indexed(row.title), names, indexed(row.summary), indexed(row.body), facetsOf(row));
};

/** Changes what the index has of an entry, which `before` is without for a new one. */
export const indexEntry = (tx: Tx, row: EntryRow, before?: EntryRow): void => {
  const wasIndexed = before !== undefined && isIndexed(before);
  if (!wasIndexed && !isIndexed(row)) return;
  if (wasIndexed && isIndexed(row) && COLUMNS.every((column) => before[column] === row[column])) return;
  tx.beforeCommit(() => write(tx, row, wasIndexed));
};

/** The tables that link entries to what has a name in the index, and their columns. */
const LINKS = {
  tag: ['contentEntryTags', 'tagId'],
  category: ['contentEntryCategories', 'categoryId'],
} as const;

/** What is left of a change of a name. */
interface Renaming {
  readonly kind: keyof typeof LINKS;
  /** The last entry that has the new name. */
  readonly after: string;
}

const renamings = unfinishedChanges<Renaming>('contentSearch');

/** The most entries that one transaction indexes, and the most characters; a single entry may be longer. */
const MAX_ENTRIES = 20;
const MAX_CHARACTERS = 20_000;

const linkedAfter = (read: Read, id: string, { kind, after }: Renaming): string[] => {
  const [table, column] = LINKS[kind];
  const statement = `select "entryId" from "${table}" where "${column}" = ? and "entryId" > ? order by "entryId" limit ?`;
  const rows = read.db.query<{ entryId: string }, [string, string, number]>(statement).all(id, after, MAX_ENTRIES + 1);
  return rows.map(({ entryId }) => entryId);
};

/** Indexes the next entries of a tag or category, and stores what is left. */
const indexSome = (tx: Tx, id: string, renaming: Renaming): Renaming | undefined => {
  const ids = linkedAfter(tx, id, renaming);
  let characters = 0;
  for (const [index, entryId] of ids.entries()) {
    if (index === MAX_ENTRIES || characters >= MAX_CHARACTERS) {
      const left = { ...renaming, after: String(ids[index - 1]) };
      renamings.store(tx, id, left);
      return left;
    }
    const row = ContentEntry.rows.find(tx, entryId);
    if (row === undefined || !isIndexed(row)) continue;
    characters += row.title.length + (row.summary?.length ?? 0) + (row.body?.length ?? 0);
    tx.beforeCommit(() => write(tx, row, true));
  }
  renamings.remove(tx, id);
  return undefined;
};

/** Puts the new name of a tag or category into the index: for the first entries now, for many more after the commit. */
export const indexName = (tx: Tx, kind: Renaming['kind'], id: string): void => {
  indexSome(tx, id, { kind, after: '' });
};

/** Goes on with the entries of a tag or category that was renamed. */
export const indexMoreNames: Slice<object> = (tx, id) => {
  const renaming = renamings.find(tx, id);
  return renaming === undefined || indexSome(tx, id, renaming) === undefined ? {} : undefined;
};

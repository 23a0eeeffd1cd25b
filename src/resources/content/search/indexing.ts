import type { Read, Tx } from '../../../database/database.ts';
import { longChange, unfinishedChanges } from '../../../database/long-change.ts';
import { foldingTo, searchTerm } from '../../../kernel/folding.ts';
import { MAX_MARKDOWN_LENGTH } from '../../../kernel/formats.ts';
import { unpackList } from '../../../records/json.ts';
import { ContentCategory, type ContentCategoryRow } from '../categories/record.ts';
import { ContentEntry, type EntryRow } from '../entries/record.ts';
import { ContentTag, type ContentTagRow } from '../tags/record.ts';
import { wordsOf } from './words.ts';

/** The word of an id in the index, with the letter of what it is the id of. */
export const facetOf = (
  kind: 'type' | 'category' | 'tag' | 'instructor' | 'site' | 'plan' | 'challenge' | 'entry',
  id: string,
): string => `${kind}${id.replaceAll('-', '')}`;

export const EVERYWHERE = 'everywhere';

export const FEATURED = 'featured';

/** The facets of an entry that every member may open, or who has any plan, or takes part in any challenge. */
export const OPEN = 'open';
export const ANY_PLAN = 'anyplan';
export const ANY_CHALLENGE = 'anychallenge';

/** The facet of a level, which is free text. */
export const levelFacet = (level: string): string => `level${Buffer.from(level).toString('hex')}`;

/** Whether the index has an entry: if it is published, or will be automatically. Searches leave out what is not yet. */
const isIndexed = (row: EntryRow): boolean => row.isListed === 1 && (row.isCounted === 1 || row.changesAt !== null);

const COLUMNS = [
  'title',
  'summary',
  'body',
  'typeId',
  'categoryIds',
  'tagIds',
  'instructorIds',
  'siteIds',
  'level',
  'isFeatured',
  'access',
  'accessPlanIds',
  'accessChallengeIds',
] as const;

/** The name that entries have in the index for a category: none for one of some sites, which not every reader may see. */
const indexedName = ({ name, siteIds }: ContentCategoryRow): string | null => (siteIds === null ? name : null);

const namesOf = (read: Read, { tagIds, categoryIds }: EntryRow): string => {
  const tags = ContentTag.rows.findAll(read, unpackList(tagIds)).map(({ name }) => name);
  const categories = ContentCategory.rows.findAll(read, unpackList(categoryIds)).map(indexedName);
  return [...tags, ...categories].filter((name) => name !== null).join(' ');
};

/** Who may open an entry, apart from the days of its programs. One that is locked may be opened by its id: as an article of a challenge. */
const accessFacets = ({ id, access, accessPlanIds, accessChallengeIds }: EntryRow): string[] => {
  if (access !== 'package' && access !== 'challenge') return [OPEN];
  const isPlan = access === 'package';
  const ids = unpackList<string>(isPlan ? accessPlanIds : accessChallengeIds);
  const keys =
    ids.length === 0
      ? [isPlan ? ANY_PLAN : ANY_CHALLENGE]
      : ids.map((key) => facetOf(isPlan ? 'plan' : 'challenge', key));
  return [facetOf('entry', id), ...keys];
};

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
    ...accessFacets(row),
  ].join(' ');
};

const KEY = 'select "rowId" from "contentEntries" where "id" = ?';
const NEW_KEY = `update "contentEntries" set "rowId" = (select max("rowId") + 1 from "contentEntries")
  where "id" = ? returning "rowId"`;
const REMOVE = 'delete from "contentSearch" where "rowid" = ?';
const ADD =
  'insert into "contentSearch" ("rowid", "title", "names", "summary", "body", "facets") values (?, ?, ?, ?, ?, ?)';

/** The longest text of Hangul, whose letters fold to three. Other letters fold to 18. */
const MOST_INDEXED = 3 * MAX_MARKDOWN_LENGTH;

/** Each word once: none is looked for beside another. */
const indexed = (text: string | null): string =>
  text === null ? '' : [...new Set(wordsOf(foldingTo(MOST_INDEXED, text)))].join(' ');

/** An entry that comes into the catalogue gets the highest key, since the index is in the order of the newest. */
const write = (tx: Tx, row: EntryRow, isPublishedAgain = false): void => {
  const statement = isPublishedAgain ? NEW_KEY : KEY;
  const key = tx.db.query<{ rowId: number }, [string]>(statement).get(row.id)?.rowId;
  if (key === undefined) throw new Error(`the search index has no entry '${row.id}'`);
  tx.db.query(REMOVE).run(key);
  if (!isIndexed(row)) return;
  const names = indexed(namesOf(tx, row));
  tx.db.query(ADD).run(key, indexed(row.title), names, indexed(row.summary), indexed(row.body), facetsOf(row));
};

/** Changes what the index has of an entry, which `before` is without for a new one. */
export const indexEntry = (tx: Tx, row: EntryRow, before?: EntryRow): void => {
  const wasIndexed = before !== undefined && isIndexed(before);
  if (!wasIndexed && !isIndexed(row)) return;
  if (wasIndexed && isIndexed(row) && COLUMNS.every((column) => before[column] === row[column])) return;
  tx.beforeCommit(() => write(tx, row, before !== undefined && !wasIndexed));
};

const LINKS = {
  tag: ['contentEntryTags', 'tagId'],
  category: ['contentEntryCategories', 'categoryId'],
} as const;

/** What is left of a change of a name, or of an upgrade, which indexes entries again. */
interface Renaming {
  readonly kind: keyof typeof LINKS | 'all';
  /** The last entry that is done. */
  readonly after: string;
}

const ALL = 'select "id" as "entryId" from "contentEntries" where "id" > ? order by "id" limit ?';

const linkedAfter = (read: Read, id: string, { kind, after }: Renaming, limit: number): { entryId: string }[] => {
  if (kind === 'all') return read.db.query<{ entryId: string }, [string, number]>(ALL).all(after, limit);
  const [table, column] = LINKS[kind];
  const statement = `select "entryId" from "${table}" where "${column}" = ? and "entryId" > ? order by "entryId" limit ?`;
  return read.db.query<{ entryId: string }, [string, string, number]>(statement).all(id, after, limit);
};

/** As an upgrade wants it: entries of older versions have their titles folded otherwise. */
const foldTitle = (tx: Tx, { id, title, sortTitle }: EntryRow): void => {
  const folded = searchTerm(title);
  if (folded !== sortTitle) ContentEntry.rows.update(tx, id, { sortTitle: folded });
};

/** Indexes the entries of a tag or category that has another name, or all entries, again. */
export const reindexing = longChange(unfinishedChanges<Renaming>('contentSearch'), {
  rows: ({ tx, id, state }, limit) => linkedAfter(tx, id, state, limit),
  change({ tx, state }, { entryId }) {
    const row = ContentEntry.rows.find(tx, entryId);
    if (row !== undefined && state.kind === 'all') foldTitle(tx, row);
    // Not before the commit, so that it counts as time of the change.
    if (row !== undefined && isIndexed(row)) write(tx, row);
    return { ...state, after: entryId };
  },
});

export const indexTag = (tx: Tx, row: ContentTagRow, before: ContentTagRow): void => {
  if (row.name !== before.name) reindexing.begin(tx, row.id, { kind: 'tag', after: '' });
};

/** Changes the name of a category in the index, which it leaves when it gets sites. */
export const indexCategory = (tx: Tx, row: ContentCategoryRow, before: ContentCategoryRow): void => {
  if (indexedName(row) !== indexedName(before)) reindexing.begin(tx, row.id, { kind: 'category', after: '' });
};

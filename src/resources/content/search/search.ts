import type { Read } from '../../../database/database.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../../database/pages.ts';
import { withThoseBelow } from '../categories/queries.ts';
import type { CatalogueQuery } from '../entries/catalogue.ts';
import type { EntryRow } from '../entries/record.ts';
import { typeOfKey } from '../types/queries.ts';
import { EVERYWHERE, FEATURED, facetOf, levelFacet } from './indexing.ts';
import { hasWord, searchWords } from './words.ts';

/** An entry that a search has found, with its rank. */
export interface FoundEntry extends EntryRow {
  readonly score: number;
}

/** What a search can be narrowed by. */
export type SearchFilters = Omit<CatalogueQuery, 'sort' | 'found'>;

/**
 * The ranks (content.md "Catalogue"), best first: an entry has the rank of the least of the columns without which not all
 * words are found. The names of instructors count like `names`.
 */
const RANKS = [
  { score: 10, columns: 'title' },
  { score: 5, columns: 'title names' },
  { score: 3, columns: 'title names summary' },
  { score: 1, columns: 'title names summary body' },
] as const;

const oneOf = (facets: readonly string[]): string => `(facets : (${facets.map((facet) => `"${facet}"`).join(' OR ')}))`;

const INSTRUCTORS = `select "id", "firstName" || ' ' || "lastName" as "name" from "staff"
  where exists (select 1 from "contentEntryInstructors" where "instructorId" = "staff"."id")`;

/** By word, the facets of the instructors whose name has it. Their names are not in the index, since other families change them. */
const instructorsOf = (read: Read, words: readonly string[]): Map<string, string[]> => {
  const people = read.db.query<{ id: string; name: string }, []>(INSTRUCTORS).all();
  const facets = (word: string) =>
    people.filter(({ name }) => hasWord(name, word)).map(({ id }) => facetOf('instructor', id));
  return new Map(words.map((word) => [word, facets(word)]));
};

/** With more alternatives than these, the index takes longer than a look at each entry that it finds. */
const MAX_FACETS = 20;

/** The filters, with the category and those below it. */
type Narrowing = SearchFilters & { readonly categoryIds?: readonly string[] | undefined };

/** The conditions of the filters, as queries of the index; undefined if no entry can meet them. */
const facetConditions = (
  read: Read,
  { type, categoryIds, tag_id, instructor_id, level, is_featured: isFeatured }: Narrowing,
  siteIds: readonly string[] | null,
): string[] | undefined => {
  const typeId = type === undefined ? undefined : typeOfKey(read, type)?.id;
  if (type !== undefined && typeId === undefined) return undefined;
  const lists = [
    siteIds && [EVERYWHERE, ...siteIds.map((id) => facetOf('site', id))],
    typeId && [facetOf('type', typeId)],
    categoryIds && categoryIds.length <= MAX_FACETS && categoryIds.map((id) => facetOf('category', id)),
    tag_id && [facetOf('tag', tag_id)],
    instructor_id && [facetOf('instructor', instructor_id)],
    level && [levelFacet(level)],
    isFeatured === true && [FEATURED],
  ];
  return lists.flatMap((facets) => (facets ? [oneOf(facets)] : []));
};

/** The queries of the index, one for each rank; none for a search without words. */
const rankedQueries = (read: Read, search: string, filters: Narrowing, siteIds: readonly string[] | null): string[] => {
  const words = searchWords(search);
  const conditions = facetConditions(read, filters, siteIds);
  if (words.length === 0 || conditions === undefined) return [];
  const instructors = instructorsOf(read, words);
  const allWordsIn = (columns: string, withInstructors: boolean): string =>
    words
      .map((word) => {
        const found = `({${columns}} : "${word}"*)`;
        const people = withInstructors ? (instructors.get(word) ?? []) : [];
        return people.length === 0 ? found : `(${found} OR ${oneOf(people)})`;
      })
      .join(' AND ');
  return RANKS.map(({ columns }, rank) => {
    const better = RANKS[rank - 1];
    const found = [...conditions, `(${allWordsIn(columns, rank > 0)})`].join(' AND ');
    return better === undefined ? found : `(${found}) NOT (${allWordsIn(better.columns, rank > 1)})`;
  });
};

/** The query of the index for a search in an order of the catalogue; undefined for a search that finds nothing. */
export const unrankedQuery = (read: Read, search: string): string | undefined => {
  const queries = rankedQueries(read, search, {}, null);
  return queries.length === 0 ? undefined : queries.map((query) => `(${query})`).join(' OR ');
};

/** Conditions on the row of an entry, by the name of their value. */
const CONDITIONS = {
  duration_gte: '"durationSeconds" >= $duration_gte',
  duration_lte: '"durationSeconds" <= $duration_lte',
  is_featured: '"isFeatured" = $is_featured',
  categories: `exists (select 1 from "contentEntryCategories" as "link" where "link"."entryId" = "contentEntries"."id"
    and "link"."categoryId" in (select value from json_each($categories)))`,
} as const;

/** The values of the conditions on rows; undefined leaves one out. */
const conditionValues = ({ duration_gte, duration_lte, is_featured, categoryIds = [] }: Narrowing) => ({
  ...{ duration_gte, duration_lte },
  is_featured: is_featured === false ? 0 : undefined,
  categories: categoryIds.length > MAX_FACETS ? JSON.stringify(categoryIds) : undefined,
});

type Condition = keyof typeof CONDITIONS;

/** The cross joins make the index the outer loop, which is in the order of its rowids: nothing is sorted. */
const statementOf = (score: number, conditions: readonly string[], backward: boolean): string => `select
    "contentEntries".*, ${score} as "score"
  from "contentSearch"
  cross join "contentSearchKeys" on "contentSearchKeys"."rowId" = "contentSearch"."rowid"
  cross join "contentEntries" on "contentEntries"."id" = "contentSearchKeys"."entryId"
  where "contentSearch" match $match and "isListed" = 1 and "publishedAt" <= $now
    and ("expiresAt" is null or "expiresAt" > $now)
    ${conditions.map((condition) => `and ${condition}`).join(' ')}
  order by "contentSearch"."rowid" ${backward ? 'asc' : 'desc'} limit $limit + 0`;

interface Cursor {
  readonly rank: number;
  readonly rowId: number;
}

const PLACE = `select "contentSearchKeys"."rowId" from "contentSearchKeys"
  cross join "contentSearch" on "contentSearch"."rowid" = "contentSearchKeys"."rowId"
  where "entryId" = ? and "contentSearch" match ?`;

/** @throws Problem 400 `cursor_invalid` when the search does not find the entry of the cursor. */
const cursorOf = (read: Read, queries: readonly string[], request: PageRequest): Cursor | undefined => {
  const id = request.endingBefore ?? request.startingAfter;
  if (id === undefined) return undefined;
  for (const [rank, query] of queries.entries()) {
    const found = read.db.query<{ rowId: number }, [string, string]>(PLACE).get(id, query);
    if (found !== null) return { rank, rowId: found.rowId };
  }
  throw unknownCursor(request, id);
};

/**
 * A page of the published entries that have all words of a search: the best rank first, then the newest.
 * @param siteIds the sites of the caller; null for all.
 * @throws Problem 400 `cursor_invalid`.
 */
export const searchPage = (
  read: Read,
  request: PageRequest,
  search: string,
  filters: SearchFilters,
  siteIds: readonly string[] | null,
): Page<FoundEntry> => {
  const backward = request.endingBefore !== undefined;
  const { category_id: category } = filters;
  const narrowing = { ...filters, categoryIds: category === undefined ? undefined : withThoseBelow(read, category) };
  const queries = rankedQueries(read, search, narrowing, siteIds);
  const cursor = cursorOf(read, queries, request);
  const given = Object.entries(conditionValues(narrowing)).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(given) as Partial<Record<Condition, string | number>>;
  const conditions = given.map(([name]) => CONDITIONS[name as Condition]);
  const rows: FoundEntry[] = [];
  const ranks = [...queries.keys()].filter(
    (rank) => cursor === undefined || (backward ? rank <= cursor.rank : rank >= cursor.rank),
  );
  for (const rank of backward ? ranks.reverse() : ranks) {
    const limit = request.limit + 1 - rows.length;
    if (limit === 0) break;
    const isAtCursor = rank === cursor?.rank;
    const seek = isAtCursor ? [`"contentSearch"."rowid" ${backward ? '>' : '<'} $cursor`] : [];
    const statement = statementOf(RANKS[rank]?.score ?? 0, [...seek, ...conditions], backward);
    rows.push(
      ...read.db.query<FoundEntry, Record<string, string | number>[]>(statement).all({
        ...values,
        ...(isAtCursor ? { cursor: cursor.rowId } : {}),
        match: String(queries[rank]),
        now: read.now,
        limit,
      }),
    );
  }
  return pageFrom(rows, request);
};

import type { Read } from '../../../database/database.ts';
import type { Caller, SiteAccess } from '../../../kernel/caller.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../../records/pages.ts';
import { withDescendants } from '../categories/queries.ts';
import { type Opened, openedTo, readableSites } from '../entries/access.ts';
import type { CatalogueQuery } from '../entries/catalogue.ts';
import { isWaiting, type ProgramDays } from '../entries/days.ts';
import type { EntryRow } from '../entries/record.ts';
import { typeOfKey } from '../types/queries.ts';
import { ANY_CHALLENGE, ANY_PLAN, EVERYWHERE, FEATURED, facetOf, levelFacet, OPEN } from './indexing.ts';
import { facetsByName } from './names.ts';
import { type SearchTerm, searchTerms, wordsIn } from './words.ts';

/** An entry that a search has found, with its rank. */
export interface FoundEntry {
  readonly id: string;
  readonly score: number;
  readonly row: EntryRow;
}

export type SearchFilters = Omit<CatalogueQuery, 'sort' | 'found'>;

/** Who searches. Of an entry that they may not open, nothing is found that they may not read: the body. */
export interface Searcher {
  /** The sites whose entries they read; null for all. */
  readonly siteIds: readonly string[] | null;
  /** What they may open; null for everything. */
  readonly opened: Opened | null;
}

/** Who searches. What they may open is asked for only where bodies are looked at. */
export const searcherOf = (read: Read, caller: Caller): Searcher => {
  let opened: Opened | null | undefined;
  return {
    siteIds: readableSites(read, caller),
    get opened() {
      if (opened === undefined) opened = openedTo(read, caller);
      return opened;
    },
  };
};

/**
 * The ranks (content.md "Catalogue"), best first: an entry has the rank of the least of the columns without which not all
 * words are found. Names that are not in the index count like `names`.
 */
const TITLE = 'title';
const RANKS = [
  { score: 10, columns: TITLE },
  { score: 5, columns: 'title names' },
  { score: 3, columns: 'title names summary' },
  { score: 1, columns: 'title names summary body' },
] as const;
/** The rank of what is found by its body, and the columns of the others. */
const BODY_RANK = 3;
const OUTSIDE_BODY = RANKS[2].columns;
const EVERY = RANKS[BODY_RANK].columns;

const oneOf = (facets: readonly string[]): string => `(facets : (${facets.map((facet) => `"${facet}"`).join(' OR ')}))`;

/** With more alternatives than these, the index takes longer than a look at each entry that it finds. */
const MAX_FACETS = 20;

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

const joined = (parts: readonly string[], operator: 'AND' | 'OR'): string =>
  parts.length === 1 ? String(parts[0]) : `(${parts.join(` ${operator} `)})`;

/** The queries of the index for a search: that all terms are in some columns, or in a name that is not in the index. */
const termQueries = (read: Read, terms: readonly SearchTerm[], searcher: SiteAccess) => {
  let named: Map<string, string[]> | undefined;
  return (columns: string): string => {
    // Titles are all that most searches look at.
    if (columns !== TITLE) named ??= facetsByName(read, wordsIn(terms), searcher);
    const queryOf = (word: string): string => {
      const found = `({${columns}} : "${word}"*)`;
      const facets = columns === TITLE ? [] : (named?.get(word) ?? []);
      return facets.length === 0 ? found : `(${found} OR ${oneOf(facets)})`;
    };
    const queries = terms.map((writings) =>
      joined(
        writings.map((words) => joined(words.map(queryOf), 'AND')),
        'OR',
      ),
    );
    return queries.join(' AND ');
  };
};

/** The entries that a member may open, apart from the days of programs; undefined where these are all. */
const openCondition = (opened: Opened | null): string | undefined => {
  if (opened === null) return undefined;
  const plans = [...opened.plans].flatMap((id) => (id === null ? [] : [facetOf('plan', id)]));
  const challenges = [...opened.challenges].map((id) => facetOf('challenge', id));
  const articles = [...opened.articles].map((id) => facetOf('entry', id));
  return oneOf([
    OPEN,
    ...(opened.plans.size > 0 ? [ANY_PLAN, ...plans] : []),
    ...(challenges.length > 0 ? [ANY_CHALLENGE, ...challenges] : []),
    ...articles,
  ]);
};

/** Makes the query of the index for a rank: for all that has it or a better one, or for it alone. */
type RankQuery = (rank: number, withBetter: boolean) => string;

/** The queries of the index; undefined for a search that finds nothing: without words. */
const rankQueries = (read: Read, search: string, filters: Narrowing, searcher: Searcher): RankQuery | undefined => {
  const terms = searchTerms(search);
  const conditions = facetConditions(read, filters, searcher.siteIds);
  if (terms.length === 0 || conditions === undefined) return undefined;
  const allTermsIn = termQueries(read, terms, searcher);
  return (rank, withBetter) => {
    const open = rank === BODY_RANK ? openCondition(searcher.opened) : undefined;
    const needed = open === undefined ? conditions : [...conditions, open];
    const found = [...needed, `(${allTermsIn(RANKS[rank]?.columns ?? EVERY)})`].join(' AND ');
    const better = withBetter ? undefined : RANKS[rank - 1];
    return better === undefined ? found : `(${found}) NOT (${allTermsIn(better.columns)})`;
  };
};

export interface Found {
  /** The query of the index for what is found. */
  readonly match: string;
  /** The days of programs, where what waits for its day is found only by `outsideBody`. */
  readonly days: ProgramDays | undefined;
  /** The query of the index for what is found without a look at bodies. */
  readonly outsideBody: string;
}

/** What a search finds, in any order; undefined for nothing. */
export const unranked = (read: Read, search: string, searcher: Searcher): Found | undefined => {
  const terms = searchTerms(search);
  if (terms.length === 0) return undefined;
  const allTermsIn = termQueries(read, terms, searcher);
  const { opened } = searcher;
  const open = openCondition(opened);
  const [all, outsideBody] = [allTermsIn(EVERY), allTermsIn(OUTSIDE_BODY)];
  const match = open === undefined ? all : `${all} AND (${open} OR (${outsideBody}))`;
  return { match, outsideBody, days: opened?.days };
};

/** What a search finds, in any order, without a look at bodies: for members who may open few entries; undefined for nothing. */
export const foundOutsideBodies = (read: Read, search: string, searcher: SiteAccess): Found | undefined => {
  const terms = searchTerms(search);
  if (terms.length === 0) return undefined;
  const match = termQueries(read, terms, searcher)(OUTSIDE_BODY);
  return { match, outsideBody: match, days: undefined };
};

const CONDITIONS = {
  duration_gte: '"durationSeconds" >= $duration_gte',
  duration_lte: '"durationSeconds" <= $duration_lte',
  is_featured: '"isFeatured" = $is_featured',
  categories: `exists (select 1 from "contentEntryCategories" as "link" where "link"."entryId" = "contentEntries"."id"
    and "link"."categoryId" in (select value from json_each($categories)))`,
  cursor: '"contentSearch"."rowid" < $cursor',
  cursorBackward: '"contentSearch"."rowid" > $cursorBackward',
  days: `not ${isWaiting('"contentEntries"."id"', '$days')}`,
} as const;

type Condition = keyof typeof CONDITIONS;
const CONDITION_NAMES = Object.keys(CONDITIONS) as readonly Condition[];

type ConditionValues = { [Name in Condition]?: string | number };

const conditionValues = ({
  duration_gte,
  duration_lte,
  is_featured,
  categoryIds = [],
}: Narrowing): ConditionValues => ({
  ...(duration_gte === undefined ? {} : { duration_gte }),
  ...(duration_lte === undefined ? {} : { duration_lte }),
  ...(is_featured === false ? { is_featured: 0 } : {}),
  ...(categoryIds.length > MAX_FACETS ? { categories: JSON.stringify(categoryIds) } : {}),
});

/** Their texts by what they depend on, since joining one takes as long as a seek. */
const statements = new Map<string, string>();

/** The cross joins make the index the outer loop, which is in the order of its rowids: nothing is sorted. */
const statementWith = (
  conditions: readonly Condition[],
  backward: boolean,
): string => `select "contentEntries".* from "contentSearch" cross join "contentEntries" on "contentEntries"."rowId" = "contentSearch"."rowid"
  where "contentSearch" match $match and "isListed" = 1 and "publishedAt" <= $now
    and ("expiresAt" is null or "expiresAt" > $now)
    ${conditions.map((condition) => `and ${CONDITIONS[condition]}`).join(' ')}
  order by "contentSearch"."rowid" ${backward ? 'asc' : 'desc'} limit $limit + 0`;

const statementOf = (values: ConditionValues, backward: boolean): string => {
  const given = CONDITION_NAMES.filter((name) => values[name] !== undefined);
  const key = `${given.join()}|${backward}`;
  const statement = statements.get(key) ?? statementWith(given, backward);
  statements.set(key, statement);
  return statement;
};

interface Cursor {
  readonly rank: number;
  readonly rowId: number;
}

const place = (conditions: string): string => `select "contentEntries"."rowId" from "contentEntries"
  cross join "contentSearch" on "contentSearch"."rowid" = "contentEntries"."rowId"
  where "contentEntries"."id" = $id and "contentSearch" match $match ${conditions}`;
const PLACE = place('');
const OPEN_PLACE = place(`and ${CONDITIONS.days}`);

/** The days of programs, which decide what is found by its body; undefined where there are no such programs. */
const daysAt = (rank: number, searcher: Searcher): string | undefined => {
  const days = rank === BODY_RANK ? searcher.opened?.days : undefined;
  return days && JSON.stringify(days);
};

/** @throws Problem 400 `cursor_invalid` when the search does not find the entry of the cursor. */
const cursorOf = (
  read: Read,
  queryOf: RankQuery | undefined,
  request: PageRequest,
  searcher: Searcher,
): Cursor | undefined => {
  const id = request.endingBefore ?? request.startingAfter;
  if (id === undefined) return undefined;
  for (const rank of queryOf === undefined ? [] : RANKS.keys()) {
    // One that has a better rank has been found there.
    const match = String(queryOf?.(rank, true));
    const days = daysAt(rank, searcher);
    const found = read.db
      .query<{ rowId: number }, Record<string, string>[]>(days === undefined ? PLACE : OPEN_PLACE)
      .get(days === undefined ? { id, match } : { id, match, days });
    if (found !== null) return { rank, rowId: found.rowId };
  }
  throw unknownCursor(request, id);
};

/** Published entries with all words: best rank first, then newest. @throws Problem 400 `cursor_invalid`. */
export const searchPage = (
  read: Read,
  request: PageRequest,
  search: string,
  filters: SearchFilters,
  searcher: Searcher,
): Page<FoundEntry> => {
  const backward = request.endingBefore !== undefined;
  const { category_id: category } = filters;
  const narrowing = { ...filters, categoryIds: category === undefined ? undefined : withDescendants(read, category) };
  const queryOf = rankQueries(read, search, narrowing, searcher);
  const cursor = cursorOf(read, queryOf, request, searcher);
  if (queryOf === undefined) return pageFrom([], request);
  const shared = conditionValues(narrowing);
  const rows: EntryRow[] = [];
  const scores = new Map<string, number>();
  const [from, to, step] = backward ? [cursor?.rank ?? BODY_RANK, -1, -1] : [cursor?.rank ?? 0, RANKS.length, 1];
  for (let rank = from; rank !== to && rows.length <= request.limit; rank += step) {
    // From the first rank on, all that has a better rank is found already, without a look at words.
    const isWhole = cursor === undefined;
    const values: ConditionValues = { ...shared };
    if (rank === cursor?.rank) values[backward ? 'cursorBackward' : 'cursor'] = cursor.rowId;
    const days = daysAt(rank, searcher);
    if (days !== undefined) values.days = days;
    const bound = { ...values, match: queryOf(rank, isWhole), now: read.now, limit: request.limit + 1 };
    const found = read.db.query<EntryRow, Record<string, string | number>[]>(statementOf(values, backward)).all(bound);
    for (const row of found) {
      if (scores.has(row.id) || rows.length > request.limit) continue;
      scores.set(row.id, RANKS[rank]?.score ?? 0);
      rows.push(row);
    }
  }
  const page = pageFrom(rows, request);
  return { ...page, rows: page.rows.map((row) => ({ id: row.id, score: scores.get(row.id) ?? 0, row })) };
};

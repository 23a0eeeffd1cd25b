import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { clientSearchWords, searchTerm, soughtWords } from '../../kernel/folding.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../records/pages.ts';
import { inList, named, type Query, query, select, selectColumns } from '../../records/query.ts';
import { mergePages } from '../../records/search-index.ts';
import { type ClientText, clientTextColumns, searchFilters } from './queries.ts';
import { Client, type ClientRow } from './record.ts';
import { clientKeys, clientSearch, clientSearchSites } from './tables.ts';

type Searchable = Pick<ClientRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'homeLocationId' | 'archivedAt'>;

const wordsOf = ({ firstName, lastName, email }: Searchable): string => clientSearchWords(firstName, lastName, email);

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** The last digits that a search compares: people write the rest of a number in several ways, or leave it out. */
const PHONE_DIGITS = 9;
/** The minimum number of digits that a search takes for a part of a phone number. */
const FEWEST_DIGITS = 4;

/** Undefined for other texts. Zeros at the start stand for a country or an area, which other writings leave out. */
export const phoneOf = (search: string): string | undefined => {
  if (!/^\+?[\d\s()./-]+$/.test(search)) return undefined;
  const digits = digitsOf(search).replace(/^0+(?=\d{7})/, '');
  return digits.length < FEWEST_DIGITS ? undefined : digits.slice(-PHONE_DIGITS);
};

/** The first of 4,096 characters that no name contains, by which the index writes the number of a home. */
const PRIVATE_USE = 0xe000;
/** In the index, every client who is not archived. */
const LIVE = '\u{f8ff}'.repeat(3);

/** The clients of a site in the index, live or archived: three characters, since three are one entry of it. */
const homeOf = (siteNumber: number, isLive: boolean): string => {
  const number = siteNumber * 2 + (isLive ? 0 : 1);
  const digits = [Math.floor(number / 4096), Math.floor(number / 64) % 64, number % 64];
  return String.fromCodePoint(...digits.map((digit) => PRIVATE_USE + digit));
};

const siteNumbers = query<{ number: number }>(() =>
  selectColumns(clientSearchSites, ['number'], inList(clientSearchSites.siteId, 'ids')),
);

const ADD_SITE = `insert into "clientSearchSites" ("siteId", "number")
  select ?, 1 + coalesce(max("number"), 0) from "clientSearchSites" returning "number"`;

/** The number of a site, which it gets with its first client. */
const siteNumber = (tx: Tx, siteId: string): number => {
  const found = siteNumbers.get(tx, { ids: JSON.stringify([siteId]) });
  const { number } = found ?? tx.db.query<{ number: number }, [string]>(ADD_SITE).get(siteId) ?? { number: 0 };
  return number;
};

const ADD = 'insert into "clientSearch" ("rowid", "words", "home", "phone") values (?, ?, ?, ?)';

const add = (tx: Tx, rowId: number, client: Searchable): void => {
  const isLive = client.archivedAt === null;
  const home = homeOf(siteNumber(tx, client.homeLocationId), isLive);
  tx.db.query(ADD).run(rowId, wordsOf(client), isLive ? LIVE + home : home, digitsOf(client.phone ?? ''));
};

export const indexClient = (tx: Tx, rowId: number, client: Searchable): void =>
  tx.beforeCommit(() => add(tx, rowId, client));

const keyOf = query<{ rowId: number }>(() => selectColumns(clientKeys, ['rowId'], 'id'));

const reachableKeyOf = query<{ rowId: number }>(() =>
  selectColumns(clientKeys, ['rowId'], 'id', searchFilters().reachable),
);

const isIndexedAlike = (before: Searchable, after: Searchable): boolean =>
  before.homeLocationId === after.homeLocationId &&
  (before.archivedAt === null) === (after.archivedAt === null) &&
  wordsOf(before) === wordsOf(after) &&
  digitsOf(before.phone ?? '') === digitsOf(after.phone ?? '');

/** Replaces what the index has of a client where it has changed. */
export const reindexClient = (tx: Tx, before: ClientRow, after: Searchable): void => {
  if (isIndexedAlike(before, after)) return;
  const key = keyOf.get(tx, { id: before.id });
  if (key === undefined) throw new Error(`the client '${before.id}' does not exist`);
  tx.beforeCommit(() => {
    tx.db.query('delete from "clientSearch" where "rowid" = ?').run(key.rowId);
    add(tx, key.rowId, after);
  });
};

export const unindexClient = (tx: Tx, { id }: Pick<ClientRow, 'id'>): void => {
  const key = keyOf.get(tx, { id });
  if (key === undefined) return;
  tx.beforeCommit(() => {
    tx.db.query('delete from "clientSearch" where "rowid" = ?').run(key.rowId);
  });
};

/** The letters of a phrase of the index, which finds no shorter ones. */
export const PHRASE_LETTERS = 3;

export const lettersOf = (word: string): number => [...word.replace(/\p{M}/gu, '')].length;

/** Short words become beginnings. */
const phraseOf = (word: string): string =>
  `"${' '.repeat(Math.max(0, PHRASE_LETTERS - lettersOf(word)))}${word.replaceAll('"', '""')}"`;

/** The words that a search looks for, as the index has them. */
export const searchWords = (search: string): string[] =>
  soughtWords(search.split(/\s+/).flatMap((word) => searchTerm(word).split(/\s+/).filter(Boolean)));

/** Finds nothing: accents alone and the like leave no word to look for. */
const NO_WORDS = '""';

/** The FTS5 query of a search: one phrase per word; all phrases must match. */
export const matchOf = (search: string): string => searchWords(search).map(phraseOf).join(' ') || NO_WORDS;

/** What a search can be narrowed by; undefined leaves a filter out. */
interface SearchFilters {
  readonly search: string;
  readonly live: number | undefined;
  readonly email: string | undefined;
  readonly externalId: string | undefined;
  readonly barcode?: string | undefined;
  readonly fobNumber?: string | undefined;
  /** A JSON list of sites. */
  readonly reachable: string | undefined;
}

const EXACT = ['email', 'externalId', 'barcode', 'fobNumber'] as const;
const FILTERS = ['live', ...EXACT, 'reachable'] as const;

/** Finds the clients of a list of sites. A site without clients has no number, and none has zero. */
const homesIn = (read: Read, reachable: string, isLive: boolean): string => {
  const numbers = siteNumbers.all(read, { ids: reachable }).map(({ number }) => number);
  const homes = (numbers.length === 0 ? [0] : numbers).flatMap((number) =>
    isLive ? [homeOf(number, true)] : [homeOf(number, true), homeOf(number, false)],
  );
  return homes.map((home) => `"${home}"`).join(' OR ');
};

/**
 * The whole query of the index. The sites of a restricted caller are in it, so that a page reads no clients of others:
 * one letter matches a large part of all clients. Archived clients are left out by it where the words are short. For
 * longer words, which fewer clients have, looking at each of those is faster.
 */
const indexQuery = (
  read: Read,
  { search, live, reachable }: Pick<SearchFilters, 'search' | 'live' | 'reachable'>,
): string => {
  const phone = phoneOf(search);
  const words = `(words : (${matchOf(search)})${phone === undefined ? '' : ` OR phone : "${phone}"`})`;
  if (reachable !== undefined) return `${words} AND home : (${homesIn(read, reachable, live !== undefined)})`;
  const isShort = searchWords(search).every((word) => lettersOf(word) < PHRASE_LETTERS);
  return live !== undefined && isShort ? `${words} AND home : "${LIVE}"` : words;
};

/** The rows of the index that match a search, as a statement with the values that it binds. */
export const searchSource = (
  read: Read,
  { search, isLive, siteIds }: { search: string; isLive: boolean; siteIds: readonly string[] | null },
) => {
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  const match = indexQuery(read, { search, live: isLive ? 1 : undefined, reachable });
  return { sql: 'select "rowid" from "clientSearch" where "clientSearch" match $match', values: { match } };
};

const statements = new Map<string, Query<ClientText>>();

type FilterNames = readonly (typeof FILTERS)[number][];

/**
 * The cross join makes the first table the outer loop. The search index returns rows in the order of rowids, so nothing
 * is sorted. An email or another exact filter leaves so few clients that these are found first.
 */
const build = (names: FilterNames, seek: boolean, backward: boolean): Query<ClientText> => {
  const filters: Readonly<Record<string, SQL>> = searchFilters();
  const conditions = names.map((name) => filters[name]);
  conditions.push(eq(clientKeys.rowId, clientSearch.rowid), sql`"clientSearch" match ${named('match')}`);
  if (seek) conditions.push((backward ? gt : lt)(clientSearch.rowid, named('cursor')));
  const selected = select.select(clientTextColumns());
  const isNarrow = EXACT.some((name) => names.includes(name));
  return query<ClientText>(() =>
    (isNarrow
      ? selected.from(Client.table).crossJoin(clientSearch)
      : selected.from(clientSearch).crossJoin(Client.table)
    )
      .where(and(...conditions))
      .orderBy((backward ? asc : desc)(clientSearch.rowid))
      .limit(named('limit')),
  );
};

/** Finds by name, email or phone number, newest first, like `pagesOf`. @throws Problem 400 `cursor_invalid`. */
export const searchPage = (read: Read, request: PageRequest, filters: SearchFilters): Page<ClientText> => {
  const backward = request.endingBefore !== undefined;
  const cursorId = request.endingBefore ?? request.startingAfter;
  const names = FILTERS.filter((name) => filters[name] !== undefined);
  const values: Record<string, string | number> = {
    match: indexQuery(read, filters),
    limit: request.limit + 1,
  };
  for (const name of names) values[name] = filters[name] ?? '';
  const signature = `${names.join()}|${cursorId !== undefined}|${backward}`;
  let statement = statements.get(signature);
  if (statement === undefined) {
    statement = build(names, cursorId !== undefined, backward);
    statements.set(signature, statement);
  }
  if (cursorId !== undefined) {
    const { reachable } = filters;
    // A client of another site would reveal when they came.
    const cursor =
      reachable === undefined
        ? keyOf.get(read, { id: cursorId })
        : reachableKeyOf.get(read, { id: cursorId, reachable });
    if (cursor === undefined) throw unknownCursor(request, cursorId);
    values.cursor = cursor.rowId;
  }
  return pageFrom(statement.all(read, values), request);
};

/** Pages that one transaction merges. A word that most clients have takes more: 50 ms with 100,000 clients. */
const PAGES = 4;

/**
 * Merges all parts of the search index, a few pages in each transaction. The index has no copies of texts, so a deleted
 * client is only marked in it; a merge leaves out what is marked.
 * @returns whether it is merged; false when `signal` has interrupted it.
 */
export const mergeSearchIndex = async (store: Store, signal: AbortSignal): Promise<boolean> => {
  const step = (pages: number) => store.write<boolean>((tx) => mergePages(tx, 'clientSearch', pages));
  for (let goesOn = await step(-PAGES); goesOn; goesOn = await step(PAGES)) {
    if (signal.aborted) return false;
  }
  return true;
};

import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../database/pages.ts';
import { named, type Query, query, select } from '../../database/query.ts';
import { type ClientRecord, clientColumns, searchFilters } from './queries.ts';
import { Client, type ClientRow } from './record.ts';
import { clientKeys, clientSearch } from './tables.ts';

type Searchable = Pick<ClientRow, 'firstName' | 'lastName' | 'email'>;

/** Each word has two spaces before it, so that the trigrams that start with a space are beginnings of words. */
const wordsOf = ({ firstName, lastName, email }: Searchable): string =>
  `  ${firstName} ${lastName} ${email}`.replace(/(?<=\S)\s+/g, '  ');

/** Adds a new client to the index. */
export const indexClient = (tx: Tx, rowId: number, client: Searchable): void => {
  tx.db.query('insert into "clientSearch" ("rowid", "words") values (?, ?)').run(rowId, wordsOf(client));
};

const keyOf = query<{ rowId: number }>(
  select
    .select({ rowId: clientKeys.rowId })
    .from(clientKeys)
    .where(eq(clientKeys.id, named('id'))),
);

/** Replaces a client's words in the index where they have changed. */
export const reindexClient = (tx: Tx, before: ClientRow, after: Searchable): void => {
  if (wordsOf(before) === wordsOf(after)) return;
  const key = keyOf.get(tx, { id: before.id });
  if (key === undefined) throw new Error(`the client '${before.id}' does not exist`);
  tx.db.query('delete from "clientSearch" where "rowid" = ?').run(key.rowId);
  indexClient(tx, key.rowId, after);
};

/** A phrase of at least three characters, since the index finds no shorter ones: short words become beginnings. */
const phraseOf = (word: string): string => {
  const letters = [...word.replace(/\p{M}/gu, '')].length;
  return `"${' '.repeat(Math.max(0, 3 - letters))}${word.replaceAll('"', '""')}"`;
};

/** The FTS5 query of a search: one phrase per word, all of which must match. */
export const matchOf = (search: string): string => search.split(/\s+/).filter(Boolean).map(phraseOf).join(' ');

/** What a search can be narrowed by; undefined leaves a filter out. */
interface SearchFilters {
  readonly match: string;
  readonly live: number | undefined;
  readonly email: string | undefined;
  readonly externalId: string | undefined;
  readonly reachable: string | undefined;
}

const FILTERS = ['live', 'email', 'externalId', 'reachable'] as const;

const statements = new Map<string, Query<ClientRecord>>();

/** The cross join makes the index the outer loop: it returns rows in the order of rowids, so nothing is sorted. */
const build = (names: readonly (typeof FILTERS)[number][], seek: boolean, backward: boolean): Query<ClientRecord> => {
  const conditions: SQL[] = [sql`${clientSearch.words} match ${named('match')}`];
  if (seek) conditions.push((backward ? gt : lt)(clientSearch.rowid, named('cursor')));
  conditions.push(eq(clientKeys.rowId, clientSearch.rowid), ...names.map((name) => searchFilters[name]));
  return query<ClientRecord>(
    select
      .select(clientColumns)
      .from(clientSearch)
      .crossJoin(Client.table)
      .where(and(...conditions))
      .orderBy((backward ? asc : desc)(clientSearch.rowid))
      .limit(named('limit')),
  );
};

/**
 * One page of the clients whose name or email matches, newest first, like `pagesOf`.
 * @throws Problem 400 `cursor_invalid`.
 */
export const searchPage = (read: Read, request: PageRequest, filters: SearchFilters): Page<ClientRecord> => {
  const backward = request.endingBefore !== undefined;
  const cursorId = request.endingBefore ?? request.startingAfter;
  const values: Record<string, string | number> = { match: filters.match, now: read.now, limit: request.limit + 1 };
  const names = FILTERS.filter((name) => filters[name] !== undefined);
  for (const name of names) values[name] = filters[name] ?? '';
  const signature = `${names.join()}|${cursorId !== undefined}|${backward}`;
  let statement = statements.get(signature);
  if (statement === undefined) {
    statement = build(names, cursorId !== undefined, backward);
    statements.set(signature, statement);
  }
  if (cursorId !== undefined) {
    const cursor = keyOf.get(read, { id: cursorId });
    if (cursor === undefined) throw unknownCursor(request, cursorId);
    values.cursor = cursor.rowId;
  }
  return pageFrom(statement.all(read, values), request);
};

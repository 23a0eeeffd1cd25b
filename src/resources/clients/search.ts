import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../database/pages.ts';
import { named, type Query, query, select } from '../../database/query.ts';
import { type ClientRow, clientSearch, clients } from '../../database/tables/clients.ts';
import { type ClientRecord, filters, told } from './queries.ts';

type Searchable = Pick<ClientRow, 'firstName' | 'lastName' | 'email'>;

/** Every word behind two spaces: the trigrams that begin with a space are the beginnings of words. */
const wordsOf = ({ firstName, lastName, email }: Searchable): string =>
  `  ${firstName} ${lastName} ${email}`.replace(/(?<=\S)\s+/g, '  ');

/** Makes a new client findable. */
export const indexClient = (tx: Tx, rowId: number, client: Searchable): void => {
  tx.db.query('insert into "clientSearch" ("rowid", "words") values (?, ?)').run(rowId, wordsOf(client));
};

/** Makes a client findable by what it is called now, and by nothing it was called before. */
export const reindexClient = (tx: Tx, before: ClientRow, now: Searchable): void => {
  if (wordsOf(before) === wordsOf(now)) return;
  tx.db.query('delete from "clientSearch" where "rowid" = ?').run(before.rowId);
  indexClient(tx, before.rowId, now);
};

/** A phrase of at least three characters: the index knows no shorter ones, so short words become beginnings. */
const phraseOf = (word: string): string => {
  const letters = [...word.replace(/\p{M}/gu, '')].length;
  return `"${' '.repeat(Math.max(0, 3 - letters))}${word.replaceAll('"', '""')}"`;
};

/** What the index is asked: a phrase for each word of the search, all of which must be there. */
export const matchOf = (search: string): string => search.split(/\s+/).filter(Boolean).map(phraseOf).join(' ');

/** What a search can be narrowed by; undefined leaves a filter out. */
interface SearchFilters {
  readonly match: string;
  readonly live: number | undefined;
  readonly email: string | undefined;
  readonly externalId: string | undefined;
  readonly reachable: string | undefined;
}

type FilterName = keyof typeof filters;

const statements = new Map<string, Query<ClientRecord>>();
const edge = query<{ rowId: number }>(
  select
    .select({ rowId: clients.rowId })
    .from(clients)
    .where(eq(clients.id, named('id'))),
);

/** The cross join keeps the index outside: it answers in the order of rowids, and nothing is sorted or counted. */
const build = (names: readonly FilterName[], seek: boolean, backward: boolean): Query<ClientRecord> => {
  const conditions: SQL[] = [sql`${clientSearch.words} match ${named('match')}`];
  if (seek) conditions.push((backward ? gt : lt)(clientSearch.rowid, named('cursor')));
  conditions.push(eq(clients.rowId, clientSearch.rowid), ...names.map((name) => filters[name]));
  return query<ClientRecord>(
    select
      .select({ ...getTableColumns(clients), ...told })
      .from(clientSearch)
      .crossJoin(clients)
      .where(and(...conditions))
      .orderBy((backward ? asc : desc)(clientSearch.rowid))
      .limit(named('limit')),
  );
};

/**
 * One page of the clients whose name or email matches, newest first, like `pagesOf`.
 * @throws Problem 400 `cursor_invalid`.
 */
export const searchPage = (read: Read, request: PageRequest, given: SearchFilters): Page<ClientRecord> => {
  const backward = request.endingBefore !== undefined;
  const cursorId = request.endingBefore ?? request.startingAfter;
  const names = (Object.keys(filters) as FilterName[]).filter((name) => given[name] !== undefined);
  const signature = `${names.join()}|${cursorId !== undefined}|${backward}`;
  let statement = statements.get(signature);
  if (statement === undefined) {
    statement = build(names, cursorId !== undefined, backward);
    statements.set(signature, statement);
  }
  const { match, ...narrowing } = given;
  const values: Record<string, string | number> = { match, now: read.now, limit: request.limit + 1 };
  for (const name of names) values[name] = narrowing[name] as string | number;
  if (cursorId !== undefined) {
    const cursor = edge.get(read, { id: cursorId });
    if (cursor === undefined) throw unknownCursor(request, cursorId);
    values.cursor = cursor.rowId;
  }
  return pageFrom(statement.all(read, values), request);
};

// `entryCount` of categories and tags: how many entries are published now. A category counts those below it too.

import type { Read, Tx } from '../../../../database/database.ts';
import { unpackList } from '../../../../records/json.ts';
import { textsOf } from '../../../../records/query.ts';
import { dueEntries } from '../queries.ts';
import type { EntryRow } from '../record.ts';
import { isPublished } from './publication.ts';

const ABOVE = `with recursive "above" ("id") as (
    select "value" from json_each(?)
    union select "parentId" from "contentCategories" join "above" using ("id") where "parentId" is not null)
  select "id" from "above"`;

const categoriesAbove = (read: Read, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : textsOf(read, ABOVE, JSON.stringify(ids));

type Lists = Pick<EntryRow, 'categoryIds' | 'tagIds'>;

interface Counted {
  readonly categories: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

const NOWHERE: Counted = { categories: new Set(), tags: new Set() };

const countedIn = (read: Read, { categoryIds, tagIds }: Lists): Counted => ({
  categories: new Set(categoriesAbove(read, unpackList(categoryIds))),
  tags: new Set(unpackList<string>(tagIds)),
});

const add = (tx: Tx, table: string, ids: ReadonlySet<string>, by: 1 | -1): void => {
  if (ids.size === 0) return;
  const statement = `update "${table}" set "entryCount" = "entryCount" + ? where "id" in (select value from json_each(?))`;
  tx.db.query(statement).run(by, JSON.stringify([...ids]));
};

const MARK = 'update "contentEntryCategories" set "isCounted" = ? where "entryId" = ?';

/** Moves the counts after a change of an entry and of its links; a new entry has no `before`. */
export const moveCounts = (tx: Tx, row: EntryRow, before?: EntryRow): void => {
  const isSame =
    before !== undefined &&
    before.isCounted === row.isCounted &&
    (row.isCounted === 0 || (before.categoryIds === row.categoryIds && before.tagIds === row.tagIds));
  if (isSame) return;
  tx.db.query(MARK).run(row.isCounted, row.id);
  const old = before?.isCounted === 1 ? countedIn(tx, before) : NOWHERE;
  const next = row.isCounted === 1 ? countedIn(tx, row) : NOWHERE;
  add(tx, 'contentCategories', old.categories.difference(next.categories), -1);
  add(tx, 'contentCategories', next.categories.difference(old.categories), 1);
  add(tx, 'contentTags', old.tags.difference(next.tags), -1);
  add(tx, 'contentTags', next.tags.difference(old.tags), 1);
};

// An entry is counted at its deepest level, so that a chain of categories needs one pass over the entries below it.
const RECOUNT = `with recursive
  "chain" ("id", "level") as (select "value", "key" from json_each(?)),
  "below" ("id", "level") as (
    select "id", "level" from "chain"
    union all
    select "child"."id", "below"."level" from "below" join "contentCategories" as "child" on "child"."parentId" = "below"."id"
    where "child"."id" not in (select "id" from "chain"))
  select "level", count(*) as "entries" from (
    select max("below"."level") as "level" from "below"
    join "contentEntryCategories" as "place" on "categoryId" = "below"."id" and "isCounted" = 1
    group by "place"."entryId")
  group by "level"`;

/** Counts the entries of some categories again; each category is a child of the category before it. */
const recountChain = (tx: Tx, chain: readonly string[]): void => {
  if (chain.length === 0) return;
  const deepest = tx.db.query<{ level: number; entries: number }, [string]>(RECOUNT).all(JSON.stringify(chain));
  const set = tx.db.query('update "contentCategories" set "entryCount" = ? where "id" = ?');
  for (const [index, id] of chain.entries()) {
    set.run(
      deepest.reduce((sum, { level, entries }) => (level >= index ? sum + entries : sum), 0),
      id,
    );
  }
};

/** After a move: `before` is the category above before, `after` the category above now; null for the top. */
export const recountCategories = (tx: Tx, before: string | null, after: string | null): void => {
  const old = before === null ? [] : categoriesAbove(tx, [before]);
  const next = after === null ? [] : categoriesAbove(tx, [after]);
  // Those above both places have the same entries as before.
  recountChain(tx, old.filter((id) => !next.includes(id)).reverse());
  recountChain(tx, next.filter((id) => !old.includes(id)).reverse());
};

/** What the stored counts lack at this moment, by the id of the category or tag. */
interface CountCorrections {
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
}

/** Entries whose publication or end has come and is not counted. Usually empty: the job runs at their moment. */
const countCorrections = (read: Read): CountCorrections => {
  const categories = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const row of dueEntries(read)) {
    const by = (isPublished(row, read.now) ? 1 : 0) - row.isCounted;
    if (by === 0) continue;
    const counted = countedIn(read, row);
    for (const id of counted.categories) categories.set(id, (categories.get(id) ?? 0) + by);
    for (const id of counted.tags) tags.set(id, (tags.get(id) ?? 0) + by);
  }
  return { categories, tags };
};

interface Counting {
  readonly id: string;
  readonly entryCount: number;
}

const corrected = <Row extends Counting>(rows: Row[], by: ReadonlyMap<string, number>): Row[] =>
  by.size === 0 ? rows : rows.map((row) => ({ ...row, entryCount: row.entryCount + (by.get(row.id) ?? 0) }));

export const withCategoryCounts = <Row extends Counting>(read: Read, rows: Row[]): Row[] =>
  corrected(rows, countCorrections(read).categories);

export const withTagCounts = <Row extends Counting>(read: Read, rows: Row[]): Row[] =>
  corrected(rows, countCorrections(read).tags);

import type { Read } from '../../../database/database.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../../records/pages.ts';
import { MOST_COUNTED, totalOf } from '../../../records/totals.ts';
import { isMerged } from '../merges/queries.ts';
import { type ClientText, clientTexts } from '../queries.ts';
import { type Bound, LAST_VISIT, type Listed, listed, narrowSource } from './conditions.ts';
import type { ClientOrder } from './shapes.ts';

/** How a list is ordered: its columns, the last of them the id, and their index. */
interface Order {
  readonly columns: readonly string[];
  readonly index: string;
  readonly isDescending: boolean;
}

const BY_VISIT = { columns: [LAST_VISIT, '"clients"."id"'], index: 'clientsByLastVisit' };

const ORDERS: Readonly<Record<ClientOrder, Order>> = {
  newest: { columns: ['"clients"."id"'], index: 'sqlite_autoindex_clients_1', isDescending: true },
  name: {
    columns: ['"clients"."lastName" collate nocase', '"clients"."firstName" collate nocase', '"clients"."id"'],
    index: 'clientsByName',
    isDescending: false,
  },
  last_visit: { ...BY_VISIT, isDescending: true },
  longest_away: { ...BY_VISIT, isDescending: false },
};

/** The clients that a page looks at in the order of its list before it looks at all of them by a narrower index. */
const MOST_WALKED = 4_000;

type Position = readonly (string | number)[];

const placeIn = (columns: readonly string[]): string => columns.map((column, at) => `${column} "by${at}"`).join(', ');

const positionOf = (read: Read, statement: string, values: Bound): Position | undefined => {
  const found = read.db.query<Record<string, string | number>, Bound>(statement).get(values);
  return found === null ? undefined : Object.values(found);
};

/** The place of a client in the order of a list; undefined if there is none, or at no site of the caller. */
const placeOf = (
  read: Read,
  { columns }: Order,
  id: string,
  siteIds: readonly string[] | null,
): Position | undefined => {
  const within = siteIds === null ? '' : 'and "homeLocationId" in (select "value" from json_each($reachable))';
  const statement = `select ${placeIn(columns)} from "clients" where "id" = $id ${within}`;
  return positionOf(read, statement, { id, ...(siteIds === null ? {} : { reachable: JSON.stringify(siteIds) }) });
};

/** The same, also of a client who was merged into another one, where the id alone says the place. */
const cursorAt = (read: Read, order: Order, id: string, siteIds: readonly string[] | null): Position | undefined =>
  placeOf(read, order, id, siteIds) ?? (order.columns.length === 1 && isMerged(read, id) ? [id] : undefined);

const beside = ({ columns }: Order, operator: '<' | '>' | '<=' | '>=', place: Position, name: string) => ({
  sql: `(${columns.join(', ')}) ${operator} (${place.map((_, index) => `$${name}${index}`).join(', ')})`,
  values: Object.fromEntries(place.map((value, index) => [`${name}${index}`, value])),
});

const orderBy = ({ columns }: Order, isAscending: boolean): string =>
  columns.map((column) => `${column} ${isAscending ? 'asc' : 'desc'}`).join(', ');

interface Walk {
  readonly order: Order;
  readonly isAscending: boolean;
  readonly cursor: Position | undefined;
}

interface Conditions {
  readonly conditions: readonly string[];
  readonly values: Bound;
}

/** A range of the order that ends with a place, if the list continues after `MOST_WALKED` clients. */
const walkedRange = (read: Read, { order, isAscending, cursor }: Walk): Conditions & { readonly isWhole: boolean } => {
  const after = cursor && beside(order, isAscending ? '>' : '<', cursor, 'after');
  const end = positionOf(
    read,
    `select ${placeIn(order.columns)} from "clients" indexed by "${order.index}" ${after ? `where ${after.sql}` : ''}
      order by ${orderBy(order, isAscending)} limit 1 offset ${MOST_WALKED}`,
    after?.values ?? {},
  );
  const until = end && beside(order, isAscending ? '<=' : '>=', end, 'until');
  return {
    isWhole: end === undefined,
    conditions: [after, until].flatMap((range) => range?.sql ?? []),
    values: { ...after?.values, ...until?.values },
  };
};

const idsOf = (read: Read, statement: string, values: Bound): string[] =>
  read.db
    .query<{ id: string }, Bound>(statement)
    .all(values)
    .map(({ id }) => id);

const whereAll = (checks: readonly string[]): string => checks.map((check) => `(${check})`).join(' and ') || 'true';

/** The ids of a page, and one more if there are more. */
const pageIds = (read: Read, list: Listed, walk: Walk, limit: number): string[] => {
  const { order, isAscending, cursor } = walk;
  const inOrder = `order by ${orderBy(order, isAscending)} limit ($limit + 0)`;
  const source = narrowSource(read, list);
  if (source === undefined) {
    const range = walkedRange(read, walk);
    const { from, checks, values } = listed(read, list, { sql: `"clients" indexed by "${order.index}"` });
    const where = whereAll([...range.conditions, ...checks]);
    const bound = { ...values, ...range.values, limit };
    const found = idsOf(read, `select "clients"."id" "id" from ${from} where ${where} ${inOrder}`, bound);
    if (range.isWhole || found.length === limit) return found;
  }
  const after = cursor && beside(order, isAscending ? '>' : '<', cursor, 'after');
  const { from, checks, values } = listed(read, list, source);
  const where = whereAll([...checks, ...(after === undefined ? [] : [after.sql])]);
  const bound = { ...values, ...after?.values, limit };
  return idsOf(read, `select "clients"."id" "id" from ${from} where ${where} ${inOrder}`, bound);
};

/**
 * A page of clients by filters and in an order. The clients come by the index of the order, if the first few thousand of
 * it fill the page; else by the filter of another table that leaves few of them, or by an index that has all that filters
 * and orders compare.
 * @throws Problem 400 `cursor_invalid`.
 */
export const listedPage = (read: Read, request: PageRequest, list: Listed, sort: ClientOrder): Page<ClientText> => {
  const order = ORDERS[sort];
  const isAscending = order.isDescending === (request.endingBefore !== undefined);
  const id = request.endingBefore ?? request.startingAfter;
  const cursor = id === undefined ? undefined : cursorAt(read, order, id, list.siteIds);
  if (id !== undefined && cursor === undefined) throw unknownCursor(request, id);
  const ids = pageIds(read, list, { order, isAscending, cursor }, request.limit + 1);
  const page = pageFrom(ids, request);
  const texts = clientTexts(read, page.rows);
  return { ...page, rows: page.rows.flatMap((each) => texts.get(each) ?? []) };
};

/** The next ids of a list in their order, after `afterId`, for a change of all of them. */
export const listedIds = (read: Read, list: Listed, afterId: string, limit: number): string[] => {
  const order = { ...ORDERS.newest, isDescending: false };
  return pageIds(read, list, { order, isAscending: true, cursor: [afterId] }, limit);
};

/** The next ids of a list, the newest first, after `afterId`, for a file of all of them. */
export const newestIds = (read: Read, list: Listed, afterId: string | undefined, limit: number): string[] =>
  pageIds(
    read,
    list,
    { order: ORDERS.newest, isAscending: false, cursor: afterId === undefined ? undefined : [afterId] },
    limit,
  );

/** How many clients a list has, up to `most`. */
export const listedTotal = (read: Read, list: Listed, most = MOST_COUNTED) => {
  const { from, checks, values } = listed(read, list, narrowSource(read, list));
  const where = whereAll(checks);
  const counted = read.db
    .query<{ count: number }, Bound>(
      `select count(*) "count" from (select 1 from ${from} where ${where} limit ($limit + 0))`,
    )
    .get({ ...values, limit: most + 1 });
  return totalOf(counted?.count ?? 0, most);
};

import type { Read } from '../../../database/database.ts';
import type { ListResult } from '../../../http/operations/call.ts';
import type { FilteredCall } from '../../../http/operations/record-operations.ts';
import { textList } from '../../../http/paging.ts';
import { defined } from '../../../kernel/objects.ts';
import {
  described,
  email,
  extensionParameter,
  flag,
  line,
  name,
  oneOf,
  optional,
  type Static,
  shape,
  type TObject,
} from '../../../kernel/schemas.ts';
import type { Page, PageRequest } from '../../../records/pages.ts';
import { total, totalOf } from '../../../records/totals.ts';
import { type ClientText, clientTextPage, emailAsHeld, storedCode } from '../queries.ts';
import { Client } from '../record.ts';
import { searchPage } from '../search.ts';
import type { Bound, Listed } from './conditions.ts';
import { listedPage, listedTotal } from './pages.ts';
import {
  CLIENT_ORDERS,
  type ClientFilterValues,
  type ClientOrder,
  filterFields,
  resolved,
  searchText,
} from './shapes.ts';

const fields = filterFields();

/** What a list of clients, or a file of them, can be narrowed to: bodies have the same in camel case. */
export const narrowing = {
  search: optional(searchText()),
  status: extensionParameter(fields.status),
  tag: extensionParameter(fields.tag),
  home_site_id: extensionParameter(fields.homeSiteId),
  plan_id: extensionParameter(fields.planId),
  package_ends_before: extensionParameter(fields.packageEndsBefore),
  last_visit_before: extensionParameter(fields.lastVisitBefore),
  last_visit_after: extensionParameter(fields.lastVisitAfter),
  never_visited: extensionParameter(fields.neverVisited),
  owes: extensionParameter(fields.owes),
  joined_after: extensionParameter(fields.joinedAfter),
  joined_before: extensionParameter(fields.joinedBefore),
  waiver_status: extensionParameter(fields.waiverStatus),
  include_archived: extensionParameter(flag()),
};

const { search, ...others } = narrowing;

/** The filters of `/v2/clients`. */
export const filters = {
  email: optional(email()),
  search,
  external_id: extensionParameter(line(255)),
  barcode: extensionParameter(described(name(), "The code on the client's card.")),
  fob_number: extensionParameter(described(name(), "The number of the client's key fob.")),
  ...others,
  include_count: extensionParameter(
    described(flag(), 'Whether to include `total`, the number of clients in the whole list.'),
  ),
  sort: extensionParameter(
    described(
      oneOf(...CLIENT_ORDERS),
      'The sort order: newest first; by last and first name; latest visit first; or longest away first, after ' +
        'clients who have never visited.',
    ),
  ),
};

/** A list of clients, with their number where the request wants it. */
export const ClientList = shape('ClientList', () => ({ ...Client.list.properties, total: optional(total) }));

/** Whether only the order by id is asked for, and no filter besides the contract's own. */
const isPlain = (given: ClientFilterValues, sort: ClientOrder): boolean =>
  sort === 'newest' && Object.keys(fields).every((field) => Reflect.get(given, field) === undefined);

const plainPage = (
  read: Read,
  page: PageRequest,
  { filters: given, siteIds, exact = {} }: Listed,
): Page<ClientText> => {
  const names = { email: undefined, externalId: undefined, barcode: undefined, fobNumber: undefined, ...exact };
  const own = { ...names, live: given.includeArchived === true ? undefined : 1 };
  if (given.search === undefined) return clientTextPage(read, page, own, siteIds);
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  return searchPage(read, page, { ...own, search: given.search, reachable });
};

const exactOf = (
  read: Read,
  { email: sent, external_id, barcode, fob_number }: Static<TObject<typeof filters>>,
): Bound =>
  defined({
    email: sent && emailAsHeld(read, sent),
    externalId: external_id,
    barcode: barcode && storedCode(read, 'barcode', barcode),
    fobNumber: fob_number && storedCode(read, 'fobNumber', fob_number),
  });

const NAMES = Object.keys(narrowing).map(
  (parameter) => [parameter, parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] as const,
);

/** The filters of a query by the names of bodies, with instants for what is counted from `now`. */
export const narrowedBy = (query: Static<TObject<typeof narrowing>>, now: string): ClientFilterValues => {
  const sent = NAMES.flatMap(([parameter, name]): [string, unknown][] => {
    const value: unknown = Reflect.get(query, parameter);
    return value === undefined ? [] : [[name, value]];
  });
  return resolved(Object.fromEntries(sent), now);
};

/** How many clients a list has. Its first page says it where there are no more. */
const totalWith = (read: Read, request: PageRequest, { rows, hasMore }: Page<ClientText>, list: Listed) => {
  const isWhole = !hasMore && request.startingAfter === undefined && request.endingBefore === undefined;
  return isWhole ? totalOf(rows.length) : listedTotal(read, list);
};

export const listClients = (
  read: Read,
  { query, caller: { siteIds }, page }: FilteredCall<typeof filters>,
): ListResult<object> => {
  const { sort = 'newest', include_count: isCounted } = query;
  const list: Listed = { filters: narrowedBy(query, read.now), siteIds, exact: exactOf(read, query) };
  const found = isPlain(list.filters, sort) ? plainPage(read, page, list) : listedPage(read, page, list, sort);
  return {
    ...textList(found),
    ...(isCounted === true ? { added: { total: totalWith(read, page, found, list) } } : {}),
  };
};

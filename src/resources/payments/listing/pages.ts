import type { Read } from '../../../database/database.ts';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../../../events/enumerations.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import {
  type Filters,
  mergePages,
  type Page,
  type PageRequest,
  pageFrom,
  unknownCursor,
} from '../../../records/pages.ts';
import { type PaymentRecord, paymentPage, paymentsById } from '../queries.ts';
import { Payment } from '../record.ts';

/** The filters that the index of kinds has, in its order. */
export const KINDS = [
  ['purpose', PAYMENT_PURPOSES],
  ['paymentMethod', PAYMENT_METHODS],
  ['status', PAYMENT_STATUSES],
] as const;

/** A restricted caller with more sites reads the payments of all sites, and leaves out others. */
const MOST_SITES = 8;
export type Site = string | undefined;

/** Where payments are, by the index that has them in the order of time. */
export const sourceOf = (site: Site): string =>
  `"payments" indexed by "${site ? 'paymentsBySiteAndKind' : 'paymentsByKind'}"`;

export type Bound = Record<string, string | number>;

const instantOf = (at: Filters[string]): string => isoInstant(epochOf(String(at)));

/** The conditions besides the kind, and their values. */
export const otherConditions = (filters: Filters, site: Site, within: readonly string[] | null) => {
  const conditions: string[] = [];
  const values: Bound = {};
  const add = (condition: string, name: string, value: string): void => {
    conditions.push(condition);
    values[name] = value;
  };
  if (site !== undefined) add('"siteId" = $site', 'site', site);
  else if (within !== null) {
    add('"siteId" in (select "value" from json_each($within))', 'within', JSON.stringify(within));
  }
  if (filters.from !== undefined) add('"createdAt" >= $from', 'from', instantOf(filters.from));
  if (filters.to !== undefined) add('"createdAt" < $to', 'to', instantOf(filters.to));
  return { conditions, values };
};

/** The words of each filter of the kind that the list may have. */
export const wordsOf = (filters: Filters) =>
  KINDS.map(([name, all]) => (filters[name] === undefined ? all : [String(filters[name])]));

/** The place of a payment in the order of time. */
interface Placed {
  readonly id: string;
  readonly createdAt: string;
}

const isLater = (left: Placed, right: Placed): boolean =>
  left.createdAt === right.createdAt ? left.id > right.id : left.createdAt > right.createdAt;

/** @throws Problem 400 `cursor_invalid`. */
const cursorOf = (read: Read, request: PageRequest, siteIds: readonly string[] | null): Placed | undefined => {
  const id = request.endingBefore ?? request.startingAfter;
  if (id === undefined) return undefined;
  const found = Payment.rows.find(read, id);
  if (found === undefined || siteIds?.includes(found.siteId) === false) throw unknownCursor(request, id);
  return found;
};

/** The sites to which a filter and the rights of a caller limit a list; null for all sites. */
export const sitesFor = (siteId: Filters[string], siteIds: readonly string[] | null): readonly string[] | null => {
  if (siteId === undefined) return siteIds;
  return siteIds?.includes(String(siteId)) === false ? [] : [String(siteId)];
};

/** The sites whose payments are read one by one; undefined stands for all together. */
export const sitesOf = (siteIds: readonly string[] | null): readonly Site[] =>
  siteIds === null || siteIds.length > MOST_SITES ? [undefined] : siteIds;

/**
 * A page of the payments of some kinds, the latest first. Each combination of purpose, method and status is a seek in the
 * index, so that no page reads payments of other kinds: there are at most 175 of them, 10 us each.
 */
const kindPage = (
  read: Read,
  request: PageRequest,
  filters: Filters,
  siteIds: readonly string[] | null,
): Page<PaymentRecord> => {
  const cursor = cursorOf(read, request, siteIds);
  const isBackward = request.endingBefore !== undefined;
  const [purposes, methods, statuses] = wordsOf(filters);
  const parts = sitesOf(siteIds).flatMap((site) => {
    const { conditions, values } = otherConditions(filters, site, siteIds);
    const seek = cursor && `("createdAt", "id") ${isBackward ? '>' : '<'} ($createdAt, $id)`;
    const direction = isBackward ? 'asc' : 'desc';
    const kind = KINDS.map(([name]) => `"${name}" = $${name}`);
    const where = [...kind, ...(seek === undefined ? [] : [seek]), ...conditions].join(' and ');
    const statement = read.db.query<Placed, Bound>(
      `select "id", "createdAt" from ${sourceOf(site)} where ${where}
        order by "createdAt" ${direction}, "id" ${direction} limit ($limit + 0)`,
    );
    const bound = {
      ...values,
      ...(cursor && { createdAt: cursor.createdAt, id: cursor.id }),
      limit: request.limit + 1,
    };
    return (purposes ?? []).flatMap((purpose = '') =>
      (methods ?? []).flatMap((paymentMethod = '') =>
        (statuses ?? []).map((status = '') =>
          pageFrom(statement.all({ ...bound, purpose, paymentMethod, status }), request),
        ),
      ),
    );
  });
  const page = mergePages(request, parts, isLater);
  const records = new Map(
    paymentsById(
      read,
      page.rows.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  );
  return { ...page, rows: page.rows.flatMap(({ id }) => records.get(id) ?? []) };
};

/** Whether a client or an id leaves so few payments that the rest is checked row by row. */
export const isNarrow = ({ clientId, externalId }: Filters): boolean =>
  clientId !== undefined || externalId !== undefined;

/** Whether only the index of kinds has the order of the list behind its filters. */
const isByKind = ({ purpose, paymentMethod, status, from, to }: Filters): boolean =>
  purpose !== undefined || paymentMethod !== undefined || (status !== undefined && (from ?? to) !== undefined);

/** A page of payments by the filters of staff: by time where their kind decides, else like `paymentPage`. */
export const managedPaymentPage = (
  read: Read,
  request: PageRequest,
  { siteId, ...filters }: Filters,
  siteIds: readonly string[] | null,
): Page<PaymentRecord> => {
  const sites = sitesFor(siteId, siteIds);
  return isByKind(filters) && !isNarrow(filters)
    ? kindPage(read, request, filters, sites)
    : paymentPage(read, request, filters, sites);
};

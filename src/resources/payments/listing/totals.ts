import type { Read } from '../../../database/database.ts';
import type { Filters } from '../../../records/pages.ts';
import { totalOf } from '../../../records/totals.ts';
import {
  type Bound,
  isNarrow,
  KINDS,
  otherConditions,
  type Site,
  sitesFor,
  sitesOf,
  sourceOf,
  wordsOf,
} from './pages.ts';

export const MOST_ADDED = 10_000;

interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
  readonly amountPaid: number;
  readonly amountRefunded: number;
}

const SUMS = `"currency", count(*) "count", sum("amount") "amount",
  coalesce(sum("amount") filter (where "status" in ('completed', 'partially_refunded', 'refunded')), 0) "amountPaid",
  sum("amountRefunded") "amountRefunded"`;
const ADDED = '"currency", "amount", "status", "amountRefunded"';

const narrowSource = (filters: Filters, siteIds: readonly string[] | null) => {
  const { conditions, values } = otherConditions(filters, undefined, siteIds);
  const names = ['clientId', 'externalId', ...KINDS.map(([name]) => name)];
  for (const name of names) {
    const value = filters[name];
    if (value === undefined) continue;
    const isSeek = name === (filters.externalId === undefined ? 'clientId' : 'externalId');
    conditions.push(`${isSeek ? '' : '+'}"${name}" = $${name}`);
    values[name] = String(value);
  }
  return { source: `select ${ADDED} from "payments" where ${conditions.join(' and ')}`, values };
};

/** The payments of some kinds; each kind is one seek. */
const kindSource = (filters: Filters, site: Site, siteIds: readonly string[] | null) => {
  const { conditions, values } = otherConditions(filters, site, siteIds);
  for (const [index, [name]] of KINDS.entries()) {
    conditions.push(`"${name}" in (select "value" from json_each($${name}))`);
    values[name] = JSON.stringify(wordsOf(filters)[index]);
  }
  return { source: `select ${ADDED} from ${sourceOf(site)} where ${conditions.join(' and ')}`, values };
};

/** How many payments a list has, and their amounts by currency; at most `MOST_ADDED` of them. */
export const paymentTotal = (read: Read, { siteId, ...filters }: Filters, callerSites: readonly string[] | null) => {
  const siteIds = sitesFor(siteId, callerSites);
  const sources = isNarrow(filters)
    ? [narrowSource(filters, siteIds)]
    : sitesOf(siteIds).map((site) => kindSource(filters, site, siteIds));
  const sums = new Map<string, Sum>();
  let counted = 0;
  for (const { source, values } of sources) {
    const left = MOST_ADDED + 1 - counted;
    if (left <= 0) break;
    const statement = read.db.query<Sum, Bound>(
      `select ${SUMS} from (${source} limit ($limit + 0)) group by "currency"`,
    );
    for (const sum of statement.all({ ...values, limit: left })) {
      counted += sum.count;
      sums.set(sum.currency, addedTo(sums.get(sum.currency), sum));
    }
  }
  const amounts = [...sums.values()].sort((left, right) => right.count - left.count);
  return { ...totalOf(counted, MOST_ADDED), amounts };
};

const addedTo = (before: Sum | undefined, sum: Sum): Sum =>
  before === undefined
    ? sum
    : {
        currency: sum.currency,
        count: before.count + sum.count,
        amount: before.amount + sum.amount,
        amountPaid: before.amountPaid + sum.amountPaid,
        amountRefunded: before.amountRefunded + sum.amountRefunded,
      };

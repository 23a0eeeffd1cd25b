import type { Read } from '../../../database/database.ts';
import { pagesOf } from '../../../records/pages.ts';
import { byColumn } from '../../../records/query.ts';
import { type DateRange, monthOf } from '../range.ts';
import { PayMonth, type PayMonthRow } from './record.ts';

export const payMonthPage = pagesOf<PayMonthRow>(PayMonth.table, () => ({
  direction: 'descending',
  endedIds: '',
  filters: byColumn(PayMonth.table, 'siteId', 'month'),
  sites: PayMonth.sites,
}));

const IN_RANGE = `select * from "payMonths" where "siteId" in (select "value" from json_each($siteIds))
  and "month" between $from and $to order by "month", "siteId"`;

/** The closed months of some sites with a day in a range. */
export const closedMonths = (read: Read, siteIds: readonly string[], { from, to }: DateRange): PayMonthRow[] =>
  read.db
    .query<PayMonthRow, Record<string, string>>(IN_RANGE)
    .all({ siteIds: JSON.stringify(siteIds), from: monthOf(from), to: monthOf(to) });

const ONE = 'select "id" from "payMonths" where "siteId" = ? and "month" = ?';

export const isClosed = (read: Read, siteId: string, month: string): boolean =>
  read.db.query<{ id: string }, [string, string]>(ONE).get(siteId, month) !== null;

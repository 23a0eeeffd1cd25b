import type { Read } from '../../database/database.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { textsOf } from '../../records/query.ts';
import { brandCurrency, brandDefaults } from '../settings/queries.ts';

const OF_SITES = 'select distinct "currency" from "sites" order by 1';
/** A package takes the currency of its plan. */
const OF_PLANS = 'select distinct "currency" from "plans" order by 1';

/** The year now, by which years of two digits are read. */
export const yearNow = (read: Read): number =>
  Number(localDateAt(read.nowMs, brandDefaults(read).timezone).slice(0, 4));

/** The time zone of the days of a file, the year now, and the currencies that its amounts may have, the brand's first. */
export const studioCells = (read: Read) => ({
  timezone: brandDefaults(read).timezone,
  year: yearNow(read),
  currencies: [...new Set([brandCurrency(read), ...textsOf(read, OF_SITES), ...textsOf(read, OF_PLANS)])],
});

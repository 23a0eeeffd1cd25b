import type { Read } from '../../database/database.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { textsOf } from '../../records/query.ts';
import { brandCurrency, brandDefaults, brandSettings } from '../settings/queries.ts';

const OF_SITES = 'select distinct "currency" from "sites" order by 1';
/** A package takes the currency of its plan. */
const OF_PLANS = 'select distinct "currency" from "plans" order by 1';

/** The day today, by which years of two digits and birthdays are read. */
export const todayOf = (read: Read): string => localDateAt(read.nowMs, brandDefaults(read).timezone);

/** The locale of the studio, by which encodings are likely. */
export const localeOf = (read: Read): string => brandSettings(read).locale;

/**
 * The time zone of the days of a file, the day today, the currencies that its amounts may have, the brand's first, and the
 * locale of the studio.
 */
export const studioCells = (read: Read) => ({
  locale: localeOf(read),
  timezone: brandDefaults(read).timezone,
  today: todayOf(read),
  currencies: [...new Set([brandCurrency(read), ...textsOf(read, OF_SITES), ...textsOf(read, OF_PLANS)])],
});

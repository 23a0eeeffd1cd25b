import { asc } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { query, select } from '../../records/query.ts';
import { Plan } from '../plans/record.ts';
import { brandCurrency, brandDefaults } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';

interface Priced {
  readonly currency: string;
}

const ofSites = query<Priced>(() =>
  select.selectDistinct({ currency: Site.table.currency }).from(Site.table).orderBy(asc(Site.table.currency)),
);

/** A package takes the currency of its plan. */
const ofPlans = query<Priced>(() =>
  select.selectDistinct({ currency: Plan.table.currency }).from(Plan.table).orderBy(asc(Plan.table.currency)),
);

/** The time zone of the days of a file, and the currencies that its amounts may have, the brand's first. */
export const studioCells = (read: Read) => ({
  timezone: brandDefaults(read).timezone,
  currencies: [
    ...new Set([brandCurrency(read), ...[...ofSites.all(read), ...ofPlans.all(read)].map(({ currency }) => currency)]),
  ],
});

import type { Tx } from '../../database/database.ts';
import { storeZoneRules } from '../../database/zone-rules.ts';
import { Site } from '../sites/record.ts';
import { newSite } from '../sites/sites.ts';
import { brandSettings, findBrand } from './queries.ts';
import { emptyRow, saveSettings } from './settings.ts';
import { BRAND } from './tables.ts';

export interface FirstStart {
  readonly brandName: string;
  /** The id of the default site, for a studio that is the same on every start; a new one when absent. */
  readonly siteId?: string;
  readonly siteName?: string;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** BCP 47, such as `en-US`. */
  readonly locale: string;
}

/**
 * Creates the brand and its default site, so that a key made by the verb works immediately (appliance.md "First run"); an
 * existing brand stays as it is. Raises no events: no one can have subscribed yet.
 * @returns the id of the default site.
 */
export const ensureBrand = (tx: Tx, first: FirstStart): string => {
  if (findBrand(tx) !== undefined) return brandSettings(tx).defaultSiteId;
  const defaultSiteId = first.siteId ?? tx.id();
  const { brandName: name, timezone: defaultTimezone, currency, locale } = first;
  saveSettings(tx, {
    ...emptyRow(BRAND, tx.now),
    payment: JSON.stringify({ currency }),
    brand: JSON.stringify({ name, defaultSiteId, defaultTimezone, locale }),
  });
  Site.rows.insert(tx, newSite(tx, { name: first.siteName ?? 'Main' }, defaultSiteId));
  storeZoneRules(tx.db, [defaultTimezone], tx.nowMs);
  return defaultSiteId;
};

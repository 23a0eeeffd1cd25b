import { createSite } from '../resources/sites/sites.ts';
import { createBrand, hasBrand } from '../store/brand.ts';
import type { Tx } from '../store/database.ts';

/** The zone of this machine, which most likely stands in the studio; the owner changes it in the settings. */
const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Makes the brand and its one site where there are none, so that a key works at once. */
export const firstStart = (tx: Tx): void => {
  if (hasBrand(tx)) return;
  const defaultSiteId = tx.id();
  createBrand(tx, { name: 'My studio', defaultSiteId, defaultTimezone: machineZone(), locale: 'en-US' });
  createSite(tx, { name: 'Main' }, defaultSiteId);
};

import { ensureBrand } from '../resources/settings/first-start.ts';
import type { Tx } from '../store/database.ts';

/** The zone of this machine, which most likely stands in the studio; the owner changes it in the settings. */
const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Makes the brand and its one site where there are none, so that a key works at once. */
export const firstStart = (tx: Tx): string =>
  ensureBrand(tx, { brandName: 'My studio', timezone: machineZone(), currency: 'USD', locale: 'en-US' });

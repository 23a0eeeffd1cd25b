import { readlinkSync } from 'node:fs';
import type { Tx } from '../../database/database.ts';
import { ensureBrand } from '../../resources/settings/first-start.ts';
import { findBrand } from '../../resources/settings/queries.ts';

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const linkedZone = (): string => {
  try {
    return readlinkSync('/etc/localtime');
  } catch {
    return '';
  }
};

/**
 * The zone of this machine, which most likely stands in the studio; the owner changes it in the settings.
 * @param tz the variable TZ. UTC is never looked up: that alone would take 4 MB for the tables of all zones.
 */
export const machineZone = (tz: string | undefined, linked: () => string = linkedZone): string => {
  const path = tz === undefined || tz === '' ? linked() : tz;
  const name = path.replace(/^:/, '').replace(/^.*\/zoneinfo\/(?:posix\/|right\/)?/, '');
  const isUtc = name === '' || /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(name);
  return isUtc || !isZone(name) ? 'UTC' : name;
};

/** Makes the brand and its one site where there are none, so that a key works at once. */
export const firstStart = (tx: Tx, tz: string | undefined): void => {
  if (findBrand(tx) !== undefined) return;
  ensureBrand(tx, { brandName: 'My studio', timezone: machineZone(tz), currency: 'USD', locale: 'en-US' });
};

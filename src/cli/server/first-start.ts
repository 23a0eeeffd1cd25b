import { readlinkSync } from 'node:fs';
import type { Tx } from '../../database/database.ts';
import { ensureBrand } from '../../resources/settings/first-start.ts';
import { findBrand } from '../../resources/settings/queries.ts';

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const readLink = (): string => {
  try {
    return readlinkSync('/etc/localtime');
  } catch {
    return '';
  }
};

/**
 * The time zone of this machine, which is probably that of the studio; the owner can change it in the settings.
 * @param tz the variable TZ. UTC is not looked up, since that loads the tables of all zones (4 MB).
 */
export const machineZone = (tz: string | undefined, readZoneLink: () => string = readLink): string => {
  const path = tz === undefined || tz === '' ? readZoneLink() : tz;
  const name = path.replace(/^:/, '').replace(/^.*\/zoneinfo\/(?:posix\/|right\/)?/, '');
  const isUtc = name === '' || /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(name);
  return isUtc || !isTimeZone(name) ? 'UTC' : name;
};

/** Creates the brand and its default site if there are none, so that a key works at once. */
export const createBrand = (tx: Tx, tz: string | undefined): void => {
  if (findBrand(tx) !== undefined) return;
  ensureBrand(tx, { brandName: 'My studio', timezone: machineZone(tz), currency: 'USD', locale: 'en-US' });
};

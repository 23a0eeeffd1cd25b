import type { Read, Tx } from '../../../database/database.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, endOfDay, localDateAt } from '../../../kernel/local-time.ts';
import { Site } from '../../sites/record.ts';
import { change, lifeOf, voidCredits } from '../credits/ledger.ts';
import type { PackageStatus } from '../states.ts';

/** Whether the package is over although its status column does not say so yet. */
const isOverdue = (row: PackageRow, now: string): boolean =>
  (row.status === 'active' || row.status === 'depleted') &&
  row.autoRenews === 0 &&
  row.expiresAt !== null &&
  row.expiresAt <= now;

/** The status at `now`, swept or not. */
export const statusAt = (row: PackageRow, now: string): PackageStatus =>
  isOverdue(row, now) ? 'expired' : (row.status as PackageStatus);

/** The time zone of a package's site. */
export const zoneOf = (read: Read, siteId: string): string => {
  const site = Site.rows.find(read, siteId);
  if (site === undefined) throw new Error(`a package refers to the site '${siteId}', which does not exist`);
  return site.timezone;
};

/** The last millisecond of the local day at a site that lies `days` days after `from` (epoch ms), as an instant. */
export const endOfSiteDay = (read: Read, siteId: string, from: number, days: number): string => {
  const zone = zoneOf(read, siteId);
  return isoInstant(endOfDay(addDays(localDateAt(from, zone), days), zone));
};

/** Moves an instant that ends a local day by whole days, to the end of the day it then is. */
export const moveEndOfDay = (read: Read, siteId: string, end: string, days: number): string =>
  endOfSiteDay(read, siteId, Date.parse(end), days);

/** When a package that starts at `from` (epoch ms) ends: `validityDays` later, at the end of the site's local day. */
export const expiryFrom = (
  read: Read,
  { siteId, validityDays }: Pick<PackageRow, 'siteId' | 'validityDays'>,
  from: number,
): string | null => (validityDays === null ? null : endOfSiteDay(read, siteId, from, validityDays));

/** Ends a package at its expiry; what is left is void. */
const expire = (tx: Tx, row: PackageRow): PackageRow => {
  const expired = change(tx, row, { status: 'expired', creditsHeld: 0 });
  tx.raise('package.expired', row.siteId, { ...lifeOf(expired), expiresAt: row.expiresAt as string });
  return voidCredits(tx, expired, 'expiry');
};

/** The package as it is at this moment: expired first, when that is due. Every verb starts from here. */
export const settled = (tx: Tx, row: PackageRow): PackageRow => (isOverdue(row, tx.now) ? expire(tx, row) : row);

/** Starts a package that waited for its day, its first booking or its first visit. */
export const activate = (tx: Tx, row: PackageRow): PackageRow => {
  if (row.activatedAt !== null) return row;
  const startsAt = row.startsAt ?? tx.now;
  const expiresAt = row.expiresAt ?? expiryFrom(tx, row, Date.parse(startsAt));
  const renewal = row.autoRenews === 1 ? { nextRenewalAt: expiresAt } : {};
  const active = change(tx, row, { startsAt, activatedAt: startsAt, expiresAt, ...renewal });
  tx.raise('package.activated', row.siteId, { ...lifeOf(active), activatedAt: startsAt, expiresAt });
  return active;
};

/** Lets a package end later, awake again if it had expired; the notice of its end will be given anew. */
export const extendTo = (tx: Tx, row: PackageRow, expiresAt: string): PackageRow =>
  change(tx, row, { status: row.status === 'expired' ? 'active' : row.status, expiresAt, expiryToldAt: null });

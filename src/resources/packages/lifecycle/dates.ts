import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, endOfDay, localDateAt } from '../../../kernel/local-time.ts';
import { Site } from '../../sites/record.ts';
import { reactivated } from '../arrears.ts';
import { changePackage, packagePayload } from '../change.ts';
import { voidCredits } from '../credits/ledger.ts';
import type { PackageRow } from '../record.ts';
import { type Expiring, isOverdue } from '../states.ts';

export const zoneOf = (read: Read, siteId: string): string => {
  const site = Site.rows.find(read, siteId);
  if (site === undefined) throw new Error(`a package refers to the site '${siteId}', which does not exist`);
  return site.timezone;
};

/** The last millisecond of the local day at a site that is `days` days after `from` (epoch ms), as an instant. */
export const endOfSiteDay = (read: Read, siteId: string, from: number, days: number): string => {
  const zone = zoneOf(read, siteId);
  return isoInstant(endOfDay(addDays(localDateAt(from, zone), days), zone));
};

/** Moves an instant at the end of a local day by whole days, to the end of that day. */
export const moveEndOfDay = (read: Read, siteId: string, end: string, days: number): string =>
  endOfSiteDay(read, siteId, Date.parse(end), days);

/** When a package that starts at `from` (epoch ms) expires: `validityDays` later, at the end of the site's local day. */
export const expiryFrom = (
  read: Read,
  { siteId, validityDays }: Pick<PackageRow, 'siteId' | 'validityDays'>,
  from: number,
): string | null => (validityDays === null ? null : endOfSiteDay(read, siteId, from, validityDays));

/** The columns of a package that does not renew. */
export const NO_RENEWAL = { autoRenews: 0, nextRenewalAt: null, renewalAttempts: 0, renewalEndsAt: null } as const;

/** The columns of a package that a member has not ended. */
export const NOT_ENDED = { endRequestedAt: null, renewalsLeft: null } as const;

const expire = (tx: Tx, row: Expiring): PackageRow => {
  const expired = changePackage(tx, row, { status: 'expired', creditsHeld: 0, ...NO_RENEWAL });
  tx.raise('package.expired', row.siteId, { ...packagePayload(expired), expiresAt: row.expiresAt });
  return voidCredits(tx, expired, 'expiry');
};

/** Expires the package if it is past its end. Every change of a package begins with this. */
export const expireIfDue = (tx: Tx, row: PackageRow): PackageRow => (isOverdue(row, tx.now) ? expire(tx, row) : row);

/** Activates a package on its start date, at its first booking or at its first visit. */
export const activate = (tx: Tx, row: PackageRow): PackageRow => {
  if (row.activatedAt !== null) return row;
  const startsAt = row.startsAt ?? tx.now;
  const expiresAt = row.expiresAt ?? expiryFrom(tx, row, Date.parse(startsAt));
  const renewal = row.autoRenews === 1 ? { nextRenewalAt: expiresAt } : {};
  const active = changePackage(tx, row, { startsAt, activatedAt: startsAt, expiresAt, ...renewal });
  tx.raise('package.activated', row.siteId, { ...packagePayload(active), activatedAt: startsAt, expiresAt });
  return active;
};

/** Takes back that a package has started, as if it had never been used. Its end is computed anew when it starts. */
export const deactivate = (tx: Tx, row: PackageRow): PackageRow => {
  const isComputed = row.startsAt !== null && row.expiresAt === expiryFrom(tx, row, Date.parse(row.startsAt));
  const renewal = row.autoRenews === 1 ? { nextRenewalAt: null } : {};
  const expiresAt = isComputed ? null : row.expiresAt;
  return changePackage(tx, row, { startsAt: null, activatedAt: null, expiresAt, ...renewal });
};

/** Lets a package expire later. One that had expired is active again; `package.expiring` is raised again. */
export const extendExpiry = (tx: Tx, row: PackageRow, expiresAt: string): PackageRow =>
  changePackage(tx, row, { ...reactivated(tx, row), expiresAt, expiryToldAt: null });

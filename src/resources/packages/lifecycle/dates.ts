import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, dayOfMonth, endOfDay, localDateAt } from '../../../kernel/local-time.ts';
import { Site } from '../../sites/record.ts';
import { endFrom, endOfPeriod, type Period, type Validity } from '../../validity.ts';
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

/** The end of the period that is `count` after the one that ends with `end`, an instant: the end of a local day. */
export const movePeriods = (
  read: Read,
  { siteId, ...period }: Period & Pick<PackageRow, 'siteId'>,
  end: string,
  count: number,
): string => {
  const zone = zoneOf(read, siteId);
  return isoInstant(endOfDay(endOfPeriod(localDateAt(Date.parse(end), zone), count, period), zone));
};

/** When a package that starts at `from` (epoch ms) expires: after its validity, at the end of the site's local day. */
export const expiryFrom = (
  read: Read,
  { siteId, ...validity }: Validity & Pick<PackageRow, 'siteId'>,
  from: number,
): string | null => {
  const zone = zoneOf(read, siteId);
  const end = endFrom(localDateAt(from, zone), validity);
  return end === null ? null : isoInstant(endOfDay(end, zone));
};

/** The day of the month on which a package renews that starts at `from` (epoch ms); null where it counts days. */
export const billingDayFrom = (
  read: Read,
  { siteId, validityMonths }: Pick<PackageRow, 'siteId' | 'validityMonths'>,
  from: number,
): number | null => (validityMonths === null ? null : dayOfMonth(localDateAt(from, zoneOf(read, siteId))));

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
  const billingDay = row.billingDay ?? billingDayFrom(tx, row, Date.parse(startsAt));
  const renewal = row.autoRenews === 1 ? { nextRenewalAt: expiresAt } : {};
  const active = changePackage(tx, row, { startsAt, activatedAt: startsAt, expiresAt, billingDay, ...renewal });
  tx.raise('package.activated', row.siteId, { ...packagePayload(active), activatedAt: startsAt, expiresAt });
  return active;
};

/** Takes back that a package has started, as if it had never been used. Its end is computed again when it starts. */
export const deactivate = (tx: Tx, row: PackageRow): PackageRow => {
  const isComputed = row.startsAt !== null && row.expiresAt === expiryFrom(tx, row, Date.parse(row.startsAt));
  const renewal = row.autoRenews === 1 ? { nextRenewalAt: null } : {};
  const end = isComputed ? { expiresAt: null, billingDay: null } : {};
  return changePackage(tx, row, { startsAt: null, activatedAt: null, ...end, ...renewal });
};

/** Lets a package expire later. One that had expired is active again; `package.expiring` is raised again. */
export const extendExpiry = (tx: Tx, row: PackageRow, expiresAt: string): PackageRow =>
  changePackage(tx, row, { ...reactivated(tx, row), expiresAt, expiryNotifiedAt: null });

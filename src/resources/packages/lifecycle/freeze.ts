import type { Tx } from '../../../database/database.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, localDateAt, wallClock } from '../../../kernel/local-time.ts';
import { transition } from '../../../kernel/machine.ts';
import { conflict, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { membershipSettings } from '../../settings/effective.ts';
import { change, lifeOf } from '../credits/ledger.ts';
import type { FreezePackageBody } from '../shapes.ts';
import { type PackageStatus, verbs } from '../states.ts';
import { moveEndOfDay, settled, zoneOf } from './dates.ts';

const DAY_MS = 86_400_000;
/** How far behind now a freeze may be dated, for clocks that differ. */
const BEHIND_MS = 5 * 60_000;

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);

const refused = (code: string, message: string): Problem =>
  conflict('package_not_eligible', message, [{ param: 'id', code, message }]);

/** Whether a freeze is on or planned. */
const isOpen = ({ frozenUntil }: PackageRow, now: string): boolean => frozenUntil !== null && frozenUntil > now;

const startOf = (tx: Tx, startsAt: string | undefined): number => {
  if (startsAt === undefined) return tx.nowMs;
  const start = epochOf(startsAt);
  if (start < tx.nowMs - BEHIND_MS) {
    throw invalidParam('startsAt', "A freeze cannot start in the past. Leave 'startsAt' out to start it now.");
  }
  return Math.max(start, tx.nowMs);
};

/** The days of the local year that are left to freeze. */
const allowanceOf = (tx: Tx, row: PackageRow, year: number) => {
  const { freezeAllowed, maxFreezeDaysPerYear } = membershipSettings(tx, row.siteId);
  if (!freezeAllowed) throw refused('freeze_not_allowed', 'The settings do not allow freezing of packages here.');
  const used = row.freezeYear === year ? row.freezeDaysUsed : 0;
  if (used >= maxFreezeDaysPerYear) {
    throw refused('freeze_days_used_up', `The ${maxFreezeDaysPerYear} days of this year are all used.`);
  }
  return { used, left: maxFreezeDaysPerYear - used, allowed: maxFreezeDaysPerYear };
};

/** The end of a freeze and its length in local days; without an end it lasts as long as the year's days do. */
const spanOf = (zone: string, start: number, endsAt: string | undefined, left: number) => {
  const { date, time } = wallClock(start, zone);
  if (endsAt === undefined) return { end: instantOf(addDays(date, left), time, zone), days: left };
  const end = epochOf(endsAt);
  if (end <= start) throw invalidParam('endsAt', 'A freeze must end after it starts. Send a later instant.');
  const days = Math.max(1, daysBetween(date, localDateAt(end, zone)));
  if (days > left) {
    throw invalidParam('endsAt', `That is ${days} days, and ${left} are left this year. Send an earlier end.`);
  }
  return { end, days };
};

/** The columns of a package that ends some days later, or earlier, and renews then. */
const movedEnd = (tx: Tx, row: PackageRow, days: number): Partial<PackageRow> => {
  if (row.expiresAt === null) return {};
  const expiresAt = moveEndOfDay(tx, row.siteId, row.expiresAt, days);
  const renewal = row.autoRenews === 1 && row.renewalAttempts === 0 ? { nextRenewalAt: expiresAt } : {};
  return { expiresAt, expiryToldAt: days > 0 ? null : row.expiryToldAt, ...renewal };
};

/**
 * Freezes a package: it cannot be used, and where the settings say so it ends later by the frozen days (rules.md
 * "Package"). The expiry moves at once, and back by what is not used when the freeze ends early.
 * @throws Problem 400 for an impossible time; 409 `package_expired`, `package_already_cancelled`, or
 *   `package_not_eligible` with the reason as the detail's code.
 */
export const freeze = (tx: Tx, given: PackageRow, body: FreezePackageBody): PackageRow => {
  const row = settled(tx, given);
  transition(verbs.change, row.status as PackageStatus);
  if (isOpen(row, tx.now)) throw refused('frozen', 'This package is frozen already. Unfreeze it first.');
  const zone = zoneOf(tx, row.siteId);
  const start = startOf(tx, body.startsAt);
  const startsAt = isoInstant(start);
  if (row.expiresAt !== null && row.expiresAt <= startsAt) {
    throw invalidParam('startsAt', 'The package will have expired by then. Send an earlier instant.');
  }
  const year = Number(localDateAt(start, zone).slice(0, 4));
  const { used, left, allowed } = allowanceOf(tx, row, year);
  const { end, days } = spanOf(zone, start, body.endsAt, left);
  const isExtended = row.expiresAt !== null && membershipSettings(tx, row.siteId).freezeExtendsExpiry;
  const endsAt = isoInstant(end);
  const frozen = change(tx, row, {
    frozenFrom: startsAt,
    frozenUntil: endsAt,
    freezeReason: body.reason ?? null,
    freezeYear: year,
    freezeDaysUsed: used + days,
    freezeDaysAllowed: allowed,
    freezeDaysAdded: isExtended ? days : 0,
    ...(isExtended ? movedEnd(tx, row, days) : {}),
  });
  tx.raise('package.frozen', row.siteId, { ...lifeOf(frozen), startsAt, endsAt, expiresAt: frozen.expiresAt });
  return frozen;
};

const THAWED = { frozenFrom: null, frozenUntil: null, freezeReason: null, freezeDaysAdded: 0 };

/** A freeze that has reached its end. */
export const thaw = (tx: Tx, row: PackageRow): PackageRow => {
  const thawed = change(tx, row, THAWED);
  if (row.status === 'cancelled' || row.status === 'expired') return thawed;
  tx.raise('package.unfrozen', row.siteId, { ...lifeOf(thawed), expiresAt: thawed.expiresAt });
  return thawed;
};

/**
 * Ends a freeze early, or calls off a planned one; the days that were not frozen are given back and the expiry
 * follows.
 * @throws Problem 409 `package_not_eligible` (not_frozen), `package_expired`, `package_already_cancelled`.
 */
export const unfreeze = (tx: Tx, given: PackageRow): PackageRow => {
  const row = settled(tx, given);
  transition(verbs.change, row.status as PackageStatus);
  const { frozenFrom, frozenUntil } = row;
  if (!isOpen(row, tx.now) || frozenFrom === null || frozenUntil === null) {
    throw refused('not_frozen', 'This package is not frozen. Nothing is left to do.');
  }
  const zone = zoneOf(tx, row.siteId);
  const dateOf = (instant: string) => localDateAt(epochOf(instant), zone);
  const planned = Math.max(1, daysBetween(dateOf(frozenFrom), dateOf(frozenUntil)));
  const lasted = Math.max(0, daysBetween(dateOf(frozenFrom), localDateAt(tx.nowMs, zone)));
  const unused = Math.max(0, planned - lasted);
  const back = Math.min(unused, row.freezeDaysAdded);
  const thawed = change(tx, row, {
    ...THAWED,
    freezeDaysUsed: Math.max(0, row.freezeDaysUsed - unused),
    ...(back === 0 ? {} : movedEnd(tx, row, -back)),
  });
  tx.raise('package.unfrozen', row.siteId, { ...lifeOf(thawed), expiresAt: thawed.expiresAt });
  return thawed;
};

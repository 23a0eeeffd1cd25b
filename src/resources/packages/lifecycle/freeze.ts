import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, localDateAt, wallClock } from '../../../kernel/local-time.ts';
import { conflict, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { PackageRow } from '../record.ts';
import type { FreezePackageBody } from '../shapes.ts';
import { verbs } from '../states.ts';
import { expireIfDue, moveEndOfDay, zoneOf } from './dates.ts';

const DAY_MS = 86_400_000;
/** How far in the past a freeze may start, for clocks that differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);

const notEligible = (code: string, message: string): Problem =>
  conflict('package_not_eligible', message, [{ param: 'id', code, message }]);

/** Whether a freeze has started or is planned. */
const hasFreeze = ({ frozenUntil }: PackageRow, now: string): boolean => frozenUntil !== null && frozenUntil > now;

const startOf = (tx: Tx, startsAt: string | undefined): number => {
  if (startsAt === undefined) return tx.nowMs;
  const start = epochOf(startsAt);
  if (start < tx.nowMs - CLOCK_TOLERANCE_MS) {
    throw invalidParam('startsAt', "A freeze cannot start in the past. Leave 'startsAt' out to start it now.");
  }
  return Math.max(start, tx.nowMs);
};

/** The days that can be frozen in a local year: used, left and allowed. */
const allowanceOf = (tx: Tx, row: PackageRow, year: number) => {
  const { freezeAllowed, maxFreezeDaysPerYear } = membershipSettings(tx, row.siteId);
  if (!freezeAllowed) throw notEligible('freeze_not_allowed', 'The settings do not allow freezing of packages here.');
  const used = row.freezeYear === year ? row.freezeDaysUsed : 0;
  if (used >= maxFreezeDaysPerYear) {
    throw notEligible('freeze_days_used_up', `The ${maxFreezeDaysPerYear} days of this year are all used.`);
  }
  return { used, left: maxFreezeDaysPerYear - used, allowed: maxFreezeDaysPerYear };
};

/** The end of a freeze and its length in local days; without `endsAt` it takes the days that are left. */
const endOf = (zone: string, start: number, endsAt: string | undefined, left: number) => {
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

/** The columns of a package that expires and renews some days later, or earlier. */
const movedExpiry = (tx: Tx, row: PackageRow, days: number): Partial<PackageRow> => {
  if (row.expiresAt === null) return {};
  const expiresAt = moveEndOfDay(tx, row.siteId, row.expiresAt, days);
  const renewal = row.autoRenews === 1 && row.renewalAttempts === 0 ? { nextRenewalAt: expiresAt } : {};
  return { expiresAt, expiryToldAt: days > 0 ? null : row.expiryToldAt, ...renewal };
};

/**
 * Freezes a package, so that it cannot be used (rules.md "Package"). Where the settings say so, it expires later by
 * the frozen days: `expiresAt` moves now, and back by the unused days if the freeze ends early.
 * @throws Problem 400 for an impossible time; 409 `package_expired`, `package_already_cancelled`, or
 *   `package_not_eligible` with the reason as the detail's code.
 */
export const freezePackage = (tx: Tx, found: PackageRow, body: FreezePackageBody): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  if (hasFreeze(row, tx.now)) throw notEligible('frozen', 'This package is frozen already. Unfreeze it first.');
  const zone = zoneOf(tx, row.siteId);
  const start = startOf(tx, body.startsAt);
  const startsAt = isoInstant(start);
  if (row.expiresAt !== null && row.expiresAt <= startsAt) {
    throw invalidParam('startsAt', 'The package will have expired by then. Send an earlier instant.');
  }
  const year = Number(localDateAt(start, zone).slice(0, 4));
  const { used, left, allowed } = allowanceOf(tx, row, year);
  const { end, days } = endOf(zone, start, body.endsAt, left);
  const isExtended = row.expiresAt !== null && membershipSettings(tx, row.siteId).freezeExtendsExpiry;
  const endsAt = isoInstant(end);
  const frozen = changePackage(tx, row, {
    frozenFrom: startsAt,
    frozenUntil: endsAt,
    freezeReason: body.reason ?? null,
    freezeYear: year,
    freezeDaysUsed: used + days,
    freezeDaysAllowed: allowed,
    freezeDaysAdded: isExtended ? days : 0,
    ...(isExtended ? movedExpiry(tx, row, days) : {}),
  });
  tx.raise('package.frozen', row.siteId, { ...packagePayload(frozen), startsAt, endsAt, expiresAt: frozen.expiresAt });
  return frozen;
};

const NOT_FROZEN = { frozenFrom: null, frozenUntil: null, freezeReason: null, freezeDaysAdded: 0 };

/** Ends a freeze at its planned end. */
export const endFreeze = (tx: Tx, row: PackageRow): PackageRow => {
  const unfrozen = changePackage(tx, row, NOT_FROZEN);
  if (row.status === 'cancelled' || row.status === 'expired') return unfrozen;
  tx.raise('package.unfrozen', row.siteId, { ...packagePayload(unfrozen), expiresAt: unfrozen.expiresAt });
  return unfrozen;
};

/** The days of the current freeze that have not been used. */
const unusedDays = (tx: Tx, siteId: string, from: string, until: string): number => {
  const zone = zoneOf(tx, siteId);
  const dateOf = (instant: string) => localDateAt(epochOf(instant), zone);
  const planned = Math.max(1, daysBetween(dateOf(from), dateOf(until)));
  const used = Math.max(0, daysBetween(dateOf(from), localDateAt(tx.nowMs, zone)));
  return Math.max(0, planned - used);
};

/**
 * Ends a freeze early, or cancels a planned one. The unused days can be frozen again, and the expiry moves back by
 * those that had extended it.
 * @throws Problem 409 `package_not_eligible` (not_frozen), `package_expired`, `package_already_cancelled`.
 */
export const unfreezePackage = (tx: Tx, found: PackageRow): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  const { frozenFrom, frozenUntil } = row;
  if (!hasFreeze(row, tx.now) || frozenFrom === null || frozenUntil === null) {
    throw notEligible('not_frozen', 'This package is not frozen.');
  }
  const unused = unusedDays(tx, row.siteId, frozenFrom, frozenUntil);
  const back = Math.min(unused, row.freezeDaysAdded);
  const unfrozen = changePackage(tx, row, {
    ...NOT_FROZEN,
    freezeDaysUsed: Math.max(0, row.freezeDaysUsed - unused),
    ...(back === 0 ? {} : movedExpiry(tx, row, -back)),
  });
  tx.raise('package.unfrozen', row.siteId, { ...packagePayload(unfrozen), expiresAt: unfrozen.expiresAt });
  return unfrozen;
};

import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { daysBetween, daysLater, localDateAt } from '../../../kernel/local-time.ts';
import { conflict, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { pack, unpack } from '../../../records/json.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { PackageRow } from '../record.ts';
import type { FreezePackageBody } from '../shapes.ts';
import { verbs } from '../states.ts';
import { expireIfDue, moveEndOfDay, zoneOf } from './dates.ts';
import { isAfterPeriod, overAt } from './ending.ts';

/** How far in the past a freeze may start, for clocks that differ. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

const notAllowed = (code: string, message: string, param = 'id'): Problem =>
  conflict('freeze_not_allowed', message, [{ param, code, message }]);

/** Whether a freeze has started or is planned. */
const hasFreeze = ({ frozenUntil }: PackageRow, now: string): boolean => frozenUntil !== null && frozenUntil > now;

const startOf = (tx: Tx, startsAt: string | undefined): number => {
  if (startsAt === undefined) return tx.nowMs;
  const start = epochOf(startsAt);
  if (start < tx.nowMs - CLOCK_TOLERANCE_MS) {
    throw invalidParam('startsAt', "A freeze cannot start in the past. Leave out 'startsAt' to start it now.", {
      reason: 'in_the_past',
    });
  }
  return Math.max(start, tx.nowMs);
};

type DaysByYear = Readonly<Record<string, number>>;

const splitByYear = (from: string, days: number): DaysByYear => {
  const split: Record<string, number> = {};
  let date = from;
  for (let left = days; left > 0; ) {
    const year = date.slice(0, 4);
    const next = `${String(Number(year) + 1).padStart(4, '0')}-01-01`;
    const within = Math.min(left, daysBetween(date, next));
    split[year] = within;
    left -= within;
    date = next;
  }
  return split;
};

const plus = (days: DaysByYear, more: DaysByYear, sign: 1 | -1): DaysByYear => {
  const sum: Record<string, number> = { ...days };
  for (const [year, count] of Object.entries(more)) sum[year] = Math.max(0, (sum[year] ?? 0) + sign * count);
  return sum;
};

const frozenDays = ({ freezeDays }: PackageRow): DaysByYear => unpack<DaysByYear>(freezeDays) ?? {};

/** The days that can be frozen in a local year, and those that are left in each. */
const allowanceOf = (tx: Tx, row: PackageRow, year: string) => {
  const { freezeAllowed, maxFreezeDaysPerYear: allowed } = membershipSettings(tx, row.siteId);
  if (!freezeAllowed) throw notAllowed('freeze_not_allowed', 'The settings do not allow freezing packages here.');
  const used = frozenDays(row);
  const leftIn = (each: string): number => Math.max(0, allowed - (used[each] ?? 0));
  if (leftIn(year) === 0) {
    throw notAllowed('freeze_days_used_up', `All ${allowed} freeze days of this year have been used.`);
  }
  return { allowed, leftIn };
};

/** The maximum number of days that a freeze without an end takes: those left in its year, as far as the next year has them too. */
const longestFrom = (date: string, leftIn: (year: string) => number): number => {
  const wanted = leftIn(date.slice(0, 4));
  return Object.entries(splitByYear(date, wanted)).reduce(
    (days, [year, count]) => days + Math.min(count, leftIn(year)),
    0,
  );
};

/** The end, and its local days. @throws Problem 400 for an end before the start, 409 `freeze_not_allowed`. */
const endOf = (zone: string, start: number, endsAt: string | undefined, leftIn: (year: string) => number) => {
  const date = localDateAt(start, zone);
  if (endsAt === undefined) {
    const days = longestFrom(date, leftIn);
    return { end: daysLater(start, days, zone), days };
  }
  const end = epochOf(endsAt);
  if (end <= start)
    throw invalidParam('endsAt', 'A freeze must end after it starts. Send a later time.', {
      reason: 'end_before_start',
    });
  const days = Math.max(1, daysBetween(date, localDateAt(end, zone)));
  for (const [year, count] of Object.entries(splitByYear(date, days))) {
    const left = leftIn(year);
    if (count > left) {
      const message = `That is ${count} days of ${year}, but only ${left} are left. Send an earlier end.`;
      throw notAllowed('freeze_days_used_up', message, 'endsAt');
    }
  }
  return { end, days };
};

const movedExpiry = (tx: Tx, row: PackageRow, days: number): Partial<PackageRow> => {
  if (row.expiresAt === null) return {};
  const expiresAt = moveEndOfDay(tx, row.siteId, row.expiresAt, days);
  const renewal = row.autoRenews === 1 && row.renewalAttempts === 0 ? { nextRenewalAt: expiresAt } : {};
  return { expiresAt, expiryNotifiedAt: days > 0 ? null : row.expiryNotifiedAt, ...renewal };
};

/**
 * Freezes a package, so that it cannot be used (rules.md "Package"). Where the settings say so, it expires later by
 * the frozen days: `expiresAt` moves now, and back by the unused days if the freeze ends early. A freeze in a later period of
 * a package that renews moves the end of that period, once the renewal has begun it.
 * @throws Problem 400 for an impossible time; 409 `package_expired`, `package_already_cancelled`, or
 *   `freeze_not_allowed` with the reason as the detail's code.
 */
export const freezePackage = (tx: Tx, found: PackageRow, body: FreezePackageBody): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  if (hasFreeze(row, tx.now)) throw notAllowed('frozen', 'This package is already frozen. Unfreeze it first.');
  const zone = zoneOf(tx, row.siteId);
  const start = startOf(tx, body.startsAt);
  const startsAt = isoInstant(start);
  const over = overAt(tx, row);
  if (over !== null && over <= startsAt) {
    throw invalidParam('startsAt', 'The package will have expired by then. Send an earlier time.', {
      reason: 'expired_by_then',
    });
  }
  const date = localDateAt(start, zone);
  const year = date.slice(0, 4);
  const { allowed, leftIn } = allowanceOf(tx, row, year);
  const { end, days } = endOf(zone, start, body.endsAt, leftIn);
  const isExtended = row.expiresAt !== null && membershipSettings(tx, row.siteId).freezeExtendsExpiry;
  const endsAt = isoInstant(end);
  const daysAdded = isExtended ? days : 0;
  const frozen = changePackage(tx, row, {
    frozenFrom: startsAt,
    frozenUntil: endsAt,
    freezeReason: body.reason ?? null,
    freezeYear: Number(year),
    freezeDays: pack(plus(frozenDays(row), splitByYear(date, days), 1)),
    freezeDaysAllowed: allowed,
    freezeDaysAdded: daysAdded,
    termDaysAdded: row.termDaysAdded + daysAdded,
    ...(isExtended && !isAfterPeriod(row, startsAt) ? movedExpiry(tx, row, days) : {}),
  });
  tx.raise('package.frozen', row.siteId, { ...packagePayload(frozen), startsAt, endsAt, expiresAt: frozen.expiresAt });
  return frozen;
};

const NOT_FROZEN = { frozenFrom: null, frozenUntil: null, freezeReason: null, freezeDaysAdded: 0 };

export const endFreeze = (tx: Tx, row: PackageRow): PackageRow => {
  const unfrozen = changePackage(tx, row, NOT_FROZEN);
  if (row.status === 'cancelled' || row.status === 'expired') return unfrozen;
  tx.raise('package.unfrozen', row.siteId, { ...packagePayload(unfrozen), expiresAt: unfrozen.expiresAt });
  return unfrozen;
};

/** The days of the current freeze that have not been used, in total and by local year. */
const unusedDays = (tx: Tx, siteId: string, from: string, until: string) => {
  const zone = zoneOf(tx, siteId);
  const dateOf = (instant: string) => localDateAt(epochOf(instant), zone);
  const start = dateOf(from);
  const planned = Math.max(1, daysBetween(start, dateOf(until)));
  const used = Math.min(planned, Math.max(0, daysBetween(start, localDateAt(tx.nowMs, zone))));
  return { unused: planned - used, byYear: plus(splitByYear(start, planned), splitByYear(start, used), -1) };
};

/**
 * Ends a freeze early, or cancels a planned one. The unused days can be frozen again, and the expiry moves back by
 * those that had extended it.
 * @throws Problem 409 `freeze_not_allowed` (not_frozen), `package_expired`, `package_already_cancelled`.
 */
export const unfreezePackage = (tx: Tx, found: PackageRow): PackageRow => {
  const row = expireIfDue(tx, found);
  applyTransition(verbs.change, row.status);
  const { frozenFrom, frozenUntil } = row;
  if (!hasFreeze(row, tx.now) || frozenFrom === null || frozenUntil === null) {
    throw notAllowed('not_frozen', 'This package is not frozen.');
  }
  const { unused, byYear } = unusedDays(tx, row.siteId, frozenFrom, frozenUntil);
  const takenBack = Math.min(unused, row.freezeDaysAdded);
  const back = isAfterPeriod(row, frozenFrom) ? 0 : takenBack;
  const unfrozen = changePackage(tx, row, {
    ...NOT_FROZEN,
    freezeDays: pack(plus(frozenDays(row), byYear, -1)),
    termDaysAdded: Math.max(0, row.termDaysAdded - takenBack),
    ...(back === 0 ? {} : movedExpiry(tx, row, -back)),
  });
  tx.raise('package.unfrozen', row.siteId, { ...packagePayload(unfrozen), expiresAt: unfrozen.expiresAt });
  return unfrozen;
};

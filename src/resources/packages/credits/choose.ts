import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, missingResource, type Problem } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import { expiryFrom } from '../lifecycle/dates.ts';
import { activePackages, mayReadPackage } from '../queries.ts';
import { Package, type PackageRow } from '../record.ts';
import { expiryOf, statusAt } from '../states.ts';
import { type PeriodUsage, usageLimits, usageLimitsAround } from './usage.ts';

/** What the choice of a package depends on in a session. */
export interface SessionContext {
  readonly siteId: string;
  readonly category: string | null;
  /** Instant. */
  readonly startTime: string;
  readonly creditCost: number;
}

/** Why a package cannot pay for a session, in the order of rules.md "Which credit". */
const REASONS = {
  wrong_location: 'It is not valid at the place of this session.',
  wrong_category: 'It is not valid for this category of sessions.',
  not_started: 'It is not valid yet when this session starts.',
  will_be_expired: 'It will have expired when this session starts.',
  no_credits: 'It has too few credits left.',
  usage_limit_reached: 'Its limit for that period is used up.',
  frozen: 'It is frozen.',
  on_hold: 'It is on hold.',
  cancelled: 'It is cancelled.',
} as const;

export type IneligibilityReason = keyof typeof REASONS;

/** Whether a list of eligible values, of which an empty one means all, includes `value`. */
const includes = (list: string | null, value: string | null): boolean => {
  const eligible = unpackList<string>(list);
  return eligible.length === 0 || (value !== null && eligible.includes(value));
};

/** When the package would expire if a booking were made now. */
const expiryIfBooked = (read: Read, row: PackageRow): string | null => {
  return row.autoRenews === 0 &&
    row.activatedAt === null &&
    row.activationType === 'on_first_booking' &&
    row.expiresAt === null
    ? expiryFrom(read, row, read.nowMs)
    : expiryOf(row);
};

/** Whether the package is frozen now or when the session starts. */
const isFrozenFor = ({ frozenFrom, frozenUntil }: PackageRow, now: string, startTime: string): boolean => {
  if (frozenFrom === null || frozenUntil === null) return false;
  const isDuring = (instant: string) => frozenFrom <= instant && instant < frozenUntil;
  return isDuring(now) || isDuring(startTime);
};

/** The credits that are neither used nor held; null for a package without a number of credits. */
const availableCredits = (row: PackageRow): number | null =>
  row.creditsRemaining === null ? null : row.creditsRemaining - row.creditsHeld;

/** Why `row` cannot pay for the session; undefined when it can. */
export const ineligibilityOf = (
  read: Read,
  row: PackageRow,
  session: SessionContext,
  limit: PeriodUsage | undefined,
  expiry: string | null = expiryIfBooked(read, row),
): IneligibilityReason | undefined => {
  const { startTime, creditCost } = session;
  if (!includes(row.eligibleSiteIds, session.siteId)) return 'wrong_location';
  if (!includes(row.eligibleCategories, session.category)) return 'wrong_category';
  if (row.startsAt !== null && row.startsAt > startTime) return 'not_started';
  if (statusAt(row, read.now) === 'expired' || (expiry !== null && expiry <= startTime)) return 'will_be_expired';
  const available = availableCredits(row);
  if (row.status !== 'cancelled' && available !== null && available < creditCost) return 'no_credits';
  if (limit !== undefined && limit.used >= limit.count) return 'usage_limit_reached';
  if (isFrozenFor(row, read.now, startTime)) return 'frozen';
  if (row.onHold === 1) return 'on_hold';
  return row.status === 'cancelled' ? 'cancelled' : undefined;
};

const notEligible = (reason: IneligibilityReason | 'wrong_client', why: string): Problem => {
  const message = `The package cannot pay for this session. ${why} Choose another package, or leave 'packageId' out.`;
  return conflict('package_not_eligible', message, [{ param: 'packageId', code: reason, message: why }]);
};

/**
 * The package that a request names.
 * @throws Problem 400 `resource_missing`; 409 `package_not_eligible` with the reason as the detail's code.
 */
const requestedPackage = (read: Read, clientId: string, session: SessionContext, packageId: string): PackageRow => {
  const row = Package.rows.find(read, packageId);
  if (row === undefined) throw missingResource('packageId', 'package', packageId);
  if (row.clientId !== clientId) throw notEligible('wrong_client', "It is another client's.");
  const limits = usageLimits(read, [row], Date.parse(session.startTime));
  const reason = ineligibilityOf(read, row, session, limits.get(row.id));
  if (reason !== undefined) throw notEligible(reason, REASONS[reason]);
  return row;
};

/**
 * Chooses the package that pays for each of some sessions (rules.md "Which credit"): the first eligible one of the
 * client; undefined when there is none. Reads the client's active packages, and their uses if one of them has a usage
 * limit, once for all sessions.
 */
export const creditChooser = (
  read: Read,
  clientId: string,
  sessions: readonly SessionContext[],
): ((session: SessionContext) => PackageRow | undefined) => {
  const candidates = activePackages(read, clientId);
  const starts = sessions.map(({ startTime }) => Date.parse(startTime));
  const limitOf = usageLimitsAround(read, candidates, starts);
  // The expiry does not depend on the session.
  const dated = candidates.map((row) => ({ row, expiry: expiryIfBooked(read, row) }));
  return (session) => {
    const at = Date.parse(session.startTime);
    const isEligible = ({ row, expiry }: (typeof dated)[number]) =>
      ineligibilityOf(read, row, session, limitOf(row, at), expiry) === undefined;
    return dated.find(isEligible)?.row;
  };
};

/**
 * Chooses the package that pays for a session: the requested one, or the first eligible one of the client; undefined
 * when there is none.
 * @throws Problem 400 `resource_missing` or 409 `package_not_eligible` for a requested one only.
 */
export const chooseCredit = (
  read: Read,
  clientId: string,
  session: SessionContext,
  packageId?: string,
): PackageRow | undefined => {
  if (packageId !== undefined) return requestedPackage(read, clientId, session, packageId);
  return creditChooser(read, clientId, [session])(session);
};

/**
 * Chooses the package for a client from the waitlist: `preferredId` if it is eligible, otherwise the first eligible
 * one, since the client would rather have the seat than the preferred package.
 */
export const preferredCredit = (
  read: Read,
  clientId: string,
  session: SessionContext,
  preferredId: string | null,
): PackageRow | undefined => {
  const candidates = activePackages(read, clientId);
  const limits = usageLimits(read, candidates, Date.parse(session.startTime));
  const eligible = candidates.filter((row) => ineligibilityOf(read, row, session, limits.get(row.id)) === undefined);
  return eligible.find(({ id }) => id === preferredId) ?? eligible[0];
};

/** 409 `no_eligible_package` with the reason of each active package of the client; the caller's own rights decide which are named. */
export const noEligiblePackage = (read: Read, caller: Caller, clientId: string, session: SessionContext): Problem => {
  const candidates = activePackages(read, clientId);
  const limits = usageLimits(read, candidates, Date.parse(session.startTime));
  const details = candidates.flatMap((row) => {
    const reason = ineligibilityOf(read, row, session, limits.get(row.id));
    if (reason === undefined) return [];
    const why = { param: 'packageId', code: reason };
    if (!mayReadPackage(caller, row))
      return [{ ...why, message: `A package that you may not see: ${REASONS[reason]}` }];
    return [{ ...why, message: `${row.name}: ${REASONS[reason]}`, packageId: row.id }];
  });
  const message =
    caller.clientId === undefined
      ? 'The client has no package that can pay for this session. Sell one, or book without requireCredit.'
      : 'You have no package for this class. Ask the studio for one, or choose another class.';
  return conflict('no_eligible_package', message, details);
};

/** The `bookingSource` of a booking that this package pays for (records.md "Booking"). */
export const sourceOf = (row: PackageRow): 'credit' | 'unlimited' | 'drop_in' => {
  if (row.type === 'drop_in') return 'drop_in';
  return row.creditsTotal === null ? 'unlimited' : 'credit';
};

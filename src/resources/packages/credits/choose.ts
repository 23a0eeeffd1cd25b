import type { Read } from '../../../database/database.ts';
import { unpackList } from '../../../database/json.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { conflict, missingResource, type Problem } from '../../../kernel/problem.ts';
import { expiryFrom, statusAt } from '../lifecycle/dates.ts';
import { activePackages, packageRows } from '../queries.ts';
import { type Allowance, allowances, allowancesAround } from './usage.ts';

/** What the choice of a credit has to know of a session. */
export interface SessionFacts {
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

export type Unfit = keyof typeof REASONS;

const admits = (list: string | null, value: string | null): boolean => {
  const eligible = unpackList<string>(list);
  return eligible.length === 0 || (value !== null && eligible.includes(value));
};

/** When the package would end if this booking started it; what renews goes on. */
const endIfBooked = (read: Read, row: PackageRow): string | null => {
  if (row.autoRenews === 1) return null;
  return row.activatedAt === null && row.activationType === 'on_first_booking' && row.expiresAt === null
    ? expiryFrom(read, row, read.nowMs)
    : row.expiresAt;
};

/** Frozen now, or when the session starts. */
const isFrozenFor = ({ frozenFrom, frozenUntil }: PackageRow, now: string, startTime: string): boolean => {
  if (frozenFrom === null || frozenUntil === null) return false;
  const holds = (instant: string) => frozenFrom <= instant && instant < frozenUntil;
  return holds(now) || holds(startTime);
};

/** What of a package is free to be spent; null when it is not counted. */
const free = (row: PackageRow): number | null =>
  row.creditsRemaining === null ? null : row.creditsRemaining - row.creditsHeld;

/** Why `row` cannot pay for the session, or undefined when it can. */
export const unfitness = (
  read: Read,
  row: PackageRow,
  session: SessionFacts,
  limit: Allowance | undefined,
  end: string | null = endIfBooked(read, row),
): Unfit | undefined => {
  if (!admits(row.eligibleSiteIds, session.siteId)) return 'wrong_location';
  if (!admits(row.eligibleCategories, session.category)) return 'wrong_category';
  if (row.startsAt !== null && row.startsAt > session.startTime) return 'not_started';
  if (statusAt(row, read.now) === 'expired' || (end !== null && end <= session.startTime)) return 'will_be_expired';
  const left = free(row);
  if (row.status !== 'cancelled' && left !== null && left < session.creditCost) return 'no_credits';
  if (limit !== undefined && limit.used >= limit.count) return 'usage_limit_reached';
  if (isFrozenFor(row, read.now, session.startTime)) return 'frozen';
  if (row.onHold === 1) return 'on_hold';
  return row.status === 'cancelled' ? 'cancelled' : undefined;
};

const notEligible = (reason: Unfit | 'wrong_client', why: string): Problem => {
  const message = `The package cannot pay for this session. ${why} Choose another package, or leave 'packageId' out.`;
  return conflict('package_not_eligible', message, [{ param: 'packageId', code: reason, message: why }]);
};

/**
 * The package that a body names.
 * @throws Problem 400 `resource_missing`; 409 `package_not_eligible` with the reason as the detail's code.
 */
const named = (read: Read, clientId: string, session: SessionFacts, packageId: string): PackageRow => {
  const row = packageRows.find(read, packageId);
  if (row === undefined) throw missingResource('packageId', 'package', packageId);
  if (row.clientId !== clientId) throw notEligible('wrong_client', "It is another client's.");
  const limits = allowances(read, [row], Date.parse(session.startTime));
  const reason = unfitness(read, row, session, limits.get(row.id));
  if (reason !== undefined) throw notEligible(reason, REASONS[reason]);
  return row;
};

/**
 * The package that pays for each of some sessions by itself (rules.md "Which credit"): the first of the client's that
 * can; undefined when none can. One seek over the client's active packages, and one count of uses when any of them
 * has a usage limit, however many sessions there are.
 */
export const creditChooser = (
  read: Read,
  clientId: string,
  sessions: readonly SessionFacts[],
): ((session: SessionFacts) => PackageRow | undefined) => {
  const candidates = activePackages(read, clientId);
  const starts = sessions.map(({ startTime }) => Date.parse(startTime));
  const limitOf = allowancesAround(read, candidates, starts);
  // When a booking made now would end a package is the same for all sessions.
  const booked = candidates.map((row) => ({ row, end: endIfBooked(read, row) }));
  return (session) => {
    const at = Date.parse(session.startTime);
    const isFit = ({ row, end }: (typeof booked)[number]) =>
      unfitness(read, row, session, limitOf(row, at), end) === undefined;
    return booked.find(isFit)?.row;
  };
};

/**
 * The package that pays for a session: the one that is named, or the first of the client's that can; undefined when
 * none can.
 * @throws Problem 400 `resource_missing` or 409 `package_not_eligible` for a named one only.
 */
export const chooseCredit = (
  read: Read,
  clientId: string,
  session: SessionFacts,
  packageId?: string,
): PackageRow | undefined => {
  if (packageId !== undefined) return named(read, clientId, session, packageId);
  return creditChooser(read, clientId, [session])(session);
};

/**
 * As `chooseCredit` for someone who waited: the package `preferredId` while it can pay, and else the first that can,
 * since the seat is worth more than the choice.
 */
export const preferredCredit = (
  read: Read,
  clientId: string,
  session: SessionFacts,
  preferredId: string | null,
): PackageRow | undefined => {
  const candidates = activePackages(read, clientId);
  const limits = allowances(read, candidates, Date.parse(session.startTime));
  const fitting = candidates.filter((row) => unfitness(read, row, session, limits.get(row.id)) === undefined);
  return fitting.find(({ id }) => id === preferredId) ?? fitting[0];
};

/** 409 `no_eligible_package`, telling of each active package of the client why it cannot pay. */
export const noEligiblePackage = (read: Read, clientId: string, session: SessionFacts): Problem => {
  const candidates = activePackages(read, clientId);
  const limits = allowances(read, candidates, Date.parse(session.startTime));
  const details = candidates.flatMap((row) => {
    const reason = unfitness(read, row, session, limits.get(row.id));
    if (reason === undefined) return [];
    return [{ param: 'packageId', code: reason, message: `${row.name}: ${REASONS[reason]}`, packageId: row.id }];
  });
  const message = 'The client has no package that can pay for this session. Sell one, or book without requireCredit.';
  return conflict('no_eligible_package', message, details);
};

/** How a booking that this package pays for is paid (records.md "Booking", `bookingSource`). */
export const sourceOf = (row: PackageRow): 'credit' | 'unlimited' | 'drop_in' => {
  if (row.type === 'drop_in') return 'drop_in';
  return row.creditsTotal === null ? 'unlimited' : 'credit';
};

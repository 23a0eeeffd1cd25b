// Whether a package can be used. Booking, waitlists, check-in and content ask here.

import type { Read } from '../../database/database.ts';
import { laterOf } from '../../kernel/local-time.ts';
import { unpackList } from '../../records/json.ts';
import { lapsedCredits } from './credits/queries.ts';
import { type PeriodUsage, usageLimitsAround } from './credits/usage.ts';
import { expiryFrom } from './lifecycle/dates.ts';
import { overAt } from './lifecycle/ending.ts';
import { activePackages } from './queries.ts';
import type { PackageRow } from './record.ts';
import { statusAt } from './states.ts';

/** What a package is used for. Without a site or a category, the package may be for any. */
export interface Use {
  readonly siteId?: string;
  readonly category?: string | null;
  /** Instant. */
  readonly startTime: string;
  readonly creditCost: number;
  /** Instant by which the package has to be valid, where that is later than the start. */
  readonly validBy?: string;
}

/** A session that a package pays for. */
export type SessionContext = Required<Omit<Use, 'validBy'>>;

/** Why a package cannot be used. */
export const UNUSABLE_REASONS = [
  'wrong_location',
  'wrong_category',
  'not_started',
  'will_be_expired',
  'no_credits',
  'usage_limit_reached',
  'frozen',
  'on_hold',
  'cancelled',
] as const;
export type UnusableReason = (typeof UNUSABLE_REASONS)[number];

/** Whether a list of eligible values includes `value`. An empty list means all values. */
const includes = (list: string | null, value: string | null | undefined): boolean => {
  const eligible = unpackList<string>(list);
  return value === undefined || eligible.length === 0 || (value !== null && eligible.includes(value));
};

/** When the package would expire if a booking were made now. */
const expiryIfBooked = (read: Read, row: PackageRow): string | null => {
  const startsNow = row.activatedAt === null && row.activationType === 'on_first_booking' && row.expiresAt === null;
  if (startsNow && row.autoRenews === 0) return expiryFrom(read, row, read.nowMs);
  return overAt(read, row);
};

const isFrozenFor = ({ frozenFrom, frozenUntil }: PackageRow, now: string, startTime: string): boolean => {
  if (frozenFrom === null || frozenUntil === null) return false;
  const isDuring = (instant: string) => frozenFrom <= instant && instant < frozenUntil;
  return isDuring(now) || isDuring(startTime);
};

/** The credits that are neither used nor held, of an expired package those that lapsed; null without a number of credits. */
const availableCredits = (read: Read, row: PackageRow): number | null => {
  if (row.creditsRemaining === null) return null;
  return row.status === 'expired' ? lapsedCredits(read, row.id) : row.creditsRemaining - row.creditsHeld;
};

/** Whether a package has expired since the start of a session to which someone is added later: it was valid then. */
const wasValid = ({ expiresAt }: PackageRow, { startTime, validBy = startTime }: Use): boolean =>
  validBy > startTime && expiresAt !== null && expiresAt > startTime;

/** Why a package cannot be used, in the order of rules.md "Which credit"; undefined when it can. */
export const whyUnusable = (
  read: Read,
  row: PackageRow,
  use: Use,
  limit?: PeriodUsage,
  expiry: string | null = expiryIfBooked(read, row),
): UnusableReason | undefined => {
  const { siteId, category, startTime, creditCost, validBy = startTime } = use;
  if (!includes(row.eligibleSiteIds, siteId)) return 'wrong_location';
  if (!includes(row.eligibleCategories, category)) return 'wrong_category';
  if (row.startsAt !== null && row.startsAt > validBy) return 'not_started';
  if (statusAt(row, read.now) === 'expired' && !wasValid(row, use)) return 'will_be_expired';
  if (expiry !== null && expiry <= startTime) return 'will_be_expired';
  const available = availableCredits(read, row);
  if (row.status !== 'cancelled' && available !== null && available < creditCost) return 'no_credits';
  if (limit !== undefined && limit.used >= limit.count) return 'usage_limit_reached';
  if (isFrozenFor(row, read.now, startTime)) return 'frozen';
  if (row.onHold === 1) return 'on_hold';
  return row.status === 'cancelled' ? 'cancelled' : undefined;
};

/** Why some packages cannot pay for some sessions. Reads their uses, if one of them has a usage limit, once for all. */
export const unusableReasons = (
  read: Read,
  rows: readonly PackageRow[],
  sessions: readonly SessionContext[],
): ((row: PackageRow, session: SessionContext) => UnusableReason | undefined) => {
  const starts = sessions.map(({ startTime }) => Date.parse(startTime));
  const limitOf = usageLimitsAround(read, rows, starts);
  // The expiry does not depend on the session.
  const expiries = new Map(rows.map((row) => [row.id, expiryIfBooked(read, row)]));
  return (row, session) => {
    const limit = limitOf(row, Date.parse(session.startTime));
    // Someone who is added to a session after its start pays with what they have by then.
    const validBy = laterOf(session.startTime, read.now);
    return whyUnusable(read, row, { ...session, validBy }, limit, expiries.get(row.id));
  };
};

/** The packages of a client that can be used now, whatever for, in the order in which they are used. */
export const usableNow = (read: Read, clientId: string): PackageRow[] => {
  const use = { startTime: read.now, creditCost: 0 };
  return activePackages(read, clientId).filter((row) => whyUnusable(read, row, use) === undefined);
};

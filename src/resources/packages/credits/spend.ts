import type { Tx } from '../../../database/database.ts';
import type { CREDIT_OUTCOMES } from '../../../events/enumerations.ts';
import { laterOf } from '../../../kernel/local-time.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { changePackage } from '../change.ts';
import { activate, deactivate, endOfSiteDay, expireIfDue, extendExpiry } from '../lifecycle/dates.ts';
import { Package, type PackageRow } from '../record.ts';
import type { PackageUseRow } from '../tables.ts';
import { type SessionContext, unusableReasons } from '../usable.ts';
import { addCredits } from './ledger.ts';
import { removeUse, saveUse, useOf } from './queries.ts';

export interface BookingContext {
  readonly bookingId: string;
  /** The session's start, an instant. */
  readonly startTime: string;
  readonly creditCost: number;
}

/** What happened to the credit of a booking; `not_applicable` without a number of credits. */
export type CreditOutcome = (typeof CREDIT_OUTCOMES)[number];

export interface Spent {
  readonly package: PackageRow;
  readonly creditsUsed: number;
  readonly creditOutcome: CreditOutcome;
}

const packageOf = (tx: Tx, use: PackageUseRow): PackageRow => {
  const row = Package.rows.find(tx, use.packageId);
  if (row === undefined) throw new Error(`a use refers to the package '${use.packageId}', which does not exist`);
  return row;
};

/** `outcome` for a package with a number of credits. */
const outcomeFor = (row: PackageRow, outcome: CreditOutcome): CreditOutcome =>
  row.creditsTotal === null ? 'not_applicable' : outcome;

const costFor = (row: PackageRow, creditCost: number): number => (row.creditsTotal === null ? 0 : creditCost);

/** What a booking stores of the credits that `consume` takes for it. */
export const consumption = (row: PackageRow, creditCost: number): Omit<Spent, 'package'> => ({
  creditsUsed: costFor(row, creditCost),
  creditOutcome: outcomeFor(row, 'consumed'),
});

/** Whether the package has yet to be activated by its first booking or visit; one with a start date does not. */
const startsWith = (row: PackageRow, activationType: 'on_first_booking' | 'on_first_visit'): boolean =>
  row.activationType === activationType && row.activatedAt === null && row.startsAt === null;

/** Releases held credits. They never left the balance, so the ledger gets no entry. */
const release = (tx: Tx, row: PackageRow, use: PackageUseRow): PackageRow => {
  removeUse(tx, use.bookingId);
  return changePackage(tx, row, { creditsHeld: Math.max(0, row.creditsHeld - use.credits) });
};

/** Held for an open waitlist offer, credits stay in the balance, for this booking only. `row`: from `creditChooser`. */
export const hold = (tx: Tx, row: PackageRow, booking: BookingContext): Spent => {
  const { bookingId, startTime, creditCost } = booking;
  const credits = costFor(row, creditCost);
  saveUse(tx, { bookingId, packageId: row.id, credits, startTime, state: 'held' });
  const held = changePackage(tx, row, { creditsHeld: row.creditsHeld + credits });
  return { package: held, creditsUsed: 0, creditOutcome: outcomeFor(row, 'held') };
};

/**
 * Takes the credits of a confirmed booking, whether or not they were held for it. Activates a package that starts
 * with its first booking.
 * @param row from `chooseCredit`, or the package that holds the credits.
 * @throws Problem 409 `package_not_eligible` when there are too few.
 */
export const consume = (tx: Tx, row: PackageRow, booking: BookingContext): Spent => {
  const { bookingId, startTime, creditCost } = booking;
  const before = useOf(tx, bookingId);
  const released = before?.state === 'held' && before.packageId === row.id ? release(tx, row, before) : row;
  const active = startsWith(released, 'on_first_booking') ? activate(tx, released) : released;
  const consumed = consumption(row, creditCost);
  const credits = consumed.creditsUsed;
  saveUse(tx, { bookingId, packageId: row.id, credits, startTime, state: 'consumed' });
  // What has lapsed since pays for a session at whose start it had not.
  const open = active.status === 'expired' ? addCredits(tx, active, credits, 'expiry', { bookingId }) : active;
  const counted = changePackage(tx, open, { creditsUsed: open.creditsUsed + credits });
  const paid = credits === 0 ? counted : addCredits(tx, counted, -credits, 'booking', { bookingId });
  return { package: paid, ...consumed };
};

/**
 * Lets the credits that a booking has taken pay for another session, where their package covers it at the same cost. Nothing
 * moves then, so the ledger gets no entry. Returns whether they do.
 */
export const moveUse = (tx: Tx, bookingId: string, session: SessionContext): boolean => {
  const use = useOf(tx, bookingId);
  if (use?.state !== 'consumed') return false;
  const row = packageOf(tx, use);
  if (costFor(row, session.creditCost) !== use.credits) return false;
  removeUse(tx, bookingId);
  const creditsRemaining = row.creditsRemaining === null ? null : row.creditsRemaining + use.credits;
  const without = { ...row, creditsRemaining };
  const isCovered = unusableReasons(tx, [without], [session])(without, session) === undefined;
  saveUse(tx, isCovered ? { ...use, startTime: session.startTime } : use);
  return isCovered;
};

/** The package, extended if it has expired and its credits are restored nevertheless; undefined where they are not. */
const restorable = (tx: Tx, row: PackageRow, byStudio: boolean): PackageRow | undefined => {
  if (row.status === 'cancelled') return undefined;
  if (row.status !== 'expired') return row;
  const { restoreToExpiredPolicy, extendDays } = membershipSettings(tx, row.siteId);
  if (restoreToExpiredPolicy !== 'extend' && !byStudio) return undefined;
  const end = endOfSiteDay(tx, row.siteId, tx.nowMs, extendDays);
  return extendExpiry(tx, row, laterOf(end, row.expiresAt ?? end));
};

/**
 * Restores the credits that a booking took or held (rules.md "Cancel" and "Package"). To an expired package they are
 * restored if the brand's policy says so, or if the studio caused it; to a canceled one never.
 * @param byStudio the session was canceled or changed, or the client archived.
 */
export const restore = (
  tx: Tx,
  bookingId: string,
  { byStudio = false }: { readonly byStudio?: boolean } = {},
): { readonly package: PackageRow | undefined; readonly creditOutcome: CreditOutcome } => {
  const use = useOf(tx, bookingId);
  if (use === undefined) return { package: undefined, creditOutcome: 'not_applicable' };
  const row = expireIfDue(tx, packageOf(tx, use));
  if (use.state === 'held') {
    return { package: release(tx, row, use), creditOutcome: outcomeFor(row, 'restored') };
  }
  if (use.credits === 0) {
    removeUse(tx, bookingId);
    return { package: row, creditOutcome: outcomeFor(row, 'restored') };
  }
  const open = restorable(tx, row, byStudio);
  if (open === undefined) {
    saveUse(tx, { ...use, state: 'forfeited' });
    return { package: row, creditOutcome: 'forfeited' };
  }
  removeUse(tx, bookingId);
  const counted = changePackage(tx, open, { creditsUsed: Math.max(0, open.creditsUsed - use.credits) });
  const restored = addCredits(tx, counted, use.credits, 'cancel_restore', { bookingId });
  return { package: restored, creditOutcome: 'restored' };
};

/** The ledger says why, and the balance stays. Credits that are only held are released. */
export const forfeit = (tx: Tx, bookingId: string, reason: 'late_forfeit' | 'no_show'): CreditOutcome => {
  const use = useOf(tx, bookingId);
  if (use === undefined) return 'not_applicable';
  if (use.state === 'held') return restore(tx, bookingId).creditOutcome;
  const row = packageOf(tx, use);
  saveUse(tx, { ...use, state: 'forfeited' });
  if (row.creditsTotal === null) return 'not_applicable';
  if (use.state === 'consumed') addCredits(tx, row, 0, reason, { bookingId });
  return 'forfeited';
};

/** Counts the credits as consumed again, when a no-show turns out to have attended. */
export const reinstate = (tx: Tx, bookingId: string): CreditOutcome => {
  const use = useOf(tx, bookingId);
  if (use === undefined || use.state === 'held') return 'not_applicable';
  saveUse(tx, { ...use, state: 'consumed' });
  return outcomeFor(packageOf(tx, use), 'consumed');
};

/** Activates a package that starts with its first visit. Call it for every check-in on a booking or package. */
export const recordVisit = (tx: Tx, packageId: string): void => {
  const row = Package.rows.find(tx, packageId);
  if (row === undefined || !startsWith(row, 'on_first_visit')) return;
  const current = expireIfDue(tx, row);
  if (current.status === 'active' || current.status === 'depleted') activate(tx, current);
};

const VISITED = `select exists (select 1 from "bookings" where "clientId" = ?1 and "packageId" = ?2 and "status" = 'attended')
  or exists (select 1 from "checkins" where "clientId" = ?1 and "status" = 'valid' and "packageId" = ?2) "isVisited"`;

/** Takes back a start with the first visit. `at` is when that was recorded. Call it when the visit is gone. */
export const takeBackVisit = (tx: Tx, packageId: string, at: string): void => {
  const row = Package.rows.find(tx, packageId);
  if (row?.activationType !== 'on_first_visit' || row.activatedAt !== at || row.startsAt !== at) return;
  const found = tx.db.query<{ isVisited: number }, [string, string]>(VISITED).get(row.clientId, row.id);
  if (found?.isVisited === 0) deactivate(tx, row);
};

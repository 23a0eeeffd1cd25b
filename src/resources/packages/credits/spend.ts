import type { Tx } from '../../../database/database.ts';
import type { PackageRow, PackageUseRow } from '../../../database/tables/packages.ts';
import { membershipSettings } from '../../settings/effective.ts';
import { activate, endOfSiteDay, extendTo, settled } from '../lifecycle/dates.ts';
import { packageRows, removeUse, saveUse, useOf } from '../queries.ts';
import { change, credit } from './ledger.ts';

/** What spending has to know of a booking. */
export interface BookingFacts {
  readonly bookingId: string;
  /** The session's start, an instant. */
  readonly startTime: string;
  readonly creditCost: number;
}

/** What became of a booking's credit; `not_applicable` where none is counted. */
export type CreditOutcome = 'not_applicable' | 'held' | 'consumed' | 'restored' | 'forfeited';

/** A package after it moved, and what the booking keeps of that. */
export interface Spent {
  readonly package: PackageRow;
  readonly creditsUsed: number;
  readonly creditOutcome: CreditOutcome;
}

const NOTHING = { package: undefined, creditOutcome: 'not_applicable' } as const;

const packageOf = (tx: Tx, use: PackageUseRow): PackageRow => {
  const row = packageRows.find(tx, use.packageId);
  if (row === undefined) throw new Error(`a use refers to the package '${use.packageId}', which does not exist`);
  return row;
};

const isCounted = (row: PackageRow): boolean => row.creditsTotal !== null;

/** Whether the package waits for this to begin; one that was sold with a date does not. */
const isFirst = (row: PackageRow, by: 'on_first_booking' | 'on_first_visit'): boolean =>
  row.activationType === by && row.activatedAt === null && row.startsAt === null;

/** Gives a held credit free again, without a word in the ledger: it never left the balance. */
const letGo = (tx: Tx, row: PackageRow, use: PackageUseRow): PackageRow => {
  removeUse(tx, use.bookingId);
  return change(tx, row, { creditsHeld: Math.max(0, row.creditsHeld - use.credits) });
};

/**
 * Keeps a credit for an open waiting-list offer: it stays in the balance, and nobody else can spend it. The package
 * comes from `chooseCredit`.
 */
export const hold = (tx: Tx, row: PackageRow, booking: BookingFacts): Spent => {
  const { bookingId, startTime, creditCost } = booking;
  const credits = isCounted(row) ? creditCost : 0;
  saveUse(tx, { bookingId, packageId: row.id, credits, startTime, state: 'held' });
  const held = change(tx, row, { creditsHeld: row.creditsHeld + credits });
  return { package: held, creditsUsed: 0, creditOutcome: isCounted(row) ? 'held' : 'not_applicable' };
};

/**
 * Takes the credit of a seat that is secured, also one that was held for it. Starts a package that waited for its
 * first booking. The package comes from `chooseCredit`, or is the one that holds the credit.
 * @throws Problem 409 `package_not_eligible` when there are too few.
 */
export const consume = (tx: Tx, row: PackageRow, booking: BookingFacts): Spent => {
  const { bookingId, startTime, creditCost } = booking;
  const before = useOf(tx, bookingId);
  const unheld = before?.state === 'held' && before.packageId === row.id ? letGo(tx, row, before) : row;
  const started = isFirst(unheld, 'on_first_booking') ? activate(tx, unheld) : unheld;
  const credits = isCounted(row) ? creditCost : 0;
  saveUse(tx, { bookingId, packageId: row.id, credits, startTime, state: 'consumed' });
  const counted = change(tx, started, { creditsUsed: started.creditsUsed + credits });
  const paid = credits === 0 ? counted : credit(tx, counted, -credits, 'booking', { bookingId });
  return { package: paid, creditsUsed: credits, creditOutcome: isCounted(row) ? 'consumed' : 'not_applicable' };
};

const later = (left: string, right: string): string => (left > right ? left : right);

/** Whether credits may still go back onto the package, and until when it then lasts. */
const reopened = (tx: Tx, row: PackageRow, byStudio: boolean): PackageRow | undefined => {
  if (row.status === 'cancelled') return undefined;
  if (row.status !== 'expired') return row;
  const { restoreToExpiredPolicy, extendDays } = membershipSettings(tx, row.siteId);
  if (restoreToExpiredPolicy !== 'extend' && !byStudio) return undefined;
  const end = endOfSiteDay(tx, row.siteId, tx.nowMs, extendDays);
  return extendTo(tx, row, later(end, row.expiresAt ?? end));
};

/**
 * Gives back what a booking took or held (rules.md "Cancel" and "Package"). Onto an expired pack the brand's policy
 * decides; what the studio caused is always given back. Nothing goes back onto a cancelled package: it is void.
 * @param byStudio the session was cancelled or changed, or the client archived.
 */
export const restore = (
  tx: Tx,
  bookingId: string,
  { byStudio = false }: { readonly byStudio?: boolean } = {},
): { readonly package: PackageRow | undefined; readonly creditOutcome: CreditOutcome } => {
  const use = useOf(tx, bookingId);
  if (use === undefined) return NOTHING;
  const row = settled(tx, packageOf(tx, use));
  if (use.state === 'held') {
    return { package: letGo(tx, row, use), creditOutcome: isCounted(row) ? 'restored' : 'not_applicable' };
  }
  if (use.credits === 0) {
    removeUse(tx, bookingId);
    return { package: row, creditOutcome: isCounted(row) ? 'restored' : 'not_applicable' };
  }
  const open = reopened(tx, row, byStudio);
  if (open === undefined) {
    saveUse(tx, { ...use, state: 'forfeited' });
    return { package: row, creditOutcome: 'forfeited' };
  }
  removeUse(tx, bookingId);
  const given = change(tx, open, { creditsUsed: Math.max(0, open.creditsUsed - use.credits) });
  const restored = credit(tx, given, use.credits, 'cancel_restore', { bookingId });
  return { package: restored, creditOutcome: 'restored' };
};

/**
 * Notes that a booking's credit stays lost: the ledger says why, and the balance does not move. What was only held
 * was never taken and is given back.
 */
export const forfeit = (tx: Tx, bookingId: string, reason: 'late_forfeit' | 'no_show'): CreditOutcome => {
  const use = useOf(tx, bookingId);
  if (use === undefined) return 'not_applicable';
  if (use.state === 'held') return restore(tx, bookingId).creditOutcome;
  const row = packageOf(tx, use);
  saveUse(tx, { ...use, state: 'forfeited' });
  if (!isCounted(row)) return 'not_applicable';
  if (use.state === 'consumed') credit(tx, row, 0, reason, { bookingId });
  return 'forfeited';
};

/** A no-show turned out to be in the room: the credit counts as consumed again. */
export const reinstate = (tx: Tx, bookingId: string): CreditOutcome => {
  const use = useOf(tx, bookingId);
  if (use === undefined || use.state === 'held') return 'not_applicable';
  saveUse(tx, { ...use, state: 'consumed' });
  return isCounted(packageOf(tx, use)) ? 'consumed' : 'not_applicable';
};

/** Starts a package that waited for its first visit; to be told of every check-in on a booking or package. */
export const noteVisit = (tx: Tx, packageId: string): void => {
  const row = packageRows.find(tx, packageId);
  if (row === undefined || !isFirst(row, 'on_first_visit')) return;
  const now = settled(tx, row);
  if (now.status === 'active' || now.status === 'depleted') activate(tx, now);
};

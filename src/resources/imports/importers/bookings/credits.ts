import type { Tx } from '../../../../database/database.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import type { Static } from '../../../../kernel/schemas.ts';
import { takeCredit } from '../../../bookings/credits.ts';
import type { BookableSession } from '../../../bookings/queries.ts';
import { Booking, type BookingRow, type BookingStatus } from '../../../bookings/record.ts';
import { SEATED_STATUSES } from '../../../bookings/status/states.ts';
import type { packageUse } from '../../../exports/shapes.ts';
import { chooseCredit, sourceOf } from '../../../packages/credits/choose.ts';
import { creditsOfUses, saveUse } from '../../../packages/credits/queries.ts';
import type { PackageRow } from '../../../packages/record.ts';
import type { ImportBooking } from '../../shapes.ts';

type Row = Static<typeof ImportBooking>;
type PackageUse = Static<typeof packageUse>;

/** How the booking was paid, as its row says. @throws Problem 400 for a credit that no offer holds. */
export const paymentOf = (row: Row, status: BookingStatus, session: BookableSession, paid: PackageRow | undefined) => {
  if (row.creditOutcome === 'held' && row.state === undefined) {
    throw invalidParam('creditOutcome', 'Only an open offer holds a credit. Leave the column out.', {
      reason: 'contradiction',
    });
  }
  const isConsumed = paid !== undefined && paid.creditsTotal !== null && SEATED_STATUSES.has(status);
  return {
    packageId: paid?.id ?? null,
    bookingSource: row.bookingSource ?? (paid === undefined ? 'unpaid' : sourceOf(paid)),
    creditsUsed: row.creditsUsed ?? (isConsumed ? session.creditCost : 0),
    creditOutcome: row.creditOutcome ?? (isConsumed ? 'consumed' : 'not_applicable'),
  } as const;
};

/** As a booking here would. @throws Problem 400 for another number of credits; 409 `package_not_eligible`. */
const takeNow = (tx: Tx, row: Row, booking: BookingRow, session: BookableSession, paid: PackageRow): void => {
  if (row.creditsUsed !== undefined && row.creditsUsed !== session.creditCost) {
    const message = `The package has no record of this use, so this booking takes the ${session.creditCost} credits of its session now. Send that, leave it out, or import the package with its used credits.`;
    throw invalidParam('creditsUsed', message, { reason: 'contradiction' });
  }
  const credit = chooseCredit(tx, booking.clientId, session, paid.id);
  Booking.rows.update(tx, booking.id, takeCredit(tx, booking, session, credit));
};

/** Records the use in a row's `state`: its package came with it. @throws Problem 400 when that knows of less. */
const saveGivenUse = (
  tx: Tx,
  { id: bookingId, startTime }: BookingRow,
  { credits, state }: PackageUse,
  { id: packageId, creditsUsed, creditsHeld, creditsTotal }: PackageRow,
): void => {
  const isHeld = state === 'held';
  const unlinked = isHeld ? creditsHeld : creditsUsed - creditsOfUses(tx, packageId);
  if (credits > unlinked && (creditsTotal !== null || credits > 0)) {
    throw invalidParam('state.use.credits', `The package has ${unlinked} such credits. Import the package first.`, {
      reason: 'contradiction',
    });
  }
  saveUse(tx, { bookingId, packageId, credits, startTime, state });
};

/**
 * Records what a booking took of its package. A package that was brought in says how many credits were used before:
 * its bookings account for those. Nothing gives back what is past or canceled. Any other seat takes its credits now,
 * so that no cancellation gives back more than was taken. Late cancellations count for usage limits, too.
 */
export const usePackage = (tx: Tx, row: Row, booking: BookingRow, session: BookableSession, paid: PackageRow): void => {
  if (row.state !== undefined) {
    const { use } = row.state;
    if (use !== undefined && use !== null) saveGivenUse(tx, booking, use, paid);
    return;
  }
  const { id: bookingId, startTime, status } = booking;
  const isForfeited = booking.isLateCancel === 1 || booking.creditOutcome === 'forfeited';
  if (!isForfeited && !SEATED_STATUSES.has(status)) return;
  const unlinked = paid.creditsTotal === null ? 0 : Math.max(0, paid.creditsUsed - creditsOfUses(tx, paid.id));
  const isPast = status === 'cancelled' || startTime <= tx.now;
  if (paid.creditsTotal !== null && booking.creditsUsed > unlinked && !isPast) {
    takeNow(tx, row, booking, session, paid);
    return;
  }
  const credits = Math.min(booking.creditsUsed, unlinked);
  saveUse(tx, { bookingId, packageId: paid.id, credits, startTime, state: isForfeited ? 'forfeited' : 'consumed' });
};

// What becomes of guests when the member who brings them does not come.

import type { Tx } from '../../../database/database.ts';
import { eventChanges } from '../../../events/changes.ts';
import { changesBetween } from '../../../kernel/changes.ts';
import { pick } from '../../../kernel/objects.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { creditChooser } from '../../packages/credits/choose.ts';
import { forfeit } from '../../packages/credits/spend.ts';
import type { PackageRow } from '../../packages/record.ts';
import { dropInPayments } from '../../payments/queries.ts';
import { refundByRule } from '../../payments/refunds/refunds.ts';
import type { FactReactions } from '../../reactions.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { restoreCredit, takeCredit } from '../credits.ts';
import { sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import { bookingIds, type Cancellation } from '../status/change.ts';
import type { CurrentBooking } from '../status/current.ts';
import { bookingToChange } from '../status/to-change.ts';
import { bookingsOfGuests } from './queries.ts';

const eventFields = (row: BookingRow) =>
  pick(row, 'bookingSource', 'hostBookingId', 'packageId', 'creditsUsed', 'creditOutcome');

/** What the host has paid comes back, or does not, as if the guest lost the place: a host must not learn that a guest has a pass. */
const settleHost = (tx: Tx, row: CurrentBooking, isLate: boolean): void => {
  if (isLate) {
    forfeit(tx, row.id, 'late_forfeit');
    return;
  }
  restoreCredit(tx, row);
  if (bookingSettings(tx, row.siteId, row.overrides).refundDropIns === 'none') return;
  for (const payment of dropInPayments(tx, row.id)) refundByRule(tx, payment, 'requested_by_customer');
};

/** A guest with a pass of their own keeps the place, which is theirs now. Returns whether it is. */
const leaveToGuest = (tx: Tx, row: CurrentBooking, isLate: boolean): boolean => {
  if (row.status !== 'confirmed') return false;
  const session = sessionOfBooking(tx, row);
  // What someone in the household shares may be the host's own.
  const isOwn = ({ clientId }: PackageRow): boolean => clientId === row.clientId;
  const credit = creditChooser(tx, row.clientId, [session], isOwn)(session);
  if (credit === undefined) return false;
  settleHost(tx, row, isLate);
  const own = { id: row.id, bookingSource: 'unpaid' } as const;
  const next = setColumns(tx, Booking, row, { hostBookingId: null, ...takeCredit(tx, own, session, credit) });
  const difference = changesBetween(eventFields(row), eventFields(next));
  tx.raise('booking.updated', row.siteId, { ...bookingIds(row), ...eventChanges(Booking.schema, difference) });
  return true;
};

/** Cancels the places of a host's guests with the host's, except those that guests pay for by a pass of their own. */
export const endGuestsOf = (
  tx: Tx,
  host: CurrentBooking,
  cancellation: Cancellation,
  reactions: FactReactions,
  cancelOne: (row: CurrentBooking, cancellation: Cancellation) => void,
): void => {
  for (const given of bookingsOfGuests(tx, host.id)) {
    const row = bookingToChange(tx, given, reactions);
    if (row.status !== 'confirmed' && row.status !== 'waitlisted') continue;
    const isLate = row.status === 'confirmed' && cancellation.isLate === true;
    if (!leaveToGuest(tx, row, isLate)) cancelOne(row, { ...cancellation, isLate });
  }
};

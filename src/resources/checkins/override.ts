import type { Tx } from '../../database/database.ts';
import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import { conflict } from '../../kernel/problem.ts';
import { pack } from '../../records/json.ts';
import { changedColumns } from '../../records/query.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import { Booking } from '../bookings/record.ts';
import { checkIn as attend } from '../bookings/status/attendance.ts';
import { bookingToChange } from '../bookings/status/to-change.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { storeCheckin } from './check-in.ts';
import { checkinClient } from './queries.ts';
import { Checkin, type CheckinRow, type Override } from './record.ts';
import type { OverrideCheckinBody } from './shapes.ts';

/** @throws Problem 409 `checkin_not_refused`. */
const requireRefused = ({ status, statusCode }: CheckinRow): void => {
  if (status === 'valid')
    throw conflict('checkin_not_refused', 'This check-in is valid: the client is already checked in.');
  if (statusCode !== 'undone') return;
  throw conflict('checkin_not_refused', 'This check-in was undone by staff. Check the client in again.');
};

/** The booking of a refused check-in, as it is now; undefined for one that is canceled, or at a site that the caller may not see. */
const bookingOf = (
  tx: Tx,
  caller: Caller,
  { bookingId }: CheckinRow,
  reactions: FactReactions,
): BookingRecord | undefined => {
  const found = bookingId === null ? undefined : bookingById(tx, bookingId);
  if (found === undefined || !Booking.canAccess(caller, found)) return undefined;
  const row = bookingToChange(tx, found, reactions);
  return row.status === 'cancelled' ? undefined : row;
};

/**
 * Lets a client in whom the rules refused: the check-in becomes valid and counts as of its own time, and its booking is
 * attended. What had refused it stays in `override`.
 * @throws Problem 409 `checkin_not_refused`.
 */
export const overrideCheckin = (
  tx: Tx,
  caller: Caller,
  row: CheckinRow,
  { reason }: OverrideCheckinBody,
  reactions: FactReactions,
): CheckinRow => {
  requireRefused(row);
  const client = checkinClient.clientId(tx, row.clientId);
  if (client === undefined) throw new Error(`the check-in '${row.id}' lacks its client`);
  const { statusCode, message } = row;
  const override: Override = { at: tx.now, staffId: staffIdOf(caller), reason, statusCode, message };
  const booking = bookingOf(tx, caller, row, reactions);
  const admitted: CheckinRow = {
    ...row,
    status: 'valid',
    statusCode: 'ok',
    message: 'Let in by the front desk.',
    override: pack(override),
    bookingId: booking?.id ?? null,
    isReEntry: Number(booking?.status === 'attended'),
    updatedAt: tx.now,
  };
  const store = (given: CheckinRow): CheckinRow =>
    storeCheckin(tx, client, given, reactions, undefined, (next) =>
      Checkin.rows.update(tx, row.id, changedColumns(row, next)),
    );
  if (booking === undefined || booking.status === 'attended') return store(admitted);
  let stored = admitted;
  const bookingCheckedIn: Reactions['bookingCheckedIn'] = (_, { packageId }) => {
    stored = store({ ...admitted, packageId: packageId ?? admitted.packageId });
    return stored.id;
  };
  attend(tx, booking, { checkedInAt: row.checkedInAt }, { ...reactions, bookingCheckedIn });
  return stored;
};

import type { Tx } from '../../../database/database.ts';
import { pack, unpack } from '../../../database/json.ts';
import type { BookingRow } from '../../../database/tables/bookings.ts';
import { upperSnake } from '../../../events/catalogue.ts';
import { type Caller, staffOf } from '../../../kernel/caller.ts';
import { conflict } from '../../../kernel/problem.ts';
import { reduceArrears } from '../../payments/charging/arrears.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { type BookingRecord, setBooking } from '../queries.ts';
import type { BookingWire, ManageBookingBody } from '../shapes.ts';

export type Penalty = NonNullable<BookingWire['penalty']>;

/** What the desk decided about a booking, kept beside the record. */
interface Desk {
  readonly promotedBy?: string;
  readonly promoteReason?: string | null;
  readonly waivedBy?: string;
  readonly waiveReason?: string | null;
}

/** Who lets a penalty fall: the credential, and the staff member for whom it acts. */
export interface Waiver {
  readonly credentialId: string;
  readonly staffId: string | null;
}

export const waiverBy = (caller: Caller): Waiver => ({ credentialId: caller.credentialId, staffId: staffOf(caller) });

/** The column `desk` with one more decision. */
export const decided = (row: BookingRow, decision: Desk): string | null =>
  pack({ ...unpack<Desk>(row.desk), ...decision });

/** The penalty in a booking's column. */
export const penaltyOf = (row: BookingRow): Penalty | null => unpack<Penalty>(row.penalty);

/**
 * What a late cancellation or a no-show costs by the settings (rules.md "Cancel"); null when nothing. A seat that a
 * package with a number of credits paid for costs the credit, and a fee only where fees apply to all.
 * @param waivedBy who waives it at once.
 */
export const penaltyFor = (
  tx: Tx,
  row: BookingRow,
  type: Penalty['type'],
  waivedBy: Waiver | undefined,
): Penalty | null => {
  const { lateCancelFee, noShowFee, feesApplyTo, currency } = paymentSettings(tx, row.siteId);
  const amount = type === 'late_cancel' ? lateCancelFee : noShowFee;
  if (amount === 0 || (feesApplyTo === 'unlimited_only' && row.bookingSource !== 'unlimited')) return null;
  const status = waivedBy === undefined ? 'pending' : 'waived';
  return { type, amount, currency, status, paymentId: null, waivedByStaffId: waivedBy?.staffId ?? null };
};

/** The columns of a penalty; who waived it is kept with it. */
export const penaltyColumns = (
  row: BookingRow,
  penalty: Penalty | null,
  waivedBy: Waiver | undefined,
): Pick<BookingRow, 'penalty' | 'desk'> => ({
  penalty: pack(penalty),
  desk: penalty === null || waivedBy === undefined ? row.desk : decided(row, { waivedBy: waivedBy.credentialId }),
});

/** Whether a fee is being charged right now, so that it is too late to let it fall. */
const isUnderWay = ({ status, paymentId }: Penalty): boolean => status === 'pending' && paymentId !== null;

/** A fee that could not be charged is owed no longer. */
const forgive = (tx: Tx, row: BookingRow, { status, amount }: Penalty): void => {
  if (status === 'failed') reduceArrears(tx, row.clientId, amount);
};

/** The column of a penalty whose cause has gone: what is not charged yet falls away, the rest is history. */
export const withoutOpenPenalty = (tx: Tx, row: BookingRow): string | null => {
  const penalty = penaltyOf(row);
  if (penalty === null || isUnderWay(penalty)) return row.penalty;
  forgive(tx, row, penalty);
  return penalty.status === 'pending' || penalty.status === 'failed' ? null : row.penalty;
};

/** Tells that a penalty is waived, when it is so since this act. */
export const tellIfWaived = (tx: Tx, before: BookingRow, after: BookingRow): void => {
  const penalty = penaltyOf(after);
  if (penalty?.status !== 'waived' || before.penalty === after.penalty) return;
  const { type, amount, currency, paymentId } = penalty;
  tx.raise('booking.penalty_waived', after.siteId, {
    bookingId: after.id,
    clientId: after.clientId,
    type: upperSnake(type),
    amount,
    currency,
    paymentId,
  });
};

const nothingToWaive = (why: string) => conflict('already_processed', `Nothing of this booking can be waived: ${why}.`);

/**
 * Waives what a client owes for a late cancellation or a no-show and has not been charged yet.
 * @throws Problem 409 `already_processed` when there is nothing to waive.
 */
export const waivePenalty = (tx: Tx, caller: Caller, row: BookingRecord, body: ManageBookingBody): BookingRecord => {
  const { credentialId: waivedBy, staffId } = waiverBy(caller);
  const penalty = penaltyOf(row);
  if (penalty === null) throw nothingToWaive('it has no penalty');
  if (penalty.status === 'waived') throw nothingToWaive('its penalty is waived already');
  if (penalty.status === 'charged') throw nothingToWaive('its penalty is charged. Refund that payment');
  if (isUnderWay(penalty)) throw nothingToWaive('its fee is being charged. Refund that payment');
  forgive(tx, row, penalty);
  const waived: Penalty = { ...penalty, status: 'waived', waivedByStaffId: staffId };
  const columns = {
    penalty: pack(waived),
    desk: decided(row, { waivedBy, waiveReason: body.reason ?? null }),
    updatedAt: tx.now,
  };
  setBooking(tx, row.id, columns);
  const next = { ...row, ...columns };
  tellIfWaived(tx, row, next);
  return next;
};

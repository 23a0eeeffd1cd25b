import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { type Caller, requireScope, staffIdOf } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import { conflict } from '../../../kernel/problem.ts';
import { pack, unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { reduceArrears } from '../../payments/charging/arrears.ts';
import { paymentSettings } from '../../settings/queries.ts';
import type { PaymentSettings } from '../../settings/shapes.ts';
import type { BookingRecord } from '../queries.ts';
import { Booking, type BookingRow, type Penalty } from '../record.ts';
import type { DecideBookingBody } from '../shapes.ts';
import { withDecision } from '../status/staff-decisions.ts';

export interface Waiver {
  readonly credentialId: string;
  readonly staffId: string | null;
}

/** @throws Problem 403 without the scope to waive penalties, which `manage` does not include. */
const requireWaiver = (caller: Caller): Waiver => {
  requireScope(caller, 'bookings:waive_penalty');
  return { credentialId: caller.credentialId, staffId: staffIdOf(caller) };
};

/** Who waives a penalty in this request, if anyone. @throws Problem 403 without the scope for it. */
export const requestedWaiver = (caller: Caller, body: { readonly waivePenalty?: boolean }): Waiver | undefined => {
  return body.waivePenalty === true ? requireWaiver(caller) : undefined;
};

export const penaltyOf = (row: BookingRow): Penalty | null => unpack<Penalty>(row.penalty);

/**
 * What a late cancellation or a no-show costs by the settings (rules.md "Cancel"); null when nothing. What a package
 * with a number of credits paid for costs the credit, and a fee only where fees apply to all.
 * Guests owe nothing.
 * @param waivedBy who waives it immediately.
 */
export const penaltyFor = (
  tx: Tx,
  row: BookingRow,
  type: Penalty['type'],
  waivedBy: Waiver | undefined,
): Penalty | null => {
  if (row.hostBookingId !== null) return null;
  const { lateCancelFee, noShowFee, feesApplyTo, currency } = paymentSettings(tx, row.siteId);
  const amount = type === 'late_cancel' ? lateCancelFee : noShowFee;
  if (amount === 0 || (feesApplyTo === 'unlimited_only' && row.bookingSource !== 'unlimited')) return null;
  const status = waivedBy === undefined ? 'pending' : 'waived';
  return { type, amount, currency, status, paymentId: null, waivedByStaffId: waivedBy?.staffId ?? null };
};

export const penaltyColumns = (
  row: BookingRow,
  penalty: Penalty | null,
  waivedBy: Waiver | undefined,
): Pick<BookingRow, 'penalty' | 'decisions'> => ({
  penalty: pack(penalty),
  decisions:
    penalty === null || waivedBy === undefined ? row.decisions : withDecision(row, { waivedBy: waivedBy.credentialId }),
});

/** Whether the fee is being charged right now, so that it is too late to waive it. */
export const isBeingCharged = ({ status, paymentId }: Penalty): boolean => status === 'pending' && paymentId !== null;

/** Whether a booking has a fee that is paid or being charged, so that another fee cannot take its place. */
export const hasTakenFee = (row: BookingRow): boolean => {
  const penalty = penaltyOf(row);
  return penalty !== null && (penalty.status === 'charged' || isBeingCharged(penalty));
};

/** Whether a booking still is what a fee is due for: a no-show, or canceled late. */
export const isPenalized = ({ status, isLateCancel }: BookingRow): boolean =>
  status === 'noshow' || (status === 'cancelled' && isLateCancel === 1);

export type Penalized = Pick<BookingRow, 'noShowAt' | 'cancelledAt'>;
export type ChargeSettings = Pick<PaymentSettings, 'autoChargeFees' | 'feeChargeDelayHours'>;

/** When a fee that is still pending is charged to the default card of the client; null where staff take it. */
export const chargeDueAt = (
  { noShowAt, cancelledAt }: Penalized,
  { autoChargeFees, feeChargeDelayHours }: ChargeSettings,
): string | null => {
  const since = noShowAt ?? cancelledAt;
  return autoChargeFees && since !== null ? isoInstant(epochOf(since) + feeChargeDelayHours * HOUR_MS) : null;
};

/** The client no longer owes a fee that could not be charged. */
const clearDebt = (tx: Tx, row: BookingRow, penalty: Penalty): void => {
  if (penalty.status === 'failed') reduceArrears(tx, row.clientId, penalty);
};

/** The penalty column once the cause of the penalty is gone: a fee that is not charged is dropped, any other stays. */
export const dropOpenPenalty = (tx: Tx, row: BookingRow): string | null => {
  const penalty = penaltyOf(row);
  if (penalty === null || isBeingCharged(penalty)) return row.penalty;
  clearDebt(tx, row, penalty);
  return penalty.status === 'pending' || penalty.status === 'failed' ? null : row.penalty;
};

/** Raises `booking.penalty_waived` when the change from `before` to `after` waived a penalty. */
export const raiseIfWaived = (tx: Tx, before: BookingRow, after: BookingRow): void => {
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

const nothingToWaive = (why: string) => conflict('already_processed', `This booking has no fee to waive: ${why}.`);

/** Waives what is not charged yet. @throws Problem 403 without the scope; 409 `already_processed` with no debt. */
export const waivePenalty = (tx: Tx, caller: Caller, row: BookingRecord, body: DecideBookingBody): BookingRecord => {
  const { credentialId: waivedBy, staffId } = requireWaiver(caller);
  const penalty = penaltyOf(row);
  if (penalty === null) throw nothingToWaive('it has no penalty');
  if (penalty.status === 'waived') throw nothingToWaive('its penalty is waived already');
  if (penalty.status === 'charged') throw nothingToWaive('its penalty is charged. Refund that payment');
  if (isBeingCharged(penalty)) throw nothingToWaive('its fee is being charged. Refund that payment');
  clearDebt(tx, row, penalty);
  const waived: Penalty = { ...penalty, status: 'waived', waivedByStaffId: staffId };
  const next = setColumns(tx, Booking, row, {
    penalty: pack(waived),
    decisions: withDecision(row, { waivedBy, waiveReason: body.reason ?? null }),
  });
  raiseIfWaived(tx, row, next);
  return next;
};

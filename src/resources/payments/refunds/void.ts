// Taking back a sale that was made by mistake (rules.md "Payment").

import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { giveBack } from '../../discount-codes/redemptions.ts';
import type { RefundReactions } from '../../reactions.ts';
import type { PaymentRecord } from '../queries.ts';
import { isProcessing, Payment } from '../record.ts';

const MINUTES = 15;

/** Whether a person took a payment themselves: whoever did not needs what a refund needs. */
export const isOwnSale = (caller: Caller, { soldByStaffId }: Pick<PaymentRecord, 'soldByStaffId'>): boolean =>
  soldByStaffId !== null && soldByStaffId === staffIdOf(caller);

const notVoidable = (code: string, message: string): Problem =>
  conflict('payment_not_refundable', message, [{ param: 'id', code, message }]);

/** @throws Problem 409 `payment_not_refundable` while the bank takes days for a payment. */
export const requireSettled = (payment: PaymentRecord): void => {
  if (!isProcessing(payment)) return;
  throw notVoidable(
    'still_processing',
    'The bank takes days for this payment, so nothing can be given back yet. Cancel the package or booking that it pays for, and the money goes back as soon as it has come.',
  );
};

const SALES: readonly PaymentRecord['purpose'][] = ['package', 'drop_in', 'product', 'other'];

/** A booking that cannot be taken back anymore: its class has begun, or its credit is lost. */
const USED = `select
  exists (select 1 from "packageUses" cross join "bookings" on "bookings"."id" = "packageUses"."bookingId"
    where "packageUses"."packageId" = ?1 and ("state" = 'forfeited' or "bookings"."status" in ('attended', 'noshow') or "packageUses"."startTime" <= ?3))
  or exists (select 1 from "checkins" where "clientId" = ?2 and "status" = 'valid' and "packageId" = ?1) "isUsed"`;

/** A visit that has begun, or that was cancelled too late to be given back. */
const VISITED = `select exists (select 1 from "bookings" where "id" = ?1 and ("status" in ('attended', 'noshow') or "startTime" <= ?2
  or ("status" = 'cancelled' and "isLateCancel" = 1))) "isUsed"`;

const isVisited = (read: Read, bookingId: string): boolean =>
  read.db.query<{ isUsed: number }, [string, string]>(VISITED).get(bookingId, read.now)?.isUsed === 1;

const isUsed = (read: Read, packageId: string, clientId: string): boolean =>
  read.db.query<{ isUsed: number }, [string, string, string]>(USED).get(packageId, clientId, read.now)?.isUsed === 1;

/**
 * Checks that a sale can be taken back as if it had not been made.
 * @throws Problem 409 `payment_not_refundable`, `payment_already_refunded`, `undo_too_late`.
 */
export const requireVoidable = (read: Read, payment: PaymentRecord): void => {
  const { status, purpose, paidAt, packageId, bookingId, clientId } = payment;
  requireSettled(payment);
  if (status === 'refunded' || status === 'partially_refunded' || payment.voidedAt !== null)
    throw conflict('payment_already_refunded', 'This payment is refunded already. Nothing is left to void.');
  if (status !== 'completed' || paidAt === null)
    throw notVoidable('not_paid', 'This payment was not completed. Only completed payments can be voided.');
  if (!SALES.includes(purpose))
    throw notVoidable('not_a_sale', 'A payment of a fee or a renewal cannot be voided. Refund it instead.');
  const until = epochOf(paidAt) + MINUTES * MINUTE_MS;
  if (read.nowMs > until)
    throw conflict('undo_too_late', `This sale could be voided until ${isoInstant(until)}. Refund it instead.`);
  if ((packageId !== null && isUsed(read, packageId, clientId)) || (bookingId !== null && isVisited(read, bookingId)))
    throw notVoidable('pass_used', 'What was sold has been used. Refund the payment instead.');
};

/** Takes back what was sold: the bookings ahead that it pays for, and the redemption of its code. */
export const takeBackSale = (tx: Tx, { id, packageId }: PaymentRecord, reactions: RefundReactions): void => {
  Payment.rows.update(tx, id, { voidedAt: tx.now, updatedAt: tx.now });
  giveBack(tx, id);
  if (packageId !== null) reactions.packageCancelled(tx, packageId);
};

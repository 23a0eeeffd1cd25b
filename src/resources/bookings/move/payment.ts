// What pays for a booking that moves to another session.

import type { Read, Tx } from '../../../database/database.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { moveUse } from '../../packages/credits/spend.ts';
import { creditFor, type PaymentColumns, restoreCredit, takeCredit } from '../credits.ts';
import type { BookableSession } from '../queries.ts';
import type { BookingRow } from '../record.ts';

const PRICE = `select coalesce("dropInPrice" ->> '$.amount', 0) "amount" from "sessions" where "id" = ?`;

/** What one visit to a session costs, in minor units; 0 without a price. */
const dropInPriceOf = (read: Read, sessionId: string): number =>
  read.db.query<{ amount: number }, [string]>(PRICE).get(sessionId)?.amount ?? 0;

const notCovered = (): Problem => {
  const message = 'What pays for this booking does not cover the other session. Cancel it and book that one instead.';
  return conflict('package_not_eligible', message);
};

/**
 * Keeps the credit of a booking for another session: of the same package where it covers that at the same cost, else of another
 * one of the client. What was paid for one visit stays with the booking, for a member only where that costs no more.
 * @throws Problem 409 `package_not_eligible`.
 */
export const keepPayment = (
  tx: Tx,
  row: BookingRow,
  session: BookableSession,
  isMember: boolean,
): Partial<PaymentColumns> => {
  if (row.packageId === null) {
    const isPaid = row.bookingSource === 'drop_in' || row.bookingSource === 'comp';
    if (isMember && isPaid && dropInPriceOf(tx, session.id) > dropInPriceOf(tx, row.sessionId)) throw notCovered();
    return {};
  }
  if (moveUse(tx, row.id, session)) return {};
  restoreCredit(tx, row);
  const credit = creditFor(tx, row, session, row.packageId);
  if (credit === undefined) throw notCovered();
  return takeCredit(tx, row, session, credit);
};

// What pays for a booking that moves to another session.

import type { Read, Tx } from '../../../database/database.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { moveUse } from '../../packages/credits/spend.ts';
import { sessionById } from '../../sessions/queries.ts';
import type { SessionResponse } from '../../sessions/record.ts';
import { creditFor, type PaymentColumns, restoreCredit, takeCredit } from '../credits.ts';
import type { BookableSession } from '../queries.ts';
import type { BookingRow } from '../record.ts';

type Price = NonNullable<SessionResponse['dropInPrice']>;

/** Whether one visit to another session costs no more. A session that is not sold singly, or in another currency, covers none. */
const costsNoMore = (read: Read, fromId: string, toId: string): boolean => {
  const priceOf = (id: string) => unpack<Price>(sessionById(read, id)?.dropInPrice ?? null);
  const [from, to] = [priceOf(fromId), priceOf(toId)];
  return from !== null && to !== null && to.currency === from.currency && to.amount <= from.amount;
};

const notCovered = (): Problem => {
  const message = 'What pays for this booking does not cover the other session. Cancel it and book that one instead.';
  return conflict('package_not_eligible', message);
};

/**
 * Keeps the credit of a booking for another session: of the same package where it covers that at the same cost, else of another
 * one of the client. What was paid for one visit stays with the booking, for a member only where a visit there is sold for no more.
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
    if (isMember && isPaid && !costsNoMore(tx, row.sessionId, session.id)) throw notCovered();
    return {};
  }
  if (moveUse(tx, row.id, session)) return {};
  restoreCredit(tx, row);
  const credit = creditFor(tx, row, session, row.packageId);
  if (credit === undefined) throw notCovered();
  return takeCredit(tx, row, session, credit);
};

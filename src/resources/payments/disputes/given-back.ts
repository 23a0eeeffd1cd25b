import type { Tx } from '../../../database/database.ts';
import { reduceArrears } from '../charging/arrears.ts';
import type { PaymentRecord } from '../queries.ts';
import { unpaidClaims } from './claims.ts';
import { releaseDisputed } from './holds.ts';
import { disputesOf, isTaken, setDispute } from './stored.ts';

/**
 * What a payment paid for is given back: what its client disputes stays with the client, who owes nothing for it. Where the bank decides
 * for the studio later, it is refunded.
 */
export const leaveToClient = (tx: Tx, payment: PaymentRecord): void => {
  const unpaid = unpaidClaims(tx, payment);
  let next = payment;
  for (const dispute of disputesOf(payment).filter(isTaken)) {
    const { id, currency } = dispute;
    const owed = unpaid.get(id) ?? 0;
    if (owed > 0) reduceArrears(tx, payment.clientId, { amount: owed, currency });
    next = setDispute(tx, next, { ...dispute, decision: 'refund', decidedAt: tx.now, decidedByStaffId: null });
  }
  if (next !== payment) releaseDisputed(tx, next);
};

import type { Read } from '../../../database/database.ts';
import { dropInPayments, type PaymentRecord } from '../queries.ts';
import { disputesOf, isTaken } from './stored.ts';

/** What was paid for the visit of a payment from an instant on, in its currency. */
const paidSince = (read: Read, payment: PaymentRecord, since: string, exceptId: string | undefined): number => {
  const { id, bookingId, purpose, currency } = payment;
  if (bookingId === null || purpose !== 'drop_in') return 0;
  return dropInPayments(read, bookingId)
    .filter((each) => each.id !== id && each.id !== exceptId && each.currency === currency)
    .filter(({ paidAt, voidedAt }) => paidAt !== null && paidAt >= since && voidedAt === null)
    .reduce((sum, { amount }) => sum + amount, 0);
};

/**
 * What the client still owes of each claim of a payment, in minor units by the id of its dispute. What was paid for the same visit since
 * pays the oldest first.
 * @param exceptId a payment that does not count yet.
 */
export const unpaidClaims = (read: Read, payment: PaymentRecord, exceptId?: string): ReadonlyMap<string, number> => {
  const claims = disputesOf(payment).filter((each) => each.decision === 'claim' && isTaken(each));
  const [first] = claims;
  if (first === undefined) return new Map();
  let paid = paidSince(read, payment, first.decidedAt ?? first.openedAt, exceptId);
  return new Map(
    claims.map(({ id, amount }) => {
      const part = Math.min(paid, amount);
      paid -= part;
      return [id, amount - part];
    }),
  );
};

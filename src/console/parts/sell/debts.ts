// What a client owes for which there is no booking or package to name: what banks have taken back.

import type { Schemas } from '../../api/types.ts';

type Payment = Schemas['Payment'];

/** Whether a bank has returned a debit after days: what it pays for was given. */
export const isReturned = ({ status, processor }: Payment): boolean =>
  status === 'failed' && processor?.chargeId != null;

/** Whether the client owes what a bank has taken back. */
const isClaimed = ({ decision, status }: Pick<NonNullable<Payment['dispute']>, 'decision' | 'status'>): boolean =>
  decision === 'claim' && status !== 'won';

/** What banks have taken back of the payments of a client, and the client owes. */
interface TakenBack {
  readonly id: string;
  readonly what: string;
  /** What pays it: that of a visit is paid by its booking. */
  readonly owed: PaidBy & Pick<Schemas['RecordPaymentRequest'], 'amount' | 'currency'>;
}

/** The debts without what has rows of its own: fees that a card did not pay, and renewals that it declined. */
export const otherDebts = (
  debts: ReadonlyMap<string, number>,
  fees: readonly Pick<Schemas['Booking'], 'penalty'>[] = [],
  declined: readonly Pick<Schemas['Package'], 'price' | 'currency' | 'nextRenewalAt'>[] = [],
): Map<string, number> => {
  const left = new Map(debts);
  const failed = fees.flatMap(({ penalty }) => (penalty?.status === 'failed' ? [penalty] : []));
  // One that the card will be asked for again is not owed yet.
  const owed = declined.filter(({ nextRenewalAt }) => nextRenewalAt === null);
  const own = [...failed, ...owed.map(({ price, currency }) => ({ amount: price, currency }))];
  for (const { amount, currency } of own) left.set(currency, (left.get(currency) ?? 0) - amount);
  return left;
};

type PaidBy = Pick<Schemas['RecordPaymentRequest'], 'purpose' | 'bookingId'>;

/** How what a payment paid for is paid in another way: a visit by its booking, and all else as a renewal is. */
const paidBy = ({ purpose, bookingId }: Payment): PaidBy =>
  purpose === 'drop_in' && bookingId !== null ? { purpose, bookingId } : { purpose: 'membership_renewal' };

/** What of it is still owed: the newest, as far as the debts of the client go. */
export const takenBackOf = (payments: readonly Payment[], debts: ReadonlyMap<string, number>): TakenBack[] => {
  const left = new Map(debts);
  return payments.flatMap((payment): TakenBack[] => {
    const { id, description, dispute, currency } = payment;
    const claims = dispute === null ? [] : [dispute, ...(dispute.others ?? [])].filter(isClaimed);
    const claimed = claims.reduce((sum, { amount }) => sum + amount, 0);
    const owed = Math.min(claimed > 0 ? claimed : payment.amount, left.get(currency) ?? 0);
    if (owed <= 0 || (claimed === 0 && !isReturned(payment))) return [];
    left.set(currency, (left.get(currency) ?? 0) - owed);
    return [{ id, what: description ?? '', owed: { amount: owed, currency, ...paidBy(payment) } }];
  });
};

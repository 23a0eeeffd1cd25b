import type { Schemas } from '../../api/types.ts';
import type { Method } from './sale.ts';

type Body = Schemas['RecordPaymentRequest'];
/** What is owed: for what, and how much. */
export type Owed = Pick<Body, 'clientId' | 'amount' | 'currency' | 'purpose' | 'bookingId' | 'packageId'>;

/** How it is paid. A present has the amount 0, and its value is the discount of its line. */
export const paymentOf = (owed: Owed, method: Method, name: string): Body => {
  if (typeof method !== 'string') return { ...owed, paymentMethod: 'card', paymentMethodId: method.cardId };
  if (method !== 'comp') return { ...owed, paymentMethod: method };
  const line = { description: name, unitAmount: owed.amount, discountAmount: owed.amount };
  const present = { ...owed, amount: 0, paymentMethod: method, lineItems: [line] };
  // What is owed for a visit is written off as any other debt.
  return owed.purpose === 'drop_in' ? { ...present, purpose: 'membership_renewal', bookingId: null } : present;
};

// The disputes of a payment. A client may dispute a charge more than once: in parts, or anew after a decision of the bank.

import type { Tx } from '../../../database/database.ts';
import { pack, unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import type { PaymentRecord } from '../queries.ts';
import { Payment, type PaymentDispute, type StoredDispute } from '../record.ts';

export type DisputeDecision = NonNullable<PaymentDispute['decision']>;

/** What can be decided: who bears what the bank has taken, or what becomes of what was paid for it before the bank gave it back. */
export const choicesOf = ({ status, paidTwice }: PaymentDispute): readonly DisputeDecision[] => {
  if (status !== 'won') return ['claim', 'waive'];
  return paidTwice === undefined ? [] : ['refund', 'waive'];
};

export const isUndecided = (dispute: PaymentDispute): boolean =>
  dispute.decision === null && choicesOf(dispute).length > 0;

/** Whether the bank has taken the amount, or may do so. */
export const isTaken = ({ status }: PaymentDispute): boolean => status !== 'won';

const orderOf = ({ openedAt, id }: PaymentDispute): string => `${openedAt} ${id}`;

/** All disputes of a payment, the oldest first. */
export const disputesOf = ({ dispute }: Pick<PaymentRecord, 'dispute'>): PaymentDispute[] => {
  const stored = unpack<StoredDispute>(dispute);
  if (stored === null) return [];
  const { others = [], ...shown } = stored;
  return [shown, ...others].toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
};

/** Stores a dispute among those of a payment, which then shows the one that the desk has to decide. */
export const setDispute = (tx: Tx, payment: PaymentRecord, dispute: PaymentDispute): PaymentRecord => {
  const before = disputesOf(payment);
  const isKnown = before.some(({ id }) => id === dispute.id);
  const all = isKnown ? before.map((each) => (each.id === dispute.id ? dispute : each)) : [...before, dispute];
  const shown = all.find(isUndecided) ?? all.at(-1) ?? dispute;
  const others = all.filter((each) => each !== shown);
  const stored: StoredDispute = others.length === 0 ? shown : { ...shown, others };
  return setColumns(tx, Payment, payment, { dispute: pack(stored) });
};

/** What banks have taken of a payment, or may take, in minor units. */
export const takenOf = (payment: Pick<PaymentRecord, 'dispute'>): number =>
  disputesOf(payment)
    .filter(isTaken)
    .reduce((sum, { amount }) => sum + amount, 0);

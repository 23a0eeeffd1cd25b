// What is begun again after a restore is not charged twice: the charge that the replaced database had made is found by its subject.

import type { Read } from '../../../database/database.ts';
import type {
  Charge,
  ChargeRequest,
  MadeCharge,
  Processor,
  ProcessorAccount,
} from '../../../payments-processor/port.ts';
import { lostTimes } from '../../../records/audit-log.ts';
import type { PackageRow } from '../../packages/record.ts';
import { paymentById, paymentOfCharge } from '../queries.ts';

/** The period after the one that a package has paid. */
export const renewalSubject = ({ id, expiresAt }: Pick<PackageRow, 'id' | 'expiresAt'>): string =>
  `renewal ${id} ${expiresAt}`;

export const feeSubject = (bookingId: string): string => `fee ${bookingId}`;

/** Whether no payment of this database has, or has begun, a charge. */
const isLost = (read: Read, { id, reference }: MadeCharge): boolean => {
  const [paymentId = ''] = (reference ?? '').split(' ');
  return paymentById(read, paymentId) === undefined && paymentOfCharge(read, id) === undefined;
};

/** What processors have listed: a time in the past gets no more charges. */
const listed = new WeakMap<Processor, Map<string, Promise<readonly MadeCharge[]>>>();

const listOnce = (processor: Processor, place: ProcessorAccount, from: string, until: string) => {
  const lists = listed.get(processor) ?? new Map<string, Promise<readonly MadeCharge[]>>();
  listed.set(processor, lists);
  const key = JSON.stringify([place, from, until]);
  const list = lists.get(key) ?? processor.madeBetween(place, from, until);
  lists.set(key, list);
  list.catch(() => lists.delete(key));
  return list;
};

/**
 * The charge of the same subject and amount that a restore has lost, also of a customer that it has lost with it, and what of it was
 * given back. What was given back entirely is none.
 * @throws ProcessorFailure
 */
export const lostCharge = async (
  { store, processor }: { readonly store: { view(): Read }; readonly processor: Processor },
  place: ProcessorAccount,
  { subject, amount, currency }: ChargeRequest,
): Promise<(Charge & { readonly amountRefunded: number }) | undefined> => {
  if (subject === undefined) return undefined;
  for (const { from, until } of lostTimes(store.view())) {
    for (const charge of await listOnce(processor, place, from, until)) {
      if (charge.subject !== subject || charge.amount !== amount || charge.currency !== currency) continue;
      if (!isLost(store.view(), charge)) continue;
      // It may have been given back since it was listed.
      const { amountRefunded } = await processor.readCharge(place, charge.id);
      if (amountRefunded < amount) return { ...charge, amountRefunded };
    }
  }
  return undefined;
};

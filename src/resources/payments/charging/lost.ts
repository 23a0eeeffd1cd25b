// What is begun again after a restore is not charged twice: the charge that the replaced database had made is found by its subject.

import type { Read } from '../../../database/database.ts';
import type {
  Charge,
  ChargeRequest,
  MadeCharge,
  Processor,
  ProcessorAccount,
} from '../../../payments-processor/port.ts';
import { lostSince } from '../../../records/audit-log.ts';
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

/** The charge of the same subject and amount that a restore has lost. What was given back entirely is none. @throws ProcessorFailure */
export const lostCharge = async (
  { store, processor }: { readonly store: { view(): Read }; readonly processor: Processor },
  place: ProcessorAccount,
  { customerId, subject, amount, currency }: ChargeRequest,
): Promise<Charge | undefined> => {
  const since = subject === undefined ? undefined : lostSince(store.view());
  if (since === undefined) return undefined;
  const made = await processor.madeSince(place, customerId, since);
  return made.find(
    (charge) =>
      charge.subject === subject &&
      charge.amount === amount &&
      charge.currency === currency &&
      charge.amountRefunded < amount &&
      isLost(store.view(), charge),
  );
};

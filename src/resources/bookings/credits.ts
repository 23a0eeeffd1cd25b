import type { Read, Tx } from '../../database/database.ts';
import type { BookingRow } from '../../database/tables/bookings.ts';
import { preferredCredit, sourceOf } from '../packages/credits/choose.ts';
import { type BookingFacts, type CreditOutcome, consume, hold, restore } from '../packages/credits/spend.ts';
import type { PackageRow } from '../packages/record.ts';
import type { Seats } from './queries.ts';

/** What a booking keeps of how it is paid for. */
export type Paid = Pick<BookingRow, 'bookingSource' | 'packageId' | 'creditsUsed' | 'creditOutcome'>;

/** Nothing paid, nothing owed. */
export const UNPAID: Paid = {
  bookingSource: 'unpaid',
  packageId: null,
  creditsUsed: 0,
  creditOutcome: 'not_applicable',
};

const factsOf = (bookingId: string, { startTime, creditCost }: Seats): BookingFacts => ({
  bookingId,
  startTime,
  creditCost,
});

/** The package that pays for someone who waited: the one that was named while it can, else the first that can. */
export const creditInLine = (read: Read, row: BookingRow, seats: Seats): PackageRow | undefined =>
  preferredCredit(read, row.clientId, seats, row.packageId);

/** Takes the credit of a booking whose seat is secured. */
export const pay = (tx: Tx, bookingId: string, seats: Seats, credit: PackageRow | undefined): Paid => {
  if (credit === undefined) return UNPAID;
  const { creditsUsed, creditOutcome } = consume(tx, credit, factsOf(bookingId, seats));
  return { bookingSource: sourceOf(credit), packageId: credit.id, creditsUsed, creditOutcome };
};

/** Keeps the credit of a seat that is offered. */
export const holdCredit = (tx: Tx, bookingId: string, seats: Seats, credit: PackageRow | undefined): Paid => {
  if (credit === undefined) return UNPAID;
  const { creditsUsed, creditOutcome } = hold(tx, credit, factsOf(bookingId, seats));
  return { bookingSource: sourceOf(credit), packageId: credit.id, creditsUsed, creditOutcome };
};

/** Gives back what a booking took or held; one that was never paid with a package asks nothing. */
export const giveBack = (
  tx: Tx,
  row: BookingRow,
  byStudio = false,
): Pick<Paid, 'creditsUsed'> & { readonly creditOutcome: CreditOutcome } => {
  if (row.packageId === null) return { creditsUsed: 0, creditOutcome: 'not_applicable' };
  const { creditOutcome } = restore(tx, row.id, { byStudio });
  return { creditsUsed: creditOutcome === 'forfeited' ? row.creditsUsed : 0, creditOutcome };
};

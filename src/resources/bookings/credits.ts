import type { Read, Tx } from '../../database/database.ts';
import { creditChooser, sourceOf, takesGuests } from '../packages/credits/choose.ts';
import { type BookingContext, consume, hold, restore } from '../packages/credits/spend.ts';
import type { PackageRow } from '../packages/record.ts';
import { dropInPayments } from '../payments/queries.ts';
import { type BookableSession, bookingById } from './queries.ts';
import type { BookingRow } from './record.ts';

export type PaymentColumns = Pick<BookingRow, 'bookingSource' | 'packageId' | 'creditsUsed' | 'creditOutcome'>;

const UNPAID: PaymentColumns = {
  bookingSource: 'unpaid',
  packageId: null,
  creditsUsed: 0,
  creditOutcome: 'not_applicable',
};

const contextOf = (bookingId: string, { startTime, creditCost }: BookableSession): BookingContext => ({
  bookingId,
  startTime,
  creditCost,
});

/** How a booking without a package is paid for by its payments as a drop-in, as far as they are not refunded or voided. */
export const sourceOfPayments = (read: Read, bookingId: string): 'drop_in' | 'comp' | 'unpaid' => {
  const paid = dropInPayments(read, bookingId).filter(
    ({ status, voidedAt }) => voidedAt === null && (status === 'completed' || status === 'partially_refunded'),
  );
  if (paid.length === 0) return 'unpaid';
  return paid.some(({ amount }) => amount > 0) ? 'drop_in' : 'comp';
};

/** A guest whom no package has to pay for is paid for by the host's card, comes free of charge, or pays at the desk. */
const isPaidGuest = ({ bookingSource, requiresCredit }: BookingRow): boolean =>
  bookingSource === 'guest' && requiresCredit === 0;

/** Whether a booking is paid for without a package, so that it takes no credit. */
const isPaid = (row: BookingRow): boolean =>
  row.packageId === null && (row.bookingSource === 'drop_in' || row.bookingSource === 'comp' || isPaidGuest(row));

/** Whether a waitlisted booking gets no seat without a package that pays for it. */
export const needsCredit = (row: BookingRow): boolean => row.requiresCredit === 1 && !isPaid(row);

/** The package that pays for a booking: of its client, or for a guest of who brings them. */
export const creditFor = (
  read: Read,
  row: Pick<BookingRow, 'clientId' | 'hostBookingId'>,
  session: BookableSession,
  preferredId?: string | null,
): PackageRow | undefined => {
  if (row.hostBookingId === null) return creditChooser(read, row.clientId, [session])(session, preferredId);
  const host = bookingById(read, row.hostBookingId);
  return host && creditChooser(read, host.clientId, [session], takesGuests)(session, preferredId);
};

/** For a waitlisted booking: the named package while it can pay, else the first that can; undefined if it is paid. */
export const waitlistCredit = (read: Read, row: BookingRow, session: BookableSession): PackageRow | undefined =>
  isPaid(row) ? undefined : creditFor(read, row, session, row.packageId);

/** Pays for a booking from a package with `move`; without a package, what was paid for a drop-in counts. */
const payWith =
  (move: typeof consume) =>
  (
    tx: Tx,
    { id, bookingSource: before }: Pick<BookingRow, 'id' | 'bookingSource'>,
    session: BookableSession,
    credit: PackageRow | undefined,
  ): PaymentColumns => {
    const asGuest = before === 'guest' ? before : undefined;
    if (credit === undefined) return { ...UNPAID, bookingSource: asGuest ?? sourceOfPayments(tx, id) };
    const { creditsUsed, creditOutcome } = move(tx, credit, contextOf(id, session));
    return { bookingSource: asGuest ?? sourceOf(credit), packageId: credit.id, creditsUsed, creditOutcome };
  };

/** Takes the credit of a booking that has a seat. */
export const takeCredit = payWith(consume);

/** Holds the credit of a seat that is offered. */
export const holdCredit = payWith(hold);

/** Restores the credit that a booking took or held; nothing for one that no package pays for. */
export const restoreCredit = (
  tx: Tx,
  row: BookingRow,
  byStudio = false,
): Pick<PaymentColumns, 'creditsUsed' | 'creditOutcome'> => {
  if (row.packageId === null) return { creditsUsed: 0, creditOutcome: 'not_applicable' };
  const { creditOutcome } = restore(tx, row.id, { byStudio });
  return { creditsUsed: creditOutcome === 'forfeited' ? row.creditsUsed : 0, creditOutcome };
};

import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type BookingOptions, book } from '../bookings/create/book.ts';
import type { BookingOrigin } from '../bookings/origin.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { bookingView } from '../bookings/view.ts';
import { activePackages } from '../packages/queries.ts';
import { Package } from '../packages/record.ts';
import { packageView } from '../packages/view.ts';
import { type Sold, sell } from '../payments/sale.ts';
import { paymentView } from '../payments/view.ts';
import type { SalePreviewResponse, SellPackageBody, SoldPackageResponse } from './shapes.ts';

/** A sale with its booking; null for a sale without a class. */
export interface SoldAndBooked extends Sold {
  readonly booking: BookingRecord | null;
}

/** The session to book, and who is to have it. */
interface Seat {
  readonly clientId: string;
  readonly sessionId: string;
  readonly joinWaitlist: boolean;
}

/** What a sale calls the fields of a booking. */
const FIELDS: Readonly<Record<string, string>> = { sessionId: 'bookSessionId', packageId: 'planId' };
const fieldOf = (param: string): string => FIELDS[param] ?? param;

/** The error of a booking with the fields of the sale. */
const inWordsOfSale = ({ status, code, message, extra: { param, details, ...extra } }: Problem): Problem =>
  new Problem(status, code, message, {
    ...extra,
    ...(param === undefined ? {} : { param: fieldOf(param) }),
    ...(details === undefined ? {} : { details: details.map((each) => ({ ...each, param: fieldOf(each.param) })) }),
  });

/** Books a session with a package that was just sold. @throws Problem as `book`. */
export const bookWith = (
  tx: Tx,
  caller: Caller,
  packageId: string,
  { clientId, sessionId, joinWaitlist }: Seat,
  options: BookingOptions = {},
): BookingRecord => {
  try {
    return book(tx, caller, { clientId, sessionId, packageId, joinWaitlist }, options);
  } catch (error) {
    throw error instanceof Problem ? inWordsOfSale(error) : error;
  }
};

interface SellOptions {
  /** The card by which the package renews. */
  readonly cardId?: string | undefined;
  /** Who books; by default the caller. */
  readonly origin?: BookingOrigin;
}

/**
 * Sells a plan and books a session with it, or does neither. It charges no card.
 * @throws Problem as `sell` and `book`.
 */
export const sellAndBook = (
  tx: Tx,
  caller: Caller,
  body: SellPackageBody,
  { cardId, origin }: SellOptions = {},
): SoldAndBooked => {
  const { bookSessionId, joinWaitlist = false, ...sale } = body;
  const sold = sell(tx, caller, sale, { cardId });
  if (typeof bookSessionId !== 'string') return { ...sold, booking: null };
  const seat = { clientId: body.clientId, sessionId: bookSessionId, joinWaitlist };
  const booking = bookWith(tx, caller, sold.package.id, seat, origin === undefined ? {} : { origin });
  // The booking has taken its credit.
  return { ...sold, package: Package.rows.find(tx, sold.package.id) ?? sold.package, booking };
};

/** The package is shown as it is after the booking. */
export const soldView = (read: Read, { package: row, payment, booking }: SoldAndBooked): SoldPackageResponse => ({
  ...packageView(read, row),
  payment: paymentView(payment),
  booking: booking === null ? null : bookingView(read, booking),
});

/** What a sale has done, in the words of its preview: of the records that are undone after this, no ids. */
export const previewOf = (read: Read, sold: SoldPackageResponse): SalePreviewResponse => {
  const { clientId, siteId, planId, payment, booking } = sold;
  const { lineItems, amount, currency, taxAmount, discountAmount, paymentMethod } = payment;
  const { name, type, startsAt, expiresAt, creditsTotal, creditsRemaining, autoRenews, nextRenewalAt, onHold } = sold;
  const usable = activePackages(read, clientId).filter((row) => row.onHold === 0);
  return {
    object: 'sale_preview',
    clientId,
    siteId,
    planId: planId ?? '',
    amount,
    currency,
    taxAmount,
    discountAmount,
    paymentMethod,
    lineItems: lineItems.map((line) => ({ ...line, referenceId: null })),
    package: {
      name,
      type,
      startsAt,
      expiresAt,
      creditsTotal,
      creditsRemaining,
      autoRenews,
      nextRenewalAt,
      onHold,
    },
    booking: booking && {
      sessionId: booking.sessionId,
      status: booking.status,
      creditsUsed: booking.creditsUsed,
      freeCancelUntil: booking.freeCancelUntil,
      waitlistPosition: booking.waitlist?.position ?? null,
    },
    creditsAfter: usable.reduce((sum, { creditsRemaining: left }) => sum + (left ?? 0), 0),
    hasUnlimited: usable.some((row) => row.creditsRemaining === null),
  };
};

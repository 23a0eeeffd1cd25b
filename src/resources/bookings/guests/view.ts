import type { Read } from '../../../database/database.ts';
import { Problem } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { Client } from '../../clients/record.ts';
import { creditChooser, takesGuests } from '../../packages/credits/choose.ts';
import { sessionById } from '../../sessions/queries.ts';
import { type BookingRecord, bookingById, sessionOfBooking } from '../queries.ts';
import { settingsOf } from '../waitlist/eligibility.ts';
import { requireGuestAllowed } from './bring.ts';
import { type GuestPayment, type GuestRow, guestCount, guestsOf } from './queries.ts';
import type { MemberGuestResponse, MemberGuestsResponse } from './shapes.ts';

/** The page of a guest. */
type GuestUrl = (bookingId: string) => string;

/** A host sees only what they have typed, and no longer sees a guest whose place is their own by now. */
export const memberGuestView = (read: Read, guest: GuestRow, urlOf: GuestUrl): MemberGuestResponse => {
  const booking = bookingById(read, guest.bookingId);
  const isOwn = booking?.hostBookingId === guest.hostBookingId;
  const isReachable = guest.email !== null || Client.rows.find(read, guest.clientId)?.email != null;
  return {
    id: guest.bookingId,
    object: 'member_guest',
    bookingId: guest.hostBookingId,
    firstName: guest.firstName,
    email: guest.email,
    status: isOwn ? booking.status : 'cancelled',
    payment: guest.payment,
    url: isReachable ? null : urlOf(guest.bookingId),
    createdAt: guest.createdAt,
  };
};

interface Price {
  readonly amount: number;
  readonly currency: string;
}

const mayBringNow = (read: Read, host: BookingRecord): boolean => {
  try {
    requireGuestAllowed(read, host);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};

/** The guests of a booking, and how one more could be paid for. */
export const memberGuestsView = (read: Read, host: BookingRecord, urlOf: GuestUrl): MemberGuestsResponse => {
  const session = sessionOfBooking(read, host);
  const { guestsPerBooking: most, freeFirstVisit } = settingsOf(read, session);
  const guests = guestsOf(read, host.id)
    .filter(({ bookingId }) => bookingById(read, bookingId) !== undefined)
    .map((guest) => memberGuestView(read, guest, urlOf));
  const shown = { object: 'member_guests', most, guests } as const;
  if (most === 0 || !mayBringNow(read, host)) {
    return { ...shown, left: 0, payments: [], packageName: null, dropInPrice: null };
  }
  const credit = creditChooser(read, host.clientId, [session], takesGuests)(session);
  const price = unpack<Price>(sessionById(read, session.id)?.dropInPrice ?? null);
  const dropInPrice = price !== null && price.amount > 0 ? price : null;
  const payments: GuestPayment[] = [
    ...(freeFirstVisit ? (['free_first_visit'] as const) : []),
    ...(credit === undefined ? [] : (['pass'] as const)),
    ...(dropInPrice === null ? [] : (['drop_in'] as const)),
  ];
  const left = Math.max(0, most - guestCount(read, host.id));
  return { ...shown, left, payments, packageName: credit?.name ?? null, dropInPrice };
};

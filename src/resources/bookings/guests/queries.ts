import type { Read, Tx } from '../../../database/database.ts';
import { type BookingRecord, bookingById } from '../queries.ts';

/** How a guest is paid for: by a pass of the host, from the host's card, or free of charge where it is a first visit. */
export const GUEST_PAYMENTS = ['pass', 'drop_in', 'free_first_visit'] as const;
export type GuestPayment = (typeof GUEST_PAYMENTS)[number];

export interface GuestRow {
  /** Of the guest; no booking has it until a card has paid. */
  readonly bookingId: string;
  /** No client has it until a card has paid. */
  readonly clientId: string;
  readonly hostBookingId: string;
  readonly hostClientId: string;
  readonly siteId: string;
  /** As the host has typed it, and so the address; null once the guest is erased, or the card that was to pay is declined. */
  readonly firstName: string | null;
  readonly email: string | null;
  /** The last digits of a phone number; all of it until a card has paid. */
  readonly phone: string | null;
  readonly payment: GuestPayment;
  /** Whether the host had not brought them before, as far as the host can tell. */
  readonly isNew: number;
  readonly isFree: number;
  /** The client who has the address, and cannot be booked themselves. */
  readonly standsForClientId: string | null;
  readonly createdAt: string;
}

const COLUMNS = [
  'bookingId',
  'clientId',
  'hostBookingId',
  'hostClientId',
  'siteId',
  'firstName',
  'email',
  'phone',
  'payment',
  'isNew',
  'isFree',
  'standsForClientId',
  'createdAt',
] as const;
const INSERT = `insert into "guests" (${COLUMNS.map((name) => `"${name}"`).join(', ')})
  values (${COLUMNS.map((name) => `$${name}`).join(', ')})`;

export const insertGuest = (tx: Tx, row: GuestRow): void => {
  tx.db.query(INSERT).run(Object.fromEntries(Object.entries(row).map(([name, value]) => [`$${name}`, value])));
};

const SET_PERSON = `update "guests" set "clientId" = ?2, "standsForClientId" = ?3, "phone" = ?4 where "bookingId" = ?1`;

/** Stores who a guest is, once a card has paid. */
export const setPerson = (
  tx: Tx,
  {
    bookingId,
    clientId,
    standsForClientId,
    phone,
  }: Pick<GuestRow, 'bookingId' | 'clientId' | 'standsForClientId' | 'phone'>,
): void => {
  tx.db.query(SET_PERSON).run(bookingId, clientId, standsForClientId, phone);
};

const FORGET = `update "guests" set "firstName" = null, "email" = null, "phone" = null where "bookingId" = ?`;

/** Forgets who was to come, where no card has paid. That the member has tried still counts. */
export const forgetGuest = (tx: Tx, bookingId: string): void => {
  tx.db.query(FORGET).run(bookingId);
};

export const removeGuest = (tx: Tx, bookingId: string): void => {
  tx.db.query('delete from "guests" where "bookingId" = ?').run(bookingId);
};

export const guestOf = (read: Read, bookingId: string): GuestRow | undefined =>
  read.db.query<GuestRow, [string]>('select * from "guests" where "bookingId" = ?').get(bookingId) ?? undefined;

const OF_HOST = `select "id" from "bookings" where "hostBookingId" = ?1 and "hostBookingId" is not null order by "id"`;

/** The bookings of the guests whom a booking brings, also those that are canceled. */
export const bookingsOfGuests = (read: Read, hostBookingId: string): BookingRecord[] =>
  read.db
    .query<{ id: string }, [string]>(OF_HOST)
    .all(hostBookingId)
    .flatMap(({ id }) => bookingById(read, id) ?? []);

const GUESTS_OF = 'select * from "guests" where "hostBookingId" = ? order by "bookingId"';

/** The guests whom a booking has brought, also those who no longer come with it. */
export const guestsOf = (read: Read, hostBookingId: string): GuestRow[] =>
  read.db.query<GuestRow, [string]>(GUESTS_OF).all(hostBookingId);

const LIVE = `select count(*) "count" from "bookings"
  where "hostBookingId" = ?1 and "hostBookingId" is not null and "status" <> 'cancelled'`;

export const guestCount = (read: Read, hostBookingId: string): number =>
  read.db.query<{ count: number }, [string]>(LIVE).get(hostBookingId)?.count ?? 0;

const NEW_SINCE = `select count(*) "count" from "guests" where "hostClientId" = ?1 and "createdAt" > ?2 and "isNew" = 1`;

/** How many guests a member has brought for the first time since an instant, also those who did not come. */
export const newGuestsSince = (read: Read, hostClientId: string, since: string): number =>
  read.db.query<{ count: number }, [string, string]>(NEW_SINCE).get(hostClientId, since)?.count ?? 0;

const BROUGHT = 'select 1 from "guests" where "hostClientId" = ?1 and "email" = ?2 limit 1';

/** Whether a member has brought an address before. */
export const hasBrought = (read: Read, hostClientId: string, email: string): boolean =>
  read.db.query<unknown, [string, string]>(BROUGHT).get(hostClientId, email) !== null;

const OF_BOOKINGS = `select "bookingId", "clientId", "firstName" from "guests"
  where "bookingId" in (select "value" from json_each(?1))`;

type NamedGuest = Pick<GuestRow, 'bookingId' | 'clientId' | 'firstName'>;

/** The guests of some bookings, by booking: what pays for them belongs to others. */
export const guestsByBooking = (
  read: Read,
  rows: readonly { readonly bookingId: string | null }[],
): ReadonlyMap<string | null, NamedGuest> => {
  const ids = JSON.stringify(rows.flatMap(({ bookingId }) => bookingId ?? []));
  return new Map(
    read.db
      .query<NamedGuest, [string]>(OF_BOOKINGS)
      .all(ids)
      .map((guest) => [guest.bookingId, guest]),
  );
};

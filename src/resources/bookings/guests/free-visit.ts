// The free first visit of a guest: once a person, whatever the address.

import type { Read, Tx } from '../../../database/database.ts';
import type { RaiseListener } from '../../../database/store.ts';
import { Client, type ClientRow } from '../../clients/record.ts';
import { bookingById } from '../queries.ts';
import { guestOf } from './queries.ts';

const PHONE_DIGITS = 9;

/** What of a phone number is compared: its last digits, with which a number without its country ends too. */
export const comparedPhone = (phone: string | null | undefined): string | null => {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length < 6 ? null : digits.slice(-PHONE_DIGITS);
};

const USED = `"isFree" = 1 and "bookingId" <> ?2 and exists (select 1 from "bookings"
  where "bookings"."id" = "guests"."bookingId" and ("status" <> 'cancelled' or "isLateCancel" = 1))`;
const BY_CLIENT = `select 1 from "guests" where "clientId" = ?1 and ${USED} limit 1`;
const BY_EMAIL = `select 1 from "guests" where "email" = ?1 and "email" is not null and ${USED} limit 1`;
const BY_PHONE = `select 1 from "guests" where "phone" = ?1 and "phone" is not null and ${USED} limit 1`;
/** Of people with the same card or account as one: who has been here, or had a free visit. @param isSame a condition. */
const bySame = (isSame: string): string => `select 1 from "paymentMethods" "own" cross join "paymentMethods" "other"
    on ${isSame} and "other"."clientId" <> ?1
  where "own"."clientId" = ?1 and (
    exists (select 1 from "clients" where "clients"."id" = "other"."clientId" and "visits" > 0)
    or exists (select 1 from "guests" where "clientId" = "other"."clientId" and ${USED})) limit 1`;
const BY_FINGERPRINT = bySame(`"other"."fingerprint" = "own"."fingerprint" and "other"."fingerprint" is not null`);
/** Where the processor does not say whether two cards are the same, their digits and dates do. */
const BY_DIGITS = bySame(`"other"."last4" = "own"."last4" and "other"."last4" is not null
    and "other"."expYear" = "own"."expYear" and "other"."expMonth" = "own"."expMonth" and "other"."brand" = "own"."brand"
    and ("own"."fingerprint" is null or "other"."fingerprint" is null)`);
const BOUGHT = 'select 1 from "packages" where "clientId" = ?1 and "createdAt" <= ?2 limit 1';

interface Person {
  readonly clientId: string;
  /** The booking that would be free. */
  readonly bookingId: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** When they are brought: what they buy later is what a free visit is for. */
  readonly createdAt: string;
}

/** Whether nothing that is known of a person says that they have been here. */
export const isFirstVisit = (read: Read, { clientId, bookingId, email, phone, createdAt }: Person): boolean => {
  const client = Client.rows.find(read, clientId);
  if (client === undefined || client.visits > 0) return false;
  const isFound = (statement: string, value: string | null, other = bookingId): boolean =>
    value !== null && read.db.query<unknown, [string, string]>(statement).get(value, other) !== null;
  return !(
    isFound(BOUGHT, clientId, createdAt) ||
    isFound(BY_CLIENT, clientId) ||
    isFound(BY_FINGERPRINT, clientId) ||
    isFound(BY_DIGITS, clientId) ||
    [email, client.email].some((each) => isFound(BY_EMAIL, each)) ||
    [phone, comparedPhone(client.phone)].some((each) => isFound(BY_PHONE, each))
  );
};

const WITHDRAW = 'update "guests" set "isFree" = 0 where "bookingId" = ?';
const OPEN = `select "bookingId" from "guests" where "clientId" = ?1 and "isFree" = 1`;

/**
 * Looks again at the free visits of a client who has not come yet, once more is known of them: the visit is to be paid for where
 * it is not the first.
 */
const checkFreeVisits = (tx: Tx, clientId: string): void => {
  for (const { bookingId } of tx.db.query<{ bookingId: string }, [string]>(OPEN).all(clientId)) {
    const [guest, booking] = [guestOf(tx, bookingId), bookingById(tx, bookingId)];
    if (guest === undefined || booking === undefined || booking.status === 'attended') continue;
    if (!isFirstVisit(tx, guest)) tx.db.query(WITHDRAW).run(bookingId);
  }
};

/** A card that someone saves tells who they are. */
export const recheckFreeVisits: RaiseListener = (tx, { type, clientId }) => {
  if (type === 'payment_method.added' && clientId !== null) checkFreeVisits(tx, clientId);
};

const SET_PHONE = 'update "guests" set "phone" = ?2 where "bookingId" = ?1';

/** Stores the phone number that a guest gives, and looks at the free visit again. */
export const storePhone = (tx: Tx, bookingId: string, { id, phone }: Pick<ClientRow, 'id' | 'phone'>): void => {
  tx.db.query(SET_PHONE).run(bookingId, comparedPhone(phone));
  checkFreeVisits(tx, id);
};

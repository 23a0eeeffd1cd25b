// A member brings a guest (rules.md "Guests").

import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { storedEmail } from '../../../kernel/emails.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import { Client } from '../../clients/record.ts';
import { creditChooser, noEligiblePackage, takesGuests } from '../../packages/credits/choose.ts';
import type { PackageRow } from '../../packages/record.ts';
import { ENDED, NOT_ADMITTED } from '../../sessions/booking/obstacles.ts';
import { book } from '../create/book.ts';
import type { Payment } from '../create/payment.ts';
import type { Place } from '../create/placement.ts';
import { attemptOf, refuseFor } from '../create/refusals.ts';
import { MEMBER } from '../origin.ts';
import {
  type BookableSession,
  type BookingRecord,
  bookingClient,
  clientOfBooking,
  sessionOfBooking,
} from '../queries.ts';
import { settingsOf } from '../waitlist/eligibility.ts';
import { comparedPhone, isFirstVisit } from './free-visit.ts';
import { type GuestPerson, personOf, type TypedGuest } from './person.ts';
import { type GuestRow, guestCount, hasBrought, insertGuest, newGuestsSince, setPerson } from './queries.ts';
import type { BringGuestBody } from './shapes.ts';

/** New guests of a member: strangers get no emails in numbers. */
const [NEW_A_DAY, NEW_A_MONTH, MONTH_DAYS] = [3, 10, 30];

const limitReached = (message: string) => conflict('guest_limit_reached', message);

const notAllowed = (message: string) => conflict('guests_not_allowed', message);

/** The session to which a booking may bring one more guest. @throws Problem 409 `guests_not_allowed`, `guest_limit_reached`. */
export const requireGuestAllowed = (read: Read, host: BookingRecord): BookableSession => {
  const session = sessionOfBooking(read, host);
  const client = clientOfBooking(read, host);
  refuseFor([...ENDED, ...NOT_ADMITTED, 'closed'], attemptOf(read, session, client), true);
  const { guestsPerBooking: most } = settingsOf(read, session);
  if (most === 0) throw notAllowed('You cannot bring guests to this session.');
  if (host.hostBookingId !== null) throw notAllowed('You are a guest of this session yourself.');
  if (host.status !== 'confirmed') throw notAllowed('You can bring guests once you have a spot yourself.');
  if (guestCount(read, host.id) < most) return session;
  throw limitReached(`You can bring ${most} guests to this session. Cancel one first.`);
};

const isNewGuest = (read: Read, host: BookingRecord, { email }: TypedGuest): boolean =>
  email === null || !hasBrought(read, host.clientId, email);

/** @throws Problem 409 `guest_limit_reached`. Only what the host has done before decides, never what the studio knows. */
const requireFewNew = (read: Read, { clientId }: BookingRecord): void => {
  const since = (days: number): number => newGuestsSince(read, clientId, isoInstant(read.nowMs - days * DAY_MS));
  if (since(1) >= NEW_A_DAY) throw limitReached(`You can bring ${NEW_A_DAY} new guests a day. Try again tomorrow.`);
  if (since(MONTH_DAYS) < NEW_A_MONTH) return;
  throw limitReached(`You can bring ${NEW_A_MONTH} new guests a month. Try again later.`);
};

/** @throws Problem 400 for the host's own address. */
const typedGuest = (read: Read, host: BookingRecord, { firstName, email, phone }: BringGuestBody): TypedGuest => {
  const typed = { firstName, email: typeof email === 'string' ? storedEmail(email) : null, phone: phone ?? null };
  if (typed.email === null || Client.rows.find(read, host.clientId)?.email !== typed.email) return typed;
  throw invalidParam('email', "This is your own email. Send your guest's, or none.", { reason: 'itself' });
};

/** A guest for whom a card has paid. */
export interface PaidGuest extends GuestRow {
  readonly firstName: string;
}

/** A guest who is about to be booked. */
interface Guest extends GuestPerson {
  readonly bookingId: string;
}

/** A guest whom a host may bring. */
interface CheckedGuest {
  readonly session: BookableSession;
  readonly typed: TypedGuest;
  /** What is known of them before it is known who they are. */
  readonly row: Omit<GuestRow, keyof GuestPerson | 'phone' | 'isFree'>;
}

/** @throws Problem 400; 409 as `requireGuestAllowed`. */
const checkGuest = (tx: Tx, host: BookingRecord, body: BringGuestBody): CheckedGuest => {
  const session = requireGuestAllowed(tx, host);
  const typed = typedGuest(tx, host, body);
  const isNew = isNewGuest(tx, host, typed);
  if (isNew) requireFewNew(tx, host);
  if (body.payment === 'free_first_visit' && !settingsOf(tx, session).freeFirstVisit) {
    const message = 'First visits are not free here. Choose another way to pay.';
    throw invalidParam('payment', message, { reason: 'not_accepted' });
  }
  const row = {
    bookingId: tx.id(),
    hostBookingId: host.id,
    hostClientId: host.clientId,
    siteId: session.siteId,
    firstName: typed.firstName,
    email: typed.email,
    payment: body.payment,
    isNew: Number(isNew),
    createdAt: tx.now,
  };
  return { session, typed, row };
};

/**
 * Makes the checks of a new guest and remembers them: who they are, and how they are paid for. The seat follows.
 * @throws Problem 400; 409 as `requireGuestAllowed`.
 */
const beginGuest = (tx: Tx, host: BookingRecord, body: BringGuestBody): Guest => {
  const { session, typed, row } = checkGuest(tx, host, body);
  const person = personOf(tx, host.clientId, session, typed);
  const known = { ...row, phone: comparedPhone(typed.phone) };
  const isFree =
    body.payment === 'free_first_visit' &&
    [person.clientId, ...(person.standsForClientId === null ? [] : [person.standsForClientId])].every((clientId) =>
      isFirstVisit(tx, { ...known, clientId }),
    );
  insertGuest(tx, { ...person, ...known, isFree: Number(isFree) });
  return { ...person, bookingId: row.bookingId };
};

/**
 * Makes the checks of a guest for whom a card is about to pay, and remembers what the host has typed. Returns the ID of the
 * booking. @throws Problem 400; 409 as `requireGuestAllowed`.
 */
export const expectGuest = (tx: Tx, host: BookingRecord, body: BringGuestBody): string => {
  const { typed, row } = checkGuest(tx, host, body);
  insertGuest(tx, { ...row, clientId: tx.id(), standsForClientId: null, phone: typed.phone, isFree: 0 });
  return row.bookingId;
};

/** Finds out who a guest is for whom a card has paid, or makes the client. One of an older version is there before that. */
export const admitGuest = (tx: Tx, host: BookingRecord, session: BookableSession, row: PaidGuest): Guest => {
  const { bookingId, firstName, email, phone, clientId: newId, standsForClientId } = row;
  const person =
    bookingClient(tx, newId) === undefined
      ? personOf(tx, host.clientId, session, { firstName, email, phone }, newId)
      : { clientId: newId, standsForClientId };
  setPerson(tx, { ...person, bookingId, phone: comparedPhone(phone) });
  return { ...person, bookingId };
};

/** The host's package that pays for guests: the named one, or one by rule. */
const creditOfHost = (
  read: Read,
  host: BookingRecord,
  session: BookableSession,
  packageId: string | null | undefined,
): PackageRow | undefined => {
  const credit = creditChooser(read, host.clientId, [session], takesGuests)(session, packageId);
  if (typeof packageId === 'string' && credit?.id !== packageId)
    throw missingResource('packageId', 'package', packageId);
  return credit;
};

const AS_GUEST = { bookingSource: 'guest', credit: undefined, requiresCredit: false } as const;

/** What pays for a guest. @throws Problem 409 `no_eligible_package`; 400 for a card and the waitlist. */
const paymentOf =
  (tx: Tx, member: MemberCaller, host: BookingRecord, { payment, packageId }: BringGuestBody) =>
  ({ session, status }: Place): Payment => {
    if (payment !== 'pass') return AS_GUEST;
    const credit = creditOfHost(tx, host, session, packageId);
    if (credit === undefined) throw noEligiblePackage(tx, member, host.clientId, session);
    return status === 'confirmed' ? { ...AS_GUEST, credit } : { ...AS_GUEST, requiresCredit: true };
  };

/** Only where seats are given right away: no one asks a guest whether they accept one. */
const waits = (read: Read, host: BookingRecord, { joinWaitlist, payment }: BringGuestBody): boolean =>
  joinWaitlist === true &&
  payment !== 'drop_in' &&
  settingsOf(read, sessionOfBooking(read, host)).waitlistPromotionMode === 'automatic';

/** Books a guest for whom everything was checked. @throws Problem 409 as `book`. */
export const bookGuest = (
  tx: Tx,
  member: MemberCaller,
  host: BookingRecord,
  { clientId, bookingId }: Guest,
  body: BringGuestBody,
  hasHeldSeat = false,
): BookingRecord =>
  book(
    tx,
    { ...member, siteIds: null },
    { clientId, sessionId: host.sessionId, joinWaitlist: waits(tx, host, body) },
    {
      id: bookingId,
      origin: { ...MEMBER, memberRules: false },
      hasHeldSeat,
      guestOf: { hostBookingId: host.id, payment: paymentOf(tx, member, host, body) },
    },
  );

/**
 * Brings a guest whom a pass pays for, or who comes free of charge.
 * @throws Problem 400; 409 `guests_not_allowed`, `guest_limit_reached`, `no_eligible_package`, and as `book`.
 */
export const bringGuest = (tx: Tx, member: MemberCaller, host: BookingRecord, body: BringGuestBody): BookingRecord => {
  return bookGuest(tx, member, host, beginGuest(tx, host, body), body);
};

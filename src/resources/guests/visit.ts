import type { Read } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/problem.ts';
import { unpack } from '../../records/json.ts';
import { refusesMails } from '../bookings/guests/mail-refusals.ts';
import { type GuestRow, guestOf } from '../bookings/guests/queries.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import { settingsOf } from '../bookings/waitlist/eligibility.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { agreementState, isMinor } from '../member-sign-in/agreements/agreements.ts';
import type { PersonalLinks } from '../messages/personal-links.ts';
import { hasDropIn } from '../payments/queries.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import { Site } from '../sites/record.ts';
import type { GuestVisitResponse } from './shapes.ts';

/** What a link opens. */
export interface Visit {
  readonly guest: GuestRow;
  readonly booking: BookingRecord;
  readonly client: ClientRecord;
  readonly session: SessionRow;
}

const AGAIN = `select "bookings"."id" from "bookings" join "guests" on "guests"."bookingId" = "bookings"."id"
  where "bookings"."sessionId" = ?1 and "bookings"."clientId" = ?2 and "bookings"."status" <> 'cancelled' limit 1`;

/** A guest who is brought to the same class again gets no second mail: the link of the first leads there. */
const latest = (read: Read, booking: BookingRecord): BookingRecord => {
  if (booking.status !== 'cancelled') return booking;
  const again = read.db.query<{ id: string }, [string, string]>(AGAIN).get(booking.sessionId, booking.clientId);
  return (again === null ? undefined : bookingById(read, again.id)) ?? booking;
};

/** @throws Problem 404 for a link that this studio has not made, or whose guest is gone. */
export const visitOf = (read: Read, links: PersonalLinks, token: string): Visit => {
  const bookingId = links.clientOf('guest', token);
  const given = bookingId === undefined ? undefined : bookingById(read, bookingId);
  const booking = given && latest(read, given);
  const guest = booking && guestOf(read, booking.id);
  const client = booking && clientById(read, booking.clientId);
  const session = booking && Session.rows.find(read, booking.sessionId);
  if (guest === undefined || booking === undefined || client === undefined || session === undefined) {
    throw notFound('guest', token.slice(0, 32));
  }
  if (client.erasedAt !== null) throw notFound('guest', booking.id);
  return { guest, booking, client, session };
};

interface Price {
  readonly amount: number;
  readonly currency: string;
}

const paidByOf = (read: Read, { guest, booking }: Visit): GuestVisitResponse['paidBy'] => {
  if (booking.hostBookingId === null) return 'own';
  if (guest.payment === 'free_first_visit')
    return guest.isFree === 1 || hasDropIn(read, booking.id) ? 'free' : 'studio';
  return 'host';
};

/** A first name and an initial: what a person who brings someone is known by anyway. */
const hostNameOf = (read: Read, { guest }: Visit): string => {
  const host = clientById(read, guest.hostClientId);
  if (host === undefined) return '';
  const initial = Array.from(host.lastName)[0];
  return initial === undefined ? host.firstName : `${host.firstName} ${initial}.`;
};

const needsGuardian = (read: Read, { client, session }: Visit): boolean | null =>
  client.dateOfBirth === null ? null : isMinor(read, client.dateOfBirth, session.siteId);

export const visitView = (read: Read, visit: Visit): GuestVisitResponse => {
  const { guest, booking, client, session } = visit;
  const { current, isNeeded } = agreementState(read, client.id, 'waiver', session.siteId);
  const site = Site.rows.find(read, session.siteId);
  const address = site === undefined ? null : Site.view(site).address;
  const paidBy = paidByOf(read, visit);
  const isAhead = epochOf(session.startTime) > read.nowMs && session.cancelledAt === null;
  return {
    object: 'guest_visit',
    firstName: client.firstName,
    hostName: hostNameOf(read, visit),
    status: booking.status,
    canCancel: isAhead && (booking.status === 'confirmed' || booking.status === 'waitlisted'),
    paidBy,
    price: paidBy === 'studio' ? unpack<Price>(session.dropInPrice) : null,
    session: {
      id: session.id,
      name: session.name,
      startTime: session.startTime,
      endTime: session.endTime,
      timezone: session.timezone,
      siteName: site?.name ?? '',
      address: [address?.line1, address?.city].filter((part) => part != null).join(', ') || null,
      isCancelled: session.cancelledAt !== null,
    },
    waiver: { current, isNeeded, needsGuardian: needsGuardian(read, visit) },
    asksPhone:
      guest.isFree === 1 && client.phone === null && settingsOf(read, { ...session, overrides: null }).freeFirstVisit,
    getsMails: client.email !== null && !refusesMails(read, client.email),
  };
};

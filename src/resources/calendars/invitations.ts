import type { Read } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import type { Mail } from '../../mail/transport.ts';
import { bookingById } from '../bookings/queries.ts';
import type { ClientRow } from '../clients/record.ts';
import { Session } from '../sessions/record.ts';
import { calendarText, placesOf } from './appointments.ts';
import { bookingUrl, type CalendarServer, forDependant } from './feeds.ts';
import { entryNames } from './names.ts';

interface Invitation {
  readonly bookingId: string;
  readonly server: CalendarServer;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string };
  /** Who comes, where the reader is an adult of the household. */
  readonly dependant?: Pick<ClientRow, 'id' | 'firstName'>;
}

/**
 * What an email about a booking puts in the calendar of its reader: the seat as it is now, or that it is gone. Every email about
 * a booking has the same name and a higher sequence. Null for a booking that has never had a seat.
 */
export const invitationOf = (read: Read, given: Invitation): Mail['calendar'] => {
  const booking = bookingById(read, given.bookingId);
  const session = booking === undefined ? undefined : Session.rows.find(read, booking.sessionId);
  if (booking === undefined || session === undefined || booking.confirmedAt === null) return null;
  const { rootUrl, hasPages } = given.server;
  const id = entryNames(read, new URL(rootUrl).hostname)(booking.id);
  const { dependant } = given;
  const own = hasPages ? bookingUrl(rootUrl, booking.id) : undefined;
  const url = own === undefined || dependant === undefined ? own : forDependant(own, dependant.id);
  const forName = dependant?.firstName;
  const isGone = booking.status === 'cancelled';
  const method = isGone ? 'CANCEL' : 'REQUEST';
  const sequence = Math.max(0, Math.floor((read.nowMs - epochOf(booking.bookedAt)) / 1000));
  const status = isGone ? 'cancelled' : 'confirmed';
  const { attendee, organizer } = given;
  const place = placesOf(read, [session])(session);
  const content = calendarText(
    [{ id, session, place, status, changedAt: read.now, sequence, url, attendee, forName }],
    {
      name: organizer.name,
      method,
      organizer,
    },
  );
  return { method, content };
};

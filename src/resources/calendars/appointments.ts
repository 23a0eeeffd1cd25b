import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Read } from '../../database/database.ts';
import { addressLines } from '../../kernel/address-lines.ts';
import { epochOf } from '../../kernel/clock.ts';
import { oneLine } from '../../mail/one-line.ts';
import { unpack } from '../../records/json.ts';
import { Instructor } from '../instructors/record.ts';
import { shownName } from '../instructors/view.ts';
import type { SessionRow } from '../sessions/record.ts';
import { Site, type SiteRow } from '../sites/record.ts';

/** Where and with whom a session is. */
export interface Place {
  readonly site: SiteRow | undefined;
  readonly instructorName: string | null;
}

/** The sites and instructors of some sessions, in a query each. */
export const placesOf = (read: Read, sessions: readonly SessionRow[]): ((session: SessionRow) => Place) => {
  const idsOf = (name: 'siteId' | 'instructorId'): string[] => [
    ...new Set(sessions.flatMap((each) => each[name] ?? [])),
  ];
  const sites = new Map(Site.rows.findAll(read, idsOf('siteId')).map((row) => [row.id, row]));
  const names = new Map(Instructor.rows.findAll(read, idsOf('instructorId')).map((row) => [row.id, shownName(row)]));
  return ({ siteId, instructorId }) => ({
    site: sites.get(siteId),
    instructorName: instructorId === null ? null : (names.get(instructorId) ?? null),
  });
};

/** One entry of a calendar. */
export interface Appointment {
  /** Names the entry in every calendar (its UID): later versions have the same one. Nothing of it is a setting, such as a host. */
  readonly id: string;
  readonly session: SessionRow;
  readonly place: Place;
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  /** When it last changed, as an instant. */
  readonly changedAt: string;
  /** Grows with every version. */
  readonly sequence: number;
  /** Its page: of a booking, with the link of an online class when its time has come, or of the class. */
  readonly url?: string | undefined;
  readonly attendee?: { readonly name: string; readonly email: string };
  /** Who comes, where that is not the reader. */
  readonly forName?: string | undefined;
}

export interface CalendarOptions {
  readonly name: string;
  readonly method?: 'REQUEST' | 'CANCEL';
  readonly organizer?: { readonly name: string; readonly email: string };
}

const STATUSES = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

const { ACCEPTED } = ICalAttendeeStatus;

/** An online class is where its page is, whatever room it is taught in. */
const locationOf = ({ isVirtual, roomName }: SessionRow, { site }: Place, url: string | undefined): string =>
  isVirtual === 1
    ? (url ?? '')
    : [roomName, site?.name, ...addressLines(unpack(site?.address ?? null))].filter(Boolean).join(', ');

/** Stands for a backslash, which the library would double in a parameter. No text has this code point: it is no character. */
const BACKSLASH = '\uFDD0';

/** A text that people wrote as the value of a parameter (RFC 6868). */
const parameter = (text: string): string =>
  text
    .replaceAll(BACKSLASH, '')
    .replaceAll('\\', BACKSLASH)
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '^n');

const named = <Person extends { readonly name: string }>(person: Person): Person => ({
  ...person,
  name: parameter(person.name),
});

/** Appointments as an iCalendar file (RFC 5545). Times are in UTC: each is at the right hour in every zone. */
export const calendarText = (
  appointments: readonly Appointment[],
  { name, method, organizer }: CalendarOptions,
): string => {
  const calendar = ical({ name: oneLine(name), prodId: { company: 'studiod', product: 'studiod' } });
  if (method !== undefined) calendar.method(ICalCalendarMethod[method]);
  else calendar.ttl(3600);
  for (const { id, session, place, status, changedAt, sequence, url, attendee, forName } of appointments) {
    const event = calendar.createEvent({
      id,
      sequence,
      stamp: new Date(epochOf(changedAt)),
      start: new Date(epochOf(session.startTime)),
      end: new Date(epochOf(session.endTime)),
      summary: forName === undefined ? session.name : `${oneLine(forName)}: ${session.name}`,
      location: locationOf(session, place, url),
      ...(url === undefined ? {} : { url }),
      description: place.instructorName ?? '',
      status: STATUSES[status],
    });
    if (organizer !== undefined) event.organizer(named(organizer));
    // The seat is booked: no one is asked whether they come, and answers by email are not read.
    if (attendee !== undefined) event.createAttendee({ ...named(attendee), status: ACCEPTED, rsvp: false });
  }
  return calendar.toString().replaceAll(BACKSLASH, '\\');
};

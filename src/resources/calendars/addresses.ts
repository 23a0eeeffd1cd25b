import { calendarAddressOf } from '../../auth/members/own/calendar-addresses.ts';
import type { Read } from '../../database/database.ts';
import type { PersonalLinks } from '../messages/personal-links.ts';

/** Of what the token of a calendar is made: the first one of the id alone. Undefined while the calendar has no address. */
const nameOf = (read: Read, clientId: string): string | undefined => {
  const { number, isWithdrawn } = calendarAddressOf(read, clientId);
  if (isWithdrawn) return undefined;
  return number === 0 ? clientId : `${clientId} ${number}`;
};

/** The path of the calendar of a client; null while it is withdrawn. */
export const calendarPath = (read: Read, links: PersonalLinks, clientId: string): string | null => {
  const named = nameOf(read, clientId);
  return named === undefined ? null : `/calendar/${links.tokenOf('calendar', clientId, named)}.ics`;
};

/** The client of a token; undefined also for a token that was renewed or withdrawn. */
export const clientOfCalendar = (read: Read, links: PersonalLinks, token: string): string | undefined =>
  links.clientOf('calendar', token, (clientId) => nameOf(read, clientId));

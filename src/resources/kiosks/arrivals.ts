import type { Read } from '../../database/database.ts';
import type { KioskCaller } from '../../kernel/caller.ts';
import { searchedWords, searchTerm } from '../../kernel/folding.ts';
import { guestsByBooking } from '../bookings/guests/queries.ts';
import { peopleOf, personById } from '../households/queries.ts';
import type { SessionRecord } from '../sessions/queries.ts';
import { openSessions } from './open-sessions.ts';
import { type Expected, expectedIn } from './queries.ts';
import type { KioskArrivalsResponse } from './shapes.ts';

/** How many a kiosk shows: more would be a list of who is expected. */
const MOST = 6;

/** Whether every word that was typed begins a word of the name. */
const isCalled = ({ firstName, lastName }: Expected, words: readonly string[]): boolean => {
  const names = searchedWords(`${firstName} ${lastName}`);
  return words.every((word) => names.some((each) => each.startsWith(word)));
};

const initialOf = (lastName: string): string => {
  const [first = ''] = [...lastName.trim()];
  return first.toUpperCase();
};

interface Arrivals {
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly people: readonly Expected[];
}

const arrivalOf = (
  sessions: Arrivals['sessions'],
  { id, sessionId, status, firstName, lastName }: Expected,
): KioskArrivalsResponse['arrivals'][number] => ({
  bookingId: id,
  firstName,
  initial: initialOf(lastName),
  sessionName: sessions.get(sessionId)?.name ?? '',
  startTime: sessions.get(sessionId)?.startTime ?? '',
  isHere: status === 'attended',
});

/** Guests by the name that their host has typed: what the studio knows of the address, no one learns at the door. */
const asBrought = (read: Read, people: readonly Expected[]): readonly Expected[] => {
  const brought = people.flatMap(({ id, hostBookingId }) => (hostBookingId === null ? [] : [{ bookingId: id }]));
  if (brought.length === 0) return people;
  const guests = guestsByBooking(read, brought);
  return people.map((each) => {
    const firstName = guests.get(each.id)?.firstName ?? null;
    return firstName === null || each.hostBookingId === null ? each : { ...each, firstName, lastName: '' };
  });
};

const expectedAt = (read: Read, siteId: string): Arrivals => {
  const sessions = new Map(openSessions(read, siteId).map((row) => [row.id, row]));
  return { sessions, people: asBrought(read, expectedIn(read, [...sessions.keys()])) };
};

const householdOf = (read: Read, clientId: string): ReadonlySet<string> => {
  const householdId = personById(read, clientId)?.householdId ?? null;
  const people = householdId === null ? [] : peopleOf(read, householdId);
  return new Set(people.flatMap(({ id }) => (id === clientId ? [] : [id])));
};

/** Who else of the household of a client is expected now, and whom the client brings, and is not here yet: they come in together. */
export const companions = (
  read: Read,
  { siteId }: KioskCaller,
  clientId: string,
): KioskArrivalsResponse['arrivals'] => {
  const others = householdOf(read, clientId);
  const { sessions, people } = expectedAt(read, siteId);
  const own = new Set(people.flatMap((each) => (each.clientId === clientId ? [each.id] : [])));
  return people
    .filter(({ status }) => status === 'confirmed')
    .filter((each) => others.has(each.clientId) || own.has(each.hostBookingId ?? ''))
    .map((each) => arrivalOf(sessions, each))
    .slice(0, MOST);
};

/** Who is expected in the sessions whose check-in is open, by the first letters of their names. */
export const arrivals = (read: Read, { siteId }: KioskCaller, typed: string): KioskArrivalsResponse => {
  // A word of accents alone folds to nothing, which would begin every name.
  const words = typed.split(/\s+/).map(searchTerm).filter(Boolean);
  if (words.length === 0) return { object: 'kiosk_arrivals', arrivals: [], hasMore: false };
  const { sessions, people } = expectedAt(read, siteId);
  const found = people
    .filter((each) => isCalled(each, words))
    .map((each) => arrivalOf(sessions, each))
    .sort((left, right) => Number(left.isHere) - Number(right.isHere) || (left.startTime < right.startTime ? -1 : 1));
  return { object: 'kiosk_arrivals', arrivals: found.slice(0, MOST), hasMore: found.length > MOST };
};

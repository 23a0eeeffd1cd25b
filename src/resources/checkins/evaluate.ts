import type { Read } from '../../database/database.ts';
import type { CheckinRow } from '../../database/tables/checkins.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { bookingById } from '../bookings/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { type SessionRecord, sessionById, sessionsById } from '../sessions/queries.ts';
import { checkInWindow } from '../sessions/windows.ts';
import { bookingSettings } from '../settings/queries.ts';
import type { SiteRow } from '../sites/record.ts';
import { entryByPackage } from './entry.ts';
import { confirmedBookings, entriesOf, lastEntry, liveBooking, type Visitor } from './queries.ts';
import type { StatusCode } from './shapes.ts';

const MINUTE = 60_000;
/** No session lasts longer, and no check-in window reaches further beyond one. */
const LONGEST = 31 * 24 * 60 * MINUTE;

/** Somebody at a door, with whatever the request names. */
export interface Arrival {
  readonly visitor: Visitor;
  readonly site: SiteRow;
  /** Instant. */
  readonly at: string;
  readonly session: SessionRecord | undefined;
  readonly booking: BookingRecord | undefined;
  readonly package: PackageRow | undefined;
}

/** What an arrival comes to; nothing is written yet. */
export interface Verdict {
  readonly statusCode: StatusCode;
  readonly message: string;
  readonly isReEntry: boolean;
  readonly bookingId: string | null;
  readonly sessionId: string | null;
  readonly packageId: string | null;
  /** The booking that becomes attended by it. */
  readonly attends?: BookingRecord;
}

type About = Partial<Pick<Verdict, 'bookingId' | 'sessionId' | 'packageId'>>;

const NOTHING = { isReEntry: false, bookingId: null, sessionId: null, packageId: null } as const;

const refused = (statusCode: StatusCode, message: string, about: About = {}): Verdict => ({
  ...NOTHING,
  ...about,
  statusCode,
  message,
});

const entered = (message: string, about: About, isReEntry = false): Verdict => ({
  ...NOTHING,
  ...about,
  isReEntry,
  statusCode: 'ok',
  message,
});

/** What the client did here before: the last time that counts, and whether that is only a moment ago. */
interface Past {
  readonly last: CheckinRow | undefined;
  readonly isRecent: boolean;
}

/** Looks back from `at`; a moment ago is less than the site's `minReCheckInGapMinutes`. */
export const pastOf = (read: Read, clientId: string, siteId: string, at: string): Past => {
  const time = Date.parse(at);
  const gap = bookingSettings(read, siteId).minReCheckInGapMinutes * MINUTE;
  const last = lastEntry(read, clientId, siteId, isoInstant(time - LONGEST), isoInstant(time + Math.max(gap, 1)));
  return { last, isRecent: last !== undefined && time - Date.parse(last.checkedInAt) < gap };
};

/** Who may not come in at all, wherever and for whatever. */
const barredOf = ({ visitor, site }: Arrival): Verdict | undefined => {
  if (visitor.status === 'suspended')
    return refused('suspended', 'The client is suspended. Make the client active first.');
  if (visitor.status === 'archived') return refused('suspended', 'The client is archived. Restore the client first.');
  if (site.status !== 'active') return refused('wrong_location', 'This location is not active. Go to another one.');
  return undefined;
};

/** Why a session cannot be entered here and now. */
const closedOf = (
  read: Read,
  { site, at }: Arrival,
  session: SessionRecord,
): readonly [StatusCode, string] | undefined => {
  if (session.siteId !== site.id) return ['wrong_location', `${session.name} takes place at another location.`];
  if (session.cancelledAt !== null) return ['outside_window', `${session.name} is cancelled.`];
  const { checkInOpensAt, checkInClosesAt } = checkInWindow(session, policyOf(read, session));
  if (at < checkInOpensAt) return ['outside_window', `Check-in to ${session.name} opens at ${checkInOpensAt}.`];
  if (at > checkInClosesAt) return ['outside_window', `Check-in to ${session.name} closed at ${checkInClosesAt}.`];
  return undefined;
};

const policyOf = (read: Read, { siteId, overrides }: SessionRecord) => bookingSettings(read, siteId, overrides);

/** Coming again to a session: a moment after, or as often as the policy lets one. */
const again = (read: Read, arrival: Arrival, session: SessionRecord, about: About, { isRecent }: Past): Verdict => {
  const { allowReCheckIn, maxReCheckIns } = policyOf(read, session);
  const { reEntries } = entriesOf(read, session.id, arrival.visitor.id);
  if (isRecent || (allowReCheckIn && reEntries < maxReCheckIns)) {
    return entered(`Checked in to ${session.name} again.`, about, true);
  }
  const message = allowReCheckIn
    ? `The client has come back to ${session.name} ${maxReCheckIns} times, which is as often as is allowed.`
    : `The client is checked in to ${session.name} already, and coming back to it is not allowed.`;
  return refused('outside_window', message, about);
};

const intoSession = (
  read: Read,
  arrival: Arrival,
  session: SessionRecord,
  booking: BookingRecord | undefined,
  past: Past,
): Verdict => {
  const paidWith = booking?.packageId ?? arrival.package?.id ?? null;
  const about = { sessionId: session.id, bookingId: booking?.id ?? null, packageId: paidWith };
  const closed = closedOf(read, arrival, session);
  if (closed !== undefined) return refused(...closed, about);
  if (booking === undefined) {
    if (entriesOf(read, session.id, arrival.visitor.id).entries > 0) return again(read, arrival, session, about, past);
    return byPackage(read, arrival, session);
  }
  if (booking.status === 'cancelled') return refused('outside_window', 'The booking is cancelled. Book again.', about);
  if (booking.status === 'attended') return again(read, arrival, session, about, past);
  return { ...entered(`Checked in to ${session.name}.`, about, past.isRecent), attends: booking };
};

/** Coming in on the strength of a package, to the place or to a session that is not booked. */
const byPackage = (read: Read, arrival: Arrival, session?: SessionRecord): Verdict => {
  const sessionId = session?.id ?? null;
  const { package: row, refusal } = entryByPackage(read, {
    clientId: arrival.visitor.id,
    siteId: arrival.site.id,
    category: session?.category ?? null,
    at: arrival.at,
    named: arrival.package,
  });
  const about = { sessionId, packageId: row?.id ?? null };
  if (refusal !== undefined) return refused(...refusal, about);
  return entered(session === undefined ? 'Checked in.' : `Checked in to ${session.name} without a booking.`, about);
};

/** The client's confirmed booking here whose check-in is open; of several, the one that starts nearest to now. */
const bookedNow = (read: Read, arrival: Arrival): readonly [BookingRecord, SessionRecord] | undefined => {
  const { visitor, site, at } = arrival;
  const time = Date.parse(at);
  const booked = confirmedBookings(read, visitor.id, site.id, isoInstant(time - LONGEST), isoInstant(time + LONGEST));
  if (booked.length === 0) return undefined;
  const away = ({ startTime }: SessionRecord) => Math.abs(Date.parse(startTime) - time);
  const [session] = sessionsById(
    read,
    booked.map(({ sessionId }) => sessionId),
  )
    .filter((each) => closedOf(read, arrival, each) === undefined)
    .sort((left, right) => away(left) - away(right));
  const id = booked.find(({ sessionId }) => sessionId === session?.id)?.id;
  const booking = id === undefined ? undefined : bookingById(read, id);
  return session === undefined || booking === undefined ? undefined : [booking, session];
};

/** The session in which the client is, as far as is known: the one of the last check-in, while it is open. */
const presentIn = (
  read: Read,
  arrival: Arrival,
  { last }: Past,
): readonly [BookingRecord | undefined, SessionRecord] | undefined => {
  if (last === undefined || last.sessionId === null) return undefined;
  const session = sessionById(read, last.sessionId);
  if (session === undefined || closedOf(read, arrival, session) !== undefined) return undefined;
  const id = liveBooking(read, session.id, arrival.visitor.id);
  const booking = id === undefined ? undefined : bookingById(read, id);
  // A booking that was cancelled or undone since takes the presence along.
  return last.bookingId !== null && booking?.status !== 'attended' ? undefined : [booking, session];
};

/**
 * What an arrival comes to (rules.md "Check-in"). What the request names is judged; else, in this order: a moment
 * after the last time it is a re-entry; a confirmed booking whose check-in is open is attended; who is in a session
 * comes back to it; everybody else comes in on a package.
 */
export const judge = (read: Read, arrival: Arrival): Verdict => {
  const { visitor, site, at, session } = arrival;
  const about = { sessionId: session?.id ?? null, bookingId: arrival.booking?.id ?? null };
  const barred = barredOf(arrival);
  if (barred !== undefined) return { ...barred, ...about };
  const past = pastOf(read, visitor.id, site.id, at);
  if (session !== undefined) return intoSession(read, arrival, session, arrival.booking, past);
  if (past.isRecent && past.last !== undefined) {
    const { bookingId, sessionId, packageId } = past.last;
    return entered('Checked in again.', { bookingId, sessionId, packageId }, true);
  }
  const found = bookedNow(read, arrival) ?? presentIn(read, arrival, past);
  if (found === undefined) return byPackage(read, arrival);
  return intoSession(read, arrival, found[1], found[0], past);
};

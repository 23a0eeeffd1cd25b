import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { windowsOf } from '../sessions/booking/windows.ts';
import { type SessionRecord, sessionById, sessionsById } from '../sessions/queries.ts';
import { bookingSettings } from '../settings/queries.ts';
import type { SiteRow } from '../sites/record.ts';
import { entryByPackage, type Rejection } from './entry.ts';
import { type CheckinClient, confirmedBookings, entriesOf, lastEntry, liveBooking } from './queries.ts';
import type { CheckinRow, StatusCode } from './record.ts';

/** The longest that a session and its check-in window can last, in milliseconds. */
const LONGEST = 31 * DAY_MS;

export interface CheckinAttempt {
  readonly client: CheckinClient;
  readonly site: SiteRow;
  readonly at: string;
  readonly session: SessionRecord | undefined;
  readonly booking: BookingRecord | undefined;
  readonly package: PackageRow | undefined;
  /** Whether the member checks in, who reads the message. */
  readonly bySelf: boolean;
}

interface Evaluation {
  readonly statusCode: StatusCode;
  readonly message: string;
  readonly isReEntry: boolean;
  readonly bookingId: string | null;
  readonly sessionId: string | null;
  readonly packageId: string | null;
  readonly attends?: BookingRecord;
}

type Related = Partial<Pick<Evaluation, 'bookingId' | 'sessionId' | 'packageId'>>;

const NOTHING = { isReEntry: false, bookingId: null, sessionId: null, packageId: null } as const;

const invalid = ([statusCode, message]: Rejection, related: Related = {}): Evaluation => ({
  ...NOTHING,
  ...related,
  statusCode,
  message,
});

const valid = (message: string, related: Related, isReEntry = false): Evaluation => ({
  ...NOTHING,
  ...related,
  isReEntry,
  statusCode: 'ok',
  message,
});

/** The client's last valid check-in at the site, and whether it is so recent that another one is a re-entry. */
interface PreviousEntry {
  readonly last: CheckinRow | undefined;
  readonly isRecent: boolean;
}

/** The entry before `at` (an instant); it is recent within the site's `minReCheckInGapMinutes`. */
export const previousEntry = (read: Read, clientId: string, siteId: string, at: string): PreviousEntry => {
  const time = Date.parse(at);
  const gap = bookingSettings(read, siteId).minReCheckInGapMinutes * MINUTE_MS;
  const last = lastEntry(read, clientId, siteId, isoInstant(time - LONGEST), isoInstant(time + Math.max(gap, 1)));
  return { last, isRecent: last !== undefined && time - Date.parse(last.checkedInAt) < gap };
};

/** Why no one, or not this client, can check in at the site. */
const siteRejection = ({ client, site, bySelf }: CheckinAttempt): Rejection | undefined => {
  const { status } = client;
  if (status === 'suspended' || status === 'archived') {
    const remedy = status === 'suspended' ? 'Make the client active first.' : 'Restore the client first.';
    const forMember = `Your account is ${status}. Ask at the front desk.`;
    return ['suspended', bySelf ? forMember : `The client is ${status}. ${remedy}`];
  }
  if (site.status !== 'active') return ['wrong_location', 'This location is not active. Go to another location.'];
  return undefined;
};

const policyOf = (read: Read, { siteId, overrides }: SessionRecord) => bookingSettings(read, siteId, overrides);

/** Why no one can check in to the session at this site and time. */
const sessionRejection = (read: Read, { site, at }: CheckinAttempt, session: SessionRecord): Rejection | undefined => {
  if (session.siteId !== site.id) return ['wrong_location', 'The session takes place at another location.'];
  if (session.cancelledAt !== null) return ['outside_window', `${session.name} is canceled.`];
  const { checkInOpensAt, checkInClosesAt } = windowsOf(session, policyOf(read, session));
  if (at < checkInOpensAt) return ['outside_window', `Check-in to ${session.name} opens at ${checkInOpensAt}.`];
  if (at > checkInClosesAt) return ['outside_window', `Check-in to ${session.name} closed at ${checkInClosesAt}.`];
  return undefined;
};

/** Another check-in to a session: valid when recent, or as often as the policy allows. */
const reEnter = (
  read: Read,
  { client }: CheckinAttempt,
  session: SessionRecord,
  related: Related,
  { isRecent }: PreviousEntry,
): Evaluation => {
  const { allowReCheckIn, maxReCheckIns } = policyOf(read, session);
  const { reEntries } = entriesOf(read, session.id, client.id);
  if (isRecent || (allowReCheckIn && reEntries < maxReCheckIns)) {
    return valid(`Checked in to ${session.name} again.`, related, true);
  }
  const message = allowReCheckIn
    ? `${session.name} was re-entered ${maxReCheckIns} times, which is the limit.`
    : `Already checked in to ${session.name}, which does not allow re-entry.`;
  return invalid(['outside_window', message], related);
};

/** A check-in by package, to the site or to a session without a booking. */
const enterByPackage = (read: Read, attempt: CheckinAttempt, session?: SessionRecord): Evaluation => {
  const { package: row, rejection } = entryByPackage(read, {
    clientId: attempt.client.id,
    siteId: attempt.site.id,
    category: session?.category ?? null,
    at: attempt.at,
    named: attempt.package,
  });
  const related = { sessionId: session?.id ?? null, packageId: row?.id ?? null };
  if (rejection !== undefined) return invalid(rejection, related);
  return valid(session === undefined ? 'Checked in.' : `Checked in to ${session.name} without a booking.`, related);
};

const enterSession = (
  read: Read,
  attempt: CheckinAttempt,
  session: SessionRecord,
  booking: BookingRecord | undefined,
  previous: PreviousEntry,
): Evaluation => {
  const packageId = booking?.packageId ?? attempt.package?.id ?? null;
  const related = { sessionId: session.id, bookingId: booking?.id ?? null, packageId };
  const rejection = sessionRejection(read, attempt, session);
  if (rejection !== undefined) return invalid(rejection, related);
  if (booking === undefined) {
    const { entries } = entriesOf(read, session.id, attempt.client.id);
    return entries > 0 ? reEnter(read, attempt, session, related, previous) : enterByPackage(read, attempt, session);
  }
  if (booking.status === 'cancelled') {
    return invalid(['outside_window', 'The booking is canceled. Book again.'], related);
  }
  if (booking.status === 'attended') return reEnter(read, attempt, session, related, previous);
  return { ...valid(`Checked in to ${session.name}.`, related, previous.isRecent), attends: booking };
};

/** The client's confirmed booking at the site whose check-in is open; of several, the one that starts nearest to now. */
const openBooking = (read: Read, attempt: CheckinAttempt): readonly [BookingRecord, SessionRecord] | undefined => {
  const { client, site, at } = attempt;
  const time = Date.parse(at);
  const booked = confirmedBookings(read, client.id, site.id, isoInstant(time - LONGEST), isoInstant(time + LONGEST));
  if (booked.length === 0) return undefined;
  const distance = ({ startTime }: SessionRecord) => Math.abs(Date.parse(startTime) - time);
  const sessionIds = booked.map(({ sessionId }) => sessionId);
  const [session] = sessionsById(read, sessionIds)
    .filter((each) => sessionRejection(read, attempt, each) === undefined)
    .sort((left, right) => distance(left) - distance(right));
  const id = booked.find(({ sessionId }) => sessionId === session?.id)?.id;
  const booking = id === undefined ? undefined : bookingById(read, id);
  return session === undefined || booking === undefined ? undefined : [booking, session];
};

/** The session of the last check-in while its check-in is open, with the client's booking of it. */
const currentSession = (
  read: Read,
  attempt: CheckinAttempt,
  { last }: PreviousEntry,
): readonly [BookingRecord | undefined, SessionRecord] | undefined => {
  if (last === undefined || last.sessionId === null) return undefined;
  const session = sessionById(read, last.sessionId);
  if (session === undefined || sessionRejection(read, attempt, session) !== undefined) return undefined;
  const id = liveBooking(read, session.id, attempt.client.id);
  const booking = id === undefined ? undefined : bookingById(read, id);
  // A booking that was canceled or undone since does not count.
  return last.bookingId !== null && booking?.status !== 'attended' ? undefined : [booking, session];
};

/** Another check-in within the gap belongs to the same records as the last one, without a booking canceled since. */
const sameEntry = (read: Read, { client }: CheckinAttempt, last: CheckinRow): Evaluation => {
  const { bookingId, sessionId, packageId } = last;
  const isLive = sessionId === null || bookingId === null || liveBooking(read, sessionId, client.id) === bookingId;
  return valid('Checked in again.', isLive ? { bookingId, sessionId, packageId } : { packageId }, true);
};

/**
 * Evaluates an attempt (rules.md "Check-in"). Without a session in the request, the first of these applies: shortly
 * after a check-in to a session that the client still attends it is a re-entry; a confirmed booking whose check-in is
 * open is attended; shortly after any other check-in it is a re-entry; the client comes back to the session of the last
 * check-in; a package admits the client.
 */
export const evaluate = (read: Read, attempt: CheckinAttempt): Evaluation => {
  const { client, site, at, session, booking } = attempt;
  const rejection = siteRejection(attempt);
  if (rejection !== undefined) {
    return invalid(rejection, { sessionId: session?.id ?? null, bookingId: booking?.id ?? null });
  }
  const previous = previousEntry(read, client.id, site.id, at);
  if (session !== undefined) return enterSession(read, attempt, session, booking, previous);
  const { last, isRecent } = previous;
  const current = currentSession(read, attempt, previous);
  if (isRecent && last !== undefined && current !== undefined) return sameEntry(read, attempt, last);
  const open = openBooking(read, attempt);
  if (isRecent && last !== undefined && open === undefined) return sameEntry(read, attempt, last);
  const found = open ?? current;
  if (found === undefined) return enterByPackage(read, attempt);
  return enterSession(read, attempt, found[1], found[0], previous);
};

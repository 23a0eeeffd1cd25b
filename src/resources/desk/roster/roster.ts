import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { pick } from '../../../kernel/objects.ts';
import type { BookingRecord } from '../../bookings/queries.ts';
import { bookingViews } from '../../bookings/view.ts';
import { mayReadPackage } from '../../packages/queries.ts';
import { Package } from '../../packages/record.ts';
import type { SessionRecord } from '../../sessions/queries.ts';
import { managedViews } from '../../sessions/view.ts';
import { Site } from '../../sites/record.ts';
import { knownPersons } from '../known.ts';
import { isLastCredit, packageLine, personView } from '../people.ts';
import { instructorNames } from '../sessions.ts';
import { guestLines } from './guests.ts';
import { cancelledBookings, liveBookings, MOST_CANCELLED, MOST_LIVE } from './queries.ts';
import { BOOKING_FIELDS, type RosterEntry, type RosterResponse, type RosterSection, SECTIONS } from './shapes.ts';

const SECTION_OF: Readonly<Record<BookingRecord['status'], RosterSection>> = {
  confirmed: 'expected',
  attended: 'here',
  noshow: 'no_show',
  waitlisted: 'waiting',
  cancelled: 'cancelled',
};

/** The bookings of a roster with their clients and packages: one query for each kind of record. */
const entriesOf = (read: Read, caller: Caller, rows: readonly BookingRecord[], date: string): RosterEntry[] => {
  const persons = knownPersons(
    read,
    caller,
    rows.map(({ clientId }) => clientId),
  );
  const packageIds = [...new Set(rows.flatMap(({ packageId }) => packageId ?? []))];
  const packages = new Map(
    Package.rows
      .findAll(read, packageIds)
      .filter((row) => mayReadPackage(caller, row))
      .map((row) => [row.id, row]),
  );
  const [view, personOf] = [bookingViews(read, rows), personView(caller, date)];
  const guestOn = guestLines(read, caller, rows);
  return rows.map((row) => {
    const [person, paying] = [persons.get(row.clientId), packages.get(row.packageId ?? '')];
    return {
      ...pick(view(row), ...BOOKING_FIELDS),
      client: person === undefined ? null : personOf(person, isLastCredit(paying, row)),
      guest: guestOn(row),
      package: paying === undefined ? null : packageLine(paying),
    };
  });
};

const nameOf = ({ client }: RosterEntry): string => client?.fullName ?? '';
/** Without a language of its own the order would be that of the machine. */
const byName = (left: RosterEntry, right: RosterEntry): number => nameOf(left).localeCompare(nameOf(right), 'en');
const byTime = (time: (entry: RosterEntry) => string | null) => (left: RosterEntry, right: RosterEntry) => {
  const [one, other] = [time(left) ?? '', time(right) ?? ''];
  return one < other ? -1 : Number(one > other);
};

const ORDER: Readonly<Record<RosterSection, (left: RosterEntry, right: RosterEntry) => number>> = {
  expected: byName,
  here: byTime(({ checkedInAt }) => checkedInAt),
  no_show: byName,
  waiting: (left, right) => (left.waitlist?.position ?? 0) - (right.waitlist?.position ?? 0),
  cancelled: (left, right) => byTime(({ cancelledAt }) => cancelledAt)(right, left),
};

export const rosterOf = (read: Read, caller: Caller, session: SessionRecord): RosterResponse => {
  const [live, cancelled] = [liveBookings(read, session.id), cancelledBookings(read, session.id)];
  const shown = [...live.slice(0, MOST_LIVE), ...cancelled.slice(0, MOST_CANCELLED)];
  const entries = Map.groupBy(
    entriesOf(read, caller, shown, localDateAt(read.nowMs, session.timezone)),
    ({ status }) => SECTION_OF[status],
  );
  const { instructorId, originalInstructorId } = session;
  const names = instructorNames(read, caller, [{ instructorId }, { instructorId: originalInstructorId }]);
  const isSubstitute = originalInstructorId !== null && originalInstructorId !== instructorId;
  return {
    object: 'roster',
    session: managedViews(read)(session),
    siteName: Site.rows.find(read, session.siteId)?.name ?? '',
    instructorName: names.get(instructorId ?? '') ?? null,
    originalInstructorName: isSubstitute ? (names.get(originalInstructorId) ?? null) : null,
    sections: SECTIONS.map((section) => {
      const bookings = (entries.get(section) ?? []).toSorted(ORDER[section]);
      return { section, count: bookings.length, bookings };
    }),
    hasMore: live.length > MOST_LIVE || cancelled.length > MOST_CANCELLED,
  };
};

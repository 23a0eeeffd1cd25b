import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { addDays, localDateAt, startOfDate } from '../../../kernel/local-time.ts';
import { waitlistPositions } from '../../bookings/waitlist/queries.ts';
import { holderOfBarcode, holderOfFobNumber } from '../../clients/queries.ts';
import { searchPage } from '../../clients/search.ts';
import { activePackagesOfClients, mayReadPackage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import { sessionsById } from '../../sessions/queries.ts';
import type { SiteRow } from '../../sites/record.ts';
import { isLastCredit, mayKnow, packageLine, personView } from '../people.ts';
import { bookingsOfDay, type DayBooking, personsById, type SiteTime, sessionsBetween } from '../queries.ts';
import { type MayDo, mayRead } from '../rights.ts';
import { sessionLines } from '../sessions.ts';
import { type Allowed, actFor, currentBooking, type Found } from './act.ts';
import { candidateFinder, openSessions } from './candidates.ts';
import { matcherOf } from './matching.ts';
import type { DeskSearchResponse, FoundClient } from './shapes.ts';

/** How many days ahead sessions are found by name, and how many of them are shown. */
const SESSION_DAYS = 7;
const MOST_SESSIONS = 5;

export interface Search {
  readonly text: string;
  /** Whether the text is a barcode or fob number, and nothing else. */
  readonly isCode: boolean;
  readonly site: SiteRow;
  readonly limit: number;
  readonly mayDo: MayDo;
}

const allowedBy = (mayDo: MayDo): Allowed => {
  const allowed = mayDo('checkInBooking', 'createBooking', 'sellPackage');
  return {
    checkIn: allowed.includes('checkInBooking'),
    book: allowed.includes('createBooking'),
    sell: allowed.includes('sellPackage'),
  };
};

const RANKS: readonly DayBooking['status'][] = ['confirmed', 'waitlisted', 'attended', 'noshow', 'cancelled'];

/** The clients with a booking today who match, the next to come first. */
const matchingToday = (bookings: readonly DayBooking[], text: string, now: string): string[] => {
  const { isClient } = matcherOf(text);
  const rank = ({ status, endTime }: DayBooking): number => RANKS.indexOf(status) + (endTime > now ? 0 : RANKS.length);
  const found = bookings.filter(isClient).toSorted((left, right) => rank(left) - rank(right));
  return [...new Set(found.map(({ clientId }) => clientId))];
};

/** The ids of the clients that a search finds, the best first, and whether there are more. */
const findClients = (read: Read, caller: Caller, { text, isCode, limit }: Search, today: readonly DayBooking[]) => {
  const reachable = caller.siteIds === null ? undefined : JSON.stringify(caller.siteIds);
  const filters = { search: text, live: 1, email: undefined, externalId: undefined, reachable };
  const page = isCode ? { rows: [], hasMore: false } : searchPage(read, { limit }, filters);
  const byCode = [holderOfBarcode(read, text), holderOfFobNumber(read, text)].filter((id) => id !== undefined);
  const expected = isCode ? [] : matchingToday(today, text, read.now);
  const ids = [...new Set([...byCode, ...expected, ...page.rows.map(({ id }) => id)])];
  const rows = new Map(personsById(read, ids.slice(0, limit * 2)).map((row) => [row.id, row]));
  const known = ids
    .flatMap((id) => rows.get(id) ?? [])
    .filter((row) => mayKnow(caller, row) && row.archivedAt === null);
  return { found: known.slice(0, limit), hasMore: page.hasMore || known.length > limit || ids.length > limit * 2 };
};

/** The packages of some clients that are active now, by client, in the order in which they are used. */
const activePackages = (read: Read, clientIds: readonly string[]): ReadonlyMap<string, readonly PackageRow[]> => {
  const rows = activePackagesOfClients(read, clientIds);
  return Map.groupBy(
    rows.filter((row) => statusAt(row, read.now) === 'active'),
    ({ clientId }) => clientId,
  );
};

const clientsOf = (read: Read, caller: Caller, search: Search, day: SiteTime, date: string) => {
  const mayReadBookings = mayRead(caller, 'booking');
  const today = mayReadBookings ? bookingsOfDay(read, day) : [];
  const { found, hasMore } = findClients(read, caller, search, today);
  const ids = found.map(({ id }) => id);
  const own = Map.groupBy(
    today.filter(({ clientId }) => ids.includes(clientId)),
    ({ clientId }) => clientId,
  );
  const packages = activePackages(read, ids);
  const current = [...own.values()].flatMap((bookings) => currentBooking(bookings, read.now) ?? []);
  const positions = waitlistPositions(read, current);
  const paying = Package.rows.findAll(
    read,
    current.flatMap(({ packageId }) => packageId ?? []),
  );
  const sessions = openSessions(read, day.siteId, day.to);
  const candidateOf = candidateFinder(read, sessions, [...packages.values()].flat());
  const [view, line, allowed] = [
    personView(caller, date),
    sessionLines(read, caller, sessions),
    allowedBy(search.mayDo),
  ];
  const clients = found.map((client): FoundClient => {
    const bookings = own.get(client.id) ?? [];
    const usable = packages.get(client.id) ?? [];
    const booking = currentBooking(bookings, read.now);
    const isFree = !bookings.some(({ status, endTime }) => status !== 'noshow' && endTime > read.now);
    const next = isFree ? candidateOf(usable) : undefined;
    const chosen =
      paying.find(({ id }) => id === booking?.packageId) ??
      usable.find(({ id }) => id === next?.packageId) ??
      usable[0];
    const shown = chosen !== undefined && mayReadPackage(caller, chosen) ? chosen : undefined;
    const facts: Found = { client, bookings, next, hasPackage: usable.length > 0 };
    return {
      ...view(client, isLastCredit(shown, booking)),
      email: client.email,
      phone: client.phone,
      booking:
        booking === undefined
          ? null
          : {
              id: booking.id,
              sessionId: booking.sessionId,
              sessionName: booking.sessionName,
              startTime: booking.startTime,
              endTime: booking.endTime,
              status: booking.status,
              checkedInAt: booking.checkedInAt,
              waitlistPosition: positions.get(booking.id) ?? null,
              offerExpiresAt: booking.status === 'waitlisted' ? booking.offerExpiresAt : null,
            },
      nextSession: next === undefined ? null : line(next.session),
      package: shown === undefined ? null : packageLine(shown),
      act: actFor(facts, allowed, read.now, read.nowMs),
    };
  });
  return { clients, hasMoreClients: hasMore };
};

const sessionsOf = (read: Read, caller: Caller, { text, site }: Search) => {
  const { isNamed } = matcherOf(text);
  const from = isoInstant(read.nowMs - DAY_MS);
  const to = isoInstant(read.nowMs + SESSION_DAYS * DAY_MS);
  const found = sessionsBetween(read, { siteId: site.id, from, to })
    .filter(({ name, endTime }) => endTime > read.now && isNamed(name))
    .slice(0, MOST_SESSIONS);
  const rows = sessionsById(
    read,
    found.map(({ id }) => id),
  ).sort((left, right) => (left.startTime < right.startTime ? -1 : 1));
  return rows.map(sessionLines(read, caller, rows));
};

/** Finds clients and sessions by a few letters, and says what the desk most likely does for each client. */
export const search = (read: Read, caller: Caller, asked: Search): DeskSearchResponse => {
  const { timezone, id } = asked.site;
  const date = localDateAt(read.nowMs, timezone);
  const day = { siteId: id, from: startOfDate(date, timezone), to: startOfDate(addDays(date, 1), timezone) };
  const found = mayRead(caller, 'client')
    ? clientsOf(read, caller, asked, day, date)
    : { clients: [], hasMoreClients: false };
  const sessions = mayRead(caller, 'session') && !asked.isCode ? sessionsOf(read, caller, asked) : [];
  return { object: 'desk_search', ...found, sessions };
};

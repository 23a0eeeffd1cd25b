import type { Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf, localDateAt } from '../../../kernel/local-time.ts';
import { Booking } from '../../../resources/bookings/record.ts';
import { SITES } from '../../../resources/demo-ids.ts';
import { share } from '../history/attendance.ts';
import type { History } from '../history/history.ts';
import { historyId } from '../history/ids.ts';
import { insertRows } from '../history/insert-rows.ts';
import type { Bought } from '../history/purchases.ts';
import { ALL_HABITS, isRegular, LATER_CLIENTS } from '../history/regulars.ts';
import { type ClassAhead, planAhead } from './schedules.ts';

interface SeatAhead {
  readonly id: string;
  readonly clientId: string;
  readonly session: ClassAhead;
  /** What pays for it; without one the client pays at the desk. */
  readonly paidBy: Bought | undefined;
  /** Epoch ms. */
  readonly bookedAt: number;
  readonly channel: 'member_app' | 'staff';
}

/** How likely a place is taken in each of the weeks, by whoever has a pass for it, and by others, who book late. */
const [WITH_PASS, WITHOUT] = [
  [0.95, 0.6],
  [0.45, 0.15],
] as const;
/** Every class has room for more. */
const LEFT = 2;
/** They have booked in the last days, since the class can be booked. */
const [BOOKED_MS, OPENS_MS] = [3 * DAY_MS, 14 * DAY_MS] as const;
/** The desk books what members cannot book yet. */
const JUST_OPEN_MS = 20 * MINUTE_MS;

/** Those who come in these weeks, with what pays for each of their classes until the end of each week. */
const comers = ({ now, zone, purchases }: History) => {
  const today = localDateAt(now, zone);
  const ends = [1, 2].map((week) => instantOf(addDays(today, 7 * week), '23:59', zone));
  const passes = Map.groupBy(
    purchases.bought.filter(({ source }) => source === 'unlimited'),
    ({ clientId }) => clientId,
  );
  return ALL_HABITS.flatMap(({ firstName, classes, weeks }, index) => {
    const id = LATER_CLIENTS.find((client) => client.firstName === firstName)?.id;
    if (!isRegular(index) || id === undefined || weeks.every(([, until]) => until > 1)) return [];
    const paidBy = ends.map((end) => passes.get(id)?.find(({ expiresAt }) => expiresAt >= end));
    return [{ id, index, classes, paidBy, isPackBuyer: !passes.has(id) }];
  });
};

/** Who has a place in which class. How many there are is the same whatever day it is. */
const seatsIn = (sessions: readonly ClassAhead[], history: History): SeatAhead[] => {
  const people = comers(history);
  const seats = sessions.flatMap((session) => {
    const { place, week, capacity } = session;
    const found = people.filter(({ index, classes, paidBy, isPackBuyer }) => {
      const chance = paidBy[week - 1] !== undefined ? WITH_PASS[week - 1] : isPackBuyer ? WITHOUT[week - 1] : 0;
      return classes.includes(place) && share(index, place, week, 11) < (chance ?? 0);
    });
    const openFor = history.now - (epochOf(session.startTime) - OPENS_MS);
    const channel = openFor < JUST_OPEN_MS ? ('staff' as const) : ('member_app' as const);
    const longest = channel === 'staff' ? BOOKED_MS : Math.min(BOOKED_MS, openFor);
    return found.slice(0, capacity - LEFT).map(({ id, index, paidBy }) => {
      const bookedAt = Math.ceil(history.now - share(index, place, week, 13) * longest);
      return { clientId: id, session, paidBy: paidBy[week - 1], bookedAt, channel };
    });
  });
  const first = history.attendance.seats.length + 1;
  return seats
    .toSorted((left, right) => left.bookedAt - right.bookedAt)
    .map((seat, index) => ({ ...seat, id: historyId('booking', first + index) }));
};

const bookingOf = ({ id, clientId, session, paidBy, bookedAt, channel }: SeatAhead) => {
  const at = isoInstant(bookedAt);
  return {
    ...{ id, clientId, sessionId: session.id, startTime: session.startTime },
    packageId: paidBy?.id ?? null,
    channel,
    bookingSource: paidBy === undefined ? 'unpaid' : 'unlimited',
    ...{ bookedAt: at, confirmedAt: at, createdAt: at, updatedAt: at },
  };
};

const COUNT_SEATS = `update "sessions" set "confirmedCount" = "confirmedCount" + ?, "hasBookings" = 1 where "id" = ?`;
const COUNT_BOOKINGS = `update "clients" set "bookings" = "bookings" + ?1,
  "earliestBookingAt" = min(coalesce("earliestBookingAt", ?2), ?2) where "id" = ?3`;

const count = (tx: Tx, seats: readonly SeatAhead[]): void => {
  for (const [id, own] of Map.groupBy(seats, ({ session }) => session.id)) tx.db.query(COUNT_SEATS).run(own.length, id);
  for (const [clientId, own] of Map.groupBy(seats, (seat) => seat.clientId)) {
    const [earliest = ''] = own.map(({ session }) => session.startTime).toSorted();
    tx.db.query(COUNT_BOOKINGS).run(own.length, earliest, clientId);
  }
};

/**
 * Plans two weeks of classes, and writes who has booked them as rows: as the rules would have left them, and no event is raised.
 * The schedules that the studio has had from the start keep their own bookings.
 */
export const createAhead = (tx: Tx, history: History): void => {
  const plannedAt = isoInstant(history.now - 2 * BOOKED_MS);
  const seats = seatsIn(planAhead(tx, localDateAt(history.now, history.zone), plannedAt), history);
  const common = { siteId: SITES.downtown, status: 'confirmed' };
  insertRows(tx, 'bookings', { ...Booking.initial(tx), ...common }, seats.map(bookingOf));
  const uses = seats.flatMap(({ id: bookingId, session: { startTime }, paidBy }) =>
    paidBy === undefined ? [] : [{ bookingId, packageId: paidBy.id, credits: 0, startTime, state: 'consumed' }],
  );
  insertRows(tx, 'packageUses', {}, uses);
  count(tx, seats);
};

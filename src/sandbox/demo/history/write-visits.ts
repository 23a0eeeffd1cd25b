import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { Booking } from '../../../resources/bookings/record.ts';
import { Checkin } from '../../../resources/checkins/record.ts';
import { SCHEDULES, SITES, STAFF } from '../../../resources/demo-ids.ts';
import type { Fact } from '../../../resources/facts/tables.ts';
import { sessionsOfSlots } from '../../../resources/schedules/queries.ts';
import { Session, type SessionRow } from '../../../resources/sessions/record.ts';
import type { Attendance, HeldClass, Seat } from './attendance.ts';
import { historyId } from './ids.ts';
import { insertRows } from './insert-rows.ts';
import type { Bought, Purchases } from './purchases.ts';

/** How long before they begin classes are planned. */
const PLANNED_MS = 28 * DAY_MS;

const countsOf = (seats: readonly Seat[] = []) => {
  const count = (outcome: Seat['outcome']) => seats.filter((seat) => seat.outcome === outcome).length;
  return { attendedCount: count('attended'), noShowCount: count('noshow'), hasBookings: Number(seats.length > 0) };
};

const SCHEDULE_IDS = { morning: SCHEDULES.morningFlow, strength: SCHEDULES.strength } as const;

/** The sessions of the schedules, which pass for the classes of the last week. */
const scheduled = (tx: Tx, classes: readonly HeldClass[]): Map<HeldClass, SessionRow> => {
  const last = classes.filter(({ week }) => week === 1);
  const [from = '', to = ''] = [last[0]?.date, last.at(-1)?.date];
  const rows = Object.entries(SCHEDULE_IDS).flatMap(([name, id]) =>
    sessionsOfSlots(tx, id, from, to).map((row) => [`${name} ${row.localDate}`, row] as const),
  );
  const byDay = new Map(rows);
  return new Map(
    last.flatMap((held) => {
      const row = byDay.get(`${held.schedule} ${held.date}`);
      return row === undefined ? [] : [[held, row] as const];
    }),
  );
};

const COUNT = `update "sessions" set "attendedCount" = "attendedCount" + ?, "noShowCount" = "noShowCount" + ?,
  "hasBookings" = max("hasBookings", ?) where "id" = ?`;

const sessionOf = (held: HeldClass, zone: string, seats: readonly Seat[] | undefined) => {
  const { id, name, category, roomName, instructorId, substituteId, minutes, capacity, start, end } = held;
  const createdAt = isoInstant(start - PLANNED_MS);
  const completedAt = isoInstant(end + MINUTE_MS);
  return {
    id,
    name,
    category,
    roomName,
    capacity,
    timezone: zone,
    createdAt,
    completedAt,
    durationMinutes: minutes,
    instructorId: held.isSubstituted ? substituteId : instructorId,
    originalInstructorId: held.isSubstituted ? instructorId : null,
    startTime: isoInstant(start),
    endTime: isoInstant(end),
    updatedAt: createdAt,
    localDate: held.date,
    localStartTime: held.time,
    occurrenceKey: `${held.date}T${held.time}`,
    ...countsOf(seats),
  };
};

/** Writes the classes. @returns the session of each. */
export const writeClasses = (tx: Tx, { classes, seats }: Attendance, zone: string): Map<HeldClass, string> => {
  const bySession = Map.groupBy(seats, ({ held }) => held);
  const present = scheduled(tx, classes);
  const count = tx.db.query(COUNT);
  for (const [held, { id }] of present) {
    const { attendedCount, noShowCount, hasBookings } = countsOf(bySession.get(held));
    count.run(attendedCount, noShowCount, hasBookings, id);
  }
  const made = classes.filter((held) => !present.has(held));
  const common = Session.initial(tx);
  insertRows(
    tx,
    'sessions',
    { ...common, siteId: SITES.downtown },
    made.map((held) => sessionOf(held, zone, bySession.get(held))),
  );
  return new Map(classes.map((held) => [held, present.get(held)?.id ?? held.id]));
};

type PaidBy = Pick<Bought, 'id' | 'source'>;

const bookingOf = (seat: Seat, sessionId: string, { id: packageId, source }: PaidBy) => {
  const { id, client, held, outcome, isByApp } = seat;
  const [bookedAt, settledAt] = [isoInstant(seat.bookedAt), isoInstant(seat.settledAt)];
  const isLate = outcome === 'late';
  const isCredit = source !== 'unlimited';
  const creditOutcome = outcome === 'attended' ? 'consumed' : 'forfeited';
  return {
    id,
    clientId: client.id,
    sessionId,
    packageId,
    bookingSource: source,
    startTime: isoInstant(held.start),
    status: isLate ? 'cancelled' : outcome,
    channel: isByApp ? 'member_app' : 'staff',
    bookedAt,
    confirmedAt: bookedAt,
    createdAt: bookedAt,
    updatedAt: settledAt,
    checkedInAt: outcome === 'attended' ? settledAt : null,
    noShowAt: outcome === 'noshow' ? settledAt : null,
    cancelledAt: isLate ? settledAt : null,
    cancelledBy: isLate ? (isByApp ? 'client' : 'staff') : null,
    cancelReason: isLate ? 'requested' : null,
    isLateCancel: Number(isLate),
    creditsUsed: Number(isCredit),
    creditOutcome: isCredit ? creditOutcome : 'not_applicable',
  };
};

/** Most touch the screen at the door, and others go to the desk. */
const CAME_BY = [
  { source: 'kiosk', checkedInByStaffId: null },
  { source: 'staff', checkedInByStaffId: STAFF.frontDesk },
  { source: 'kiosk', checkedInByStaffId: null },
] as const;

const checkinOf = (seat: Seat, sessionId: string, packageId: string, index: number) => {
  const at = isoInstant(seat.settledAt);
  return {
    id: historyId('checkin', index + 1),
    clientId: seat.client.id,
    bookingId: seat.id,
    sessionId,
    packageId,
    checkedInAt: at,
    ...CAME_BY[index % CAME_BY.length],
    message: `Checked in to ${seat.held.name}.`,
    createdAt: at,
    updatedAt: at,
  };
};

const factOf = (seat: Seat, index: number): Fact => {
  const at = isoInstant(seat.settledAt);
  const { date, minutes } = seat.held;
  return {
    id: historyId('fact', index + 1),
    kind: 'visit',
    clientId: seat.client.id,
    siteId: SITES.downtown,
    at,
    localDate: date,
    homeDate: date,
    sourceId: seat.id,
    value: minutes,
    createdAt: at,
    takenBackAt: null,
  };
};

const COUNT_CLIENT = `update "clients" set "bookings" = "bookings" + ?, "visits" = "visits" + ?, "noShows" = "noShows" + ?,
  "lateCancels" = "lateCancels" + ?, "firstVisitAt" = ?, "lastVisitAt" = ? where "id" = ?`;

/** Counts for clients who have not been here before. */
const countForClients = (tx: Tx, seats: readonly Seat[]): void => {
  const update = tx.db.query(COUNT_CLIENT);
  for (const [clientId, own] of Map.groupBy(seats, ({ client }) => client.id)) {
    const visits = own.filter(({ outcome }) => outcome === 'attended').map(({ settledAt }) => settledAt);
    const count = (outcome: Seat['outcome']) => own.filter((seat) => seat.outcome === outcome).length;
    const [first, last] = [Math.min(...visits), Math.max(...visits)];
    const late = count('late');
    const counts = [own.length - late, visits.length, count('noshow'), late];
    update.run(...counts, isoInstant(first), isoInstant(last), clientId);
  }
};

/** Writes the bookings and the visits. @returns the visits as facts, the earliest first. */
export const writeSeats = (
  tx: Tx,
  { seats }: Attendance,
  sessions: ReadonlyMap<HeldClass, string>,
  { paidBy }: Purchases,
): Fact[] => {
  const rowsOf = <R>(
    of: readonly Seat[],
    make: (seat: Seat, sessionId: string, paid: PaidBy, index: number) => R,
  ): R[] =>
    of.map((seat, index) => {
      const [sessionId, paid] = [sessions.get(seat.held), paidBy.get(seat)];
      if (sessionId === undefined || paid === undefined) throw new Error(`the booking '${seat.id}' lacks a class`);
      return make(seat, sessionId, paid, index);
    });
  const downtown = { siteId: SITES.downtown };
  insertRows(tx, 'bookings', { ...Booking.initial(tx), ...downtown }, rowsOf(seats, bookingOf));
  const came = seats
    .filter(({ outcome }) => outcome === 'attended')
    .toSorted((left, right) => left.settledAt - right.settledAt);
  const valid = { ...Checkin.initial(tx), ...downtown, status: 'valid', statusCode: 'ok', isReEntry: 0 };
  const checkins = rowsOf(came, (seat, sessionId, { id }, index) => checkinOf(seat, sessionId, id, index));
  insertRows(tx, 'checkins', valid, checkins);
  const facts = came.map(factOf);
  insertRows(tx, 'facts', {}, facts);
  countForClients(tx, seats);
  return facts;
};

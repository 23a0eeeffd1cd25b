// Both have booked one session: the better booking stays.

import type { Read, Tx } from '../../database/database.ts';
import { bookingById } from '../bookings/queries.ts';
import type { BookingRow, BookingStatus } from '../bookings/record.ts';
import { cancelOne } from '../bookings/status/cancel.ts';
import { bookingToChange } from '../bookings/status/to-change.ts';
import { type FreedSeats, fillFreedSeats } from '../bookings/waitlist/fill.ts';
import type { Reactions } from '../reactions.ts';
import type { Pair } from './pair.ts';

/**
 * Of two bookings of a session the better booking is the one whose status comes first. If both statuses are equal, it is the
 * booking of the client who stays.
 */
const BETTER: readonly BookingStatus[] = ['attended', 'confirmed', 'waitlisted', 'noshow', 'cancelled'];

type Shown = Pick<BookingRow, 'id' | 'sessionId' | 'startTime' | 'status'>;

export interface DoubleBooking {
  readonly stays: Shown;
  readonly goes: Shown;
}

const COLUMNS = (of: 'own' | 'other') =>
  ['id', 'sessionId', 'startTime', 'status'].map((name) => `'${name}', "${of}"."${name}"`).join(', ');
const DOUBLE = `select json_object(${COLUMNS('own')}) "own", json_object(${COLUMNS('other')}) "other"
  from "bookings" "other" cross join "bookings" "own" indexed by "bookingsLive"
    on "own"."sessionId" = "other"."sessionId" and "own"."clientId" = ?1 and "own"."status" <> 'cancelled'
  where "other"."clientId" = ?2 and "other"."status" <> 'cancelled' order by "other"."id"`;

export const doubleBookings = (read: Read, { kept, merged }: Pair): DoubleBooking[] =>
  read.db
    .query<{ own: string; other: string }, [string, string]>(DOUBLE)
    .all(kept.id, merged.id)
    .map((row) => {
      const [own, other]: Shown[] = [JSON.parse(row.own), JSON.parse(row.other)];
      if (own === undefined || other === undefined) throw new Error('a pair of bookings lacks one');
      const isOwn = BETTER.indexOf(own.status) <= BETTER.indexOf(other.status);
      return isOwn ? { stays: own, goes: other } : { stays: other, goes: own };
    });

// What was paid for the seat, and the check-in at the door, are of the booking that stays.
const MOVES = [
  'update "payments" set "bookingId" = ?1 where "bookingId" = ?2',
  'update "bookings" set "hostBookingId" = ?1 where "hostBookingId" = ?2',
  'update "guests" set "hostBookingId" = ?1 where "hostBookingId" = ?2',
  'update "checkins" set "bookingId" = ?1, "isReEntry" = 1 where "bookingId" = ?2',
];

/** Cancels the worse booking of each pair, free of charge; its seat goes to the waitlist. */
export function* cancelDoubles(
  tx: Tx,
  doubles: readonly DoubleBooking[],
  reactions: Pick<Reactions, 'factRecorded' | 'factTakenBack' | 'dropInChanged'>,
): Generator<void, void> {
  for (const { stays, goes } of doubles) {
    for (const move of MOVES) tx.db.query(move).run(stays.id, goes.id);
    const given = bookingById(tx, goes.id);
    if (given === undefined) continue;
    const row = bookingToChange(tx, given, reactions);
    const freed: FreedSeats = new Map();
    if (row.status !== 'cancelled') {
      cancelOne(tx, freed, row, { by: 'system', reason: 'other', byStudio: true }, reactions);
    }
    if (row.startTime > tx.now) fillFreedSeats(tx, freed);
    reactions.dropInChanged(tx, stays.id);
    yield;
  }
}

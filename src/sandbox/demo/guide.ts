import type { Read } from '../../database/database.ts';
import type { Demo } from '../../http/docs/start.ts';
import { bookingById } from '../../resources/bookings/queries.ts';
import type { BookingStatus } from '../../resources/bookings/record.ts';
import { PaymentMethod } from '../../resources/payment-methods/record.ts';
import { sessionsById } from '../../resources/sessions/queries.ts';
import type { SessionRow } from '../../resources/sessions/record.ts';
import { CLIENTS, demoId, METHODS, PACKAGES, PAYMENTS, PLANS, SCHEDULES, SITES, STAFF } from './ids.ts';
import { demoIds, SANDBOX_KEY } from './studio.ts';

/** More than there are bookings of the demo studio's own. */
const MOST_BOOKINGS = 99;

const BY_STATE: readonly (readonly [BookingStatus, string])[] = [
  ['confirmed', 'A confirmed booking'],
  ['waitlisted', 'A booking that waits'],
  ['attended', 'A booking that was attended'],
  ['noshow', 'A no-show'],
  ['cancelled', 'A cancelled booking'],
];

const SAVED_CARD = ['A saved card', METHODS.visa] as const;

const isFull = ({ capacity, confirmedCount, attendedCount, noShowCount }: SessionRow): boolean =>
  capacity === confirmedCount + attendedCount + noShowCount;

const ofBookings = (read: Read): (readonly [string, string])[] => {
  const all = Array.from({ length: MOST_BOOKINGS }, (_, index) => bookingById(read, demoId(5, index + 1)));
  const known = all.filter((booking) => booking !== undefined);
  const full = sessionsById(read, [...new Set(known.map(({ sessionId }) => sessionId))]).find(isFull);
  const records: (readonly [string, string])[] = full === undefined ? [] : [['A session that is full', full.id]];
  for (const [status, what] of BY_STATE) {
    const booking = known.find((each) => each.status === status);
    if (booking !== undefined) records.push([what, booking.id]);
  }
  return records;
};

/** What the documentation of a sandbox lists: who and what is in the demo studio, as it stands now. */
export const demoGuide = (read: Read): Demo => {
  const { clientId, sessionId } = demoIds(read);
  return {
    apiKey: SANDBOX_KEY,
    clientId,
    sessionId,
    records: [
      ['The studio downtown', SITES.downtown],
      ['The digital studio', SITES.online],
      ['The owner', STAFF.owner],
      ['The front desk', STAFF.frontDesk],
      ['Ana, an instructor', STAFF.ana],
      ['Ben, an instructor', STAFF.ben],
      ['An active client', clientId],
      ['A suspended client', CLIENTS.at(-2)?.id ?? ''],
      ['An archived client', CLIENTS.at(-1)?.id ?? ''],
      ['Morning Flow, a schedule', SCHEDULES.morningFlow],
      ['Strength Basics, a schedule', SCHEDULES.strength],
      ['Online Stretch, a schedule', SCHEDULES.stretch],
      ['Ten classes, a plan', PLANS.tenClasses],
      ['A pack of ten classes', PACKAGES.tenClasses],
      ['The payment for it', PAYMENTS.tenClasses],
      ...(PaymentMethod.rows.find(read, METHODS.visa) === undefined ? [] : [SAVED_CARD]),
      ['A session that can be booked', sessionId],
      ...ofBookings(read),
    ],
  };
};

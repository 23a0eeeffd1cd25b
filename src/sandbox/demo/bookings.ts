import { reactions } from '../../api.ts';
import type { Read, Tx } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import { book } from '../../resources/bookings/create/book.ts';
import { liveBookingsIn } from '../../resources/bookings/queries.ts';
import { checkIn, markNoShow } from '../../resources/bookings/status/attendance.ts';
import { cancel } from '../../resources/bookings/status/cancel.ts';
import { archiveClient } from '../../resources/clients/clients.ts';
import { findClient } from '../../resources/clients/queries.ts';
import { CHECKINS, demoId, SCHEDULES, STAFF } from '../../resources/demo-ids.ts';
import { sessionsOfSlots } from '../../resources/schedules/queries.ts';
import type { SessionRow } from '../../resources/sessions/record.ts';
import { CLIENTS } from './clients.ts';
import { naming } from './naming.ts';
import { SETUP_CALLER, zoneOf } from './setup.ts';

/** The morning sessions in order of time, beginning with the day on which the studio opened. */
export const mornings = (read: Read, now: number): SessionRow[] =>
  sessionsOfSlots(read, SCHEDULES.morningFlow, '0001-01-01', addDays(localDateAt(now, zoneOf(read)), 30));

/** The index of the morning that the ready line names: two to three days ahead, bookable and free to cancel. */
export const OFFERED = 9;

/** Books five past mornings, two future ones, and an evening that is full and has a waitlist of two. */
export const createBookings = (tx: Tx, now: number): void => {
  let count = 0;
  const bookAll = (session: SessionRow | undefined, clients: readonly { readonly id: string }[]) => {
    if (session === undefined) throw new Error('the demo studio has no session to book');
    for (const { id } of clients) {
      const booking = { clientId: id, sessionId: session.id, joinWaitlist: true };
      book(tx, SETUP_CALLER, booking, { id: demoId(5, ++count) });
    }
  };
  const all = mornings(tx, now);
  for (const [index, session] of all.slice(0, 5).entries()) bookAll(session, CLIENTS.slice(index, index + 4));
  bookAll(all[OFFERED], CLIENTS.slice(5, 7));
  bookAll(all[OFFERED + 1], CLIENTS.slice(0, 3));
  const today = localDateAt(now, zoneOf(tx));
  const evenings = sessionsOfSlots(tx, SCHEDULES.strength, today, addDays(today, 14));
  bookAll(
    evenings.find(({ startTime }) => epochOf(startTime) > now + DAY_MS),
    CLIENTS.slice(8, 13),
  );
};

const AT_DESK = { source: 'staff', staffId: STAFF.frontDesk } as const;

/** Records who attended and who did not, cancels a booking, and archives a client. */
export const recordWeek = (tx: Tx, now: number): void => {
  const all = mornings(tx, now);
  let first: string | undefined = CHECKINS.first;
  const bookingCheckedIn: typeof reactions.bookingCheckedIn = (own, booking, by) => {
    const checkinId = reactions.bookingCheckedIn(first === undefined ? own : naming(own, first), booking, by);
    first = undefined;
    return checkinId;
  };
  for (const [index, session] of all.slice(0, 5).entries()) {
    // Of those who came before, the history has it already.
    for (const booking of liveBookingsIn(tx, session.id).filter(({ status }) => status === 'confirmed')) {
      if (index === 1 && booking.clientId === CLIENTS[2]?.id) markNoShow(tx, SETUP_CALLER, booking, {}, reactions);
      else checkIn(tx, booking, { checkedInAt: session.startTime, by: AT_DESK }, { ...reactions, bookingCheckedIn });
    }
  }
  const cancelled = liveBookingsIn(tx, all[OFFERED + 1]?.id ?? '').at(-1);
  if (cancelled !== undefined) cancel(tx, SETUP_CALLER, cancelled, {}, reactions);
  const archived = CLIENTS.at(-1)?.id ?? '';
  archiveClient(tx, findClient(tx, SETUP_CALLER, archived), reactions);
};

import { reactions } from '../../api.ts';
import type { Tx } from '../../database/database.ts';
import { book } from '../../resources/bookings/create/book.ts';
import { bookingById } from '../../resources/bookings/queries.ts';
import { markNoShow } from '../../resources/bookings/status/attendance.ts';
import { BOOKINGS, MEMBER, SESSIONS, SITES } from '../../resources/demo-ids.ts';
import { createSession } from '../../resources/sessions/create.ts';
import { updateSession } from '../../resources/sessions/edit.ts';
import { changeSettings, findSettings } from '../../resources/settings/settings.ts';
import { CLIENTS } from './clients.ts';
import { inDays } from './days.ts';
import { SETUP_CALLER } from './setup.ts';

const createOnlineSession = (tx: Tx, name: string, startTime: string, id: string) =>
  createSession(
    tx,
    SETUP_CALLER,
    { name, type: 'event', siteId: SITES.online, capacity: 1, startTime, durationMinutes: 45, isVirtual: true },
    id,
  );

/** Creates what differs at the digital site: seats are offered to those who wait, and a no-show costs a fee. */
export const createOnline = (tx: Tx): void => {
  const settings = findSettings(tx, SETUP_CALLER, { siteId: SITES.online });
  const body = {
    booking: { waitlistPromotionMode: 'confirmation_window' },
    payment: { noShowFee: 1_000, feesApplyTo: 'all' },
  } as const;
  changeSettings(tx, SETUP_CALLER, settings, body, reactions);
  const startTime = inDays(tx, 2, '15:00');
  createOnlineSession(tx, 'Breathing workshop', startTime, SESSIONS.breathing);
  const booking = { clientId: CLIENTS[5]?.id ?? '', sessionId: SESSIONS.breathing };
  book(tx, SETUP_CALLER, booking, { id: BOOKINGS.penalized });
};

/** Records who missed the session of the first week, and offers two seats of a coming one to clients who wait. */
export const recordOnline = (tx: Tx): void => {
  const missed = bookingById(tx, BOOKINGS.penalized);
  if (missed !== undefined) markNoShow(tx, SETUP_CALLER, missed, {}, reactions);
  const startTime = inDays(tx, 4, '15:00');
  const session = createOnlineSession(tx, 'Handstand workshop', startTime, SESSIONS.handstand);
  const join = (clientId: string, id: string) =>
    book(tx, SETUP_CALLER, { clientId, sessionId: session.id, joinWaitlist: true }, { id });
  join(CLIENTS[6]?.id ?? '', BOOKINGS.online);
  join(MEMBER, BOOKINGS.offeredToMember);
  join(CLIENTS[7]?.id ?? '', BOOKINGS.offered);
  updateSession(tx, SETUP_CALLER, session, { capacity: 3 }, reactions);
};

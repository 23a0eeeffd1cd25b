import type { Tx } from '../../../database/database.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { freeSeats } from '../../sessions/booking/seats.ts';
import { hasStarted } from '../../sessions/queries.ts';
import type { BookableSession } from '../queries.ts';
import type { CreateBookingBody } from '../shapes.ts';
import { placeIn } from '../waitlist/eligibility.ts';
import { promoteWaiting } from '../waitlist/fill.ts';

/** What a new booking gets of a session. */
export interface Place {
  /** The session, with its waitlist up to date. */
  readonly session: BookableSession;
  readonly status: 'confirmed' | 'waitlisted';
}

const WAITLIST_HINTS = {
  open: "Its waitlist is open: send 'joinWaitlist': true to join it.",
  full: 'Its waitlist is full too. Choose another session.',
  closed: 'It has no waitlist. Choose another session.',
} as const;

const sessionFull = (
  session: BookableSession,
  waitlist: keyof typeof WAITLIST_HINTS,
  remedy: string = WAITLIST_HINTS[waitlist],
): Problem => {
  const why =
    freeSeats(session) === 0 ? 'Every spot is taken.' : 'Its open spots are reserved for clients on the waitlist.';
  const message = `The session is full. ${why} ${remedy}`;
  return conflict('session_full', message, [{ param: 'sessionId', code: `waitlist_${waitlist}`, message }]);
};

type Overriding = Pick<CreateBookingBody, 'overrideCapacity'>;

/**
 * The seat of someone who is added after the start: no one waits anymore. Once it has ended, there was room for everyone who came.
 * @throws Problem 409 `session_full` while it runs.
 */
const placeAfterStart = (tx: Tx, session: BookableSession, { overrideCapacity }: Overriding): Place => {
  const hasRoom = overrideCapacity === true || tx.now >= session.endTime || freeSeats(session) !== 0;
  if (!hasRoom) throw sessionFull(session, 'closed');
  return { session, status: 'confirmed' };
};

/**
 * The seat or the place on the waitlist that a new booking gets (rules.md "Create"). Promotes those who wait first.
 * @param hasHeldSeat a seat was held for this booking alone, so that the waitlist does not matter.
 * @throws Problem 409 when there is neither.
 */
export const requirePlace = (tx: Tx, found: BookableSession, body: CreateBookingBody, hasHeldSeat: boolean): Place => {
  if (hasHeldSeat) return { session: found, status: 'confirmed' };
  if (hasStarted(found, tx.now)) return placeAfterStart(tx, found, body);
  const session = promoteWaiting(tx, found);
  const place = body.overrideCapacity === true ? 'seat' : placeIn(tx, session);
  if (place === 'seat') return { session, status: 'confirmed' };
  if (body.joinWaitlist !== true) throw sessionFull(session, place);
  if (place === 'open') return { session, status: 'waitlisted' };
  throw conflict(`waitlist_${place}`, `The session is full. ${WAITLIST_HINTS[place]}`);
};

/**
 * The session with a seat for a booking that moves there, which does not wait for one. Promotes those who wait first.
 * @throws Problem 409 `session_full`.
 */
export const requireSeat = (tx: Tx, found: BookableSession, body: Overriding): BookableSession => {
  if (hasStarted(found, tx.now)) return placeAfterStart(tx, found, body).session;
  const session = promoteWaiting(tx, found);
  const place = body.overrideCapacity === true ? 'seat' : placeIn(tx, session);
  if (place !== 'seat') throw sessionFull(session, place, 'Choose another session.');
  return session;
};

import type { Read, Tx } from '../../../database/database.ts';
import { Problem } from '../../../kernel/problem.ts';
import { type Lost, openSeatCharges, setContext, setWaiting, waitingOf } from '../../payments/charging/queries.ts';
import type { ChargeRow } from '../../payments/tables.ts';
import { type BookableSession, bookableSession } from '../queries.ts';
import { raiseAvailability } from '../status/availability.ts';
import { holdSeat } from '../status/counters.ts';
import { fillFreedSeats } from '../waitlist/fill.ts';
import { alreadyBooked } from './refusals.ts';

export const reserveSeatOf = (tx: Tx, session: BookableSession): void => {
  holdSeat(tx, session.id, 1);
  raiseAvailability(tx, session, { ...session, offersHeld: session.offersHeld + 1 });
};

export const releaseSeat = (tx: Tx, sessionId: string): void => {
  const before = bookableSession(tx, sessionId);
  if (before === undefined) return;
  holdSeat(tx, sessionId, -1);
  fillFreedSeats(tx, new Map([[sessionId, before]]));
};

/**
 * Books at a seat, where one is held for that. Where the booking is refused, the seat stays held.
 * @throws what `book` throws. An error of the disk has ended the transaction: a write after it would stand alone.
 */
export const inHeldSeat = <Result>(
  tx: Tx,
  { sessionId, isHeld }: { readonly sessionId: string; readonly isHeld: boolean },
  book: () => Result,
): Result => {
  if (!isHeld) return book();
  holdSeat(tx, sessionId, -1);
  try {
    return book();
  } catch (error) {
    if (error instanceof Problem) holdSeat(tx, sessionId, 1);
    throw error;
  }
};

/** What the charge of a seat stores, while its result is not known. */
interface SeatContext {
  readonly sessionId?: string;
  readonly isHeld?: boolean;
  readonly lost?: Lost;
}

const contextOf = ({ context }: ChargeRow): SeatContext => JSON.parse(context);

/** The sessions in which a seat is held for a client whose payment is still on its way. */
export const sessionsHeldFor = (read: Read, clientId: string): Set<string> =>
  new Set(
    openSeatCharges(read, clientId)
      .map(contextOf)
      .flatMap(({ sessionId, isHeld }) => (isHeld === true && sessionId !== undefined ? [sessionId] : [])),
  );

/**
 * Takes over the seat that is held while a payment of a client is on its way, for a booking that is paid otherwise. The
 * charge is marked: where the holder of the card is asked, or would be asked by the response that is still to come, it is
 * given up; where it is paid, it is refunded.
 * @returns whether a seat was held.
 */
export const takeOwnSeat = (
  tx: Tx,
  { clientId, sessionId }: { readonly clientId: string; readonly sessionId: string },
) => {
  let hasHeldSeat = false;
  for (const charge of openSeatCharges(tx, clientId)) {
    const [context, waiting] = [contextOf(charge), waitingOf(charge)];
    if (context.sessionId !== sessionId) continue;
    const { code, message } = alreadyBooked();
    setContext(tx, charge.paymentId, { ...context, isHeld: false, lost: { code, message } } satisfies SeatContext);
    if (waiting !== undefined) setWaiting(tx, charge.paymentId, { ...waiting, endsAt: tx.now });
    if (context.isHeld !== true) continue;
    holdSeat(tx, sessionId, -1);
    hasHeldSeat = true;
  }
  return hasHeldSeat;
};

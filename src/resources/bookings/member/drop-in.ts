import type { Read, Tx } from '../../../database/database.ts';
import type { Conclude, Concluded } from '../../../http/operations/operation.ts';
import type { Caller, MemberCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, Problem } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { amountsOf } from '../../payments/amounts.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from '../../payments/charging/cards.ts';
import { chargeCard, earlierPayment } from '../../payments/charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from '../../payments/charging/charges.ts';
import { chargeById, isBeingCharged, setFacts } from '../../payments/charging/queries.ts';
import { checkCurrency, findPayer } from '../../payments/payments.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { Payment } from '../../payments/record.ts';
import { settlePendingRefunds } from '../../payments/refunds/refund-payment.ts';
import { reserveRefund } from '../../payments/refunds/refunds.ts';
import type { RefundReactions } from '../../reactions.ts';
import { type SessionRecord, sessionById } from '../../sessions/queries.ts';
import type { SessionResponse } from '../../sessions/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { book, requireBookable } from '../create/book.ts';
import { MEMBER } from '../origin.ts';
import { type BookingRecord, bookableSession, bookingById } from '../queries.ts';
import type { CreateMemberBookingBody } from '../shapes.ts';
import { raiseAvailability } from '../status/availability.ts';
import { holdSeat } from '../status/counters.ts';
import { fillFreedSeats } from '../waitlist/fill.ts';

const HANDLER = 'drop_in';

/** What the charge of a drop-in stores until it is settled. */
interface DropInContext {
  readonly sessionId: string;
  /** Whether a seat is held for it. */
  readonly isHeld: boolean;
  /** Why it could not be booked although it was paid; the payment is refunded then. */
  readonly lost?: { readonly code: string; readonly message: string };
}

/** A member's request to book by card. */
export interface DropInCall {
  readonly member: MemberCaller;
  readonly body: CreateMemberBookingBody & { readonly paymentMethodId: string };
  readonly requestKey?: string | undefined;
}

type Price = NonNullable<SessionResponse['dropInPrice']>;

const priceOf = ({ dropInPrice }: SessionRecord): Price => {
  const price = unpack<Price>(dropInPrice);
  if (price !== null && price.amount > 0) return price;
  throw invalidParam('paymentMethodId', 'This session has no drop-in price. Book it with a package.');
};

const requireCardOnly = ({ packageId, joinWaitlist }: CreateMemberBookingBody): void => {
  if (typeof packageId === 'string') {
    throw invalidParam('paymentMethodId', 'A seat is paid by card or by package. Send one of them.');
  }
  if (joinWaitlist === true) {
    throw invalidParam(
      'paymentMethodId',
      'A card pays for a seat, not for a place on the waiting list. Join the waiting list without it.',
    );
  }
};

/** The payment of the drop-in price. */
const paymentOf = (tx: Tx, member: MemberCaller, session: SessionRecord) => {
  const payer = findPayer(tx, member, { clientId: member.clientId, siteId: session.siteId });
  const { amount: unitAmount, currency } = priceOf(session);
  checkCurrency(payer.site, currency, 'sessionId');
  requireCardsAccepted(tx, payer.site.id);
  const line = { description: session.name, unitAmount, referenceId: session.id };
  return {
    ...payer,
    ...amountsOf([line], paymentSettings(tx, payer.site.id).taxInclusive, HANDLER),
    id: tx.id(),
    purpose: 'drop_in' as const,
    description: session.name,
  };
};

/** Holds a seat while the card is charged; every check of the booking is made before that. */
const reserveSeat = (tx: Tx, { member, body: { sessionId } }: DropInCall): void => {
  const { clientId } = member;
  if (isBeingCharged(tx, HANDLER, clientId, sessionId)) {
    throw conflict('already_booked', 'The card is being charged for this session. Look for the booking in a moment.');
  }
  const session = requireBookable(tx, member, { clientId, sessionId }, MEMBER);
  holdSeat(tx, sessionId, 1);
  raiseAvailability(tx, session, { ...session, offersHeld: session.offersHeld + 1 });
};

const begin = (tx: Tx, deps: ChargeDeps, call: DropInCall): NewCharge => {
  const { member, body, requestKey } = call;
  requireCardOnly(body);
  // A repeat of this request only gets the result of its charge.
  if (earlierPayment(tx, requestKey) === undefined) reserveSeat(tx, call);
  const session = sessionById(tx, body.sessionId);
  if (session === undefined) throw missingResource('sessionId', 'session', body.sessionId);
  const card = cardToCharge(tx, member.clientId, body.paymentMethodId, deps);
  const facts: DropInContext = { sessionId: session.id, isHeld: true };
  return { ...paymentOf(tx, member, session), card, handler: HANDLER, facts, isAutomatic: false, requestKey };
};

/** Releases the held seat, to the waitlist if there is one. */
const releaseSeat = (tx: Tx, sessionId: string): void => {
  const before = bookableSession(tx, sessionId);
  if (before === undefined) return;
  holdSeat(tx, sessionId, -1);
  fillFreedSeats(tx, new Map([[sessionId, before]]));
};

/** Books what was paid for. The rules for members were checked when the seat was held, and are not checked again. */
const bookPaid = (tx: Tx, { clientId, siteId }: PaymentRecord, { sessionId, isHeld }: DropInContext): BookingRecord => {
  if (isHeld) holdSeat(tx, sessionId, -1);
  const caller: Caller = {
    credentialId: clientId,
    kind: 'member',
    through: 'sign-in',
    scopes: new Set(),
    siteIds: null,
    tier: 'basic',
    clientId,
    siteId,
  };
  const options = { origin: { ...MEMBER, memberRules: false }, card: { hasHeldSeat: isHeld } };
  try {
    return book(tx, caller, { clientId, sessionId }, options);
  } catch (error) {
    if (isHeld) holdSeat(tx, sessionId, 1);
    throw error;
  }
};

/** Books once the card is charged; refunds the payment when that is no longer possible. */
export const dropInHandler: ChargeHandler<DropInContext> = {
  completed(tx, payment, dropIn) {
    try {
      Payment.rows.update(tx, payment.id, { bookingId: bookPaid(tx, payment, dropIn).id });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message } = error;
      setFacts(tx, payment.id, { ...dropIn, isHeld: false, lost: { code, message } } satisfies DropInContext);
      if (dropIn.isHeld) releaseSeat(tx, dropIn.sessionId);
      reserveRefund(tx, payment, { reason: 'service_issue' }, { caller: null });
    }
  },
  failed(tx, payment, dropIn) {
    if (!dropIn.isHeld) return;
    setFacts(tx, payment.id, { ...dropIn, isHeld: false } satisfies DropInContext);
    releaseSeat(tx, dropIn.sessionId);
  },
};

/** The booking of a payment. */
const existingBooking = (read: Read, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined) throw new Error(`a payment refers to the booking '${id}', which does not exist`);
  return row;
};

/** The error for a seat that was lost after the card was charged. */
const lostSeat = (read: Read, paymentId: string): Problem => {
  const facts = unpack<DropInContext>(chargeById(read, paymentId)?.facts ?? null);
  const { code, message } = facts?.lost ?? { code: 'session_full', message: 'The seat is gone.' };
  return conflict(code, `${message} The card was charged before that was known, and the money is on its way back.`);
};

/**
 * Books a seat that a saved card pays, at the session's drop-in price. The seat is held before the card is charged:
 * every check of the booking comes before the charge, a declined card releases the seat, and when the session is
 * cancelled meanwhile the payment is refunded at once.
 * @param answer the view of the booking.
 * @throws Problem as `book` and `cardToCharge`; 400 for a session without a price; 409 and 503 as `chargeCard`.
 */
export const bookByCard = async (
  deps: ChargeDeps & { readonly reactions: RefundReactions },
  call: DropInCall,
  response: (tx: Tx, row: BookingRecord) => object,
  conclude: Conclude,
): Promise<Concluded> => {
  const { store, processor, report, reactions } = deps;
  const settled = async (work: (tx: Tx) => PaymentRecord): Promise<Concluded> => {
    const { id, bookingId } = await store.write(work);
    if (bookingId !== null) return conclude((tx) => response(tx, existingBooking(tx, bookingId)));
    await settlePendingRefunds({ store, processor, reactions, report });
    throw lostSeat(store.view(), id);
  };
  return chargeCard(
    deps,
    (tx) => begin(tx, deps, call),
    (_tx, payment) => payment,
    settled,
  );
};

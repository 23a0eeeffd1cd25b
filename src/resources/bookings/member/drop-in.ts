import type { Read, Tx } from '../../../database/database.ts';
import type { Caller, MemberCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, Problem } from '../../../kernel/problem.ts';
import { giveBack, redeem, redeemAgain } from '../../discount-codes/redemptions.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from '../../payments/charging/cards.ts';
import { earlierPayment } from '../../payments/charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from '../../payments/charging/charges.ts';
import { type Holder, isPayingFor, type Lost, setContext } from '../../payments/charging/queries.ts';
import { insertCompletedPayment, type NewPayment } from '../../payments/payments.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { Payment } from '../../payments/record.ts';
import { reserveRefund } from '../../payments/refunds/refunds.ts';
import { book, requireBookable } from '../create/book.ts';
import { inHeldSeat, releaseSeat, reserveSeatOf } from '../create/held-seat.ts';
import { MEMBER } from '../origin.ts';
import type { BookingRecord } from '../queries.ts';
import type { CreateMemberBookingBody } from '../shapes.ts';
import { isFreeByCode, visitPayment } from './visit-price.ts';

export const HANDLER = 'drop_in';

export interface DropInContext {
  readonly sessionId: string;
  readonly isHeld: boolean;
  /** Why it is not booked, also when it is paid after all; the payment is refunded then. */
  readonly lost?: Lost;
}

/** A visit that a member pays for separately. */
export interface VisitCall {
  readonly member: MemberCaller;
  readonly body: CreateMemberBookingBody;
  readonly requestKey?: string | undefined;
  /** The member is there to approve the charge. */
  readonly holder?: Holder | undefined;
  /** What the member chooses on the device, which is not saved yet. */
  readonly method?: PaymentMethodRow | undefined;
}

/** 400 for a visit that has a price, and names no card. */
export const needsCard = (): Problem =>
  invalidParam('paymentMethodId', 'Missing card. Send the saved card that pays.', 'parameter_missing');

const requireVisitOnly = ({ paymentMethodId, packageId, joinWaitlist }: CreateMemberBookingBody): void => {
  const param = typeof paymentMethodId === 'string' ? 'paymentMethodId' : 'discountCode';
  if (typeof packageId === 'string') {
    throw invalidParam(param, `A package pays for the whole session. Send '${param}' without it.`, {
      reason: 'not_accepted',
    });
  }
  if (joinWaitlist === true) {
    const message = 'A drop-in pays for a spot, not for a place on the waitlist. Join the waitlist without a payment.';
    throw invalidParam(param, message, { reason: 'not_accepted' });
  }
};

const requireNotPaying = (read: Read, { member, body }: VisitCall): void => {
  if (!isPayingFor(read, member.clientId, body.sessionId)) return;
  throw conflict('already_booked', 'The card is being charged for this session. Look for the booking in a moment.');
};

/** Holds a seat while the card is charged; every check of the booking is made before that. */
const reserveSeat = (tx: Tx, call: VisitCall): void => {
  requireNotPaying(tx, call);
  const seat = { clientId: call.member.clientId, sessionId: call.body.sessionId };
  reserveSeatOf(tx, requireBookable(tx, call.member, seat, MEMBER));
};

/** Makes every check of the booking, holds its seat, and says what to charge. @throws Problem as `bookVisit`. */
export const beginVisit = (tx: Tx, deps: ChargeDeps, call: VisitCall): NewCharge => {
  const { member, body, requestKey, holder, method } = call;
  requireVisitOnly(body);
  // A repeat of this request only gets the result of its charge.
  const earlier = earlierPayment(tx, requestKey);
  if (earlier === undefined) reserveSeat(tx, call);
  const card = method ?? cardToCharge(tx, member, member.clientId, body.paymentMethodId, deps);
  const { payment, codeId } = visitPayment(tx, member, body, earlier);
  requireCardsAccepted(tx, payment.site.id);
  // No one else gets the last redemption while the card is charged.
  if (codeId !== null) redeem(tx, codeId, { id: payment.id, clientId: member.clientId });
  const context: DropInContext = { sessionId: body.sessionId, isHeld: true };
  const charge = { ...payment, card, handler: HANDLER, context, isAutomatic: false, requestKey };
  return holder === undefined ? charge : { ...charge, holder };
};

/** Books a visit that a code makes free. @throws Problem as `book` and `discountByCode`. */
export const bookFree = (tx: Tx, call: VisitCall): { readonly payment: NewPayment; readonly row: BookingRecord } => {
  const { member, body } = call;
  requireVisitOnly(body);
  requireNotPaying(tx, call);
  const { clientId } = member;
  const row = book(tx, member, { clientId, sessionId: body.sessionId }, { origin: MEMBER, paidAs: 'comp' });
  const { payment, codeId } = visitPayment(tx, member, body);
  if (payment.amount > 0 || codeId === null) throw needsCard();
  const free: NewPayment = { ...payment, paymentMethod: 'comp', bookingId: row.id };
  redeem(tx, codeId, { id: insertCompletedPayment(tx, free).id, clientId });
  return { payment: free, row };
};

/** Books what was paid for. The rules for members were checked when the seat was held, and are not checked again. */
const bookPaid = (
  tx: Tx,
  { clientId, siteId }: Pick<PaymentRecord, 'clientId' | 'siteId'>,
  dropIn: DropInContext,
): BookingRecord => {
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
  const { sessionId, isHeld } = dropIn;
  const options = { origin: { ...MEMBER, memberRules: false }, hasHeldSeat: isHeld, paidAs: 'drop_in' } as const;
  return inHeldSeat(tx, dropIn, () => book(tx, caller, { clientId, sessionId }, options));
};

/** What a visit would cost, and its booking. */
export interface TriedVisit {
  readonly payment: Omit<NewPayment, 'paymentMethod'>;
  /** The card that pays; null before the member has chosen a card, and for what is free. */
  readonly card: PaymentMethodRow | null;
  readonly row: BookingRecord;
}

/** Makes the checks of the charge and books, without charging: for a dry run. It needs no card. */
export const tryVisit = (tx: Tx, deps: ChargeDeps, call: VisitCall): TriedVisit => {
  const { member, body } = call;
  if (isFreeByCode(tx, body)) return { ...bookFree(tx, call), card: null };
  const held = { sessionId: body.sessionId, isHeld: true };
  if (typeof body.paymentMethodId === 'string') {
    const { card, ...payment } = beginVisit(tx, deps, call);
    return { payment, card, row: bookPaid(tx, member, held) };
  }
  requireVisitOnly(body);
  reserveSeat(tx, call);
  const { payment } = visitPayment(tx, member, body);
  requireCardsAccepted(tx, payment.site.id);
  return { payment, card: null, row: bookPaid(tx, member, held) };
};

/** Gives the money back for a visit that can no longer be booked. */
const refundLost = (tx: Tx, payment: PaymentRecord, dropIn: DropInContext, { code, message }: Lost): void => {
  setContext(tx, payment.id, { ...dropIn, isHeld: false, lost: { code, message } } satisfies DropInContext);
  giveBack(tx, payment.id);
  if (dropIn.isHeld) releaseSeat(tx, dropIn.sessionId);
  reserveRefund(tx, payment, { reason: 'service_issue' }, { caller: null });
};

/** Books once the card is charged; refunds the payment when that is no longer possible. */
export const dropInHandler: ChargeHandler<DropInContext> = {
  completed(tx, payment, dropIn) {
    if (dropIn.lost !== undefined) return refundLost(tx, payment, dropIn, dropIn.lost);
    try {
      Payment.rows.update(tx, payment.id, { bookingId: bookPaid(tx, payment, dropIn).id });
      redeemAgain(tx, payment.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refundLost(tx, payment, dropIn, error);
    }
  },
  ahead(tx, payment, dropIn) {
    try {
      Payment.rows.update(tx, payment.id, { bookingId: bookPaid(tx, payment, dropIn).id });
      redeemAgain(tx, payment.id);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message } = error;
      // It is refunded as soon as it has come.
      giveBack(tx, payment.id);
      setContext(tx, payment.id, { ...dropIn, isHeld: false, lost: { code, message } } satisfies DropInContext);
      if (dropIn.isHeld) releaseSeat(tx, dropIn.sessionId);
      return false;
    }
  },
  failed(tx, payment, dropIn) {
    giveBack(tx, payment.id);
    if (!dropIn.isHeld) return;
    setContext(tx, payment.id, { ...dropIn, isHeld: false } satisfies DropInContext);
    releaseSeat(tx, dropIn.sessionId);
  },
};

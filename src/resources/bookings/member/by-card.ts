// A single visit that a member pays for separately: its charge, and what the bank of the member still wants approved.

import type { Read } from '../../../database/database.ts';
import { type Conclude, type Concluded, WithStatus } from '../../../http/operations/call.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { methodOnDevice } from '../../payment-methods/setup/initiate.ts';
import { joinWaiting } from '../../payments/approvals/waiting.ts';
import { anyWayOf } from '../../payments/approvals/ways-to-pay.ts';
import { type ApprovalState, type RequestedApproval, requestApproval } from '../../payments/charging/approvals.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { cardDeclined, chargeCard } from '../../payments/charging/charge-card.ts';
import { chargeById, type Holder } from '../../payments/charging/queries.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { isProcessing } from '../../payments/record.ts';
import { settlePendingRefunds } from '../../payments/refunds/refund-payment.ts';
import type { RefundReactions } from '../../reactions.ts';
import { sessionById } from '../../sessions/queries.ts';
import { type BookingRecord, bookingById } from '../queries.ts';
import type { CreateMemberBookingBody } from '../shapes.ts';
import { beginVisit, bookFree, type DropInContext, HANDLER, needsCard, type VisitCall } from './drop-in.ts';
import { isFreeByCode } from './visit-price.ts';

/** Whether a payment pays for one visit. */
export const isVisit = (read: Read, { id }: PaymentRecord): boolean => chargeById(read, id)?.handler === HANDLER;

/**
 * Who approves the charge of a visit, and of what: it is the same visit as long as this is the same.
 * @returns undefined for a request that does not name a way to ask the member.
 */
export const holderOfVisit = (
  read: Read,
  { returnUrl, joinWaitlist: _, ...visit }: CreateMemberBookingBody,
): Holder | undefined =>
  returnUrl === undefined && visit.payOnDevice !== true
    ? undefined
    : {
        ...anyWayOf(visit),
        returnUrl: returnUrl ?? null,
        asked: JSON.stringify([visit, sessionById(read, visit.sessionId)?.dropInPrice ?? null]),
      };

const existingBooking = (read: Read, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined) throw new Error(`a payment refers to the booking '${id}', which does not exist`);
  return row;
};

const lostSeat = (read: Read, paymentId: string): Problem => {
  const context = unpack<DropInContext>(chargeById(read, paymentId)?.context ?? null);
  const { code, message } = context?.lost ?? { code: 'session_full', message: 'This spot was just taken.' };
  return conflict(code, `${message} The card was charged before that was known, and a refund is on its way.`);
};

interface VisitDeps extends ChargeDeps {
  readonly reactions: RefundReactions;
}

/** How a visit is shown: when it is booked, and while its charge waits for the holder of the card. */
export interface VisitViews {
  readonly booked: (read: Read, row: BookingRecord) => object;
  readonly asked: (read: Read, payment: PaymentRecord, approval?: RequestedApproval) => object;
}

/**
 * Responds with the booking of a visit that is settled, or waits for the holder of the card.
 * @throws Problem 409 `card_declined`, and the error of a booking that was no longer possible: the payment is refunded then.
 */
export const concludeVisit = async (
  { store, processor, report, reactions }: VisitDeps,
  { payment, approval }: ApprovalState,
  conclude: Conclude,
  { booked, asked }: VisitViews,
): Promise<Concluded> => {
  if (approval !== undefined) return conclude((tx) => new WithStatus(202, asked(tx, payment, approval)));
  const { id, bookingId, status, failureCode, failureMessage } = payment;
  if (bookingId !== null) return conclude((tx) => booked(tx, existingBooking(tx, bookingId)));
  const isLost = unpack<DropInContext>(chargeById(store.view(), id)?.context ?? null)?.lost !== undefined;
  // Nothing is booked before it settles.
  if (isProcessing(payment) && !isLost) return conclude((tx) => new WithStatus(202, asked(tx, payment)));
  if (status === 'failed') throw cardDeclined({ code: String(failureCode), message: String(failureMessage) });
  await settlePendingRefunds({ store, processor, reactions, report });
  throw lostSeat(store.view(), id);
};

/**
 * Books a seat that a saved card pays, at the session's drop-in price less what a code takes off. What costs nothing then
 * charges no card. The seat is held before the card is charged:
 * every check of the booking comes before the charge, a declined card releases the seat, and when the session is
 * canceled meanwhile the payment is refunded immediately. A visit that waits for the member's approval continues where it was.
 * @throws Problem as `book`, `cardToCharge` and `discountByCode`; 400 for a session without a price; 409 and 503 as `chargeCard`.
 */
export const bookVisit = async (
  deps: VisitDeps,
  call: VisitCall,
  views: VisitViews,
  conclude: Conclude,
): Promise<Concluded> => {
  const { member, body, holder } = call;
  const { sessionId } = body;
  const joined = await joinWaiting(deps, { member, body: { sessionId }, holder });
  if (joined !== undefined) return concludeVisit(deps, joined, conclude, views);
  if (deps.store.read((read) => isFreeByCode(read, body))) {
    return conclude((tx) => views.booked(tx, bookFree(tx, call).row));
  }
  const method = holder?.isAnyWay === true ? await methodOnDevice(deps, member) : undefined;
  if (typeof body.paymentMethodId !== 'string' && method === undefined) throw needsCard();
  return chargeCard(
    deps,
    (tx) => beginVisit(tx, deps, { ...call, method }),
    (_tx, payment) => payment,
    async (work) => concludeVisit(deps, { payment: await deps.store.write(work) }, conclude, views),
    async (payment, approval) => concludeVisit(deps, await requestApproval(deps, payment, approval), conclude, views),
  );
};

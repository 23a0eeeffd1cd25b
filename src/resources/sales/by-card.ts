import type { Read, Tx } from '../../database/database.ts';
import { rehearse, undoneOnError } from '../../database/savepoint.ts';
import { type Conclude, type Concluded, WithStatus } from '../../http/operations/call.ts';
import type { Caller } from '../../kernel/caller.ts';
import { conflict, Problem } from '../../kernel/problem.ts';
import { unpack } from '../../records/json.ts';
import { requireBookable } from '../bookings/create/book.ts';
import { releaseSeat, reserveSeatOf } from '../bookings/create/held-seat.ts';
import { type BookingOrigin, originOf } from '../bookings/origin.ts';
import { bookingById } from '../bookings/queries.ts';
import { holdSeat } from '../bookings/status/counters.ts';
import { giveBack, redeem } from '../discount-codes/redemptions.ts';
import { Package } from '../packages/record.ts';
import type { PaymentMethodRow } from '../payment-methods/record.ts';
import { type ApprovalState, type RequestedApproval, requestApproval } from '../payments/charging/approvals.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { cardDeclined, chargeCard, earlierPayment } from '../payments/charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from '../payments/charging/charges.ts';
import { chargeById, type Holder, isPayingFor, type Lost, setContext } from '../payments/charging/queries.ts';
import type { PaymentRecord } from '../payments/queries.ts';
import { isProcessing } from '../payments/record.ts';
import { settlePendingRefunds } from '../payments/refunds/refund-payment.ts';
import { reserveRefund } from '../payments/refunds/refunds.ts';
import { chargeOfSale, issueSold, type SaleContext } from '../payments/sale.ts';
import type { RefundReactions } from '../reactions.ts';
import { bookWith, type SoldAndBooked, sellAndBook, soldView } from './sell-and-book.ts';
import type { SellPackageBody } from './shapes.ts';

const HANDLER = 'sale_with_booking';

/** What the charge of a sale with a booking stores until it is settled. */
interface Context extends SaleContext {
  readonly sessionId: string;
  readonly joinWaitlist: boolean;
  readonly origin: BookingOrigin;
  /** Whether a seat is held for it. */
  readonly isHeld: boolean;
  readonly bookingId?: string;
  /** Why it is not booked, also when it is paid after all: nothing is sold then, and the payment is refunded. */
  readonly lost?: Lost;
}

/** A sale that a saved card pays. */
export interface CardSale {
  readonly caller: Caller;
  readonly body: SellPackageBody;
  readonly requestKey?: string | undefined;
  /** Who books; by default the caller. */
  readonly origin?: BookingOrigin;
  /** A check of the sale in the transaction that begins the charge. @throws Problem */
  readonly check?: (tx: Tx) => void;
  /** The client is there to approve the charge. */
  readonly holder?: Holder;
  /** What the client chooses on the device, which is not saved yet. */
  readonly method?: PaymentMethodRow | undefined;
}

/** Its rights were checked before the card was charged. */
const PROGRAM: Caller = {
  credentialId: HANDLER,
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

/** Makes every check of the sale and of the booking before the card is charged, and holds the seat meanwhile. */
const reserve = (tx: Tx, { caller, body, origin = originOf(caller) }: CardSale, sessionId: string): boolean => {
  const { clientId, joinWaitlist = false } = body;
  if (isPayingFor(tx, clientId, sessionId)) {
    throw conflict('already_booked', 'The card is being charged for this session. Look for the booking in a moment.');
  }
  const { booking } = rehearse(tx, () => sellAndBook(tx, caller, body, { origin }));
  if (booking?.status !== 'confirmed') return false;
  reserveSeatOf(tx, requireBookable(tx, caller, { clientId, sessionId, joinWaitlist }, origin));
  return true;
};

const begin = (tx: Tx, deps: ChargeDeps, call: CardSale): NewCharge => {
  const { caller, body, requestKey, holder, origin = originOf(caller) } = call;
  // A repeat of this request only gets the result of its charge.
  const earlier = earlierPayment(tx, requestKey);
  if (earlier === undefined) call.check?.(tx);
  const { bookSessionId: sessionId, joinWaitlist = false, ...sale } = body;
  // The sale is charged before anything is held, so that a card that cannot be charged is reported first.
  const { codeId, ...charged } = chargeOfSale(tx, caller, sale, deps, { earlier, method: call.method });
  const charge = { ...charged, requestKey, ...(holder === undefined ? {} : { holder }) };
  const isHeld = earlier === undefined && typeof sessionId === 'string' && reserve(tx, call, sessionId);
  // No one else gets the last redemption while the card is charged.
  if (codeId !== null) redeem(tx, codeId, { id: charge.id, clientId: charge.client.id });
  if (typeof sessionId !== 'string') return charge;
  const context: Context = { ...charge.context, sessionId, joinWaitlist, origin, isHeld };
  return { ...charge, handler: HANDLER, context };
};

/** Issues the package and books with it, in one piece. */
const issueAndBook = (tx: Tx, payment: PaymentRecord, context: Context): Context => {
  const { sessionId, joinWaitlist, isHeld, clientId } = context;
  // The rules for members were checked before the card was charged.
  const origin = { ...context.origin, memberRules: false };
  const sold = issueSold(tx, payment, context);
  if (isHeld) holdSeat(tx, sessionId, -1);
  const seat = { clientId, sessionId, joinWaitlist };
  const { id: bookingId } = bookWith(tx, PROGRAM, sold.id, seat, { origin, hasHeldSeat: isHeld });
  return { ...context, isHeld: false, bookingId };
};

const release = (tx: Tx, payment: PaymentRecord, context: Context, lost?: Lost): void => {
  setContext(tx, payment.id, { ...context, isHeld: false, ...(lost === undefined ? {} : { lost }) } satisfies Context);
  giveBack(tx, payment.id);
  if (context.isHeld) releaseSeat(tx, context.sessionId);
};

const refundLost = (tx: Tx, payment: PaymentRecord, context: Context, lost: Lost): void => {
  release(tx, payment, context, lost);
  reserveRefund(tx, payment, { reason: 'service_issue' }, { caller: null });
};

/** Issues the package and books once the card is charged; refunds the payment when booking is no longer possible. */
export const saleWithBookingHandler: ChargeHandler<Context> = {
  completed(tx, payment, context) {
    if (context.lost !== undefined) return refundLost(tx, payment, context, context.lost);
    try {
      const done = undoneOnError(tx, () => issueAndBook(tx, payment, context));
      setContext(tx, payment.id, done);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message } = error;
      refundLost(tx, payment, context, { code, message });
    }
  },
  failed: (tx, payment, context) => release(tx, payment, context),
  ahead(tx, payment, context) {
    try {
      const done = undoneOnError(tx, () => issueAndBook(tx, payment, context));
      setContext(tx, payment.id, done);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, message } = error;
      // It is refunded as soon as it has come.
      release(tx, payment, context, { code, message });
      return false;
    }
  },
};

const contextOf = (read: Read, payment: PaymentRecord): Context | null =>
  unpack<Context>(chargeById(read, payment.id)?.context ?? null);

const soldBy = (tx: Tx, payment: PaymentRecord): SoldAndBooked => {
  const row = payment.packageId === null ? undefined : Package.rows.find(tx, payment.packageId);
  if (row === undefined) throw new Error(`the payment '${payment.id}' is complete and has no package`);
  const bookingId = contextOf(tx, payment)?.bookingId;
  return { package: row, payment, booking: (bookingId === undefined ? undefined : bookingById(tx, bookingId)) ?? null };
};

/** The error for a seat that was lost after the card was charged. */
const lostSeat = ({ code, message }: Lost): Problem =>
  conflict(code, `${message} Nothing was sold. The card was charged before that, and a refund is on its way.`);

const nothingBooked = (error: unknown): unknown => {
  if (!(error instanceof Problem) || error.code !== 'card_declined') return error;
  return conflict('card_declined', `${error.message} Nothing was sold and nothing was booked.`, error.extra.details);
};

interface SaleDeps extends ChargeDeps {
  readonly reactions: RefundReactions;
}

/** How a sale is shown: when it is made, and while its charge waits for the holder of the card. */
export interface SaleViews {
  readonly sold: (read: Read, sold: SoldAndBooked) => object;
  readonly asked?: (read: Read, payment: PaymentRecord, approval?: RequestedApproval) => object;
}

/**
 * Responds with the sale of a payment by card that is settled.
 * @throws Problem 409 `card_declined`, and the error of a booking that was no longer possible: nothing was sold then.
 */
const settledSale = async (
  { store, processor, report, reactions }: SaleDeps,
  payment: PaymentRecord,
  conclude: Conclude,
  { sold, asked }: SaleViews,
): Promise<Concluded> => {
  const { status, failureCode, failureMessage } = payment;
  if (status === 'failed') throw cardDeclined({ code: String(failureCode), message: String(failureMessage) });
  const lost = contextOf(store.view(), payment)?.lost;
  // Nothing is given before it settles.
  if (lost === undefined && payment.packageId === null && asked !== undefined && isProcessing(payment)) {
    return conclude((tx) => new WithStatus(202, asked(tx, payment)));
  }
  if (lost === undefined) return conclude((tx) => sold(tx, soldBy(tx, payment)));
  await settlePendingRefunds({ store, processor, reactions, report });
  throw lostSeat(lost);
};

/** Responds with a sale by card that is settled, or waits for the holder of the card. @throws Problem as `settledSale`. */
export const concludeSale = (
  deps: SaleDeps,
  { payment, approval }: ApprovalState,
  conclude: Conclude,
  views: SaleViews,
): Promise<Concluded> => {
  const { asked } = views;
  if (approval === undefined || asked === undefined) return settledSale(deps, payment, conclude, views);
  return conclude((tx) => new WithStatus(202, asked(tx, payment, approval)));
};

/**
 * Sells a plan to a client who pays with a saved card, and books a session with it. The seat is held before the card is
 * charged: a declined card releases it, and when the session is canceled meanwhile the payment is refunded immediately.
 * @throws Problem as `sellAndBook` and `cardToCharge`; 409 and 503 as `chargeCard`.
 */
export const sellByCard = async (
  deps: SaleDeps,
  call: CardSale,
  conclude: Conclude,
  views: SaleViews = { sold: soldView },
): Promise<Concluded> => {
  const settled = async (work: (tx: Tx) => PaymentRecord): Promise<Concluded> =>
    settledSale(deps, await deps.store.write(work), conclude, views);
  try {
    return await chargeCard(
      deps,
      (tx) => begin(tx, deps, call),
      (_tx, payment) => payment,
      settled,
      async (payment, approval) => concludeSale(deps, await requestApproval(deps, payment, approval), conclude, views),
    );
  } catch (error) {
    throw typeof call.body.bookSessionId === 'string' ? nothingBooked(error) : error;
  }
};

// A guest for whom the host's card pays the drop-in price.

import type { Tx } from '../../../database/database.ts';
import type { Conclude, Concluded } from '../../../http/operations/call.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, Problem } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { ABANDONED, type ChargeDeps } from '../../payments/charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from '../../payments/charging/cards.ts';
import { chargeCard, earlierPayment } from '../../payments/charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from '../../payments/charging/charges.ts';
import { chargeById, type Lost, setContext } from '../../payments/charging/queries.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { Payment } from '../../payments/record.ts';
import { settlePendingRefunds } from '../../payments/refunds/refund-payment.ts';
import { reserveRefund } from '../../payments/refunds/refunds.ts';
import type { RefundReactions } from '../../reactions.ts';
import { inHeldSeat, releaseSeat, reserveSeatOf } from '../create/held-seat.ts';
import { requirePlace } from '../create/placement.ts';
import { needsCard } from '../member/drop-in.ts';
import { visitPayment } from '../member/visit-price.ts';
import { type BookingRecord, bookingById } from '../queries.ts';
import { admitGuest, bookGuest, expectGuest, type PaidGuest, requireGuestAllowed } from './bring.ts';
import { forgetGuest, guestOf, removeGuest } from './queries.ts';
import type { BringGuestBody } from './shapes.ts';

const HANDLER = 'guest';

/** No name and no address: the guest is a row of their own, and no client before the card has paid. */
interface GuestContext {
  readonly hostBookingId: string;
  readonly sessionId: string;
  readonly guestBookingId: string;
  readonly isHeld: boolean;
  readonly lost?: Lost;
}

interface GuestCall {
  readonly member: MemberCaller;
  readonly host: BookingRecord;
  readonly body: BringGuestBody;
  readonly requestKey?: string | undefined;
}

/** Makes every check, holds a seat, and says what to charge. */
const beginCharge = (tx: Tx, deps: ChargeDeps, { member, host, body, requestKey }: GuestCall): NewCharge => {
  if (typeof body.paymentMethodId !== 'string') throw needsCard();
  const { sessionId } = host;
  const card = cardToCharge(tx, member, host.clientId, body.paymentMethodId, deps);
  const earlier = earlierPayment(tx, requestKey);
  const { payment } = visitPayment(tx, member, { sessionId }, earlier);
  requireCardsAccepted(tx, payment.site.id);
  const charge = { ...payment, card, handler: HANDLER, isAutomatic: false, requestKey };
  // A repeat of this request only gets the result of its charge.
  if (earlier !== undefined) return { ...charge, context: {} };
  const session = requireGuestAllowed(tx, host);
  reserveSeatOf(tx, requirePlace(tx, session, { clientId: host.clientId, sessionId }, false).session);
  const guestBookingId = expectGuest(tx, host, body);
  const context: GuestContext = { hostBookingId: host.id, sessionId, guestBookingId, isHeld: true };
  return { ...charge, context };
};

const callerFor = (host: BookingRecord): MemberCaller => ({
  credentialId: host.clientId,
  kind: 'member',
  through: 'sign-in',
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
  clientId: host.clientId,
  siteId: host.siteId,
});

/** What the host has typed. @throws Problem 409 once it is forgotten, since the charge had failed before. */
const requireGuest = (tx: Tx, guestBookingId: string): PaidGuest => {
  const guest = guestOf(tx, guestBookingId);
  if (guest !== undefined && guest.firstName !== null) return { ...guest, firstName: guest.firstName };
  throw conflict('guests_not_allowed', 'The card was declined before. Bring your guest again.');
};

/**
 * Books a guest who is paid for, at the seat that is held. A client is made once nothing else can refuse the booking.
 * @throws Problem 409 where that is no longer possible.
 */
const bookPaidGuest = (tx: Tx, context: GuestContext): BookingRecord => {
  const { hostBookingId, sessionId, guestBookingId, isHeld } = context;
  const host = bookingById(tx, hostBookingId);
  if (host?.status !== 'confirmed') {
    throw conflict('guests_not_allowed', 'Your own booking was canceled meanwhile.');
  }
  if (host.sessionId !== sessionId) throw conflict('guests_not_allowed', 'Your own booking was moved meanwhile.');
  const session = requireGuestAllowed(tx, host);
  const guest = requireGuest(tx, guestBookingId);
  requirePlace(tx, session, { clientId: host.clientId, sessionId }, isHeld);
  const person = admitGuest(tx, host, session, guest);
  const body = { firstName: guest.firstName, payment: 'drop_in' } as const;
  return inHeldSeat(tx, context, () => bookGuest(tx, callerFor(host), host, person, body, isHeld));
};

/** Books the guest of a payment, or says why that is no longer possible: then the seat is free. */
const giveSeat = (tx: Tx, payment: PaymentRecord, context: GuestContext): Lost | undefined => {
  try {
    if (context.lost !== undefined) throw conflict(context.lost.code, context.lost.message);
    Payment.rows.update(tx, payment.id, { bookingId: bookPaidGuest(tx, context).id });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    const lost: Lost = { code, message };
    setContext(tx, payment.id, { ...context, isHeld: false, lost } satisfies GuestContext);
    forgetGuest(tx, context.guestBookingId);
    if (context.isHeld) releaseSeat(tx, context.sessionId);
    return lost;
  }
};

/** Books the guest once the card is charged, or the bank takes days; refunds the payment when that is no longer possible. */
export const guestHandler: ChargeHandler<GuestContext> = {
  completed(tx, payment, context) {
    const lost = giveSeat(tx, payment, context);
    if (lost !== undefined) reserveRefund(tx, payment, { reason: 'service_issue' }, { caller: null });
  },
  ahead: (tx, payment, context) => giveSeat(tx, payment, context) === undefined,
  failed(tx, payment, context) {
    // That the processor does not answer is no try of the member's.
    if (payment.failureCode === ABANDONED.code) removeGuest(tx, context.guestBookingId);
    else forgetGuest(tx, context.guestBookingId);
    if (!context.isHeld) return;
    setContext(tx, payment.id, { ...context, isHeld: false } satisfies GuestContext);
    releaseSeat(tx, context.sessionId);
  },
};

const lostSeat = (payment: PaymentRecord, lost: Lost | undefined): Problem => {
  const { code, message } = lost ?? { code: 'session_full', message: 'This spot was just taken.' };
  return conflict(code, `${message} The card was charged before that was known, and a refund is on its way.`, [
    { param: 'paymentMethodId', code, message: `Payment '${payment.id}'` },
  ]);
};

interface GuestDeps extends ChargeDeps {
  readonly reactions: RefundReactions;
}

/**
 * Brings a guest for whom the host's saved card pays. The seat is held while the card is charged.
 * @throws Problem as `bringGuest`; 400 without a card or a price; 409 and 503 as `chargeCard`.
 */
export const bringGuestByCard = (
  deps: GuestDeps,
  call: GuestCall,
  view: (tx: Tx, row: BookingRecord) => object,
  conclude: Conclude,
): Promise<Concluded> =>
  chargeCard(
    deps,
    (tx) => beginCharge(tx, deps, call),
    (_tx, payment) => payment,
    async (work) => {
      const payment = await deps.store.write(work);
      const { bookingId } = payment;
      if (bookingId !== null) {
        return conclude((tx) => {
          const row = bookingById(tx, bookingId);
          if (row === undefined) throw new Error(`the payment '${payment.id}' refers to a booking that does not exist`);
          return view(tx, row);
        });
      }
      await settlePendingRefunds(deps);
      throw lostSeat(payment, unpack<GuestContext>(chargeById(deps.store.view(), payment.id)?.context ?? null)?.lost);
    },
  );

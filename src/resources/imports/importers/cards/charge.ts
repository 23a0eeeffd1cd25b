import { type TObject, Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import { type Caller, requirePermission } from '../../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import {
  count,
  flag,
  id,
  instant,
  line,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
} from '../../../../kernel/schemas.ts';
import { bookingById } from '../../../bookings/queries.ts';
import { Booking, CHANNELS } from '../../../bookings/record.ts';
import { holdSeat } from '../../../bookings/status/counters.ts';
import type { chargeState } from '../../../exports/shapes.ts';
import { reachesClient } from '../../../member-links/queries.ts';
import { paysFor } from '../../../payment-methods/queries.ts';
import { PaymentMethod } from '../../../payment-methods/record.ts';
import { insertCharge, setProcessing } from '../../../payments/charging/queries.ts';
import type { PaymentRow } from '../../../payments/record.ts';
import { Plan } from '../../../plans/record.ts';
import { Session } from '../../../sessions/record.ts';

type ChargeState = Static<typeof chargeState>;

/** What the handler of a charge has stored for itself, and the ids in it that must match the payment. */
interface ChargeContext {
  readonly shape: TObject;
  readonly check?: Check;
}

type Check = (tx: Tx, caller: Caller, payment: PaymentRow, context: Record<string, unknown>) => boolean;

/** Whether no result is known of a payment, so that it is charged again. */
const isUnderWay = ({ status, processing }: PaymentRow): boolean => status === 'pending' && processing === 0;

/**
 * Whether a card can have paid: one that pays for the client now or, where nothing is charged anymore, of anyone whom the caller sees,
 * since who has paid may have left the household.
 */
const isReached = (tx: Tx, caller: Caller, payment: PaymentRow, cardId: string): boolean => {
  const card = PaymentMethod.rows.find(tx, cardId);
  if (card === undefined) return false;
  return paysFor(tx, card, payment.clientId) || (!isUnderWay(payment) && reachesClient(tx, caller, card.clientId));
};

const text = () => nullable(Type.String({ maxLength: 10_000 }));

const isOwnBooking: Check = (tx, caller, { clientId }, { bookingId }) => {
  const booking = bookingById(tx, String(bookingId));
  return booking !== undefined && booking.clientId === clientId && Booking.canAccess(caller, booking);
};

const isOfPackage: Check = (_tx, _caller, payment, { packageId }) => packageId === payment.packageId;

// A change of a schedule may have deleted the session of one that failed.
const isSeat: Check = (tx, caller, { status }, { sessionId }) =>
  status === 'failed' || Session.lookUp(tx, caller, String(sessionId)) !== undefined;

const isOwnSale: Check = (tx, caller, payment, { clientId, siteId, paymentId, planId, cardId }) =>
  clientId === payment.clientId &&
  siteId === payment.siteId &&
  paymentId === payment.id &&
  Plan.lookUp(tx, caller, String(planId)) !== undefined &&
  (cardId === null || isReached(tx, caller, payment, String(cardId)));

/** What any charge may store: that its money goes back as soon as it has come. */
const common = () => ({ refundDue: optional(Type.Literal(1)) });

/** What is begun again after a restore says what it pays for. */
const begunAgain = () => ({ ...common(), subject: optional(line(200)) });

const sale = () => ({
  ...common(),
  id: id(),
  clientId: id(),
  siteId: id(),
  paymentId: id(),
  planId: id(),
  terms: optional(
    object({
      creditsTotal: nullable(count()),
      validityDays: nullable(count()),
      validityMonths: nullable(count()),
    }),
  ),
  price: count(),
  startsAt: nullable(instant()),
  cardId: nullable(id()),
  own: object({ metadata: optional(text()), externalId: optional(text()) }),
});

const seat = () => ({
  ...common(),
  sessionId: id(),
  isHeld: flag(),
  lost: optional(object({ code: line(100), message: Type.String({ maxLength: 1000 }) })),
});

/** The handlers of charges by name. */
const FACTS: Readonly<Record<string, ChargeContext>> = {
  sale: { shape: object(sale), check: isOwnSale },
  sale_with_booking: {
    shape: object(() => ({
      ...sale(),
      ...seat(),
      joinWaitlist: flag(),
      origin: object({
        channel: oneOf(...CHANNELS),
        cancelledBy: oneOf('api', 'client', 'staff'),
        memberRules: flag(),
        afterStart: optional(flag()),
      }),
      bookingId: optional(id()),
    })),
    check: (tx, caller, payment, context) =>
      isOwnSale(tx, caller, payment, context) && isSeat(tx, caller, payment, context),
  },
  recorded_payment: { shape: object(common) },
  renewal: { shape: object(() => ({ ...begunAgain(), packageId: id(), owed: optional(count()) })), check: isOfPackage },
  desk_renewal: {
    shape: object(() => ({ ...begunAgain(), packageId: id(), declinedId: id() })),
    check: isOfPackage,
  },
  fee: { shape: object(() => ({ ...begunAgain(), bookingId: id() })), check: isOwnBooking },
  staff_fee: { shape: object(() => ({ ...begunAgain(), bookingId: id(), isOwed: flag() })), check: isOwnBooking },
  drop_in: { shape: object(seat), check: isSeat },
  guest: {
    shape: object(() => ({ ...seat(), hostBookingId: id(), clientId: optional(id()), guestBookingId: id() })),
    check: (tx, caller, payment, context) =>
      bookingById(tx, String(context.hostBookingId))?.clientId === payment.clientId &&
      isSeat(tx, caller, payment, context),
  },
};

/**
 * Stores the charge of a payment that has not succeeded, so that it is settled or tried again as where it comes from.
 * @throws Problem 400 when it does not fit the payment; 403 without the permission to set up the processor.
 */
export const importCharge = (tx: Tx, caller: Caller, payment: PaymentRow, charge: ChargeState): void => {
  requirePermission(caller, 'settings:processor');
  const { paymentMethodId, attempt, isOpen, isAutomatic, handler, context, processingAt, isAhead } = charge;
  if (!isReached(tx, caller, payment, paymentMethodId)) {
    throw missingResource('state.charge.paymentMethodId', 'saved card of this client', paymentMethodId);
  }
  if (payment.status !== 'pending' && payment.status !== 'failed') {
    throw invalidParam('state.charge', 'Only a pending or failed payment has a charge in progress. Leave it out.', {
      reason: 'not_accepted',
    });
  }
  if (isOpen !== isUnderWay(payment)) {
    throw invalidParam(
      'state.charge.isOpen',
      'Send true for a pending payment that takes no days, and false for others.',
      {
        reason: 'not_accepted',
      },
    );
  }
  const handled = Object.hasOwn(FACTS, handler) ? FACTS[handler] : undefined;
  if (handled === undefined) {
    const names = Object.keys(FACTS).join(', ');
    throw invalidParam('state.charge.handler', `Unknown handler '${handler}'. Choose one of: ${names}.`, {
      reason: 'not_accepted',
    });
  }
  requireValid(handled.shape, context, 'state.charge.context.');
  if (handled.check?.(tx, caller, payment, context) === false) {
    throw invalidParam(
      'state.charge.context',
      'They name records that do not exist or do not belong to the payment. Import those first.',
      { reason: 'not_accepted' },
    );
  }
  insertCharge(tx, {
    paymentId: payment.id,
    methodId: paymentMethodId,
    attempt,
    handler,
    isOpen: Number(isOpen),
    isAutomatic: Number(isAutomatic),
    context: JSON.stringify(context),
    requestKey: null,
    approval: null,
  });
  if (typeof processingAt === 'string') setProcessing(tx, payment.id, isAhead === true, processingAt);
  const isSettling = payment.status === 'pending' && isAhead !== true;
  if (isSettling && context.isHeld === true) holdSeat(tx, String(context.sessionId), 1);
};

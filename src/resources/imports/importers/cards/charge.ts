import { type TObject, Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import { type Caller, requirePermission } from '../../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import { count, flag, id, instant, line, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { bookingById } from '../../../bookings/queries.ts';
import { Booking } from '../../../bookings/record.ts';
import { holdSeat } from '../../../bookings/status/counters.ts';
import type { chargeState } from '../../../exports/shapes.ts';
import { PaymentMethod } from '../../../payment-methods/record.ts';
import { insertCharge, setProcessing } from '../../../payments/charging/queries.ts';
import type { PaymentRow } from '../../../payments/record.ts';
import { Plan } from '../../../plans/record.ts';
import { Session } from '../../../sessions/record.ts';

type ChargeState = Static<typeof chargeState>;

/** What the handler of a charge has stored for itself, and the ids in it that must match the payment. */
interface ChargeContext {
  readonly shape: TObject;
  check?(tx: Tx, caller: Caller, payment: PaymentRow, context: Record<string, unknown>): boolean;
}

const text = () => nullable(Type.String({ maxLength: 10_000 }));

const isOwnBooking: ChargeContext['check'] = (tx, caller, { clientId }, { bookingId }) => {
  const booking = bookingById(tx, String(bookingId));
  return booking !== undefined && booking.clientId === clientId && Booking.canAccess(caller, booking);
};

/** The handlers of charges by name. */
const FACTS: Readonly<Record<string, ChargeContext>> = {
  sale: {
    shape: object({
      id: id(),
      clientId: id(),
      siteId: id(),
      paymentId: id(),
      planId: id(),
      price: count(),
      startsAt: nullable(instant()),
      cardId: nullable(id()),
      own: object({ metadata: optional(text()), externalId: optional(text()) }),
    }),
    check: (tx, caller, payment, { clientId, siteId, paymentId, planId, cardId }) =>
      clientId === payment.clientId &&
      siteId === payment.siteId &&
      paymentId === payment.id &&
      Plan.lookUp(tx, caller, String(planId)) !== undefined &&
      (cardId === null || PaymentMethod.rows.find(tx, String(cardId))?.clientId === clientId),
  },
  recorded_payment: { shape: object({}) },
  renewal: {
    shape: object({ packageId: id(), owed: optional(count()) }),
    check: (_tx, _caller, payment, { packageId }) => packageId === payment.packageId,
  },
  fee: { shape: object({ bookingId: id() }), check: isOwnBooking },
  staff_fee: { shape: object({ bookingId: id(), isOwed: flag() }), check: isOwnBooking },
  drop_in: {
    shape: object({
      sessionId: id(),
      isHeld: flag(),
      lost: optional(object({ code: line(100), message: Type.String({ maxLength: 1000 }) })),
    }),
    // A change of a schedule may have deleted the session of one that failed.
    check: (tx, caller, { status }, { sessionId }) =>
      status === 'failed' || Session.lookUp(tx, caller, String(sessionId)) !== undefined,
  },
};

/**
 * Stores the charge of a payment that has not succeeded, so that it is settled or tried again as where it comes from.
 * @throws Problem 400 when it does not fit the payment; 403 without the permission to set up the processor.
 */
export const importCharge = (tx: Tx, caller: Caller, payment: PaymentRow, charge: ChargeState): void => {
  requirePermission(caller, 'settings:processor');
  const { paymentMethodId, attempt, isOpen, isAutomatic, handler, context, processingAt, isAhead } = charge;
  if (PaymentMethod.rows.find(tx, paymentMethodId)?.clientId !== payment.clientId) {
    throw missingResource('state.charge.paymentMethodId', 'saved card of this client', paymentMethodId);
  }
  if (payment.status !== 'pending' && payment.status !== 'failed') {
    throw invalidParam('state.charge', 'Only a pending or failed payment has a charge in progress. Leave it out.', {
      reason: 'not_accepted',
    });
  }
  const isUnderWay = payment.status === 'pending' && payment.processing === 0;
  if (isOpen !== isUnderWay) {
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
  if (handler === 'drop_in' && isOpen && context.isHeld === true) holdSeat(tx, String(context.sessionId), 1);
};

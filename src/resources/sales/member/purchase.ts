import type { Read } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { BookingRecord } from '../../bookings/queries.ts';
import { memberBookingViews } from '../../bookings/view.ts';
import { packagesOfPlan } from '../../packages/queries.ts';
import { memberPackageView } from '../../packages/view.ts';
import { anyWayOf } from '../../payments/approvals/ways-to-pay.ts';
import { earlierPayment } from '../../payments/charging/charge-card.ts';
import { type Holder, salesBeingCharged } from '../../payments/charging/queries.ts';
import { paymentById } from '../../payments/queries.ts';
import { memberPaymentView } from '../../payments/view.ts';
import { Plan, type PlanRow } from '../../plans/record.ts';
import type { SoldAndBooked } from '../sell-and-book.ts';
import type { SellPackageBody } from '../shapes.ts';
import type { PurchaseBody, PurchaseResponse } from './shapes.ts';

/** @throws Problem 400 for a plan that is not sold online at the site of the member. */
const planOnline = (read: Read, { siteId }: MemberCaller, id: string): PlanRow => {
  const plan = Plan.lookUp(read, { siteIds: [siteId] }, id);
  if (plan?.isSoldOnline !== 1 || plan.archivedAt !== null) throw missingResource('planId', 'plan', id);
  return plan;
};

/** @param beingBought how many are being paid for. @throws Problem 409 `plan_limit_reached`. */
const requireBelowLimit = (read: Read, clientId: string, { id, maxPerClient }: PlanRow, beingBought = 0): void => {
  if (maxPerClient === null || packagesOfPlan(read, clientId, id) + beingBought < maxPerClient) return;
  const often = maxPerClient === 1 ? 'once' : `${maxPerClient} times`;
  throw conflict('plan_limit_reached', `You have bought this plan ${often}, which is the limit. Choose another plan.`);
};

/**
 * Checks in the transaction that begins a purchase that it is not the second one of a plan that is sold once.
 * @throws Problem 409 `plan_limit_reached`.
 */
export const checkLimit = (read: Read, { clientId, planId }: SellPackageBody): void => {
  const plan = Plan.rows.find(read, planId);
  if (plan !== undefined) requireBelowLimit(read, clientId, plan, salesBeingCharged(read, clientId, planId));
};

/** Who approves a purchase, and of what: it is the same purchase as long as this is the same. */
export const holderOf = (
  read: Read,
  { startsAt: _, ...sale }: SellPackageBody,
  { returnUrl, payOnDevice }: PurchaseBody,
): Holder => {
  const plan = Plan.rows.find(read, sale.planId);
  return {
    returnUrl: returnUrl ?? null,
    // What renews is charged again.
    ...anyWayOf({ payOnDevice }, plan?.autoRenews === 1),
    asked: JSON.stringify([sale, plan?.price, ...(payOnDevice === true ? ['any way'] : [])]),
  };
};

/**
 * The sale of a purchase: the price, the site and the client never come from the request. A repeat of a request that has bought the plan
 * already gets its result, whatever the limit is.
 * @throws Problem 400 for a plan that is not sold online; 409 `plan_limit_reached`.
 */
export const saleOf = (
  read: Read,
  member: MemberCaller,
  body: PurchaseBody,
  requestKey?: string | undefined,
): SellPackageBody => {
  const { clientId, siteId } = member;
  const { planId, sessionId = null, joinWaitlist = false, paymentMethodId = null, discountCode = null } = body;
  const plan = planOnline(read, member, planId);
  if (earlierPayment(read, requestKey) === undefined) requireBelowLimit(read, clientId, plan);
  return {
    clientId,
    siteId,
    planId,
    bookSessionId: sessionId,
    joinWaitlist,
    discountCode,
    ...(plan.price > 0 ? { paymentMethod: 'card', paymentMethodId } : { paymentMethod: 'comp' }),
    ...(plan.activationType === 'on_date' ? { startsAt: read.now } : {}),
  };
};

/** @throws Problem 400 for a sale that charges a card, and names no card. */
export const requireCard = ({ paymentMethod, paymentMethodId }: SellPackageBody, { isAnyWay }: Holder): void => {
  if (paymentMethod === 'card' && isAnyWay !== true && typeof paymentMethodId !== 'string') {
    throw invalidParam('paymentMethodId', 'Send the saved card that pays.', 'parameter_missing');
  }
};

export const purchaseView = (read: Read, { package: row, payment, booking }: SoldAndBooked): PurchaseResponse => ({
  object: 'purchase',
  package: memberPackageView(read, row),
  payment: memberPaymentView(payment),
  booking: booking === null ? null : memberBookingViews(read, [booking])(booking),
});

/** One visit that a card has paid, without a plan. */
export const visitView =
  (paymentId: string) =>
  (read: Read, booking: BookingRecord): PurchaseResponse => {
    const payment = paymentById(read, paymentId);
    if (payment === undefined) throw new Error(`the payment '${paymentId}' of a visit does not exist`);
    return {
      object: 'purchase',
      package: null,
      payment: memberPaymentView(payment),
      booking: memberBookingViews(read, [booking])(booking),
    };
  };

// What one visit costs a member: the drop-in price of its session, less what a discount code takes off.

import type { Read, Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { unpack } from '../../../records/json.ts';
import { codeWritten } from '../../discount-codes/queries.ts';
import { type Discount, discountByCode, takenOff } from '../../discount-codes/redemptions.ts';
import { amountsOf } from '../../payments/amounts.ts';
import { checkCurrency, findPayer, type NewPayment } from '../../payments/payments.ts';
import type { PaymentRecord } from '../../payments/queries.ts';
import { type SessionRecord, sessionById } from '../../sessions/queries.ts';
import type { SessionResponse } from '../../sessions/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import type { CreateBookingBody, CreateMemberBookingBody } from '../shapes.ts';

type Price = NonNullable<SessionResponse['dropInPrice']>;

const priceOf = ({ dropInPrice }: Pick<SessionRecord, 'dropInPrice'>): Price | undefined => {
  const price = unpack<Price>(dropInPrice);
  return price !== null && price.amount > 0 ? price : undefined;
};

/** Whether a member pays for a single visit: with a card, or with a code that may make it free. */
export const isVisitBody = ({ paymentMethodId, discountCode, payOnDevice }: CreateMemberBookingBody): boolean =>
  payOnDevice === true || typeof paymentMethodId === 'string' || typeof discountCode === 'string';

/** The booking of a member that is not paid separately. */
export const bookingOf = (
  clientId: string,
  {
    paymentMethodId: _card,
    discountCode: _code,
    returnUrl: _back,
    payOnDevice: _device,
    ...booking
  }: CreateMemberBookingBody,
): CreateBookingBody => ({ ...booking, clientId });

/** Whether a code takes off the whole price. Whether it can be used is checked when the visit is booked. */
export const isFreeByCode = (read: Read, { sessionId, discountCode }: CreateMemberBookingBody): boolean => {
  const code = typeof discountCode === 'string' ? codeWritten(read, discountCode) : undefined;
  const session = sessionById(read, sessionId);
  const price = session && priceOf(session);
  return code !== undefined && price !== undefined && takenOff(code, price.amount) === price.amount;
};

const NO_DISCOUNT: Discount = { amount: 0, reason: null, codeId: null };

/** The payment of a visit before it is made, with the code that is redeemed with it. */
export interface VisitPayment {
  readonly payment: Omit<NewPayment, 'paymentMethod'>;
  readonly codeId: string | null;
}

/**
 * @param earlier the payment that the same request has begun before.
 * @throws Problem 400 for a session that does not exist, or has no drop-in price; 409 as `discountByCode`.
 */
export const visitPayment = (
  tx: Tx,
  member: MemberCaller,
  { sessionId, discountCode }: CreateMemberBookingBody,
  earlier?: PaymentRecord,
): VisitPayment => {
  const session = sessionById(tx, sessionId);
  if (session === undefined) throw missingResource('sessionId', 'session', sessionId);
  const payer = findPayer(tx, member, { clientId: member.clientId, siteId: session.siteId });
  const price = priceOf(session);
  if (price === undefined) {
    throw invalidParam('paymentMethodId', 'This session has no drop-in price. Book it with a package.', {
      reason: 'no_drop_in_price',
    });
  }
  checkCurrency(payer.site, price.currency, 'sessionId');
  const sale = {
    client: payer.client,
    siteId: payer.site.id,
    planId: null,
    currency: price.currency,
    price: price.amount,
  };
  const discount = typeof discountCode === 'string' ? discountByCode(tx, discountCode, sale, earlier) : NO_DISCOUNT;
  const { amount, reason } = discount;
  const off = amount === 0 ? {} : { discountAmount: amount, ...(reason === null ? {} : { discountReason: reason }) };
  const line = { description: session.name, unitAmount: price.amount, referenceId: session.id, ...off };
  const payment = {
    ...payer,
    ...amountsOf([line], paymentSettings(tx, payer.site.id).taxInclusive, 'drop_in'),
    id: tx.id(),
    purpose: 'drop_in' as const,
    description: session.name,
  };
  return { payment, codeId: discount.codeId };
};

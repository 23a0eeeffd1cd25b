import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { holderIdOf, type MemberCaller } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import { type Page, type PageRequest, pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { type ApprovalState, giveUpApproval, type RequestedApproval, settleApproval } from '../charging/approvals.ts';
import type { ChargeDeps } from '../charging/call-processor.ts';
import { placeOf } from '../charging/cards.ts';
import { chargeById, type Holder, holderOf, IS_WAITING, waitingCharges, waitingOf } from '../charging/queries.ts';
import { type PaymentRecord, paymentById } from '../queries.ts';
import { isProcessing, Payment, type PaymentRow } from '../record.ts';
import type { ChargeRow } from '../tables.ts';
import type { PurchaseApprovalResponse } from './shapes.ts';

const { table: payments } = Payment;

const waitingPages = pagesOf<PaymentRow>(payments, () => ({
  direction: 'descending',
  collection: 'clientId',
  filters: {
    clientId: eq(payments.clientId, named('clientId')),
    holderId: sql`${payments.status} = 'pending' and exists (
      select 1 from "charges" cross join "paymentMethods" on "paymentMethods"."id" = "charges"."methodId"
      where "charges"."paymentId" = ${payments.id} and ${sql.raw(IS_WAITING)}
        and "paymentMethods"."clientId" = ${named('holderId')})`,
  },
  sites: null,
}));

type Payer = Pick<MemberCaller, 'clientId' | 'adultId'>;

/** The purchases of a member by their own card, or that of the adult who acts for them, that wait for an approval, the newest first. */
export const waitingPage = (read: Read, request: PageRequest, member: Payer): Page<PaymentRow> =>
  waitingPages(read, request, { clientId: member.clientId, holderId: holderIdOf(member) });

/** Whether a charge is to a card of the member, or of the adult who acts for them. */
const isPaidBy = (read: Read, { methodId }: ChargeRow, member: Payer): boolean =>
  PaymentMethod.rows.find(read, methodId)?.clientId === holderIdOf(member);

/**
 * A purchase by a card of the member, by the id of its payment.
 * @throws Problem 404 where there is no such purchase, or it is another member's, or another adult of the household pays.
 */
export const findOwnPurchase = (read: Read, member: Payer, id: string): PaymentRecord => {
  const payment = paymentById(read, id);
  const charge = payment?.clientId === member.clientId ? chargeById(read, id) : undefined;
  if (payment === undefined || charge === undefined || holderOf(charge) === null) throw notFound('purchase', id);
  if (!isPaidBy(read, charge, member)) throw notFound('purchase', id);
  return payment;
};

/** The discount code of a purchase, as it was sent. */
const codeOf = (charge: ChargeRow): string | null => {
  const [{ discountCode = null }]: [{ discountCode?: string | null }] = JSON.parse(holderOf(charge)?.asked ?? '[{}]');
  return discountCode;
};

/** What is paid for: a plan, a class with it, or one visit of a class. */
interface Context {
  readonly planId?: string;
  readonly sessionId?: string;
}
const contextOf = ({ context }: ChargeRow): Context => JSON.parse(context);

/** What approvals need of the program. */
export interface ApprovalDeps {
  readonly charging: ChargeDeps;
  readonly rootUrl: () => string;
}

/** How a purchase that waits is shown: with what the device needs, where `approval` is given. */
export const approvalViews =
  ({ charging: deps, rootUrl }: ApprovalDeps) =>
  (
    read: Read,
    payment: Pick<PaymentRecord, 'id' | 'siteId' | 'amount' | 'currency' | 'status' | 'processing'>,
    approval?: RequestedApproval,
  ): PurchaseApprovalResponse => {
    const { id, siteId, amount, currency } = payment;
    const charge = chargeById(read, id);
    if (charge === undefined) throw new Error(`the purchase '${id}' has no charge`);
    const { planId = null, sessionId = null } = contextOf(charge);
    const { confirmOnConnectedAccount } = paymentSettings(read, siteId).processor;
    return {
      object: 'purchase_approval',
      id,
      status: isProcessing(payment) ? 'processing' : charge.isOpen === 1 ? 'requires_action' : 'cancelled',
      siteId,
      planId,
      sessionId,
      paymentMethodId: charge.methodId,
      payOnDevice: holderOf(charge)?.isAnyWay === true,
      discountCode: codeOf(charge),
      amount,
      currency,
      // The page of the embedded processor is on this server.
      confirmUrl: approval?.url == null ? null : new URL(approval.url, rootUrl()).href,
      clientSecret: approval?.clientSecret ?? null,
      publishableKey: deps.processor.publishableKey(placeOf(deps)),
      mode: deps.processor.mode,
      processorAccount: confirmOnConnectedAccount ? deps.account : null,
      expiresAt: waitingOf(charge)?.endsAt ?? read.now,
    };
  };

/** A purchase that a member makes now. */
interface Asking {
  readonly member: Payer;
  readonly body: { readonly planId?: string; readonly sessionId?: string | null | undefined };
  /** Undefined for a member whom no one can ask. */
  readonly holder: Holder | undefined;
}

/**
 * The purchase of the same member that waits for an approval, where it is the same purchase. Another purchase of the same plan,
 * or of the same class, is given up for the new purchase. What someone else in the household is paying for is left alone.
 * @returns the purchase that is made already, or that still waits; undefined where the new purchase is to be made.
 * @throws Problem 503 `processor_unavailable`.
 */
export const joinWaiting = async (
  deps: ChargeDeps,
  { member, body: { planId, sessionId }, holder }: Asking,
): Promise<ApprovalState | undefined> => {
  const read = deps.store.view();
  for (const charge of waitingCharges(read, member.clientId)) {
    if (!isPaidBy(read, charge, member)) continue;
    const context = contextOf(charge);
    const isSameClass = typeof sessionId === 'string' && context.sessionId === sessionId;
    const isSamePlan = planId !== undefined && context.planId === planId;
    const payment = paymentById(deps.store.view(), charge.paymentId);
    if (payment === undefined || (!isSamePlan && !isSameClass)) continue;
    const { returnUrl, asked } = holderOf(charge) ?? {};
    const isSame = returnUrl === holder?.returnUrl && asked === holder?.asked;
    const joined = isSame ? await settleApproval(deps, payment) : { payment: await giveUpApproval(deps, payment) };
    if (isSame && joined.payment.status !== 'failed') return joined;
  }
  return undefined;
};

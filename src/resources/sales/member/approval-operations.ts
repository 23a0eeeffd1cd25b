import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { conflict } from '../../../kernel/problem.ts';
import { concludeVisit, isVisit } from '../../bookings/member/by-card.ts';
import { PurchaseApproval, PurchaseApprovalList } from '../../payments/approvals/shapes.ts';
import { type ApprovalDeps, approvalViews, findOwnPurchase, waitingPage } from '../../payments/approvals/waiting.ts';
import { giveUpApproval, settleApproval } from '../../payments/charging/approvals.ts';
import type { PaymentRow } from '../../payments/record.ts';
import type { RefundReactions } from '../../reactions.ts';
import { concludeSale } from '../by-card.ts';
import { purchaseView, visitView } from './purchase.ts';
import { Purchase } from './shapes.ts';

interface Deps extends ApprovalDeps {
  readonly reactions: RefundReactions;
}

const onPurchase = { on: { find: findOwnPurchase }, isExtension: true } as const;

/** Purchases that the bank of a member wants approved (member-page.md "Buying"). */
export const purchaseApprovalOperations = ({ charging, rootUrl, reactions }: Deps) => {
  const view = approvalViews({ charging, rootUrl });
  return memberOnlyOperations(({ list, flow }) => [
    list(
      'GET /public-api/v2/member/purchases',
      'listPurchases',
      {
        summary: "List the member's purchases awaiting approval",
        description: 'Returns the newest first. To request approval again, complete the purchase.',
        response: PurchaseApprovalList,
        isExtension: true,
      },
      (read, { caller, page }) => ({
        page: waitingPage(read, page, caller),
        view: (payment: PaymentRow) => view(read, payment),
      }),
    ),
    flow(
      'POST /public-api/v2/member/purchases/:id/complete',
      'completePurchase',
      {
        summary: 'Complete a purchase the member approved at their bank',
        description:
          'Returns 202 while it is not approved, with what the device needs to ask again. Fails with 409 if the ' +
          'bank or the member declined: nothing is sold or booked. Completing it twice has the same effect as once.',
        ...onPurchase,
        response: Purchase,
        alsoResponds: { 202: PurchaseApproval },
        isInteractive: true,
        answers: { 200: answerOf('createPurchase', 201), 202: answerOf('createPurchase', 202) },
      },
      async ({ record }, conclude) => {
        const state = await settleApproval(charging, record);
        const deps = { ...charging, reactions };
        if (isVisit(charging.store.view(), record)) {
          return concludeVisit(deps, state, conclude, { booked: visitView(record.id), asked: view });
        }
        return concludeSale(deps, state, conclude, { sold: purchaseView, asked: view });
      },
    ),
    flow(
      'POST /public-api/v2/member/purchases/:id/cancel',
      'cancelPurchase',
      {
        summary: 'Cancel a purchase awaiting approval',
        description:
          'The card is not charged, and the spot is released. Fails with 409 if it was approved in the meantime.',
        ...onPurchase,
        response: PurchaseApproval,
        isInteractive: true,
        answers: { 200: answerOf('createPurchase', 202) },
      },
      async ({ record }, conclude) => {
        const payment = await giveUpApproval(charging, record);
        if (payment.status === 'failed') return conclude((tx) => view(tx, payment));
        throw conflict('purchase_completed', 'The bank has approved this purchase, and it is complete.');
      },
    ),
  ]);
};

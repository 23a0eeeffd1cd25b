import type { Tx } from '../../../database/database.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { MEMBER } from '../../bookings/origin.ts';
import { METHODS, PLANS } from '../../demo-ids.ts';
import { methodOnDevice } from '../../payment-methods/setup/initiate.ts';
import { PurchaseApproval } from '../../payments/approvals/shapes.ts';
import { type ApprovalDeps, approvalViews, joinWaiting } from '../../payments/approvals/waiting.ts';
import { requireWaysToPay } from '../../payments/approvals/ways-to-pay.ts';
import { requireCardsAccepted } from '../../payments/charging/cards.ts';
import { cardOfSale } from '../../payments/sale.ts';
import type { RefundReactions } from '../../reactions.ts';
import { concludeSale, sellByCard } from '../by-card.ts';
import { saleToMake } from '../free-sale.ts';
import { previewOf, sellAndBook, soldView } from '../sell-and-book.ts';
import { SalePreview, type SellPackageBody } from '../shapes.ts';
import { checkLimit, holderOf, purchaseView, requireCard, saleOf } from './purchase.ts';
import { Purchase, PurchaseRequest } from './shapes.ts';

interface PurchaseDeps extends ApprovalDeps {
  readonly reactions: RefundReactions;
}

/** What members buy themselves (member-page.md "Buying"). */
export const purchaseOperations = ({ charging, rootUrl, reactions }: PurchaseDeps) => {
  /** The card that would pay; undefined before the member has chosen a card. */
  const cardOf = (tx: Tx, caller: MemberCaller, sale: SellPackageBody): string | undefined => {
    if (typeof sale.paymentMethodId === 'string') return cardOfSale(tx, caller, sale, charging);
    if (sale.paymentMethod === 'card') requireCardsAccepted(tx, caller.siteId);
    return undefined;
  };
  return memberOnlyOperations(({ flow }) => [
    flow(
      'POST /public-api/v2/member/purchases',
      'createPurchase',
      {
        summary: 'Buy a plan online, optionally with a booking',
        description:
          "Charges the plan's price to a saved card; `discountCode` applies a discount. `sessionId` also books a " +
          'session: both succeed or neither does. With `dry_run`, the response says what the member would pay and ' +
          "get, and nothing is changed; no card is needed. Returns 202 if the member's bank requires the payment " +
          'to be approved: nothing is sold or booked yet, and the spot is held until `expiresAt`. Complete the ' +
          'purchase after approval.',
        body: PurchaseRequest,
        status: 201,
        response: Purchase,
        alsoResponds: { 202: PurchaseApproval },
        isExtension: true,
        example: { body: { planId: PLANS.intro, paymentMethodId: METHODS.visa, acceptTerms: true } },
        dryRun: {
          response: SalePreview,
          run: ({ caller, body }, simulate) =>
            simulate((tx) => {
              const { sale, cardId = cardOf(tx, caller, sale) } = saleToMake(
                tx,
                caller,
                saleOf(tx, caller, body),
                charging,
              );
              return previewOf(tx, soldView(tx, sellAndBook(tx, caller, sale, { cardId, origin: MEMBER })));
            }),
        },
      },
      async ({ caller, body, requestKey }, conclude) => {
        const views = { sold: purchaseView, asked: approvalViews({ charging, rootUrl }) };
        const holder = charging.store.read((read) => {
          requireWaysToPay(read, caller, body);
          return holderOf(read, saleOf(read, caller, body, requestKey), body);
        });
        const joined = await joinWaiting(charging, { member: caller, body, holder });
        if (joined !== undefined) return concludeSale({ ...charging, reactions }, joined, conclude, views);
        const { sale, cardId } = charging.store.read((read) =>
          saleToMake(read, caller, saleOf(read, caller, body, requestKey), charging),
        );
        if (sale.paymentMethod !== 'card') {
          return conclude((tx) => {
            // The limit of the plan is checked again.
            saleOf(tx, caller, body);
            return purchaseView(tx, sellAndBook(tx, caller, sale, { cardId, origin: MEMBER }));
          });
        }
        requireCard(sale, holder);
        const method = holder.isAnyWay === true ? await methodOnDevice(charging, caller) : undefined;
        const check = (tx: Tx): void => checkLimit(tx, sale);
        const call = { caller, body: sale, requestKey, origin: MEMBER, check, holder, method };
        return sellByCard({ ...charging, reactions }, call, conclude, views);
      },
    ),
  ]);
};

import { Type } from '@sinclair/typebox';
import { described, id, instant, listOf, nullable, oneOf, type Static, shape } from '../../../kernel/schemas.ts';
import { PaymentMethodSetup } from '../../payment-methods/shapes.ts';
import { Payment } from '../record.ts';

/** A purchase that the bank of the member wants approved. Nothing is sold and nothing is booked yet. */
export const PurchaseApproval = shape('PurchaseApproval', () => {
  const { publishableKey, mode, processorAccount } = PaymentMethodSetup.properties;
  const { amount, currency } = Payment.schema.properties;
  return {
    object: Type.Literal('purchase_approval'),
    id: described(id(), 'Of the purchase: the id of its payment.'),
    status: oneOf('requires_action', 'cancelled'),
    siteId: id(),
    planId: described(nullable(id()), 'Null for one visit that the card pays alone.'),
    sessionId: described(nullable(id()), 'The class that is booked. Its seat is held until `expiresAt`.'),
    paymentMethodId: id(),
    discountCode: described(nullable(Type.String()), 'As it was sent.'),
    amount,
    currency,
    confirmUrl: described(
      nullable(Type.String()),
      'The page on which the member approves it, and which leads back to `returnUrl`. Null without `returnUrl`, and in lists.',
    ),
    clientSecret: described(
      nullable(Type.String()),
      "For the processor's script on the device, with the publishable key. Null in lists.",
    ),
    publishableKey,
    mode,
    processorAccount,
    expiresAt: described(instant(), 'Until when it can be approved. Then it is given up, and nothing is charged.'),
  };
});

export const PurchaseApprovalList = listOf(PurchaseApproval);

export type PurchaseApprovalResponse = Static<typeof PurchaseApproval>;

import { Type } from '@sinclair/typebox';
import {
  described,
  extension,
  flag,
  id,
  instant,
  listOf,
  nullable,
  oneOf,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { PaymentMethodSetup } from '../../payment-methods/shapes.ts';
import { Payment } from '../record.ts';

/** A purchase that the bank of the member wants approved. Nothing is sold and nothing is booked yet. */
export const PurchaseApproval = shape('PurchaseApproval', () => {
  const { publishableKey, mode, processorAccount } = PaymentMethodSetup.properties;
  const { amount, currency } = Payment.schema.properties;
  return {
    object: Type.Literal('purchase_approval'),
    id: described(id(), 'The ID of the purchase, which is the ID of its payment.'),
    status: described(
      oneOf('requires_action', 'processing', 'cancelled'),
      '`processing` while the bank takes days, and nothing is sold or booked before.',
    ),
    siteId: id(),
    planId: described(nullable(id()), 'The plan. `null` for a drop-in paid by card.'),
    sessionId: described(nullable(id()), 'The class that is booked. Its spot is held until `expiresAt`.'),
    paymentMethodId: id(),
    payOnDevice: extension(flag(), "Whether the member chooses how to pay, with the processor's Payment Element."),
    discountCode: described(nullable(Type.String()), 'The discount code, as it was sent.'),
    amount,
    currency,
    confirmUrl: described(
      nullable(Type.String()),
      'The URL of the page where the member approves it, which returns to `returnUrl`. `null` without `returnUrl`, ' +
        'and in lists.',
    ),
    clientSecret: described(
      nullable(Type.String()),
      "For the processor's script on the device, with the publishable key. `null` in lists.",
    ),
    publishableKey,
    mode,
    processorAccount,
    expiresAt: described(
      instant(),
      'Time until which it can be approved. After that, it is canceled and nothing is charged.',
    ),
  };
});

export const PurchaseApprovalList = listOf(PurchaseApproval);

export type PurchaseApprovalResponse = Static<typeof PurchaseApproval>;

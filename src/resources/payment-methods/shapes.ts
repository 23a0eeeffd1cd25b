import { type Static, Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import {
  count,
  currency,
  deletedShape,
  described,
  id,
  instant,
  nullable,
  object,
  oneOf,
  shape,
} from '../../kernel/schemas.ts';
import { PROCESSOR_MODES } from '../../payments-processor/port.ts';

/** What `payOnDevice` of a request means. */
export const PAY_ON_DEVICE =
  'Whether the member chooses on the device how to pay: a wallet, a direct debit, a bank, or a card. The response is ' +
  "202, with what the processor's Payment Element needs. Only where the setting `payment.waysToPay` is on.";

/** The setup of a card, which the member's device confirms at the processor. */
export const PaymentMethodSetup = shape('PaymentMethodSetup', () => ({
  object: Type.Literal('payment_method_setup'),
  id: id(),
  setupIntentClientSecret: Type.String({ description: "For the processor's card form, together with the key." }),
  publishableKey: Type.String({
    description: 'The key of the account the setup was created on. Safe to include in apps.',
  }),
  mode: described(oneOf(...PROCESSOR_MODES), '`live` charges money; `test` does not.'),
  processorAccount: nullable(
    Type.String({ description: "The account to pass to the processor's library, if cards are confirmed on one." }),
  ),
  expiresAt: described(instant(), 'Time until which it can be completed.'),
}));

/** What making a card the default would do. */
export const DefaultCardPreview = shape('MemberDefaultPaymentMethodPreview', () => ({
  object: Type.Literal('member_default_payment_method_preview'),
  paymentMethodId: id(),
  packages: described(
    Type.Array(
      object(() => ({
        id: id(),
        name: Type.String(),
        nextRenewalAt: described(nullable(instant()), 'Time at which the card is first charged for it.'),
        price: described(inMinorUnits(count()), 'What each renewal costs.'),
        currency: currency(),
      })),
    ),
    'The packages that renew, and that another card pays for until now.',
  ),
}));

export const DeletedPaymentMethod = deletedShape('payment_method', {});

export type DefaultCardPreviewResponse = Static<typeof DefaultCardPreview>;
export type PaymentMethodSetupResponse = Static<typeof PaymentMethodSetup>;

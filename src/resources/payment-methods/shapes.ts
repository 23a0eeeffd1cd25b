import { type Static, Type } from '@sinclair/typebox';
import { deletedShape, described, id, instant, nullable, oneOf, shape } from '../../kernel/schemas.ts';
import { PROCESSOR_MODES } from '../../payments-processor/port.ts';

/** The setup of a card, which the member's device confirms at the processor. */
export const PaymentMethodSetup = shape('PaymentMethodSetup', () => ({
  object: Type.Literal('payment_method_setup'),
  id: id(),
  setupIntentClientSecret: Type.String({ description: "For the processor's card form, together with the key." }),
  publishableKey: Type.String({ description: 'Of the account the setup was made on; safe to ship in apps.' }),
  mode: described(oneOf(...PROCESSOR_MODES), 'live charges money; test does not.'),
  processorAccount: nullable(
    Type.String({ description: "The account to name in the processor's library, where cards are confirmed on one." }),
  ),
  expiresAt: described(instant(), 'Until when it can be completed.'),
}));

export const DeletedPaymentMethod = deletedShape('payment_method', {});

export type PaymentMethodSetupResponse = Static<typeof PaymentMethodSetup>;

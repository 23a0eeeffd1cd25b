import { type Static, Type } from '@sinclair/typebox';
import { deletedShape, described, id, instant, nullable, oneOf, shape } from '../../kernel/schemas.ts';
import { PROCESSOR_MODES } from '../../payments-processor/port.ts';

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

export const DeletedPaymentMethod = deletedShape('payment_method', {});

export type PaymentMethodSetupResponse = Static<typeof PaymentMethodSetup>;

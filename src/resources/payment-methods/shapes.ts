import { type Static, Type } from '@sinclair/typebox';
import {
  deletedShape,
  flag,
  id,
  instant,
  listOf,
  nullable,
  oneOf,
  part,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';

const text = () => Type.String();

/** A card on its way to be saved (service-interface.md "Member payment method resources"). */
export const PaymentMethodSetup = shape('PaymentMethodSetup', {
  object: Type.Literal('payment_method_setup'),
  id: id(),
  setupIntentClientSecret: Type.String({ description: "For the processor's card form, together with the key." }),
  publishableKey: Type.String({ description: 'Of the account the setup was made on; safe to ship in apps.' }),
  mode: oneOf('test', 'live'),
  processorAccount: nullable(
    Type.String({ description: "The account to name in the processor's library, where cards are confirmed on one." }),
  ),
  expiresAt: instant(),
});

const card = part({
  brand: text(),
  last4: text(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  funding: text(),
  country: nullable(text()),
});

/** A saved card. */
export const PaymentMethod = shape('PaymentMethod', {
  ...recordFields('payment_method'),
  type: Type.Literal('card'),
  status: oneOf('pending', 'active', 'removed'),
  isDefault: flag(),
  card,
  billingName: nullable(text()),
});

export const PaymentMethodList = listOf(PaymentMethod);
export const DeletedPaymentMethod = deletedShape('payment_method', {});

export type PaymentMethodWire = Static<typeof PaymentMethod>;
export type PaymentMethodSetupWire = Static<typeof PaymentMethodSetup>;

import { type Static, Type } from '@sinclair/typebox';
import { described, id, instant, nullable, object, shape } from '../../../kernel/schemas.ts';
import { Package } from '../../packages/record.ts';
import { Site } from '../../sites/record.ts';
import { Payment } from '../record.ts';

/** What a receipt says: enough to print it. */
export const Receipt = shape('Receipt', () => {
  const { invoiceNumber, description, lineItems, discountAmount, taxAmount, amount, currency, paymentMethod } =
    Payment.schema.properties;
  const { phone, email, timezone, address } = Site.schema.properties;
  const { status, creditsTotal, creditsRemaining, creditsHeld, startsAt, expiresAt, nextRenewalAt } =
    Package.schema.properties;
  return {
    object: Type.Literal('receipt'),
    paymentId: id(),
    number: described(invoiceNumber, 'The receipt number.'),
    paidAt: described(instant(), 'Time at which it was paid.'),
    studio: described(
      object(() => ({
        name: Type.String(),
        logoUrl: nullable(Type.String({ description: 'The logo of the theme, or of the brand.' })),
      })),
      'The studio that received the payment.',
    ),
    site: described(
      object(() => ({ id: id(), name: Type.String(), address, phone, email, timezone })),
      'The site where the payment was made.',
    ),
    client: described(
      nullable(object(() => ({ id: id(), name: Type.String() }))),
      'Who paid. `null` for callers who cannot read the client.',
    ),
    description,
    lineItems,
    subtotal: described(amount, 'The sum of the lines before discounts.'),
    discountAmount,
    taxAmount,
    isTaxIncluded: described(Type.Boolean(), 'Whether prices include tax. If not, tax is added on top.'),
    total: described(amount, 'The amount paid, in the smallest currency unit.'),
    currency,
    paymentMethod,
    card: described(
      nullable(object(() => ({ brand: Type.String(), last4: Type.String() }))),
      'The card that was charged.',
    ),
    amountRefunded: described(amount, 'The amount refunded since, in the smallest currency unit.'),
    refunds: described(Type.Array(object(() => ({ amount, createdAt: instant() }))), 'The refunds made since.'),
    package: described(
      nullable(
        object(() => ({
          id: id(),
          name: Type.String(),
          status,
          creditsTotal,
          creditsRemaining,
          creditsHeld,
          startsAt,
          expiresAt,
          nextRenewalAt,
        })),
      ),
      'The package purchased, with what is left of it now.',
    ),
  };
});

export type ReceiptResponse = Static<typeof Receipt>;

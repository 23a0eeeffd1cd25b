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
  const { status, creditsTotal, creditsRemaining, startsAt, expiresAt, nextRenewalAt } = Package.schema.properties;
  return {
    object: Type.Literal('receipt'),
    paymentId: id(),
    number: described(invoiceNumber, 'The number of the invoice.'),
    paidAt: described(instant(), 'When it was paid.'),
    studio: described(
      object(() => ({
        name: Type.String(),
        logoUrl: nullable(Type.String({ description: 'The logo of the theme, or of the brand.' })),
      })),
      'The studio that was paid.',
    ),
    site: described(
      object(() => ({ id: id(), name: Type.String(), address, phone, email, timezone })),
      'The site at which it was paid.',
    ),
    client: described(
      nullable(object(() => ({ id: id(), name: Type.String() }))),
      'Who paid; null for callers who may not read the client.',
    ),
    description,
    lineItems,
    subtotal: described(amount, 'The lines without discounts.'),
    discountAmount,
    taxAmount,
    isTaxIncluded: described(Type.Boolean(), 'Whether the tax is in the prices; otherwise it is added.'),
    total: described(amount, 'What was paid, in minor units.'),
    currency,
    paymentMethod,
    card: described(
      nullable(object(() => ({ brand: Type.String(), last4: Type.String() }))),
      'The card that was charged.',
    ),
    amountRefunded: described(amount, 'What was given back since, in minor units.'),
    refunds: described(Type.Array(object(() => ({ amount, createdAt: instant() }))), 'When it was given back.'),
    package: described(
      nullable(
        object(() => ({
          id: id(),
          name: Type.String(),
          status,
          creditsTotal,
          creditsRemaining,
          startsAt,
          expiresAt,
          nextRenewalAt,
        })),
      ),
      'The package that was bought, with what is left of it now.',
    ),
  };
});

export type ReceiptResponse = Static<typeof Receipt>;

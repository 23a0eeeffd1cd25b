import { type Static, Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  described,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  withDefault,
} from '../../kernel/schemas.ts';
import { Booking } from '../bookings/record.ts';
import { Package } from '../packages/record.ts';
import { Payment } from '../payments/record.ts';
import { sale } from '../payments/shapes.ts';

export const SellPackage = shape('SellPackageRequest', () => ({
  ...sale.properties,
  bookSessionId: optional(
    described(
      nullable(id()),
      'A session to book with the package: both succeed or neither does. Requires the permissions needed to book.',
    ),
  ),
  joinWaitlist: optional(
    withDefault(described(flag(), "Whether to join the session's waitlist if no spot is open."), false),
  ),
}));

/** The sold package, with its payment and what was booked with it. */
export const SoldPackage = shape('SoldPackage', () => ({
  ...Package.schema.properties,
  payment: Payment.schema,
  booking: nullable(Booking.schema),
}));

export const SalePreview = shape('SalePreview', () => {
  const { lineItems, amount, currency, taxAmount, discountAmount, paymentMethod } = Payment.schema.properties;
  const { name, type, startsAt, expiresAt, creditsTotal, creditsRemaining, autoRenews, nextRenewalAt, onHold } =
    Package.schema.properties;
  return {
    object: Type.Literal('sale_preview'),
    clientId: id(),
    siteId: id(),
    planId: id(),
    lineItems,
    amount,
    currency,
    taxAmount,
    discountAmount,
    paymentMethod,
    package: described(
      object(() => ({
        name,
        type,
        startsAt,
        expiresAt,
        creditsTotal,
        creditsRemaining,
        autoRenews,
        nextRenewalAt,
        onHold,
      })),
      'The package after the booking.',
    ),
    booking: described(
      nullable(
        object(() => ({
          sessionId: id(),
          status: oneOf(...BOOKING_STATUSES),
          creditsUsed: described(count(), 'The number of credits used.'),
          freeCancelUntil: nullable(instant()),
          waitlistPosition: described(nullable(Type.Integer()), 'The position on the waitlist. `null` with a spot.'),
        })),
      ),
      'The booking made with `bookSessionId`. `null` without it.',
    ),
    creditsAfter: described(count(), 'The number of credits the client could then use, across all packages.'),
    hasUnlimited: described(Type.Boolean(), 'Whether the client would have a package without a number of credits.'),
  };
});

export type SellPackageBody = Static<typeof SellPackage>;
export type SalePreviewResponse = Static<typeof SalePreview>;
export type SoldPackageResponse = Static<typeof SoldPackage>;

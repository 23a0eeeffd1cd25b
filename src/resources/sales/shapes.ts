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
      'A session that the sold package pays: both happen, or neither. Needs what booking needs.',
    ),
  ),
  joinWaitlist: optional(
    withDefault(described(flag(), 'Joins the waiting list of the session when no seat is free.'), false),
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
      'The package, after the booking.',
    ),
    booking: described(
      nullable(
        object(() => ({
          sessionId: id(),
          status: oneOf(...BOOKING_STATUSES),
          creditsUsed: described(count(), 'The credits that it takes.'),
          freeCancelUntil: nullable(instant()),
          waitlistPosition: described(nullable(Type.Integer()), 'The place in line; null with a seat.'),
        })),
      ),
      'The booking of bookSessionId; null without it.',
    ),
    creditsAfter: described(count(), 'The credits that the client could use after it, of all packages.'),
    hasUnlimited: described(Type.Boolean(), 'Whether the client would have a package without a number of credits.'),
  };
});

export type SellPackageBody = Static<typeof SellPackage>;
export type SalePreviewResponse = Static<typeof SalePreview>;
export type SoldPackageResponse = Static<typeof SoldPackage>;

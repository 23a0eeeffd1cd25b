// What canceling a booking or marking a no-show would do.

import { type Static, Type } from '@sinclair/typebox';
import { CREDIT_OUTCOMES } from '../../../events/enumerations.ts';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import {
  count,
  currency,
  described,
  extension,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  shape,
} from '../../../kernel/schemas.ts';
import { NamedPerson, notifiedFields } from '../../notified.ts';
import { Booking } from '../record.ts';

const SEAT_REASONS = [
  'promoted',
  'offered',
  'first_come',
  'desk_decides',
  'nobody_waits',
  'nobody_eligible',
  'still_full',
  'undecided',
  'not_freed',
] as const;

const credit = object(() => ({
  outcome: described(oneOf(...CREDIT_OUTCOMES), 'What would happen to its credits.'),
  credits: described(count(), 'The number of credits returned.'),
  packageId: nullable(id()),
  creditsRemaining: described(
    nullable(count()),
    'The number of credits the package would then have. `null` if it has no number of credits, or if you cannot ' +
      'read the package.',
  ),
}));

const fee = object(() => ({
  ...Booking.schema.properties.penalty.anyOf[0].properties,
  chargedAt: described(
    nullable(instant()),
    'Time at which the default card is charged. `null` if staff collect the fee.',
  ),
}));

const refund = object(() => ({
  amount: inMinorUnits(count()),
  currency: currency(),
  status: described(oneOf('succeeded', 'pending'), '`pending` until the card processor responds.'),
}));

const seat = object(() => ({
  goesTo: described(nullable(NamedPerson), 'The client who gets the spot, or is offered it.'),
  offerExpiresAt: described(nullable(instant()), 'Time until which the offer can be accepted.'),
  reason: described(
    oneOf(...SEAT_REASONS),
    'The reason. `first_come`: the first person to book gets an open spot; `desk_decides`: staff promote; ' +
      '`undecided`: the waitlist is long; `not_freed`: the booking frees no spot.',
  ),
}));

const outcome = () => ({
  bookingId: id(),
  credit: described(credit, 'What would happen to its credits.'),
  fee: described(nullable(fee), 'The fee that would apply. `null` if there is none.'),
  seat: described(seat, 'What would happen to its spot.'),
  ...notifiedFields(),
});

export const BookingCancelPreview = shape('BookingCancelPreview', () => ({
  object: Type.Literal('booking_cancel_preview'),
  isLate: described(flag(), 'Whether it would be a late cancellation.'),
  freeCancelUntil: described(instant(), 'Time until which it can be canceled free of charge.'),
  refund: described(nullable(refund), 'The refund for a drop-in. `null` if there is none.'),
  guestsCancelled: extension(count(), 'The number of guests whose spots would be canceled with it.'),
  ...outcome(),
}));

export const NoShowPreview = shape('BookingNoShowPreview', () => ({
  object: Type.Literal('booking_noshow_preview'),
  ...outcome(),
}));

export type BookingCancelPreviewResponse = Static<typeof BookingCancelPreview>;
export type NoShowPreviewResponse = Static<typeof NoShowPreview>;

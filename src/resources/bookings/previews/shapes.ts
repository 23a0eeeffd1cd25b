// What cancelling a booking or marking a no-show would do.

import { type Static, Type } from '@sinclair/typebox';
import { CREDIT_OUTCOMES } from '../../../events/enumerations.ts';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import {
  count,
  currency,
  described,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  shape,
} from '../../../kernel/schemas.ts';
import { NamedPerson, toldFields } from '../../told.ts';
import { Booking } from '../record.ts';

const SEAT_REASONS = [
  ...(['promoted', 'offered', 'first_come', 'desk_decides', 'nobody_waits', 'nobody_eligible'] as const),
  ...(['still_full', 'undecided', 'not_freed'] as const),
] as const;

const credit = object(() => ({
  outcome: described(oneOf(...CREDIT_OUTCOMES), 'What becomes of its credits.'),
  credits: described(count(), 'How many credits come back.'),
  packageId: nullable(id()),
  creditsRemaining: described(
    nullable(count()),
    'How many credits the package has then; null without a number of credits, or where you may not read the package.',
  ),
}));

const fee = object(() => ({
  ...Booking.schema.properties.penalty.anyOf[0].properties,
  chargedAt: described(nullable(instant()), 'When the default card is charged; null where staff take the fee.'),
}));

const refund = object(() => ({
  amount: inMinorUnits(count()),
  currency: currency(),
  status: described(oneOf('succeeded', 'pending'), 'pending until the card processor has answered.'),
}));

const seat = object(() => ({
  goesTo: described(nullable(NamedPerson), 'Who gets the seat, or an offer of it.'),
  offerExpiresAt: described(nullable(instant()), 'Until when the offer can be accepted.'),
  reason: described(
    oneOf(...SEAT_REASONS),
    'Why: first_come where the first person to come gets a free seat, desk_decides where staff promote, undecided where the line is long, not_freed where the booking frees no seat.',
  ),
}));

const outcome = () => ({
  bookingId: id(),
  credit: described(credit, 'What becomes of its credits.'),
  fee: described(nullable(fee), 'The fee, as it would be then; null without one.'),
  seat: described(seat, 'What becomes of its seat.'),
  ...toldFields(),
});

export const BookingCancelPreview = shape('BookingCancelPreview', () => ({
  object: Type.Literal('booking_cancel_preview'),
  isLate: described(flag(), 'Whether it would be cancelled late.'),
  freeCancelUntil: described(instant(), 'Until when it can be cancelled free of charge.'),
  refund: described(nullable(refund), 'What is given back of a drop-in; null for nothing.'),
  ...outcome(),
}));

export const NoShowPreview = shape('BookingNoShowPreview', () => ({
  object: Type.Literal('booking_noshow_preview'),
  ...outcome(),
}));

export type BookingCancelPreviewResponse = Static<typeof BookingCancelPreview>;
export type NoShowPreviewResponse = Static<typeof NoShowPreview>;

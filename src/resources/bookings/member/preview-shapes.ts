// What booking, accepting a seat and cancelling would do, in the words of members: never who else books or waits.

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
  money,
  nullable,
  object,
  oneOf,
  shape,
} from '../../../kernel/schemas.ts';
import { FREE_REASONS } from '../deadlines.ts';

const card = object(() => ({
  paymentMethodId: id(),
  brand: described(Type.String(), 'visa, mastercard and others.'),
  last4: described(Type.String(), 'The last four digits of the number.'),
}));

const lateCancel = object(() => ({
  isAllowed: described(flag(), 'Whether the member can cancel after that time, or only the studio.'),
  credits: described(count(), 'How many credits would be lost.'),
  fee: described(nullable(money()), 'The fee; null without one.'),
}));

/** What pays, until when it is free to leave, and what leaving later costs. */
const terms = () => ({
  packageId: nullable(id()),
  packageName: described(nullable(Type.String()), 'The name of the package.'),
  creditsTotal: described(nullable(count()), 'The credits that it was sold with; null without a number of credits.'),
  creditsAfter: described(
    nullable(count()),
    'The credits that are free to use then; null without a number of credits.',
  ),
  freeCancelUntil: described(instant(), 'Until when it can be cancelled free of charge.'),
  freeReason: described(
    nullable(oneOf(...FREE_REASONS)),
    'Why it is free until then: in_time, grace_time after a place came free, rescheduled by the studio, waiting in line; null when that time is over.',
  ),
  lateCancel: described(nullable(lateCancel), 'What cancelling after that time costs; null while it waits.'),
});

export const MemberBookingPreview = shape('MemberBookingPreview', () => ({
  object: Type.Literal('member_booking_preview'),
  bookingId: described(nullable(id()), 'The booking that waits; null for a new booking.'),
  sessionId: id(),
  status: described(
    oneOf('confirmed', 'waitlisted'),
    'Whether the member gets a seat, or a place on the waiting list.',
  ),
  waitlistPosition: nullable(Type.Integer({ minimum: 1, description: 'The place in line; null with a seat.' })),
  credit: described(
    object(() => ({
      outcome: described(oneOf(...CREDIT_OUTCOMES), 'consumed with a seat that a package pays.'),
      credits: described(count(), 'How many credits it takes.'),
    })),
    'The credits that it takes.',
  ),
  ...terms(),
  price: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        taxAmount: described(inMinorUnits(count()), 'The tax in the amount.'),
        discountAmount: described(inMinorUnits(count()), 'What the discount code has taken off.'),
      })),
    ),
    'What one visit costs that is paid by itself; null for others.',
  ),
  card: described(nullable(card), 'The card that pays; null without a card.'),
  leaves: described(
    Type.Array(object(() => ({ bookingId: id(), sessionId: id(), name: Type.String({ description: 'The class.' }) }))),
    "The member's places on waiting lists at the same time, which end.",
  ),
}));

export const MemberCancelPreview = shape('MemberCancelPreview', () => ({
  object: Type.Literal('member_cancel_preview'),
  bookingId: id(),
  sessionId: id(),
  status: described(oneOf('confirmed', 'waitlisted'), 'What is given up: a seat, or a place on the waiting list.'),
  waitlistPosition: nullable(Type.Integer({ minimum: 1, description: 'The place in line; null with a seat.' })),
  isLate: described(flag(), 'Whether it would be cancelled late.'),
  credit: described(
    object(() => ({
      outcome: described(oneOf(...CREDIT_OUTCOMES), 'What becomes of its credits.'),
      credits: described(count(), 'How many credits come back.'),
    })),
    'What becomes of its credits.',
  ),
  ...terms(),
  fee: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        chargedAt: described(nullable(instant()), 'When the card is charged; null where the studio takes the fee.'),
        card: described(nullable(card), 'The card that is charged then.'),
      })),
    ),
    'The fee; null without one.',
  ),
  refund: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        status: described(oneOf('succeeded', 'pending'), 'pending until the card processor has answered.'),
      })),
    ),
    'What is given back of a drop-in; null for nothing.',
  ),
}));

export type MemberBookingPreviewResponse = Static<typeof MemberBookingPreview>;
export type MemberCancelPreviewResponse = Static<typeof MemberCancelPreview>;

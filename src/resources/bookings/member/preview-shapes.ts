// What booking, accepting a seat and canceling would do, in the words of members: never who else books or waits.

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
  brand: described(Type.String(), 'The card brand, such as visa or mastercard.'),
  last4: described(Type.String(), 'The last four digits of the card number.'),
}));

const lateCancel = object(() => ({
  isAllowed: described(flag(), 'Whether the member can cancel after that time, or only the studio can.'),
  credits: described(count(), 'The number of credits that would be lost.'),
  fee: described(nullable(money()), 'The fee. `null` if there is none.'),
}));

/** What pays, until when it is free to leave, and what leaving later costs. */
const terms = () => ({
  packageId: nullable(id()),
  packageName: described(nullable(Type.String()), 'The name of the package.'),
  creditsTotal: described(
    nullable(count()),
    'The number of credits it was sold with. `null` without a number of credits.',
  ),
  creditsAfter: described(
    nullable(count()),
    'The number of credits available afterwards. `null` without a number of credits.',
  ),
  freeCancelUntil: described(instant(), 'Time until which it can be canceled free of charge.'),
  freeReason: described(
    nullable(oneOf(...FREE_REASONS)),
    'Why canceling is free until then: `in_time`, `grace_time` after getting a spot from the waitlist, ' +
      '`rescheduled` by the studio, or `waiting` on the waitlist. `null` if that time is over.',
  ),
  lateCancel: described(nullable(lateCancel), 'The cost of canceling after that time. `null` while waitlisted.'),
});

export const MemberBookingPreview = shape('MemberBookingPreview', () => ({
  object: Type.Literal('member_booking_preview'),
  bookingId: described(nullable(id()), 'The waitlisted booking. `null` for a new booking.'),
  sessionId: id(),
  status: described(oneOf('confirmed', 'waitlisted'), 'Whether the member gets a spot, or a place on the waitlist.'),
  waitlistPosition: nullable(
    Type.Integer({ minimum: 1, description: 'The position on the waitlist. `null` with a spot.' }),
  ),
  credit: described(
    object(() => ({
      outcome: described(oneOf(...CREDIT_OUTCOMES), '`consumed` for a spot paid for with a package.'),
      credits: described(count(), 'The number of credits used.'),
    })),
    'The number of credits used.',
  ),
  ...terms(),
  price: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        taxAmount: described(inMinorUnits(count()), 'The tax included in the amount.'),
        discountAmount: described(inMinorUnits(count()), 'The amount taken off by the discount code.'),
      })),
    ),
    'The price of a drop-in. `null` otherwise.',
  ),
  card: described(nullable(card), 'The card that is charged. `null` without a card.'),
  leaves: described(
    Type.Array(
      object(() => ({
        bookingId: id(),
        sessionId: id(),
        name: Type.String({ description: 'The name of the class.' }),
      })),
    ),
    "The member's places on other waitlists at the same time, which are given up.",
  ),
}));

export const MemberCancelPreview = shape('MemberCancelPreview', () => ({
  object: Type.Literal('member_cancel_preview'),
  bookingId: id(),
  sessionId: id(),
  status: described(oneOf('confirmed', 'waitlisted'), 'What is given up: a spot, or a place on the waitlist.'),
  waitlistPosition: nullable(
    Type.Integer({ minimum: 1, description: 'The position on the waitlist. `null` with a spot.' }),
  ),
  isLate: described(flag(), 'Whether it would be a late cancellation.'),
  credit: described(
    object(() => ({
      outcome: described(oneOf(...CREDIT_OUTCOMES), 'What would happen to its credits.'),
      credits: described(count(), 'The number of credits returned.'),
    })),
    'What would happen to its credits.',
  ),
  ...terms(),
  fee: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        chargedAt: described(
          nullable(instant()),
          'Time at which the card is charged. `null` if the studio collects the fee.',
        ),
        card: described(nullable(card), 'The card that would be charged.'),
      })),
    ),
    'The fee. `null` if there is none.',
  ),
  refund: described(
    nullable(
      object(() => ({
        amount: inMinorUnits(count()),
        currency: currency(),
        status: described(oneOf('succeeded', 'pending'), '`pending` until the card processor responds.'),
      })),
    ),
    'The refund for a drop-in. `null` if there is none.',
  ),
}));

export type MemberBookingPreviewResponse = Static<typeof MemberBookingPreview>;
export type MemberCancelPreviewResponse = Static<typeof MemberCancelPreview>;

import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  described,
  flag,
  id,
  instant,
  listOfUpTo,
  money,
  nullable,
  object,
  oneOf,
  shape,
} from '../../kernel/schemas.ts';
import { Package } from '../packages/record.ts';
import { UNUSABLE_REASONS } from '../packages/usable.ts';
import { MemberSession } from '../sessions/shapes.ts';
import { PublicPlan } from '../studio/shapes.ts';

/** How many packages and plans a response has. */
export const MOST_OPTIONS = 100;

const PackageOption = shape('PackageOption', () => {
  const { name, type, creditsTotal, expiresAt } = Package.schema.properties;
  return {
    object: Type.Literal('package_option'),
    id: id(),
    name,
    type,
    creditsTotal,
    creditsLeft: described(nullable(count()), 'The number of credits available. `null` without a number of credits.'),
    creditsAfter: described(nullable(count()), 'The number after the booking. `null` if it cannot pay.'),
    expiresAt,
    canPay: described(flag(), 'Whether it can pay for this class.'),
    reason: described(nullable(oneOf(...UNUSABLE_REASONS)), 'Why it cannot pay. `null` if it can.'),
    isChosen: described(flag(), 'Whether it pays if the booking does not specify a `packageId`.'),
  };
});

const PLAN_REASONS = ['plan_limit_reached', 'card_payments_not_enabled'] as const;

const PlanOption = shape('PlanOption', () => {
  const { object: _, ...plan } = PublicPlan.properties;
  return {
    object: Type.Literal('plan_option'),
    ...plan,
    creditsAfter: described(
      nullable(count()),
      'The number of credits left after the booking. `null` without a number of credits.',
    ),
    isIntro: described(flag(), 'Whether it can be bought only once.'),
    canBuy: described(flag(), 'Whether the member can buy it.'),
    reason: described(
      nullable(oneOf(...PLAN_REASONS)),
      'Why the member cannot buy it: the purchase limit is reached, or the site does not accept cards. `null` if ' +
        'they can.',
    ),
  };
});

const overlap = object(() => ({
  bookingId: id(),
  sessionId: id(),
  name: Type.String({ description: 'The name of the other class.' }),
  startTime: described(instant(), 'Time at which it starts.'),
  endTime: described(instant(), 'Time at which it ends.'),
}));

/** How a member can book one class, and with what. */
export const BookingOptions = shape('BookingOptions', () => {
  const { myBooking, eligibility, waitlist, creditCost, bookingOpensAt, bookingClosesAt } = MemberSession.properties;
  return {
    object: Type.Literal('booking_options'),
    sessionId: id(),
    place: described(
      oneOf('seat', 'waitlist', 'none'),
      'What a booking would get now, once paid for: a spot, a place on the waitlist, or nothing.',
    ),
    reason: described(eligibility.properties.reason, 'Why nothing is available. `null` unless `place` is none.'),
    bookingOpensAt,
    bookingClosesAt,
    overlap: described(nullable(overlap), 'The overlapping booked class, if that is the reason.'),
    bookingLimit: described(nullable(count()), 'The limit on upcoming bookings, if that is the reason.'),
    myBooking,
    waitlist,
    creditCost,
    isPackageRequired: described(
      flag(),
      'Whether a package or drop-in is required. If not, a booking can be left unpaid.',
    ),
    packages: described(
      listOfUpTo(MOST_OPTIONS, PackageOption),
      "The member's packages, in the order in which they are used.",
    ),
    plans: described(
      listOfUpTo(MOST_OPTIONS, PlanOption),
      'The plans sold online that fit the class: first intro offers the member can buy, then by price, then those ' +
        'the member cannot buy.',
    ),
    dropInPrice: described(
      nullable(money()),
      'The price of a single spot paid with a saved card. `null` if the class has no such price, or the site does ' +
        'not accept cards.',
    ),
  };
});

export type BookingOptionsResponse = Static<typeof BookingOptions>;
export type PackageOptionResponse = Static<typeof PackageOption>;
export type PlanOptionResponse = Static<typeof PlanOption>;

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
    creditsLeft: described(nullable(count()), 'The credits that are free to use; null without a number of credits.'),
    creditsAfter: described(nullable(count()), 'The same after the booking; null where it cannot pay.'),
    expiresAt,
    canPay: described(flag(), 'Whether it can pay for this class.'),
    reason: described(nullable(oneOf(...UNUSABLE_REASONS)), 'Why it cannot pay; null if it can.'),
    isChosen: described(flag(), "Whether it pays where the booking names no 'packageId'."),
  };
});

const PLAN_REASONS = ['plan_limit_reached', 'card_payments_not_enabled'] as const;

const PlanOption = shape('PlanOption', () => {
  const { object: _, ...plan } = PublicPlan.properties;
  return {
    object: Type.Literal('plan_option'),
    ...plan,
    creditsAfter: described(nullable(count()), 'The credits left after the booking; null without a number of credits.'),
    isIntro: described(flag(), 'Whether it can be bought once only.'),
    canBuy: described(flag(), 'Whether the member can buy it.'),
    reason: described(
      nullable(oneOf(...PLAN_REASONS)),
      'Why not: bought as often as it can be, or the site takes no cards; null if the member can.',
    ),
  };
});

const overlap = object(() => ({
  bookingId: id(),
  sessionId: id(),
  name: Type.String({ description: 'The name of the other class.' }),
  startTime: described(instant(), 'When it starts.'),
  endTime: described(instant(), 'When it ends.'),
}));

/** How a member can book one class, and with what. */
export const BookingOptions = shape('BookingOptions', () => {
  const { myBooking, eligibility, waitlist, creditCost, bookingOpensAt, bookingClosesAt } = MemberSession.properties;
  return {
    object: Type.Literal('booking_options'),
    sessionId: id(),
    place: described(
      oneOf('seat', 'waitlist', 'none'),
      'What a booking gets now, once it is paid for: a seat, a place on the waiting list, or nothing.',
    ),
    reason: described(eligibility.properties.reason, "Why there is nothing; null unless 'place' is none."),
    bookingOpensAt,
    bookingClosesAt,
    overlap: described(nullable(overlap), 'The booked class at the same time, where that is the reason.'),
    bookingLimit: described(nullable(count()), 'How many bookings ahead are allowed, where that is the reason.'),
    myBooking,
    waitlist,
    creditCost,
    isPackageRequired: described(flag(), 'Whether a package or a drop-in has to pay; else a booking may stay unpaid.'),
    packages: described(
      listOfUpTo(MOST_OPTIONS, PackageOption),
      'The packages of the member in the order in which they are used.',
    ),
    plans: described(
      listOfUpTo(MOST_OPTIONS, PlanOption),
      'The plans sold online that fit the class: an introduction first that the member can buy, then by price, then what the member cannot buy.',
    ),
    dropInPrice: described(
      nullable(money()),
      'What a saved card pays for a seat alone; null where the class has no such price, or the site takes no cards.',
    ),
  };
});

export type BookingOptionsResponse = Static<typeof BookingOptions>;
export type PackageOptionResponse = Static<typeof PackageOption>;
export type PlanOptionResponse = Static<typeof PlanOption>;

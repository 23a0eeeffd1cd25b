import { Type } from '@sinclair/typebox';
import {
  described,
  flag,
  id,
  line,
  nullable,
  optional,
  type Static,
  shape,
  url,
  withDefault,
} from '../../../kernel/schemas.ts';
import { MemberBooking } from '../../bookings/shapes.ts';
import { MemberPackage } from '../../packages/shapes.ts';
import { MemberPayment } from '../../payments/shapes.ts';

export const PurchaseRequest = shape('PurchaseRequest', () => ({
  planId: id(),
  sessionId: optional(
    described(nullable(id()), 'A class to book with the plan in the same act: both happen, or neither.'),
  ),
  joinWaitlist: optional(
    withDefault(described(flag(), 'Joins the waiting list of the class when no seat is free.'), false),
  ),
  paymentMethodId: optional(described(nullable(id()), 'The saved card that pays; not for what costs nothing.')),
  discountCode: optional(
    described(nullable(line(64)), 'A discount code of the studio; the dry run says what it takes off.'),
  ),
  returnUrl: optional(
    described(
      nullable(url()),
      "Where the bank's page leads back to, with `purchase_id` in its query, when it asks the member to approve the payment. Without it, the app opens that step with the script of the card processor.",
    ),
  ),
  acceptTerms: described(Type.Literal(true), 'Whether the member has accepted the terms of the studio.'),
}));

/** What a member has bought: a plan, a class with it, or one visit without a package. */
export const Purchase = shape('Purchase', () => ({
  object: Type.Literal('purchase'),
  package: nullable(MemberPackage),
  payment: MemberPayment,
  booking: nullable(MemberBooking),
}));

export type PurchaseBody = Static<typeof PurchaseRequest>;
export type PurchaseResponse = Static<typeof Purchase>;

import { Type } from '@sinclair/typebox';
import {
  described,
  extension,
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
import { PAY_ON_DEVICE } from '../../payment-methods/shapes.ts';
import { MemberPayment } from '../../payments/shapes.ts';

export const PurchaseRequest = shape('PurchaseRequest', () => ({
  planId: id(),
  sessionId: optional(described(nullable(id()), 'A class to book along with the plan: both succeed or neither does.')),
  joinWaitlist: optional(
    withDefault(described(flag(), 'Whether to join the waitlist of the class if no spot is open.'), false),
  ),
  paymentMethodId: optional(described(nullable(id()), 'The saved card to charge. Omit it if nothing is due.')),
  discountCode: optional(
    described(nullable(line(64)), "One of the studio's discount codes. The dry run says what it takes off."),
  ),
  returnUrl: optional(
    described(
      nullable(url()),
      "The URL to which the bank's page returns, with `purchase_id` in its query, if it asks the member to approve " +
        "the payment. If omitted, the app handles this step with the card processor's script.",
    ),
  ),
  payOnDevice: optional(extension(flag(), PAY_ON_DEVICE)),
  acceptTerms: described(Type.Literal(true), "Whether the member has accepted the studio's terms."),
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

import { type Static, Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  email,
  flag,
  id,
  instant,
  line,
  nullable,
  object,
  oneOf,
  optional,
  phone,
  shape,
  url,
  withDefault,
} from '../../../kernel/schemas.ts';
import { GUEST_PAYMENTS } from './queries.ts';

export const BringGuest = shape('BringGuestRequest', () => ({
  firstName: described(line(100), "The guest's first name."),
  email: optional(described(nullable(email()), 'Where the invitation is sent. Without it, pass the link on yourself.')),
  phone: optional(described(nullable(phone()), "The guest's phone number.")),
  payment: described(
    oneOf(...GUEST_PAYMENTS),
    "`pass`: one of the member's packages; `drop_in`: the member's card pays the drop-in price; `free_first_visit`: " +
      'free, or the guest pays at the studio if it is not their first visit.',
  ),
  packageId: optional(nullable(Type.String({ format: 'uuid', description: 'Chosen automatically if omitted.' }))),
  paymentMethodId: optional(
    nullable(Type.String({ format: 'uuid', description: "The member's saved card that pays the drop-in price." })),
  ),
  joinWaitlist: optional(
    withDefault(described(flag(), 'Whether the guest joins the waitlist if no spot is open.'), false),
  ),
}));

/** A guest as the member sees them who brings them: nothing but what the member has typed, and whether they come. */
export const MemberGuest = shape('MemberGuest', () => ({
  id: described(id(), 'The ID of the guest.'),
  object: Type.Literal('member_guest'),
  bookingId: described(id(), "The member's own booking."),
  firstName: described(nullable(Type.String()), 'The first name as the member entered it.'),
  email: described(nullable(Type.String()), 'The email as the member entered it.'),
  status: described(oneOf(...BOOKING_STATUSES), 'Whether the guest has a spot.'),
  payment: described(oneOf(...GUEST_PAYMENTS), 'How the guest is paid for.'),
  url: described(nullable(url()), "The guest's page, to pass on. `null` if the guest has an email of their own."),
  createdAt: instant(),
}));
export type MemberGuestResponse = Static<typeof MemberGuest>;

export const MemberGuests = shape('MemberGuests', () => ({
  object: Type.Literal('member_guests'),
  most: described(count(), 'How many guests the member can bring to this session. 0 for none.'),
  left: described(count(), 'How many more guests the member can bring now.'),
  payments: described(Type.Array(oneOf(...GUEST_PAYMENTS)), 'The ways to pay for one more guest.'),
  packageName: described(nullable(Type.String()), 'The package that would pay for the next guest.'),
  dropInPrice: described(
    nullable(
      object(() => ({
        amount: described(count(), 'The amount, in the smallest currency unit.'),
        currency: currency(),
      })),
    ),
    'The price of one visit.',
  ),
  guests: Type.Array(MemberGuest),
}));
export type MemberGuestsResponse = Static<typeof MemberGuests>;

export type BringGuestBody = Static<typeof BringGuest>;

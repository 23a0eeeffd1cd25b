import { type Static, Type } from '@sinclair/typebox';
import {
  described,
  flag,
  id,
  line,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  url,
  withDefault,
} from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { MemberPackage } from '../packages/shapes.ts';
import { lineFields, MemberSession } from '../sessions/shapes.ts';
import { Booking, CANCEL_REASONS } from './record.ts';

const choice = (description: string) => optional(withDefault(described(flag(), description), false));
const joinWaitlist = choice('Joins the waiting list when no seat is free.');
const waivePenalty = choice('Waives the fee; needs the scope bookings:waive_penalty.');

export const CreateBooking = shape('CreateBookingRequest', () => ({
  ...Booking.create.properties,
  packageId: optional(nullable(id())),
  joinWaitlist,
  requireCredit: optional(
    Type.Boolean({ description: 'Books only when a package pays; as the settings say when absent.' }),
  ),
  overrideCapacity: choice('Books past the capacity; needs the scope bookings:override_capacity.'),
}));

export const UpdateBooking = shape('UpdateBookingRequest', () => {
  const { clientId, sessionId, ...changeable } = Booking.patch.properties;
  return changeable;
});

export const CancelBooking = shape('CancelBookingRequest', () => ({
  isLateCancel: optional(Type.Boolean({ description: 'Overrides the late-cancel window.' })),
  waivePenalty,
  reason: optional(withDefault(described(oneOf(...CANCEL_REASONS), 'Why it is cancelled.'), 'requested')),
}));

export const CheckInBooking = shape('CheckInBookingRequest', () => ({
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
}));

export const MarkNoShow = shape('NoShowBookingRequest', () => ({ waivePenalty }));

/** Why staff decide something. */
export const DecideBooking = shape('DecideBookingRequest', () => ({
  reason: optional(described(nullable(line(500)), 'Why, for the record.')),
}));

export const MemberBooking = shape('MemberBooking', () => {
  const { client, notes, ...shownToMembers } = Booking.schema.properties;
  return {
    ...withoutIntegrationFields(shownToMembers),
    waitlist: described(
      nullable(object(() => ({ ...shownToMembers.waitlist.anyOf[0].properties, ...lineFields() }))),
      shownToMembers.waitlist.description ?? '',
    ),
    session: optional(nullable(MemberSession)),
    package: optional(nullable(MemberPackage)),
  };
});

export const MemberBookingList = listOf(MemberBooking);

export const CreateMemberBooking = shape('CreateMemberBookingRequest', () => ({
  sessionId: id(),
  packageId: optional(nullable(Type.String({ format: 'uuid', description: 'Chosen automatically when absent.' }))),
  joinWaitlist,
  paymentMethodId: optional(
    nullable(Type.String({ format: 'uuid', description: 'A saved card that pays the drop-in price.' })),
  ),
  discountCode: optional(
    described(
      nullable(line(64)),
      'A discount code of the studio that takes something off the drop-in price. A visit that it makes free needs no card.',
    ),
  ),
  returnUrl: optional(
    described(
      nullable(url()),
      "Send it where the member can approve the payment of the card: where the bank's page leads back to, with `purchase_id` in its query; null where the app opens that step with the script of the card processor.",
    ),
  ),
}));

export type MemberBookingResponse = Static<typeof MemberBooking>;
export type CreateBookingBody = Static<typeof CreateBooking>;
export type CreateMemberBookingBody = Static<typeof CreateMemberBooking>;
export type UpdateBookingBody = Static<typeof UpdateBooking>;
export type CancelBookingBody = Static<typeof CancelBooking>;
export type CheckInBookingBody = Static<typeof CheckInBooking>;
export type MarkNoShowBody = Static<typeof MarkNoShow>;
export type DecideBookingBody = Static<typeof DecideBooking>;

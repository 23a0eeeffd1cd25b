import { type Static, Type } from '@sinclair/typebox';
import {
  described,
  extension,
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
import { PAY_ON_DEVICE } from '../payment-methods/shapes.ts';
import { afterStart, lineFields, MemberSession } from '../sessions/shapes.ts';
import { Booking, CANCEL_REASONS } from './record.ts';

const choice = (description: string) => optional(withDefault(described(flag(), description), false));
const joinWaitlist = choice('Whether to join the waitlist if no spot is open.');
const waivePenalty = choice('Waives the fee. Requires the scope `bookings:waive_penalty`.');

export const CreateBooking = shape('CreateBookingRequest', () => ({
  ...Booking.create.properties,
  packageId: optional(nullable(id())),
  joinWaitlist,
  requireCredit: optional(
    Type.Boolean({ description: 'Whether to book only if a package pays. Defaults to the settings.' }),
  ),
  overrideCapacity: choice('Whether to book beyond the capacity. Requires the scope `bookings:override_capacity`.'),
  afterStart: afterStart(),
}));

export const UpdateBooking = shape('UpdateBookingRequest', () => {
  const { clientId, sessionId, ...changeable } = Booking.patch.properties;
  return changeable;
});

export const CancelBooking = shape('CancelBookingRequest', () => ({
  isLateCancel: optional(Type.Boolean({ description: 'Overrides the late-cancel window.' })),
  waivePenalty,
  reason: optional(withDefault(described(oneOf(...CANCEL_REASONS), 'The reason for the cancellation.'), 'requested')),
  afterStart: afterStart(),
}));

export const MoveBooking = shape('MoveBookingRequest', () => ({
  sessionId: described(id(), 'The session to move it to.'),
  isLateCancel: optional(
    Type.Boolean({
      description: 'Set it to `false` to move it free of charge although the free cancellation period is over.',
    }),
  ),
  overrideCapacity: choice('Whether to book beyond the capacity. Requires the scope `bookings:override_capacity`.'),
  afterStart: afterStart(),
}));

export const MoveMemberBooking = shape('MoveMemberBookingRequest', () => ({
  sessionId: described(id(), 'The session to move it to.'),
}));

export const CheckInBooking = shape('CheckInBookingRequest', () => ({
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Defaults to now.' })),
}));

export const MarkNoShow = shape('NoShowBookingRequest', () => ({ waivePenalty }));

/** Why staff decide something. */
export const DecideBooking = shape('DecideBookingRequest', () => ({
  reason: optional(described(nullable(line(500)), 'The reason, kept for the record.')),
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
  packageId: optional(nullable(Type.String({ format: 'uuid', description: 'Chosen automatically if omitted.' }))),
  joinWaitlist,
  paymentMethodId: optional(
    nullable(Type.String({ format: 'uuid', description: 'A saved card to pay the drop-in price with.' })),
  ),
  discountCode: optional(
    described(
      nullable(line(64)),
      "One of the studio's discount codes, applied to the drop-in price. A drop-in that becomes free needs no card.",
    ),
  ),
  returnUrl: optional(
    described(
      nullable(url()),
      "Set it if the member can approve the card payment: the URL to which the bank's page returns, with " +
        "`purchase_id` in its query, or `null` if the app handles this step with the card processor's script.",
    ),
  ),
  payOnDevice: optional(extension(flag(), PAY_ON_DEVICE)),
}));

export type MemberBookingResponse = Static<typeof MemberBooking>;
export type CreateBookingBody = Static<typeof CreateBooking>;
export type CreateMemberBookingBody = Static<typeof CreateMemberBooking>;
export type UpdateBookingBody = Static<typeof UpdateBooking>;
export type CancelBookingBody = Static<typeof CancelBooking>;
export type MoveBookingBody = Static<typeof MoveBooking>;
export type CheckInBookingBody = Static<typeof CheckInBooking>;
export type MarkNoShowBody = Static<typeof MarkNoShow>;
export type DecideBookingBody = Static<typeof DecideBooking>;

import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  currency,
  flag,
  id,
  instant,
  line,
  listOf,
  notes,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { Client } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { MemberPackage } from '../packages/shapes.ts';
import { Session } from '../sessions/record.ts';
import { MemberSession } from '../sessions/shapes.ts';

export const bookingStatus = oneOf('confirmed', 'waitlisted', 'cancelled', 'attended', 'noshow');
export const cancelReason = oneOf(
  'requested',
  'session_cancelled',
  'schedule_changed',
  'client_archived',
  'waitlist_expired',
  'overlap_cleared',
  'payment_failed',
  'other',
);
const place = part({
  position: nullable(Type.Integer({ minimum: 1, description: 'null once it no longer waits' })),
  joinedAt: instant(),
  offeredAt: nullable(instant()),
  offerExpiresAt: nullable(instant()),
  promotedAt: nullable(instant()),
  lastSkipReason: nullable(Type.String()),
});
export const penalty = part({
  type: oneOf('late_cancel', 'no_show'),
  amount: count(),
  currency: currency(),
  status: oneOf('pending', 'charged', 'waived', 'failed'),
  paymentId: nullable(id()),
  waivedByStaffId: nullable(id()),
});

/** A client's place in a session (records.md "Booking"). */
export const Booking = shape('Booking', {
  ...recordFields('booking'),
  clientId: id(),
  client: optional(nullable(Client.schema)),
  sessionId: id(),
  session: optional(nullable(Session.schema)),
  siteId: id(),
  locationId: id(),
  status: bookingStatus,
  bookingSource: oneOf('credit', 'unlimited', 'drop_in', 'comp', 'unpaid'),
  channel: oneOf('api', 'member_app', 'staff', 'kiosk', 'import'),
  packageId: nullable(id()),
  package: optional(nullable(Package.schema)),
  creditsUsed: count(),
  waitlist: nullable(place),
  bookedAt: instant(),
  confirmedAt: nullable(instant()),
  cancelledAt: nullable(instant()),
  checkedInAt: nullable(instant()),
  noShowAt: nullable(instant()),
  cancelledBy: nullable(oneOf('client', 'staff', 'system', 'api')),
  cancelReason: nullable(cancelReason),
  isLateCancel: flag(),
  creditOutcome: oneOf('not_applicable', 'held', 'consumed', 'restored', 'forfeited'),
  penalty: nullable(penalty),
  cancellableUntil: instant(),
  freeCancelUntil: instant(),
  notes: nullable(Type.String()),
  ...ownFields,
});

export const CreateBooking = shape('CreateBookingRequest', {
  clientId: id(),
  sessionId: id(),
  packageId: optional(nullable(id())),
  joinWaitlist: optional(Type.Boolean({ description: 'Waits for a seat when none is free.' })),
  requireCredit: optional(
    Type.Boolean({ description: 'Books only what a package pays for; as the settings say when absent.' }),
  ),
  overrideCapacity: optional(
    Type.Boolean({ description: 'Books past the capacity; needs the scope bookings:override_capacity.' }),
  ),
  notes: optional(nullable(notes())),
  ...ownInput,
});

export const CancelBooking = shape('CancelBookingRequest', {
  isLateCancel: optional(Type.Boolean({ description: 'Decides instead of the late-cancel window.' })),
  waivePenalty: optional(Type.Boolean({ description: 'Waives the fee; needs the scope bookings:waive_penalty.' })),
  reason: optional(cancelReason),
});

export const CheckInBooking = shape('CheckInBookingRequest', {
  checkedInAt: optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
});

export const MarkNoShow = shape('NoShowBookingRequest', {
  waivePenalty: optional(Type.Boolean({ description: 'Waives the fee; needs the scope bookings:waive_penalty.' })),
});

export const UpdateBooking = shape('UpdateBookingRequest', { notes: optional(nullable(notes())), ...ownInput });

/** What the desk may add to a decision. */
export const DecideBooking = shape('DecideBookingRequest', { reason: optional(nullable(line(500))) });

export const BookingList = listOf(Booking);

const { client: _client, notes: _notes, metadata: _metadata, ...told } = Booking.properties;

/** A booking as its client sees it: without what the studio and its integrations note of it. */
export const MemberBooking = shape('MemberBooking', {
  ...told,
  session: optional(nullable(MemberSession)),
  package: optional(nullable(MemberPackage)),
});

export const MemberBookingList = listOf(MemberBooking);

export const CreateMemberBooking = shape('CreateMemberBookingRequest', {
  sessionId: id(),
  packageId: optional(nullable(Type.String({ format: 'uuid', description: 'Chosen by rule when absent.' }))),
  joinWaitlist: optional(Type.Boolean({ description: 'Waits for a seat when none is free.' })),
  paymentMethodId: optional(
    nullable(Type.String({ format: 'uuid', description: 'A saved card that pays the drop-in price.' })),
  ),
});

export type BookingWire = Static<typeof Booking>;
export type MemberBookingWire = Static<typeof MemberBooking>;
export type CreateBookingBody = Static<typeof CreateBooking>;
export type CreateMemberBookingBody = Static<typeof CreateMemberBooking>;
export type CancelBookingBody = Static<typeof CancelBooking>;
export type CheckInBookingBody = Static<typeof CheckInBooking>;
export type NoShowBookingBody = Static<typeof MarkNoShow>;
export type UpdateBookingBody = Static<typeof UpdateBooking>;
export type ManageBookingBody = Static<typeof DecideBooking>;
export type CancelReason = Static<typeof cancelReason>;

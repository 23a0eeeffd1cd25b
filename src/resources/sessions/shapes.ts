import { Type } from '@sinclair/typebox';
import {
  described,
  flag,
  id,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
  withDefault,
  withOneOf,
} from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { MemberInstructor } from '../instructors/record.ts';
import { Site } from '../sites/record.ts';
import { Session } from './record.ts';

/** Why a member cannot book or join the waitlist. */
const REASONS = [
  ...(['cancelled', 'started', 'already_booked', 'client_suspended', 'private', 'not_open_yet', 'closed'] as const),
  ...(['booking_limit_reached', 'overlapping_booking', 'full', 'waitlist_full', 'no_eligible_package'] as const),
] as const;

const myBooking = object(() => ({
  id: id(),
  status: described(oneOf('confirmed', 'waitlisted', 'attended', 'noshow'), 'The status of the booking.'),
  waitlistPosition: nullable(Type.Integer({ minimum: 1, description: 'null unless it waits' })),
}));
const eligibility = object(() => ({
  canBook: described(
    flag(),
    'Whether the member can book a seat now; a place on the waiting list is the action join_waitlist.',
  ),
  action: described(oneOf('book', 'join_waitlist', 'none'), 'What the member can do now.'),
  reason: described(nullable(oneOf(...REASONS)), 'Why the member cannot; null if they can.'),
  packageId: nullable(Type.String({ format: 'uuid', description: 'The package that would pay.' })),
}));

/** A site as members see it. */
export const MemberSite = shape('MemberSite', () => withoutIntegrationFields(Site.schema.properties));

/** A session with the status of a member (records.md "Member views"). */
export const MemberSession = shape('MemberSession', () => {
  const { schedule, location, instructor, ...shared } = Session.schema.properties;
  return {
    ...shared,
    location: optional(nullable(MemberSite)),
    instructor: optional(nullable(MemberInstructor)),
    myBooking: nullable(myBooking),
    eligibility,
  };
});

export const MemberSessionList = listOf(MemberSession);

const overrideConflicts = optional(
  withDefault(described(flag(), 'Whether an instructor may be busy at that time.'), false),
);

/** A session without a schedule. */
export const CreateSession = withOneOf(
  shape('CreateSessionRequest', () => ({ ...Session.create.properties, overrideConflicts })),
  'siteId',
  'locationId',
);

export const UpdateSession = shape('UpdateSessionRequest', () => ({ ...Session.patch.properties, overrideConflicts }));

export const CancelSession = shape('CancelSessionRequest', () => ({
  reason: optional(
    Type.String({ format: 'line', minLength: 1, maxLength: 200, description: 'Becomes `cancelReason`.' }),
  ),
}));

export const SubstituteInstructor = shape('SubstituteInstructorRequest', () => ({
  instructorId: id(),
  overrideConflicts,
}));

export type CreateSessionBody = Static<typeof CreateSession>;
export type UpdateSessionBody = Static<typeof UpdateSession>;
export type CancelSessionBody = Static<typeof CancelSession>;
export type SubstituteBody = Static<typeof SubstituteInstructor>;
export type MemberSessionResponse = Static<typeof MemberSession>;
/** The booking of a member in a session, and whether and how the member can book it. */
export type MemberStatus = Pick<MemberSessionResponse, 'myBooking' | 'eligibility'>;

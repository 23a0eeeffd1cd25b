import { type TObject, Type } from '@sinclair/typebox';
import {
  count,
  described,
  flag,
  id,
  instant,
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

const REASONS = [
  ...(['cancelled', 'started', 'already_booked', 'client_suspended', 'private', 'not_open_yet', 'closed'] as const),
  ...(['booking_limit_reached', 'overlapping_booking', 'full', 'waitlist_full', 'no_eligible_package'] as const),
] as const;

const myBooking = object(() => ({
  id: id(),
  status: described(oneOf('confirmed', 'waitlisted', 'attended', 'noshow'), 'The status of the booking.'),
  waitlistPosition: nullable(Type.Integer({ minimum: 1, description: 'null unless it waits' })),
  offerExpiresAt: described(nullable(instant()), 'Until when a seat is held for the member; null without an offer.'),
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

/** How free seats go to those in line. */
export const lineFields = () => ({
  mode: described(
    oneOf('automatic', 'confirmation_window', 'manual'),
    'Who is next gets a free seat at once, is asked and has holdMinutes to take it, or the studio decides.',
  ),
  holdMinutes: described(nullable(count()), 'For how long a seat is held for who is asked; null in other modes.'),
  until: described(
    instant(),
    'Until when free seats go to those in line. Then the first to come gets a free seat, and it cannot be cancelled free.',
  ),
  graceMinutes: described(count(), 'For how long who got a seat from the line may cancel free of charge.'),
});

const waitlist = object(() => ({
  isOpen: described(flag(), 'Whether there is room in line.'),
  nextPosition: Type.Integer({ minimum: 1, description: 'The place in line of who joins now.' }),
  ...lineFields(),
}));

export const MemberSite = shape('MemberSite', () => withoutIntegrationFields(Site.schema.properties));

/** A session with the status of a member (records.md "Member views"). */
export const MemberSession = shape('MemberSession', () => {
  const { schedule, location, instructor, noShowCount, heldCount, ...shared } = Session.schema.properties;
  return {
    ...shared,
    location: optional(nullable(MemberSite)),
    instructor: optional(nullable(MemberInstructor)),
    myBooking: nullable(myBooking),
    eligibility,
    waitlist: described(nullable(waitlist), 'The waiting list; null for a session without one.'),
  };
});

export const MemberSessionList = listOf(MemberSession);

const overrideConflicts = optional(
  withDefault(described(flag(), 'Whether an instructor may be busy at that time.'), false),
);

const allowConflict = optional(withDefault(described(flag(), 'Whether the room may be taken at that time.'), false));
const overrides = { overrideConflicts, allowConflict };

/** A session without a schedule. */
export const CreateSession = withOneOf(
  shape('CreateSessionRequest', () => ({ ...Session.create.properties, ...overrides })),
  'siteId',
  'locationId',
);

export const UpdateSession = shape('UpdateSessionRequest', () => ({ ...Session.patch.properties, ...overrides }));

export const CancelSession = shape('CancelSessionRequest', () => ({
  reason: optional(
    Type.String({
      format: 'line',
      minLength: 1,
      maxLength: 200,
      description: 'Becomes `cancelReason`, which clients who are booked read.',
    }),
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
/** The booking of a member in a session, whether and how the member can book it, and its waiting list. */
export type MemberStatus = Pick<MemberSessionResponse, 'myBooking' | 'eligibility' | 'waitlist'>;
export type LineRule = Static<TObject<ReturnType<typeof lineFields>>>;

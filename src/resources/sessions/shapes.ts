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
  'cancelled',
  'started',
  'already_booked',
  'client_suspended',
  'private',
  'not_open_yet',
  'closed',
  'booking_limit_reached',
  'overlapping_booking',
  'full',
  'waitlist_full',
  'no_eligible_package',
] as const;

const myBooking = object(() => ({
  id: id(),
  status: described(oneOf('confirmed', 'waitlisted', 'attended', 'noshow'), 'The status of the booking.'),
  waitlistPosition: nullable(
    Type.Integer({ minimum: 1, description: 'The position on the waitlist. `null` if it is not waitlisted.' }),
  ),
  offerExpiresAt: described(
    nullable(instant()),
    'Time until which a spot is held for the member. `null` if there is no offer.',
  ),
}));
const eligibility = object(() => ({
  canBook: described(
    flag(),
    'Whether the member can book a spot now. For a place on the waitlist, the action is `join_waitlist`.',
  ),
  action: described(oneOf('book', 'join_waitlist', 'none'), 'What the member can do now.'),
  reason: described(nullable(oneOf(...REASONS)), 'Why the member cannot book. `null` if they can.'),
  packageId: nullable(Type.String({ format: 'uuid', description: 'The package that would pay.' })),
}));

/** How free seats go to those in line. */
export const lineFields = () => ({
  mode: described(
    oneOf('automatic', 'confirmation_window', 'manual'),
    'What happens when a spot opens: the next person gets it right away, the next person is asked and has ' +
      '`holdMinutes` to accept it, or the studio decides.',
  ),
  holdMinutes: described(nullable(count()), 'How long an offered spot is held. `null` in other modes.'),
  until: described(
    instant(),
    'Time until which open spots go to the waitlist. After that, the first person to book gets an open spot, and ' +
      'it cannot be canceled free of charge.',
  ),
  graceMinutes: described(count(), 'How long a client who got a spot from the waitlist can cancel free of charge.'),
});

const waitlist = object(() => ({
  isOpen: described(flag(), 'Whether the waitlist has room.'),
  nextPosition: Type.Integer({ minimum: 1, description: 'The position a client who joins now would get.' }),
  ...lineFields(),
}));

export const MemberSite = shape('MemberSite', () => withoutIntegrationFields(Site.schema.properties));

/** A session with the status of a member (records.md "Member views"). */
export const MemberSession = shape('MemberSession', () => {
  const { schedule, location, instructor, noShowCount, heldCount, staffEditUntil, ...shared } =
    Session.schema.properties;
  return {
    ...shared,
    location: optional(nullable(MemberSite)),
    instructor: optional(nullable(MemberInstructor)),
    myBooking: nullable(myBooking),
    eligibility,
    waitlist: described(nullable(waitlist), 'The waitlist. `null` if the session has none.'),
  };
});

export const MemberSessionList = listOf(MemberSession);

const overrideConflicts = optional(
  withDefault(described(flag(), 'Whether to allow an instructor who is busy at that time.'), false),
);

const allowConflict = optional(
  withDefault(described(flag(), 'Whether to allow a room that is taken at that time.'), false),
);
const overrides = { overrideConflicts, allowConflict };

/** Whether a program acts on a session that has started, as staff may. */
export const afterStart = () =>
  optional(
    withDefault(
      described(
        flag(),
        'Whether the session may have started. Possible until its `staffEditUntil`; requires the scope ' +
          '`bookings:override_capacity`.',
      ),
      false,
    ),
  );

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
      description: 'Stored as `cancelReason`, which booked clients can read.',
    }),
  ),
}));

export const SubstituteInstructor = shape('SubstituteInstructorRequest', () => ({
  instructorId: id(),
  overrideConflicts,
  afterStart: afterStart(),
}));

export type CreateSessionBody = Static<typeof CreateSession>;
export type UpdateSessionBody = Static<typeof UpdateSession>;
export type CancelSessionBody = Static<typeof CancelSession>;
export type SubstituteBody = Static<typeof SubstituteInstructor>;
export type MemberSessionResponse = Static<typeof MemberSession>;
/** The booking of a member in a session, whether and how the member can book it, and its waitlist. */
export type MemberStatus = Pick<MemberSessionResponse, 'myBooking' | 'eligibility' | 'waitlist'>;
export type LineRule = Static<TObject<ReturnType<typeof lineFields>>>;

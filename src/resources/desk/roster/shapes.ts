import { type Static, Type } from '@sinclair/typebox';
import { pick } from '../../../kernel/objects.ts';
import { count, described, flag, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { Booking } from '../../bookings/record.ts';
import { Session } from '../../sessions/record.ts';
import { DeskPackage, DeskPerson } from '../shapes.ts';

export const SECTIONS = ['expected', 'here', 'no_show', 'waiting', 'cancelled'] as const;
export type RosterSection = (typeof SECTIONS)[number];

/** What a roster shows of a booking. */
export const BOOKING_FIELDS = [
  ...(['id', 'clientId', 'status', 'bookingSource', 'channel', 'packageId', 'creditsUsed', 'bookedAt'] as const),
  ...([
    'confirmedAt',
    'checkedInAt',
    'noShowAt',
    'cancelledAt',
    'cancelledBy',
    'cancelReason',
    'isLateCancel',
  ] as const),
  ...(['creditOutcome', 'penalty', 'notes', 'waitlist', 'freeCancelUntil', 'updatedAt'] as const),
] as const;

const entry = object(() => ({
  ...pick(Booking.schema.properties, ...BOOKING_FIELDS),
  client: described(
    nullable(DeskPerson),
    'null for a client whom the caller may not know, such as of another home site.',
  ),
  package: described(
    nullable(DeskPackage),
    'The package that pays; null without one, or where packages may not be read.',
  ),
}));
export type RosterEntry = Static<typeof entry>;

const section = object(() => ({
  section: described(oneOf(...SECTIONS), 'expected: confirmed; here: attended; waiting: on the waiting list.'),
  count: described(count(), 'How many bookings there are.'),
  bookings: described(
    Type.Array(entry),
    'expected and no_show by name, here by the time of coming, waiting in line, cancelled the latest first.',
  ),
}));

export const Roster = shape('Roster', () => ({
  object: Type.Literal('roster'),
  session: Session.schema,
  siteName: described(Type.String(), 'The name of its site.'),
  instructorName: described(nullable(Type.String()), 'Who teaches; null for nobody, or for somebody of other sites.'),
  originalInstructorName: described(nullable(Type.String()), 'Who was planned, for a substitute.'),
  sections: described(Type.Array(section), 'All of them, in this order, also empty ones.'),
  hasMore: described(flag(), 'Whether there are more than 500 bookings, or more than 100 cancelled ones.'),
}));
export type RosterResponse = Static<typeof Roster>;

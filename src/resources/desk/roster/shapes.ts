import { type Static, Type } from '@sinclair/typebox';
import { pick } from '../../../kernel/objects.ts';
import { count, described, extension, flag, id, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { Booking } from '../../bookings/record.ts';
import { Session } from '../../sessions/record.ts';
import { DeskPackage, DeskPerson } from '../shapes.ts';

export const SECTIONS = ['expected', 'here', 'no_show', 'waiting', 'cancelled'] as const;
export type RosterSection = (typeof SECTIONS)[number];

/** How a guest is paid for. */
const GUEST_PAID_BY = ['host', 'free', 'studio'] as const;

/** What a roster shows of a booking. */
export const BOOKING_FIELDS = [
  'id',
  'clientId',
  'status',
  'bookingSource',
  'channel',
  'packageId',
  'creditsUsed',
  'bookedAt',
  'addedAfterwards',
  'confirmedAt',
  'checkedInAt',
  'noShowAt',
  'cancelledAt',
  'cancelledBy',
  'cancelReason',
  'isLateCancel',
  'creditOutcome',
  'penalty',
  'notes',
  'waitlist',
  'freeCancelUntil',
  'updatedAt',
] as const;

const entry = object(() => ({
  ...pick(Booking.schema.properties, ...BOOKING_FIELDS),
  client: described(
    nullable(DeskPerson),
    'The client. `null` if the caller cannot see them, for example because of another home site.',
  ),
  guest: extension(
    nullable(
      object(() => ({
        hostBookingId: described(id(), 'The booking of the member who brings the guest.'),
        hostName: described(nullable(Type.String()), 'The member who brings the guest. `null` if they cannot be read.'),
        paidBy: described(
          oneOf(...GUEST_PAID_BY),
          '`host`: a package or the card of the member; `free`: a free first visit; `studio`: to be paid at the studio.',
        ),
        standsForClientId: described(
          nullable(id()),
          'The client with the email that the member entered, who could not be booked. `null` otherwise.',
        ),
      })),
    ),
    'Who brings the client, if they come as a guest. `null` otherwise.',
  ),
  package: described(
    nullable(DeskPackage),
    'The package that pays. `null` without one, or if packages cannot be read.',
  ),
}));
export type RosterEntry = Static<typeof entry>;

const section = object(() => ({
  section: described(oneOf(...SECTIONS), '`expected`: confirmed; `here`: attended; `waiting`: on the waitlist.'),
  count: described(count(), 'The number of bookings.'),
  bookings: described(
    Type.Array(entry),
    '`expected` and `no_show` are ordered by name, `here` by check-in time, `waiting` by position, and `cancelled` ' +
      'by latest first.',
  ),
}));

export const Roster = shape('Roster', () => ({
  object: Type.Literal('roster'),
  session: Session.schema,
  siteName: described(Type.String(), 'The name of the site.'),
  instructorName: described(
    nullable(Type.String()),
    "The instructor's name. `null` if there is none, or if the instructor is at other sites.",
  ),
  originalInstructorName: described(nullable(Type.String()), 'The planned instructor, if there is a substitute.'),
  sections: described(Type.Array(section), 'All sections in this order, including empty ones.'),
  hasMore: described(flag(), 'Whether there are more than 500 bookings, or more than 100 canceled ones.'),
}));
export type RosterResponse = Static<typeof Roster>;

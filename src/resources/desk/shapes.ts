import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_STATUSES, PACKAGE_TYPES } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { count, currency, described, id, instant, nullable, object, oneOf } from '../../kernel/schemas.ts';

/** What the desk should know of someone who is before it. */
const DESK_FLAGS = ['first_visit', 'birthday', 'owes', 'last_credit', 'waiver', 'suspended'] as const;
export type DeskFlag = (typeof DESK_FLAGS)[number];

const flags = () =>
  described(
    Type.Array(oneOf(...DESK_FLAGS)),
    '`first_visit`: has never visited; `birthday`: today at the site; `owes`: a renewal or fee could not be ' +
      'charged; `last_credit`: no credit is left after this class; `waiver`: not signed, or expired; `suspended`: ' +
      'cannot book.',
  );

export const amount = () => ({ amount: inMinorUnits(Type.Integer()), currency: currency() });

export const deskPerson = () => ({
  id: id(),
  firstName: Type.String(),
  lastName: Type.String(),
  fullName: described(Type.String(), 'The first and last name.'),
  photoUrl: described(nullable(Type.String()), 'The URL of a picture.'),
  status: oneOf(...CLIENT_STATUSES),
  alerts: described(
    nullable(
      object(() => ({
        red: described(nullable(Type.String()), 'A red alert.'),
        yellow: described(nullable(Type.String()), 'A yellow alert.'),
      })),
    ),
    'Alerts for staff.',
  ),
  flags: flags(),
  visits: described(count(), 'The number of visits.'),
  lastVisitAt: described(nullable(instant()), 'Time of the latest visit.'),
  joinedAt: described(nullable(instant()), 'Time at which the client joined the studio. `null` for instructors.'),
  weeksInARow: described(nullable(count()), 'The number of weeks in the current visit streak. `null` for instructors.'),
  waiverStatus: described(
    nullable(oneOf('none', 'signed', 'expired')),
    'The status of the waiver. `null` for instructors.',
  ),
  balance: described(
    nullable(object(amount)),
    'A negative amount is owed to the studio. `null` if nothing is owed, and for instructors.',
  ),
});
export const DeskPerson = object(deskPerson);
export type DeskPersonResponse = Static<typeof DeskPerson>;

export const DeskPackage = object(() => ({
  id: id(),
  name: Type.String(),
  type: oneOf(...PACKAGE_TYPES),
  creditsTotal: nullable(count()),
  creditsRemaining: described(
    nullable(Type.Integer()),
    'The number of credits left, with those that are held. `null` for no limit.',
  ),
  creditsHeld: described(count(), 'The number of credits left that are held by open waitlist offers.'),
  expiresAt: nullable(instant()),
}));
export type DeskPackageResponse = Static<typeof DeskPackage>;

export const DeskSession = object(() => ({
  id: id(),
  name: Type.String(),
  startTime: instant(),
  endTime: instant(),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  instructorName: described(
    nullable(Type.String()),
    "The instructor's name. `null` if there is none, or if the instructor is at other sites.",
  ),
  capacity: described(nullable(count()), 'The capacity. `null` for no limit.'),
  bookedCount: described(count(), 'The number of spots taken.'),
  waitlistCount: described(count(), 'The number of clients on the waitlist.'),
}));
export type DeskSessionResponse = Static<typeof DeskSession>;

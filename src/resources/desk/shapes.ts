import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_STATUSES, PACKAGE_TYPES } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { count, currency, described, id, instant, nullable, object, oneOf } from '../../kernel/schemas.ts';

/** What the desk should know of somebody who stands before it. */
const DESK_FLAGS = ['first_visit', 'birthday', 'owes', 'last_credit', 'waiver', 'suspended'] as const;
export type DeskFlag = (typeof DESK_FLAGS)[number];

const flags = () =>
  described(
    Type.Array(oneOf(...DESK_FLAGS)),
    'first_visit: has never come; birthday: today at the site; owes: a renewal or fee could not be charged; last_credit: no ' +
      'credit is left after this class; waiver: not signed, or expired; suspended: may not book.',
  );

export const amount = () => ({ amount: inMinorUnits(Type.Integer()), currency: currency() });

export const deskPerson = () => ({
  id: id(),
  firstName: Type.String(),
  lastName: Type.String(),
  fullName: described(Type.String(), 'First and last name.'),
  photoUrl: described(nullable(Type.String()), 'The address of a picture.'),
  status: oneOf(...CLIENT_STATUSES),
  alerts: described(
    nullable(
      object(() => ({
        red: described(nullable(Type.String()), 'An urgent alert.'),
        yellow: described(nullable(Type.String()), 'An alert.'),
      })),
    ),
    'What staff must see at once.',
  ),
  flags: flags(),
  visits: described(count(), 'How often the client has come.'),
  lastVisitAt: described(nullable(instant()), 'The latest visit.'),
  joinedAt: described(nullable(instant()), 'Since when the client has been with the studio; null for an instructor.'),
  weeksInARow: described(nullable(count()), 'The weeks of the running streak of visits; null for an instructor.'),
  waiverStatus: described(nullable(oneOf('none', 'signed', 'expired')), 'null for an instructor.'),
  balance: described(
    nullable(object(amount)),
    'A negative amount is owed to the studio; null when nothing is owed, and for an instructor.',
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
    'The credits that are neither used nor held; null for no limit.',
  ),
  expiresAt: nullable(instant()),
}));
export type DeskPackageResponse = Static<typeof DeskPackage>;

export const DeskSession = object(() => ({
  id: id(),
  name: Type.String(),
  startTime: instant(),
  endTime: instant(),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  instructorName: described(nullable(Type.String()), 'Who teaches; null for nobody, or for somebody of other sites.'),
  capacity: described(nullable(count()), 'null for no limit.'),
  bookedCount: described(count(), 'Seats that are taken.'),
  waitlistCount: described(count(), 'Clients who wait.'),
}));
export type DeskSessionResponse = Static<typeof DeskSession>;

import { Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  described,
  email,
  id,
  instant,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../kernel/schemas.ts';

export const MergeClients = shape('MergeClientsRequest', () => ({
  clientId: described(id(), 'The other record of the same person.'),
  keepClientId: optional(
    described(id(), 'Which of both stays; by default the older one, which is the one that was created first.'),
  ),
}));

const fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const MergePreview = shape('ClientMergePreview', () => ({
  object: Type.Literal('client_merge_preview'),
  clientId: described(id(), 'The client who stays.'),
  mergedClientId: described(id(), 'The client who is merged into them.'),
  moved: described(
    object(() => ({
      bookings: described(count(), 'The bookings that move.'),
      packages: described(count(), 'The packages that move.'),
      payments: described(count(), 'The payments that move.'),
      paymentMethods: described(count(), 'The saved cards that move.'),
      checkins: described(count(), 'The check-ins that move.'),
      enrollments: described(count(), 'The enrolments in challenges that move.'),
      awards: described(count(), 'The earned awards that move.'),
      metricEntries: described(count(), 'The entries of metrics that move.'),
    })),
    'How many records move to the client who stays.',
  ),
  ended: described(
    object(() => ({
      devices: described(count(), 'Browsers and apps that are signed out.'),
      passkeys: described(count(), 'Passkeys that sign nobody in any more.'),
      memberLinks: described(count(), 'Links to sign-in providers that end.'),
      erasureRequests: described(count(), 'Waiting requests to be erased, which end.'),
    })),
    'What ends of the client who is merged: it may be of somebody else, so it does not move.',
  ),
  emailTakenOver: described(
    nullable(email()),
    'The email that the client who stays gets from the other one: whoever has it signs in from then on.',
  ),
  bookingsCancelled: described(
    Type.Array(
      object(() => ({
        bookingId: id(),
        sessionId: id(),
        startTime: instant(),
        status: oneOf(...BOOKING_STATUSES),
      })),
    ),
    'Both have booked these sessions: the better booking stays, and this one is cancelled. Its credit comes back.',
  ),
  visitsDropped: described(
    count(),
    'Visits that count once only, since both were at one session, or at one site on one day.',
  ),
  enrollmentsDropped: described(
    Type.Array(object(() => ({ enrollmentId: id(), challengeId: id() }))),
    'Both take part in these challenges: the older enrolment stays.',
  ),
  awardsDropped: described(count(), 'Awards that both have earned.'),
  visits: described(count(), 'How many visits the client has after it.'),
  changes: fields('What changes of the fields of the client who stays.'),
  dropped: fields(
    'What the other client has in fields where the client who stays has something else. The audit log keeps it.',
  ),
}));

export type MergeClientsBody = Static<typeof MergeClients>;

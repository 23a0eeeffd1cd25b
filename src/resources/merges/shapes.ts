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
  keepClientId: optional(described(id(), 'The record to keep. Defaults to the older one.')),
}));

const fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const MergePreview = shape('ClientMergePreview', () => ({
  object: Type.Literal('client_merge_preview'),
  clientId: described(id(), 'The client that is kept.'),
  mergedClientId: described(id(), 'The client that is merged into it.'),
  moved: described(
    object(() => ({
      bookings: described(count(), 'The number of bookings moved.'),
      packages: described(count(), 'The number of packages moved.'),
      payments: described(count(), 'The number of payments moved.'),
      paymentMethods: described(count(), 'The number of saved cards moved.'),
      checkins: described(count(), 'The number of check-ins moved.'),
      enrollments: described(count(), 'The number of challenge enrollments moved.'),
      awards: described(count(), 'The number of earned awards moved.'),
      metricEntries: described(count(), 'The number of metric entries moved.'),
    })),
    'The number of records moved to the client that is kept.',
  ),
  ended: described(
    object(() => ({
      devices: described(count(), 'Browsers and apps that are signed out.'),
      passkeys: described(count(), 'Passkeys that can no longer be used.'),
      memberLinks: described(count(), 'Links to sign-in providers that are removed.'),
      erasureRequests: described(count(), 'Pending deletion requests that are dropped.'),
    })),
    'What ends for the merged client: it may belong to someone else, so it is not moved.',
  ),
  emailTakenOver: described(
    nullable(email()),
    'The email that the kept client gets from the other one. Whoever has it can then sign in as this client.',
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
    'Sessions that both have booked: the better booking is kept, and this one is canceled. Its credit is returned.',
  ),
  visitsDropped: described(
    count(),
    'Visits that count only once, because both were at the same session, or at the same site on the same day.',
  ),
  enrollmentsDropped: described(
    Type.Array(object(() => ({ enrollmentId: id(), challengeId: id() }))),
    'Challenges that both participate in: the older enrollment is kept.',
  ),
  awardsDropped: described(count(), 'Awards that both have earned.'),
  visits: described(count(), "The client's number of visits after the merge."),
  changes: fields('Changes to the fields of the client that is kept.'),
  dropped: fields(
    "The other client's values in fields where the kept client has a different value. The audit log keeps them.",
  ),
}));

export type MergeClientsBody = Static<typeof MergeClients>;

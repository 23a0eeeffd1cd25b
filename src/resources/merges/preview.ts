import type { Read } from '../../database/database.ts';
import { runAtOnce } from '../../kernel/slices.ts';
import { doubleBookings } from './bookings.ts';
import { doubleGrants, youngerEnrollments } from './engagement.ts';
import type { Pair } from './pair.ts';
import { comparedFields } from './person.ts';
import { doubleVisits } from './visits.ts';

const COUNTS = {
  bookings: '"bookings" where "clientId" = ?',
  packages: '"packages" where "clientId" = ?',
  payments: '"payments" where "clientId" = ?',
  paymentMethods: `"paymentMethods" where "clientId" = ? and "status" <> 'removed'`,
  checkins: '"checkins" where "clientId" = ?',
  enrollments: '"challengeEnrollments" where "clientId" = ?',
  awards: '"awardGrants" where "clientId" = ? and "revokedAt" is null',
  metricEntries: '"metricEntries" where "clientId" = ?',
} as const;

/** What the record that goes has, and no one gets. */
const ENDED = {
  devices: '"memberDevices" where "clientId" = ?',
  passkeys: '"memberPasskeys" where "clientId" = ?',
  memberLinks: '"memberLinks" where "clientId" = ?',
  erasureRequests: `"erasureRequests" where "clientId" = ? and "status" = 'requested'`,
} as const;

const countsOf = (read: Read, of: Readonly<Record<string, string>>, clientId: string) =>
  Object.fromEntries(
    Object.entries(of).map(([name, from]) => [
      name,
      read.db.query<{ count: number }, [string]>(`select count(*) "count" from ${from}`).get(clientId)?.count ?? 0,
    ]),
  );

export const previewMerge = (read: Read, pair: Pair) => {
  const { kept, merged } = pair;
  const bookings = doubleBookings(read, pair);
  const visits = runAtOnce(doubleVisits(read, pair)).length;
  const enrollments = youngerEnrollments(read, pair);
  const attendedTwice = bookings.filter(({ stays, goes }) => stays.status === 'attended' && goes.status === 'attended');
  return {
    object: 'client_merge_preview',
    clientId: kept.id,
    mergedClientId: merged.id,
    moved: countsOf(read, COUNTS, merged.id),
    ended: countsOf(read, ENDED, merged.id),
    emailTakenOver: kept.email === null ? merged.email : null,
    bookingsCancelled: bookings.map(({ goes: { id, sessionId, startTime, status } }) => ({
      bookingId: id,
      sessionId,
      startTime,
      status,
    })),
    visitsDropped: visits + attendedTwice.length,
    enrollmentsDropped: enrollments.map(({ id, challengeId }) => ({ enrollmentId: id, challengeId })),
    awardsDropped: doubleGrants(read, pair).length,
    visits: kept.visits + merged.visits - visits - attendedTwice.length,
    ...comparedFields(pair),
  };
};

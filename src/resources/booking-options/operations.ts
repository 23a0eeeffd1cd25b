import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { Finder } from '../../http/operations/operation.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { isBooked } from '../bookings/queries.ts';
import { SESSIONS } from '../demo-ids.ts';
import { type SessionRecord, sessionById } from '../sessions/queries.ts';
import { optionsFor } from './options.ts';
import { BookingOptions } from './shapes.ts';

/** Members see the sessions of the site they are at, and private ones only when booked in them. */
const visibleSession: Finder<SessionRecord, MemberCaller> = {
  find(read, { clientId, siteId }, id) {
    const row = sessionById(read, id);
    const isVisible = row?.siteId === siteId && (row.isPrivate === 0 || isBooked(read, id, clientId));
    if (row === undefined || !isVisible) throw notFound('session', id);
    return row;
  },
};

export const bookingOptionOperations = memberOnlyOperations(({ read }) => [
  read(
    'GET /public-api/v2/member/sessions/:id/options',
    'getBookingOptions',
    {
      summary: 'Retrieve how a session can be booked and paid for',
      description:
        "Whether there is an open spot or a place on the waitlist, and why not; the member's packages, matching " +
        'plans sold online, and the drop-in price. At the site of `X-Site-ID`.',
      on: visibleSession,
      response: BookingOptions,
      isExtension: true,
      example: at(SESSIONS.offered),
    },
    (read, { caller, record }) => optionsFor(read, caller, record),
  ),
]);

import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage } from '../../database/pages.ts';
import { type ExpansionsFor, expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { checkIn, markNoShow, type RecordCheckIn } from './attendance.ts';
import { book, findBooking, updateBooking } from './book.ts';
import { cancel } from './cancel.ts';
import { waivePenalty } from './fees/penalties.ts';
import { bookerById, bookingPage, seatsOf } from './queries.ts';
import {
  Booking,
  BookingList,
  BookingQuery,
  CancelBooking,
  CheckInBooking,
  CreateBooking,
  DecideBooking,
  MarkNoShow,
  OneBookingQuery,
  UpdateBooking,
} from './shapes.ts';
import { bookingView, bookingViews } from './view.ts';
import { promote } from './waitlist/promote.ts';

type Query = Static<typeof BookingQuery>;

/** The filters of a query: the first that is given is the way in, by its own index; the others stand beside it. */
const filtersOf = ({ external_id: externalId, client_id: clientId, session_id: sessionId, status }: Query): Filters => {
  if (externalId !== undefined) {
    return { externalId, besideClientId: clientId, besideSessionId: sessionId, besideStatus: status };
  }
  if (clientId !== undefined) return { clientId, besideSessionId: sessionId, besideStatus: status };
  if (sessionId !== undefined) return { sessionId, besideStatus: status };
  return { status };
};

const pageOf = (read: Read, query: Query, { siteIds }: Caller) => {
  const request = pageRequest(query);
  if (query.client_id !== undefined && bookerById(read, query.client_id) === undefined) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  if (query.session_id !== undefined && seatsOf(read, query.session_id) === undefined) {
    throw missingResource('session_id', 'session', query.session_id);
  }
  const filters = filtersOf(query);
  if (siteIds === null) return bookingPage(read, request, filters);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  if (isNarrowed) return bookingPage(read, request, { ...filters, reachable: JSON.stringify(siteIds) });
  const parts = siteIds.map((siteId) => bookingPage(read, request, { siteId }));
  return mergedPage(request, parts);
};

const listBookings = (read: Read, url: string, query: Query, caller: Caller, expansions: ExpansionsFor) => {
  const page = pageOf(read, query, caller);
  const answer = listAnswer(url, page, bookingViews(read, page.rows));
  expand(read, answer.data, query['expand[]'], expansions(caller.siteIds));
  return answer;
};

const oneBooking = (
  read: Read,
  id: string,
  query: Static<typeof OneBookingQuery>,
  caller: Caller,
  expansions: ExpansionsFor,
) => {
  const record = bookingView(read, findBooking(read, caller, id));
  return expand(read, [record], query['expand[]'], expansions(caller.siteIds))[0];
};

/** What the bookings of owners need besides what all routes do. */
export interface ManagedBookingDeps extends RouteDeps {
  readonly expansions: ExpansionsFor;
}

/** What the bookings of the interface need besides. */
export interface BookingRouteDeps extends ManagedBookingDeps {
  readonly recordCheckIn: RecordCheckIn;
}

/** The bookings of the interface. */
export const bookingRoutes = (deps: BookingRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Bookings');
  return router('/bookings')
    .get(
      '/',
      ...reads(
        { id: 'listBookings', summary: 'List bookings', query: BookingQuery, answer: BookingList, refusals: [400] },
        (read, { query, caller }) => listBookings(read, '/v2/bookings', query, caller, deps.expansions),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createBooking',
          summary: 'Book a client into a session',
          body: CreateBooking,
          status: 201,
          answer: Booking,
          refusals: [400, 409],
        },
        (tx, { caller, body }) => bookingView(tx, book(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getBooking',
          summary: 'Retrieve a booking',
          query: OneBookingQuery,
          answer: Booking,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => oneBooking(read, id, query, caller, deps.expansions),
      ),
    )
    .post(
      '/:id/cancel',
      ...writes(
        {
          id: 'cancelBooking',
          summary: 'Cancel a booking',
          body: CancelBooking,
          answer: Booking,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) => bookingView(tx, cancel(tx, caller, findBooking(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/checkin',
      ...writes(
        {
          id: 'checkInBooking',
          summary: 'Check the client of a booking in',
          body: CheckInBooking,
          answer: Booking,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) =>
          bookingView(tx, checkIn(tx, findBooking(tx, caller, id), body, deps.recordCheckIn)),
      ),
    )
    .post(
      '/:id/noshow',
      ...writes(
        {
          id: 'markNoShow',
          summary: 'Mark a booking as a no-show',
          body: MarkNoShow,
          answer: Booking,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) => bookingView(tx, markNoShow(tx, caller, findBooking(tx, caller, id), body)),
      ),
    );
};

/** What the desk does with bookings (manage.md). */
export const manageBookingRoutes = (deps: ManagedBookingDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Bookings');
  const isExtension = true;
  const decision = { body: DecideBooking, answer: Booking, refusals: [400, 404, 409], isExtension };
  return router('/bookings')
    .get(
      '/',
      ...reads(
        {
          id: 'manageListBookings',
          summary: 'List bookings',
          query: BookingQuery,
          answer: BookingList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) => listBookings(read, '/manage/bookings', query, caller, deps.expansions),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'manageGetBooking',
          summary: 'Retrieve a booking',
          query: OneBookingQuery,
          answer: Booking,
          refusals: [400, 404],
          isExtension,
        },
        (read, { caller, id, query }) => oneBooking(read, id, query, caller, deps.expansions),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updateBooking',
          summary: 'Change what is noted of a booking',
          body: UpdateBooking,
          answer: Booking,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => bookingView(tx, updateBooking(tx, findBooking(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/promote',
      ...writes(
        { ...decision, id: 'promoteBooking', summary: 'Give a seat to a client who waits' },
        (tx, { caller, id, body }) =>
          bookingView(tx, promote(tx, caller.credentialId, findBooking(tx, caller, id), body)),
      ),
    )
    .post(
      '/:id/waive-penalty',
      ...writes(
        { ...decision, id: 'waivePenalty', summary: 'Waive the fee of a late cancellation or a no-show' },
        (tx, { caller, id, body }) => bookingView(tx, waivePenalty(tx, caller, findBooking(tx, caller, id), body)),
      ),
    );
};

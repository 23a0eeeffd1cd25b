import type { AnyElysia } from 'elysia';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import type { Read } from '../../store/database.ts';
import { type Filters, mergedPage } from '../../store/pages.ts';
import { expand } from '../../web/expand.ts';
import { operations, type RouteDeps, router } from '../../web/operation.ts';
import { listAnswer, pageRequest } from '../../web/paging.ts';
import type { Static } from '../../web/shapes.ts';
import { book, cancel, checkIn, findBooking, markNoShow } from './bookings.ts';
import { bookerById, bookingPage, seatsOf } from './rows.ts';
import {
  Booking,
  BookingList,
  BookingQuery,
  CancelBooking,
  CheckInBooking,
  CreateBooking,
  MarkNoShow,
  OneBookingQuery,
} from './shapes.ts';
import { bookingExpansions, bookingView, bookingViews } from './view.ts';

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

const listBookings = (read: Read, query: Query, caller: Caller) => {
  const answer = listAnswer('/v2/bookings', pageOf(read, query, caller), bookingViews(read));
  expand(read, answer.data, query['expand[]'], bookingExpansions(caller.siteIds));
  return answer;
};

export const bookingRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Bookings');
  return router('/bookings')
    .get(
      '/',
      ...reads(
        { id: 'listBookings', summary: 'List bookings', query: BookingQuery, answer: BookingList, refusals: [400] },
        (read, { query, caller }) => listBookings(read, query, caller),
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
        (read, { caller, id, query }) => {
          const record = bookingView(read, findBooking(read, caller, id));
          return expand(read, [record], query['expand[]'], bookingExpansions(caller.siteIds))[0];
        },
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
        (tx, { caller, id, body }) => bookingView(tx, cancel(tx, findBooking(tx, caller, id), body)),
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
        (tx, { caller, id, body }) => bookingView(tx, checkIn(tx, findBooking(tx, caller, id), body)),
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
        (tx, { caller, id }) => bookingView(tx, markNoShow(tx, findBooking(tx, caller, id))),
      ),
    );
};

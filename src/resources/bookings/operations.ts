import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage } from '../../database/pages.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { ListCall, OwnPermission } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { missingResource } from '../../kernel/problem.ts';
import { added, id, line, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
import { leadsBooking, leadsSession } from '../sessions/queries.ts';
import { checkIn, markNoShow } from './attendance.ts';
import { book, findBooking, updateBooking } from './book.ts';
import { cancel } from './cancel.ts';
import { waivePenalty } from './fees/penalties.ts';
import { bookerById, bookingPage, seatsOf } from './queries.ts';
import {
  Booking,
  BookingList,
  bookingStatus,
  CancelBooking,
  CheckInBooking,
  CreateBooking,
  DecideBooking,
  MarkNoShow,
  UpdateBooking,
} from './shapes.ts';
import { bookingView, bookingViews } from './view.ts';
import { promote } from './waitlist/promote.ts';

const onBooking = { find: findBooking };

const filters = {
  client_id: optional(id()),
  session_id: optional(id()),
  status: optional(bookingStatus),
  external_id: added(line(255)),
};

type Query = Static<TObject<typeof filters>>;

/** The list is the roster of one session that the person leads. */
const ofOwnRoster: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn({ read, actor, query }) {
    const [sessionId, ...others] = query.getAll('session_id');
    return sessionId !== undefined && others.length === 0 && leadsSession(read, actor.staffId, sessionId);
  },
};

/** The booking is of a session that the person leads. */
const ofOwnSession = (permission: Permission): OwnPermission => ({
  permission,
  isOwn: ({ read, actor, id }) => leadsBooking(read, actor.staffId, id),
});

/** The filters of a query: the first one given selects the index, the others (`beside...`) use none. */
const filtersOf = ({ external_id: externalId, client_id: clientId, session_id: sessionId, status }: Query): Filters => {
  if (externalId !== undefined) {
    return { externalId, besideClientId: clientId, besideSessionId: sessionId, besideStatus: status };
  }
  if (clientId !== undefined) return { clientId, besideSessionId: sessionId, besideStatus: status };
  if (sessionId !== undefined) return { sessionId, besideStatus: status };
  return { status };
};

type Listing = ListCall<Caller, Query, undefined>;

const pageOf = (read: Read, { query, caller: { siteIds }, page }: Listing) => {
  if (query.client_id !== undefined && bookerById(read, query.client_id) === undefined) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  if (query.session_id !== undefined && seatsOf(read, query.session_id) === undefined) {
    throw missingResource('session_id', 'session', query.session_id);
  }
  const narrowed = filtersOf(query);
  if (siteIds === null) return bookingPage(read, page, narrowed);
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  if (isNarrowed) return bookingPage(read, page, { ...narrowed, reachable: JSON.stringify(siteIds) });
  const parts = siteIds.map((siteId) => bookingPage(read, page, { siteId }));
  return mergedPage(page, parts);
};

const listBookings = (read: Read, call: Listing) => {
  const page = pageOf(read, call);
  return { page, view: bookingViews(read, page.rows) };
};

/** Bookings as integrations make and change them. */
export const bookingOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  businessOperations('Bookings', 'bookings', ({ list, read, write }) => [
    list(
      'GET /v2/bookings',
      'listBookings',
      {
        summary: 'List bookings',
        filters,
        expands: 'booking',
        answer: BookingList,
        staff: ['bookings:read', ofOwnRoster],
      },
      listBookings,
    ),
    write(
      'POST /v2/bookings',
      'createBooking',
      {
        summary: 'Book a client into a session',
        body: CreateBooking,
        status: 201,
        answer: Booking,
        staff: 'bookings:create',
        sites: 'named',
      },
      (tx, { caller, body }) => bookingView(tx, book(tx, caller, body)),
    ),
    read(
      'GET /v2/bookings/:id',
      'getBooking',
      {
        summary: 'Retrieve a booking',
        on: onBooking,
        expands: 'booking',
        answer: Booking,
        staff: ['bookings:read', ofOwnSession('clients:read_own_rosters')],
      },
      (read, { record }) => bookingView(read, record),
    ),
    write(
      'POST /v2/bookings/:id/cancel',
      'cancelBooking',
      {
        summary: 'Cancel a booking',
        on: onBooking,
        body: CancelBooking,
        answer: Booking,
        staff: 'bookings:cancel',
      },
      (tx, { caller, record, body }) => bookingView(tx, cancel(tx, caller, record, body)),
    ),
    write(
      'POST /v2/bookings/:id/checkin',
      'checkInBooking',
      {
        summary: 'Check the client of a booking in',
        on: onBooking,
        body: CheckInBooking,
        answer: Booking,
        staff: ['bookings:check_in', ofOwnSession('bookings:check_in_own_sessions')],
      },
      (tx, { record, body }) => bookingView(tx, checkIn(tx, record, body, reactions)),
    ),
    write(
      'POST /v2/bookings/:id/noshow',
      'markNoShow',
      {
        summary: 'Mark a booking as a no-show',
        on: onBooking,
        body: MarkNoShow,
        answer: Booking,
        staff: ['bookings:no_show', ofOwnSession('bookings:no_show_own_sessions')],
      },
      (tx, { caller, record, body }) => bookingView(tx, markNoShow(tx, caller, record, body)),
    ),
  ]);

/** What the desk does with bookings (manage.md). */
export const manageBookingOperations = businessOperations('Bookings', 'manage', ({ list, read, write }) => [
  list(
    'GET /manage/bookings',
    'manageListBookings',
    {
      summary: 'List bookings',
      filters,
      expands: 'booking',
      answer: BookingList,
      staff: ['bookings:read', ofOwnRoster],
    },
    listBookings,
  ),
  read(
    'GET /manage/bookings/:id',
    'manageGetBooking',
    {
      summary: 'Retrieve a booking',
      on: onBooking,
      expands: 'booking',
      answer: Booking,
      staff: ['bookings:read', ofOwnSession('clients:read_own_rosters')],
    },
    (read, { record }) => bookingView(read, record),
  ),
  write(
    'PATCH /manage/bookings/:id',
    'updateBooking',
    {
      summary: 'Change what is noted of a booking',
      on: onBooking,
      body: UpdateBooking,
      answer: Booking,
      staff: 'bookings:write',
    },
    (tx, { record, body }) => bookingView(tx, updateBooking(tx, record, body)),
  ),
  write(
    'POST /manage/bookings/:id/promote',
    'promoteBooking',
    {
      summary: 'Give a seat to a client who waits',
      on: onBooking,
      body: DecideBooking,
      answer: Booking,
      staff: 'bookings:write',
    },
    (tx, { caller, record, body }) => bookingView(tx, promote(tx, caller.credentialId, record, body)),
  ),
  write(
    'POST /manage/bookings/:id/waive-penalty',
    'waivePenalty',
    {
      summary: 'Waive the fee of a late cancellation or a no-show',
      on: onBooking,
      body: DecideBooking,
      answer: Booking,
      staff: 'bookings:waive_penalty',
    },
    (tx, { caller, record, body }) => bookingView(tx, waivePenalty(tx, caller, record, body)),
  ),
]);

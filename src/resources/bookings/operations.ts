import type { Read } from '../../database/database.ts';
import { BOOKING_STATUSES } from '../../events/enumerations.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { ListCall, OwnPermission } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { extensionParameter, id, line, oneOf, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import { periodFilters } from '../../records/periods.ts';
import { BOOKINGS, MEMBER, SESSIONS } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { bookingsOnRosters, leadsBooking, leadsRoster } from '../sessions/queries.ts';
import { book } from './create/book.ts';
import { waivePenalty } from './fees/penalties.ts';
import { bookingTextPage, findBooking } from './queries.ts';
import { Booking, PENALTY_STATUSES } from './record.ts';
import { CancelBooking, CheckInBooking, CreateBooking, DecideBooking, MarkNoShow, UpdateBooking } from './shapes.ts';
import { checkIn, markNoShow } from './status/attendance.ts';
import { cancel } from './status/cancel.ts';
import { updateBooking } from './update.ts';
import { bookingTexts, bookingView } from './view.ts';
import { promote } from './waitlist/promote.ts';

const onBooking = { find: findBooking };

const filters = {
  client_id: optional(id()),
  session_id: optional(id()),
  status: optional(oneOf(...BOOKING_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
};

const manageFilters = {
  ...filters,
  penalty_status: optional(oneOf(...PENALTY_STATUSES)),
};

type Query = Partial<Static<TObject<typeof manageFilters>>>;

/** The list is the roster of one session that the person leads. */
const ofOwnRoster: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn({ read, actor, query }) {
    const [sessionId, ...others] = query.getAll('session_id');
    return sessionId !== undefined && others.length === 0 && leadsRoster(read, actor.staffId, sessionId);
  },
};

/** The booking is on a roster that the person reads. */
const onOwnRoster: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn: ({ read, actor, id }) => bookingsOnRosters(read, actor.staffId, [id]).has(id),
  among: (read, { staffId }, ids) => bookingsOnRosters(read, staffId, ids),
};

/** The booking is of a session that the person leads. */
const ofOwnSession = (permission: Permission): OwnPermission => ({
  permission,
  isOwn: ({ read, actor, id }) => leadsBooking(read, actor.staffId, id),
});

const listBookings = (read: Read, { query, caller, page }: ListCall<Caller, Query, undefined>) => {
  const { client_id: clientId, session_id: sessionId, external_id: externalId, penalty_status: penaltyStatus } = query;
  const applied = {
    externalId,
    clientId,
    sessionId,
    penaltyStatus,
    status: query.status,
    from: query.from,
    to: query.to,
  };
  const found = bookingTextPage(read, page, applied, caller.siteIds);
  return { page: found, view: bookingTexts(read, found.rows) };
};

/** Bookings as integrations make and change them. */
export const bookingOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  businessOperations(
    { tag: 'Bookings', about: 'A seat of a client in a session, or a place on its waiting list.', reads: 'getBooking' },
    'bookings',
    ({ list, read, write }) => [
      list(
        'GET /v2/bookings',
        'listBookings',
        {
          summary: 'List bookings',
          description:
            "The newest bookings come first. Filter by client, session or status. 'from' and 'to' limit the list to sessions that start in a period, the latest first.",
          filters,
          expands: 'booking',
          response: Booking.list,
          staff: ['bookings:read', ofOwnRoster],
          example: { query: { client_id: MEMBER } },
        },
        listBookings,
      ),
      write(
        'POST /v2/bookings',
        'createBooking',
        {
          audited: ['overrideCapacity'],
          summary: 'Book a client into a session',
          description:
            "Books a seat and takes a credit of a package that is eligible. In a full session, 'joinWaitlist' takes a place on the waiting list.",
          body: CreateBooking,
          status: 201,
          response: Booking.schema,
          staff: 'bookings:create',
          sites: 'named',
          example: { body: { clientId: MEMBER, sessionId: SESSIONS.offered } },
        },
        (tx, { caller, body }) => bookingView(tx, book(tx, caller, body)),
      ),
      read(
        'GET /v2/bookings/:id',
        'getBooking',
        {
          summary: 'Retrieve a booking',
          description: "'cancellableUntil' and 'freeCancelUntil' are the deadlines, by the policy of the session.",
          on: onBooking,
          expands: 'booking',
          response: Booking.schema,
          staff: ['bookings:read', onOwnRoster],
          example: { ...at(BOOKINGS.confirmed), query: { 'expand[]': ['client', 'session'] } },
        },
        (read, { record }) => bookingView(read, record),
      ),
      write(
        'POST /v2/bookings/:id/cancel',
        'cancelBooking',
        {
          audited: ['isLateCancel', 'waivePenalty'],
          summary: 'Cancel a booking',
          description:
            'The seat goes to the waiting list. Late, the credit is kept and a fee may be due, unless the body says otherwise.',
          on: onBooking,
          body: CancelBooking,
          response: Booking.schema,
          staff: 'bookings:cancel',
          example: { ...at(BOOKINGS.confirmed), body: {} },
        },
        (tx, { caller, record, body }) => bookingView(tx, cancel(tx, caller, record, body, reactions)),
      ),
      write(
        'POST /v2/bookings/:id/checkin',
        'checkInBooking',
        {
          summary: 'Check the client of a booking in',
          description:
            'Staff may check in at any time. The booking becomes attended, and a check-in record is created.',
          on: onBooking,
          body: CheckInBooking,
          response: Booking.schema,
          staff: ['bookings:check_in', ofOwnSession('bookings:check_in_own_sessions')],
          example: { ...at(BOOKINGS.confirmed), body: {} },
        },
        (tx, { record, body }) => bookingView(tx, checkIn(tx, record, body, reactions)),
      ),
      write(
        'POST /v2/bookings/:id/noshow',
        'markNoShow',
        {
          audited: ['waivePenalty'],
          summary: 'Mark a booking as a no-show',
          description:
            "The credit is kept, and a fee may be due by the payment settings unless 'waivePenalty' is true.",
          on: onBooking,
          body: MarkNoShow,
          response: Booking.schema,
          staff: ['bookings:no_show', ofOwnSession('bookings:no_show_own_sessions')],
          example: { ...at(BOOKINGS.confirmed), body: {} },
        },
        (tx, { caller, record, body }) => bookingView(tx, markNoShow(tx, caller, record, body, reactions)),
      ),
    ],
  );

/** Bookings as staff make and change them (`/manage/bookings`). */
export const manageBookingOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  businessOperations(
    { tag: 'Bookings', audited: true, reads: 'manageGetBooking' },
    'manage',
    ({ list, read, write }) => [
      list(
        'GET /manage/bookings',
        'manageListBookings',
        {
          summary: 'List bookings',
          description: "As under '/v2/bookings'; 'penalty_status' finds the fees that are still to be settled.",
          filters: manageFilters,
          expands: 'booking',
          response: Booking.list,
          staff: ['bookings:read', ofOwnRoster],
          example: { query: { client_id: MEMBER } },
        },
        listBookings,
      ),
      read(
        'GET /manage/bookings/:id',
        'manageGetBooking',
        {
          summary: 'Retrieve a booking',
          description: "The same record as under '/v2/bookings', for staff.",
          on: onBooking,
          expands: 'booking',
          response: Booking.schema,
          staff: ['bookings:read', onOwnRoster],
          example: at(BOOKINGS.confirmed),
        },
        (read, { record }) => bookingView(read, record),
      ),
      write(
        'PATCH /manage/bookings/:id',
        'updateBooking',
        {
          reads: ['manageGetBooking', 'getBooking'],
          summary: 'Change the notes, metadata or external id of a booking',
          description: 'Only the fields you send change.',
          on: onBooking,
          body: UpdateBooking,
          response: Booking.schema,
          staff: 'bookings:write',
          example: { ...at(BOOKINGS.confirmed), body: { notes: 'Brings a guest.' } },
        },
        (tx, { record, body }) => bookingView(tx, updateBooking(tx, record, body)),
      ),
      write(
        'POST /manage/bookings/:id/promote',
        'promoteBooking',
        {
          summary: 'Give a waitlisted client a seat',
          description: 'Takes a free seat, whatever the place in line. 409 when no seat is free.',
          on: onBooking,
          body: DecideBooking,
          response: Booking.schema,
          staff: 'bookings:write',
          example: { ...at(BOOKINGS.offered), body: { reason: 'The instructor agreed.' } },
        },
        (tx, { caller, record, body }) => bookingView(tx, promote(tx, caller, record, body, reactions)),
      ),
      write(
        'POST /manage/bookings/:id/waive-penalty',
        'waivePenalty',
        {
          summary: 'Waive the fee of a late cancellation or a no-show',
          description: 'A fee that was charged is not refunded this way: refund its payment.',
          on: onBooking,
          body: DecideBooking,
          response: Booking.schema,
          staff: 'bookings:waive_penalty',
          example: { ...at(BOOKINGS.penalized), body: { reason: 'Ill' } },
        },
        (tx, { caller, record, body }) => bookingView(tx, waivePenalty(tx, caller, record, body)),
      ),
    ],
  );

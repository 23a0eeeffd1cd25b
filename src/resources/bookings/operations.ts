import type { Read } from '../../database/database.ts';
import { BOOKING_STATUSES } from '../../events/enumerations.ts';
import { at } from '../../http/operations/example.ts';
import type { OwnPermission } from '../../http/operations/operation.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { ReadableAmong } from '../../http/operations/rights.ts';
import { type Caller, requirePermission } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { extensionParameter, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import type { Filters, PageRequest } from '../../records/pages.ts';
import { periodFilters } from '../../records/periods.ts';
import { BOOKINGS, MEMBER, SESSIONS } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { bookingsOnRosters, leadsBooking, leadsRoster } from '../sessions/queries.ts';
import { book } from './create/book.ts';
import { waivePenalty } from './fees/penalties.ts';
import { moveBooking } from './move/move.ts';
import { movePreview } from './move/preview.ts';
import { cancelPreview, noShowPreview } from './previews/operations.ts';
import { type BookingRecord, bookingTextPage, findBooking } from './queries.ts';
import { Booking, PENALTY_STATUSES } from './record.ts';
import {
  CancelBooking,
  CheckInBooking,
  CreateBooking,
  DecideBooking,
  MarkNoShow,
  MoveBooking,
  UpdateBooking,
} from './shapes.ts';
import { arrivalBy, checkIn, markNoShow } from './status/attendance.ts';
import { cancel } from './status/cancel.ts';
import { undo } from './undo.ts';
import { updateBooking } from './update.ts';
import { bookingTexts, bookingViews } from './view.ts';
import { promote } from './waitlist/promote.ts';

const filters = {
  client_id: optional(id()),
  session_id: optional(id()),
  status: optional(oneOf(...BOOKING_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
};

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

const listBookings = (
  read: Read,
  { filters, caller, page }: { filters: Filters; caller: Caller; page: PageRequest },
) => {
  const found = bookingTextPage(read, page, filters, caller.siteIds);
  return { page: found, view: bookingTexts(read, found.rows) };
};

const kind = {
  record: { ...Booking, create: CreateBooking, patch: UpdateBooking, find: findBooking },
  views: (read: Read, _caller: Caller, rows: readonly BookingRecord[]) => bookingViews(read, rows),
  names: ['booking', 'bookings'],
  staff: { read: 'bookings:read', write: 'bookings:write' },
  example: at(BOOKINGS.confirmed),
} as const;

interface BookingDeps {
  readonly reactions: Reactions;
  readonly readableAmong: ReadableAmong;
}

/** Bookings as integrations make and change them. */
export const bookingOperations = ({ reactions, readableAmong }: BookingDeps) =>
  recordOperations(
    {
      tag: 'Bookings',
      about: "A client's spot in a session, or their place on its waitlist.",
      audited: false,
    },
    'bookings',
    { ...kind, path: '/v2/bookings' },
    ({ list, create, retrieve, act }) => [
      list(
        'Returns the newest bookings first. Filter by client, session, or status. `from` and `to` limit the list ' +
          'to sessions that start in a period, latest first.',
        listBookings,
        {
          filters,
          expands: 'booking',
          staff: ['bookings:read', ofOwnRoster],
          example: { query: { client_id: MEMBER } },
        },
      ),
      create(
        'Books a spot and uses a credit of an eligible package. If the session is full, `joinWaitlist` adds the ' +
          'client to the waitlist.',
        book,
        {
          audited: ['overrideCapacity'],
          summary: 'Book a client into a session',
          staff: 'bookings:create',
          example: { body: { clientId: MEMBER, sessionId: SESSIONS.offered } },
        },
      ),
      retrieve("`cancellableUntil` and `freeCancelUntil` are the deadlines under the session's policy.", {
        expands: 'booking',
        staff: ['bookings:read', onOwnRoster],
        example: { ...kind.example, query: { 'expand[]': ['client', 'session'] } },
      }),
      act(
        'cancel',
        'The spot goes to the waitlist. If it is late, the credit is lost and a fee may apply, unless the body ' +
          'says otherwise.',
        (tx, caller, row, body) => cancel(tx, caller, row, body, reactions),
        {
          audited: ['isLateCancel', 'waivePenalty'],
          summary: 'Cancel a booking',
          body: CancelBooking,
          dryRun: cancelPreview({ readableAmong }),
          staff: 'bookings:cancel',
          example: { body: {} },
        },
      ),
      act(
        'move',
        'The booking stays the same one and keeps its package and credit. Its spot goes to the waitlist once it has ' +
          'the other one. Fails with 409 if the free cancellation period is over, unless `isLateCancel` is `false`.',
        (tx, caller, row, body) => {
          requirePermission(caller, 'bookings:create');
          return moveBooking(tx, caller, row, body, reactions);
        },
        {
          audited: ['isLateCancel', 'overrideCapacity'],
          isExtension: true,
          summary: 'Move a booking to another session',
          body: MoveBooking,
          dryRun: movePreview({ readableAmong }),
          staff: 'bookings:cancel',
          example: { ...at(BOOKINGS.ofMember), body: { sessionId: SESSIONS.offered } },
        },
      ),
      act(
        'checkin',
        'Staff can check clients in at any time. The booking becomes attended, and a check-in is created.',
        (tx, caller, row, body) => checkIn(tx, row, { ...arrivalBy(tx, caller, row), ...body }, reactions),
        {
          id: 'checkInBooking',
          summary: 'Check in a booked client',
          body: CheckInBooking,
          staff: ['bookings:check_in', ofOwnSession('bookings:check_in_own_sessions')],
          example: { body: {} },
        },
      ),
      act(
        'noshow',
        'The credit is lost, and the payment settings may charge a fee unless `waivePenalty` is `true`.',
        (tx, caller, row, body) => markNoShow(tx, caller, row, body, reactions),
        {
          id: 'markNoShow',
          audited: ['waivePenalty'],
          summary: 'Mark a booking as a no-show',
          body: MarkNoShow,
          dryRun: noShowPreview({ readableAmong }),
          staff: ['bookings:no_show', ofOwnSession('bookings:no_show_own_sessions')],
          example: { body: {} },
        },
      ),
    ],
  );

/** Bookings as staff make and change them (`/manage/bookings`). */
export const manageBookingOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    { tag: 'Bookings', reads: 'manageGetBooking' },
    'manage',
    { ...kind, path: '/manage/bookings' },
    ({ list, retrieve, update, act }) => [
      list('The same as `/v2/bookings`; `penalty_status` finds fees that are not yet settled.', listBookings, {
        id: 'manageListBookings',
        filters: { ...filters, penalty_status: optional(oneOf(...PENALTY_STATUSES)) },
        expands: 'booking',
        staff: ['bookings:read', ofOwnRoster],
        example: { query: { client_id: MEMBER } },
      }),
      retrieve('The same record as under `/v2/bookings`, for staff.', {
        expands: 'booking',
        staff: ['bookings:read', onOwnRoster],
      }),
      update('Only the fields you send are changed.', (tx, _caller, row, body) => updateBooking(tx, row, body), {
        reads: ['manageGetBooking', 'getBooking'],
        summary: "Update a booking's notes, metadata, or external ID",
        example: { body: { notes: 'Brings a guest.' } },
      }),
      act(
        'promote',
        'Takes an open spot, whatever the waitlist position. Fails with 409 if no spot is open.',
        (tx, caller, row, body) => promote(tx, caller, row, body, reactions),
        {
          summary: 'Promote a client from the waitlist',
          body: DecideBooking,
          example: { ...at(BOOKINGS.offered), body: { reason: 'The instructor agreed.' } },
        },
      ),
      act(
        'undo',
        'Possible within 15 minutes, and for staff at the front desk until `staffEditUntil` of the session. The booking is confirmed again, or waitlisted again if it had no spot. The ' +
          'visit, its points, the credit used on arrival, and a fee that was not charged are reversed.',
        (tx, caller, row) => undo(tx, caller, row, reactions),
        {
          summary: 'Undo a check-in or no-show',
          staff: ['bookings:check_in', ofOwnSession('bookings:check_in_own_sessions')],
          example: at(BOOKINGS.penalized),
        },
      ),
      act('waive-penalty', 'A fee that has been charged is not refunded this way: refund its payment.', waivePenalty, {
        id: 'waivePenalty',
        summary: 'Waive the fee for a late cancellation or no-show',
        body: DecideBooking,
        staff: 'bookings:waive_penalty',
        example: { ...at(BOOKINGS.penalized), body: { reason: 'Ill' } },
      }),
    ],
  );

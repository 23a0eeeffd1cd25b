import type { Read } from '../../database/database.ts';
import { storedIdLead } from '../../database/id-order.ts';
import type { ListCall } from '../../http/operations/call.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { Caller } from '../../kernel/caller.ts';
import { isoInstant, utcInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import {
  described,
  extensionParameter,
  id,
  instant,
  line,
  oneOf,
  optional,
  type Static,
  type TObject,
} from '../../kernel/schemas.ts';
import type { Filters } from '../../records/pages.ts';
import { SESSIONS, SITES, STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { cancelSession } from './cancel.ts';
import { createSession } from './create.ts';
import { substitute, updateSession } from './edit.ts';
import { cancelSessionPreview, type PreviewDeps, sessionChangePreview } from './preview.ts';
import { findSession, sessionPage } from './queries.ts';
import { SESSION_STATUSES, Session } from './record.ts';
import { CancelSession, CreateSession, SubstituteInstructor, UpdateSession } from './shapes.ts';
import { managedViews, sessionExpansions, sessionViews } from './view.ts';

const onSession = { find: findSession };

const expands = () => sessionExpansions;

const filters = {
  location_id: optional(id()),
  instructor_id: optional(id()),
  start_time_gte: optional(instant()),
  start_time_lte: optional(instant()),
  status: extensionParameter(oneOf(...SESSION_STATUSES)),
  room_name: extensionParameter(described(line(100), 'Only return sessions in this room. Case is ignored.')),
};

type Query = Static<TObject<typeof filters>>;

/** The filter of a status. No session lasts longer than a day, so one in progress started at most a day ago. */
const ofStatus = (read: Read, status: Query['status']): Filters => {
  switch (status) {
    case 'scheduled':
      return { scheduled: read.now };
    case 'in_progress':
      return { inProgress: isoInstant(read.nowMs - DAY_MS) };
    case 'completed':
      // After the clock was set back, completed sessions can be in its future.
      return { completed: isoInstant(read.nowMs + storedIdLead(read.db)) };
    case 'cancelled':
      return { cancelled: read.now };
    default:
      return {};
  }
};

const pageOf = (read: Read, { query, caller, page }: ListCall<Caller, Query, undefined>) => {
  const given = {
    siteId: siteFilter(read, caller, query),
    instructorId: query.instructor_id,
    roomName: query.room_name,
    notBefore: utcInstant(query.start_time_gte),
    notAfter: utcInstant(query.start_time_lte),
    ...ofStatus(read, query.status),
  };
  return sessionPage(read, page, given, caller.siteIds);
};

export const sessionOperations = businessOperations(
  {
    tag: 'Sessions',
    about: 'Classes in the calendar, generated from schedules. Change single sessions under /manage.',
  },
  'sessions',
  ({ list, read }) => [
    list(
      'GET /v2/sessions',
      'listSessions',
      {
        summary: 'List sessions',
        description:
          'Returns sessions by start time, earliest first. Use `start_time_gte` to start at a specific time.',
        filters,
        expands,
        response: Session.list,
        staff: 'sessions:read',
        example: { query: { location_id: SITES.downtown } },
      },
      (read, call) => ({ page: pageOf(read, call), view: sessionViews(read) }),
    ),
    read(
      'GET /v2/sessions/:id',
      'getSession',
      {
        summary: 'Retrieve a session',
        description: '`isBookable` says whether the session can be booked now, and `notBookableReason` why not.',
        on: onSession,
        expands,
        response: Session.schema,
        staff: 'sessions:read',
        example: at(SESSIONS.offered),
      },
      (read, { record }) => sessionViews(read)(record),
    ),
  ],
);

/** Sessions without a schedule, and changes of single sessions (management.md). */
export const manageSessionOperations = ({ reactions, readableAmong }: PreviewDeps) =>
  recordOperations(
    { tag: 'Sessions', reads: 'manageGetSession' },
    'manage',
    {
      record: { ...Session, create: CreateSession, patch: UpdateSession, find: findSession },
      views: managedViews,
      path: '/manage/sessions',
      names: ['session', 'sessions'],
      staff: { read: 'sessions:read', write: 'sessions:write' },
      example: at(SESSIONS.offered),
    },
    ({ list, create, retrieve, update, act }) => [
      list('Returns sessions, including private ones, by start time, earliest first.', pageOf, {
        id: 'manageListSessions',
        summary: 'List sessions with all fields',
        filters,
        expands,
        example: { query: { location_id: SITES.downtown } },
      }),
      create(
        'If the instructor is busy, the request fails with 409 unless `overrideConflicts` is `true`; if the room ' +
          'is taken, unless `allowConflict` is `true`.',
        (tx, caller, body) => findSession(tx, caller, createSession(tx, caller, body).id),
        {
          summary: 'Create a session without a schedule',
          example: {
            body: {
              name: 'New Year workshop',
              type: 'event',
              siteId: SITES.downtown,
              instructorId: STAFF.ana,
              capacity: 20,
              startTime: '2040-01-01T15:00:00Z',
              durationMinutes: 120,
            },
          },
        },
      ),
      retrieve('The same record as under `/v2/sessions`, for staff.', {
        summary: 'Retrieve a session with all fields',
        expands,
      }),
      update(
        'Later changes to its schedule no longer affect it. `isModified` is `true` until the session matches its ' +
          'schedule again. Bookings are kept.',
        (tx, caller, row, body) => findSession(tx, caller, updateSession(tx, caller, row, body, reactions).id),
        {
          reads: ['manageGetSession', 'getSession'],
          summary: 'Update a single session',
          dryRun: sessionChangePreview({ reactions, readableAmong }),
          example: { body: { capacity: 14 } },
        },
      ),
      act(
        'cancel',
        'Bookings are canceled and credits are returned.',
        (tx, caller, row, body) => findSession(tx, caller, cancelSession(tx, row, body, reactions).id),
        {
          summary: 'Cancel a session and its bookings',
          body: CancelSession,
          dryRun: cancelSessionPreview({ reactions, readableAmong }),
          staff: 'sessions:cancel',
          example: { body: { reason: 'The heating is broken.' } },
        },
      ),
      act(
        'substitute',
        'The planned instructor is kept in `originalInstructorId`.',
        (tx, caller, row, body) => findSession(tx, caller, substitute(tx, caller, row, body, reactions).id),
        {
          id: 'substituteInstructor',
          summary: 'Assign a substitute instructor to a session',
          body: SubstituteInstructor,
          dryRun: sessionChangePreview({ reactions, readableAmong }),
          staff: 'sessions:substitute',
          example: { body: { instructorId: STAFF.ben } },
        },
      ),
    ],
  );

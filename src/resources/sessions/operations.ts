import type { Read, Tx } from '../../database/database.ts';
import type { Filters } from '../../database/pages.ts';
import type { SessionRow } from '../../database/tables/sessions.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { ListCall } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { added, id, instant, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
import { filteredInstructor, filteredSite } from '../schedules/schedules.ts';
import { cancelSession, createSession, substitute, updateSession } from './edit.ts';
import { type SessionRecord, sessionById, sessionPage } from './queries.ts';
import { findSession, sessionRow } from './sessions.ts';
import {
  CancelSession,
  CreateSession,
  Session,
  SessionList,
  SubstituteInstructor,
  sessionStatus,
  UpdateSession,
} from './shapes.ts';
import { managedViews, sessionExpansions, sessionViews } from './view.ts';

const onSession = { find: findSession };
const onSessionRow = { find: sessionRow };

const expands = () => sessionExpansions;

const filters = {
  location_id: optional(id()),
  instructor_id: optional(id()),
  start_time_gte: optional(instant()),
  start_time_lte: optional(instant()),
  status: added(sessionStatus()),
};

type Query = Static<TObject<typeof filters>>;

const DAY_MS = 86_400_000;

const instantOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : isoInstant(epochOf(text));

/** The filter of a status. A session in progress began at most a day ago, since none lasts longer. */
const ofStatus = (read: Read, status: Query['status']): Filters => {
  switch (status) {
    case 'scheduled':
      return { scheduled: read.now };
    case 'in_progress':
      return { inProgress: isoInstant(read.nowMs - DAY_MS) };
    case 'completed':
      return { completed: read.now };
    case 'cancelled':
      return { cancelled: read.now };
    default:
      return {};
  }
};

const pageOf = (read: Read, { query, caller, page }: ListCall<Caller, Query, undefined>) => {
  const siteId = filteredSite(read, caller, query);
  return sessionPage(read, page, {
    reachable: caller.siteIds === null || siteId !== undefined ? undefined : JSON.stringify(caller.siteIds),
    siteId,
    instructorId: filteredInstructor(read, query.instructor_id),
    notBefore: instantOf(query.start_time_gte),
    notAfter: instantOf(query.start_time_lte),
    ...ofStatus(read, query.status),
  });
};

/** Sessions as integrations read them. */
export const sessionOperations = businessOperations('Sessions', 'sessions', ({ list, read }) => [
  list(
    'GET /v2/sessions',
    'listSessions',
    { summary: 'List sessions', filters, expands, answer: SessionList, staff: 'sessions:read' },
    (read, call) => ({ page: pageOf(read, call), view: sessionViews(read) }),
  ),
  read(
    'GET /v2/sessions/:id',
    'getSession',
    { summary: 'Retrieve a session', on: onSession, expands, answer: Session, staff: 'sessions:read' },
    (read, { record }) => sessionViews(read)(record),
  ),
]);

/** Single sessions (manage.md): one-off ones, edits, substitution and cancellation. */
export const manageSessionOperations = ({ reactions }: { readonly reactions: Reactions }) => {
  const view = (tx: Tx, { id }: SessionRow) => managedViews(tx)(sessionById(tx, id) as SessionRecord);
  return businessOperations('Sessions', 'manage', ({ list, read, write }) => [
    list(
      'GET /manage/sessions',
      'manageListSessions',
      {
        summary: 'List sessions with what only the studio sees',
        filters,
        expands,
        answer: SessionList,
        staff: 'sessions:read',
      },
      (read, call) => ({ page: pageOf(read, call), view: managedViews(read) }),
    ),
    write(
      'POST /manage/sessions',
      'createSession',
      {
        summary: 'Put a session on the calendar that belongs to no schedule',
        body: CreateSession,
        status: 201,
        answer: Session,
        staff: 'sessions:write',
        sites: 'named',
      },
      (tx, { caller, body }) => view(tx, createSession(tx, caller, body)),
    ),
    read(
      'GET /manage/sessions/:id',
      'manageGetSession',
      {
        summary: 'Retrieve a session with what only the studio sees',
        on: onSession,
        expands,
        answer: Session,
        staff: 'sessions:read',
      },
      (read, { record }) => managedViews(read)(record),
    ),
    write(
      'PATCH /manage/sessions/:id',
      'updateSession',
      {
        summary: 'Change one session; a later change of its schedule leaves it as it is',
        on: onSessionRow,
        body: UpdateSession,
        answer: Session,
        staff: 'sessions:write',
      },
      (tx, { caller, record, body }) => view(tx, updateSession(tx, caller, record, body, reactions)),
    ),
    write(
      'POST /manage/sessions/:id/cancel',
      'cancelSession',
      {
        summary: 'Cancel a session and everything that is booked in it',
        on: onSessionRow,
        body: CancelSession,
        answer: Session,
        staff: 'sessions:write',
      },
      (tx, { record, body }) => view(tx, cancelSession(tx, record, body, reactions)),
    ),
    write(
      'POST /manage/sessions/:id/substitute',
      'substituteInstructor',
      {
        summary: 'Have another instructor lead one session',
        on: onSessionRow,
        body: SubstituteInstructor,
        answer: Session,
        staff: 'sessions:substitute',
      },
      (tx, { record, body }) => view(tx, substitute(tx, record, body, reactions)),
    ),
  ]);
};

import type { AnyElysia } from 'elysia';
import type { Read, Tx } from '../../database/database.ts';
import type { Filters } from '../../database/pages.ts';
import type { SessionRow } from '../../database/tables/sessions.ts';
import { expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import type { Static } from '../../kernel/schemas.ts';
import type { SessionConsequences } from '../schedules/changes/apply.ts';
import { filteredInstructor, filteredSite } from '../schedules/schedules.ts';
import { cancelSession, createSession, substitute, updateSession } from './edit.ts';
import { type SessionRecord, sessionById, sessionPage } from './queries.ts';
import { findSession, sessionRow } from './sessions.ts';
import {
  CancelSession,
  CreateSession,
  OneSessionQuery,
  Session,
  SessionList,
  SessionQuery,
  SubstituteInstructor,
  UpdateSession,
} from './shapes.ts';
import { managedViews, sessionExpansions, sessionViews } from './view.ts';

type Query = Static<typeof SessionQuery>;

const DAY = 86_400_000;

const instantOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : isoInstant(epochOf(text));

/** The filter of a status; what is in progress began at most a day ago, since nothing lasts longer. */
const ofStatus = (read: Read, status: Query['status']): Filters => {
  switch (status) {
    case 'scheduled':
      return { scheduled: read.now };
    case 'in_progress':
      return { inProgress: isoInstant(read.nowMs - DAY) };
    case 'completed':
      return { completed: read.now };
    case 'cancelled':
      return { cancelled: read.now };
    default:
      return {};
  }
};

/** How one side of the interface shows sessions, and where. */
interface Side {
  readonly url: string;
  readonly views: typeof sessionViews;
}

const BUSINESS: Side = { url: '/v2/sessions', views: sessionViews };
const MANAGEMENT: Side = { url: '/manage/sessions', views: managedViews };

const listSessions = (read: Read, query: Query, caller: Caller, { url, views }: Side) => {
  const siteId = filteredSite(read, caller, query);
  const page = sessionPage(read, pageRequest(query), {
    reachable: caller.siteIds === null || siteId !== undefined ? undefined : JSON.stringify(caller.siteIds),
    siteId,
    instructorId: filteredInstructor(read, query.instructor_id),
    notBefore: instantOf(query.start_time_gte),
    notAfter: instantOf(query.start_time_lte),
    ...ofStatus(read, query.status),
  });
  const answer = listAnswer(url, page, views(read));
  expand(read, answer.data, query['expand[]'], sessionExpansions);
  return answer;
};

const oneSession = (read: Read, caller: Caller, id: string, query: Static<typeof OneSessionQuery>, { views }: Side) =>
  expand(read, [views(read)(findSession(read, caller, id))], query['expand[]'], sessionExpansions)[0];

export const sessionRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads } = operations(deps, 'Sessions');
  return router('/sessions')
    .get(
      '/',
      ...reads(
        { id: 'listSessions', summary: 'List sessions', query: SessionQuery, answer: SessionList, refusals: [400] },
        (read, { query, caller }) => listSessions(read, query, caller, BUSINESS),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getSession',
          summary: 'Retrieve a session',
          query: OneSessionQuery,
          answer: Session,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => oneSession(read, caller, id, query, BUSINESS),
      ),
    );
};

/** What those who run sessions need besides what all routes do. */
export interface SessionDeps extends RouteDeps {
  readonly consequences: SessionConsequences;
}

/** Sessions by themselves (manage.md): one-off ones, edits, substitution and cancellation. */
export const manageSessionRoutes = (deps: SessionDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Sessions');
  const { consequences } = deps;
  const isExtension = true;
  const view = (tx: Tx, { id }: SessionRow) => managedViews(tx)(sessionById(tx, id) as SessionRecord);
  return router('/sessions')
    .get(
      '/',
      ...reads(
        {
          id: 'manageListSessions',
          summary: 'List sessions with what only the studio sees',
          query: SessionQuery,
          answer: SessionList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) => listSessions(read, query, caller, MANAGEMENT),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createSession',
          summary: 'Put a session on the calendar that belongs to no schedule',
          body: CreateSession,
          status: 201,
          answer: Session,
          refusals: [400, 409],
          isExtension,
        },
        (tx, { caller, body }) => view(tx, createSession(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'manageGetSession',
          summary: 'Retrieve a session with what only the studio sees',
          query: OneSessionQuery,
          answer: Session,
          refusals: [400, 404],
          isExtension,
        },
        (read, { caller, id, query }) => oneSession(read, caller, id, query, MANAGEMENT),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updateSession',
          summary: 'Change one session; a later change of its schedule leaves it as it is',
          body: UpdateSession,
          answer: Session,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) =>
          view(tx, updateSession(tx, caller, sessionRow(tx, caller, id), body, consequences)),
      ),
    )
    .post(
      '/:id/cancel',
      ...writes(
        {
          id: 'cancelSession',
          summary: 'Cancel a session and everything that is booked in it',
          body: CancelSession,
          answer: Session,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => view(tx, cancelSession(tx, sessionRow(tx, caller, id), body, consequences)),
      ),
    )
    .post(
      '/:id/substitute',
      ...writes(
        {
          id: 'substituteInstructor',
          summary: 'Have another instructor lead one session',
          body: SubstituteInstructor,
          answer: Session,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => view(tx, substitute(tx, sessionRow(tx, caller, id), body, consequences)),
      ),
    );
};

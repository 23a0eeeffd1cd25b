import { Type } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import type { SessionConsequences } from './changes/apply.ts';
import { archiveSchedule, type ScheduleChange } from './changes/edit.ts';
import { changeSchedule } from './flows.ts';
import { schedulePage } from './queries.ts';
import { createSchedule, filteredInstructor, filteredSite, findSchedule } from './schedules.ts';
import {
  ChangeQuery,
  CreateSchedule,
  DeletedSchedule,
  Schedule,
  ScheduleList,
  SchedulePreview,
  ScheduleQuery,
  UpdateSchedule,
} from './shapes.ts';
import { scheduleView, scheduleViews } from './view.ts';

/** What the schedules' routes need. */
export interface ScheduleDeps extends RouteDeps {
  readonly consequences: SessionConsequences;
}

const listSchedules = (read: Read, query: Static<typeof ScheduleQuery>, caller: Caller) => {
  const page = schedulePage(read, pageRequest(query), {
    reachable: caller.siteIds === null ? undefined : JSON.stringify(caller.siteIds),
    live: query.include_archived === true || query.status === 'archived' ? undefined : 1,
    siteId: filteredSite(read, caller, query),
    instructorId: filteredInstructor(read, query.instructor_id),
    status: query.status,
    externalId: query.external_id,
  });
  return { ...listAnswer('/v2/schedules', page, (row) => row), data: scheduleViews(read, page.rows) };
};

const deletedSchedule = ({ row, outcome }: ScheduleChange) => ({
  id: row.id,
  object: 'schedule',
  deleted: true,
  archived: true,
  archivedAt: row.archivedAt,
  sessionsCancelled: outcome.sessionsCancelled,
  bookingsAffected: outcome.bookingsAffected,
});

export const scheduleRoutes = (deps: ScheduleDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Schedules');
  const { consequences } = deps;
  return router('/schedules')
    .get(
      '/',
      ...reads(
        { id: 'listSchedules', summary: 'List schedules', query: ScheduleQuery, answer: ScheduleList, refusals: [400] },
        (read, { query, caller }) => listSchedules(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createSchedule',
          summary: 'Create a schedule and its sessions',
          body: CreateSchedule,
          status: 201,
          answer: Schedule,
          refusals: [400, 409],
        },
        (tx, { caller, body }) => scheduleView(tx, createSchedule(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getSchedule', summary: 'Retrieve a schedule', answer: Schedule, refusals: [404] },
        (read, { caller, id }) => scheduleView(read, findSchedule(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...flows(
        {
          id: 'updateSchedule',
          summary: 'Change a schedule and its future sessions, or preview the change',
          query: ChangeQuery,
          body: UpdateSchedule,
          answer: Type.Union([Schedule, SchedulePreview]),
          refusals: [400, 404, 409],
        },
        (call) => changeSchedule(deps.store, consequences, call),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        {
          id: 'deleteSchedule',
          summary: 'Archive a schedule and cancel its future',
          answer: DeletedSchedule,
          refusals: [404],
        },
        (tx, { caller, id }) => deletedSchedule(archiveSchedule(tx, findSchedule(tx, caller, id), consequences)),
      ),
    );
};

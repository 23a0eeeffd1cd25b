import { Type } from '@sinclair/typebox';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { added, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
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
  UpdateSchedule,
} from './shapes.ts';
import { scheduleView, scheduleViews } from './view.ts';

interface ScheduleDeps {
  readonly store: Store;
  readonly reactions: Reactions;
}

const deletedSchedule = ({ row, outcome }: ScheduleChange) => ({
  id: row.id,
  object: 'schedule',
  deleted: true,
  archived: true,
  archivedAt: row.archivedAt,
  sessionsCancelled: outcome.sessionsCancelled,
  bookingsAffected: outcome.bookingsAffected,
});

const onSchedule = { find: findSchedule };

/** Recurring series of sessions. */
export const scheduleOperations = ({ store, reactions }: ScheduleDeps) =>
  businessOperations('Schedules', 'schedules', ({ list, read, write, flow }) => [
    list(
      'GET /v2/schedules',
      'listSchedules',
      {
        summary: 'List schedules',
        filters: {
          siteId: optional(id()),
          location_id: optional(id()),
          instructor_id: optional(id()),
          status: optional(oneOf('active', 'paused', 'ended', 'archived')),
          external_id: added(line(255)),
          include_archived: added(flag()),
        },
        answer: ScheduleList,
        staff: 'schedules:read',
      },
      (read, { query, caller, page: request }) => {
        const page = schedulePage(read, request, {
          reachable: caller.siteIds === null ? undefined : JSON.stringify(caller.siteIds),
          live: query.include_archived === true || query.status === 'archived' ? undefined : 1,
          siteId: filteredSite(read, caller, query),
          instructorId: filteredInstructor(read, query.instructor_id),
          status: query.status,
          externalId: query.external_id,
        });
        return { page, view: scheduleViews(read, page.rows) };
      },
    ),
    write(
      'POST /v2/schedules',
      'createSchedule',
      {
        summary: 'Create a schedule and its sessions',
        body: CreateSchedule,
        status: 201,
        answer: Schedule,
        staff: 'schedules:write',
        sites: 'named',
      },
      (tx, { caller, body }) => scheduleView(tx, createSchedule(tx, caller, body)),
    ),
    read(
      'GET /v2/schedules/:id',
      'getSchedule',
      { summary: 'Retrieve a schedule', on: onSchedule, answer: Schedule, staff: 'schedules:read' },
      (read, { record }) => scheduleView(read, record),
    ),
    flow(
      'PATCH /v2/schedules/:id',
      'updateSchedule',
      {
        summary: 'Change a schedule and its future sessions, or preview the change',
        on: onSchedule,
        query: ChangeQuery,
        body: UpdateSchedule,
        answer: Type.Union([Schedule, SchedulePreview]),
        staff: 'schedules:write',
      },
      (call, conclude) => changeSchedule({ store, reactions }, call, conclude),
    ),
    write(
      'DELETE /v2/schedules/:id',
      'deleteSchedule',
      {
        summary: 'Archive a schedule and cancel its future',
        on: onSchedule,
        answer: DeletedSchedule,
        staff: 'schedules:write',
      },
      (tx, { record }) => deletedSchedule(archiveSchedule(tx, record, reactions)),
    ),
  ]);

import { Type } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { extensionParameter, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
import { siteFilter } from '../sites/named-sites.ts';
import { archiveSchedule, editSchedule, type ScheduleChange, updateSchedule } from './changes/edit.ts';
import { previewChange } from './changes/preview.ts';
import { createSchedule } from './create.ts';
import { schedulePage } from './queries.ts';
import { SCHEDULE_STATUSES, Schedule } from './record.ts';
import { ChangeQuery, CreateSchedule, DeletedSchedule, SchedulePreview, UpdateSchedule } from './shapes.ts';
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

/** Recurring series of sessions. */
export const scheduleOperations = ({ store, reactions }: ScheduleDeps) =>
  businessOperations(
    {
      tag: 'Schedules',
      about: 'The recurring timetable. Sessions are generated from it in the local time of its time zone.',
    },
    'schedules',
    ({ list, read, write, flow }) => [
      list(
        'GET /v2/schedules',
        'listSchedules',
        {
          summary: 'List schedules',
          description:
            "The newest schedules come first. Archived schedules are left out unless 'include_archived' is true.",
          filters: {
            siteId: optional(id()),
            location_id: optional(id()),
            instructor_id: optional(id()),
            status: optional(oneOf(...SCHEDULE_STATUSES)),
            external_id: extensionParameter(line(255)),
            include_archived: extensionParameter(flag()),
          },
          answer: Schedule.list,
          staff: 'schedules:read',
        },
        (read, { query, caller, page: request }) => {
          const { status, external_id: externalId } = query;
          const live = query.include_archived === true || status === 'archived' ? undefined : 1;
          const siteId = siteFilter(read, caller, query);
          const instructorId = query.instructor_id;
          const filters = { externalId, instructorId, siteId, status, live };
          const page = schedulePage(read, request, filters, caller.siteIds);
          return { page, view: scheduleViews(read, page.rows) };
        },
      ),
      write(
        'POST /v2/schedules',
        'createSchedule',
        {
          summary: 'Create a schedule and its sessions',
          description:
            "Sessions are created up to the horizon, and further ones as time passes. An instructor who is busy is 409 unless 'overrideConflicts' is true.",
          body: CreateSchedule,
          status: 201,
          answer: Schedule.schema,
          staff: 'schedules:write',
          sites: 'named',
        },
        (tx, { caller, body }) => scheduleView(tx, createSchedule(tx, caller, body)),
      ),
      read(
        'GET /v2/schedules/:id',
        'getSchedule',
        {
          summary: 'Retrieve a schedule',
          description: 'The recurrence rule is shown by its fields and as an RFC 5545 rule.',
          on: Schedule,
          answer: Schedule.schema,
          staff: 'schedules:read',
        },
        (read, { record }) => scheduleView(read, record),
      ),
      flow(
        'PATCH /v2/schedules/:id',
        'updateSchedule',
        {
          summary: 'Change a schedule and its future sessions, or preview the change',
          description:
            "Sessions that keep their slot keep their id and their bookings. With 'dry_run', the response says what would change, and nothing does.",
          on: Schedule,
          query: ChangeQuery,
          body: UpdateSchedule,
          answer: Type.Union([Schedule.schema, SchedulePreview]),
          staff: 'schedules:write',
        },
        async ({ caller, id, query, body }, conclude) => {
          const find = (tx: Tx) => Schedule.find(tx, caller, id);
          if (query.dry_run === true) {
            const preview = await previewChange(store, (tx) => editSchedule(tx, caller, find(tx), body, reactions));
            return conclude(() => preview);
          }
          return conclude((tx) => scheduleView(tx, updateSchedule(tx, caller, find(tx), body, reactions)));
        },
      ),
      write(
        'DELETE /v2/schedules/:id',
        'deleteSchedule',
        {
          summary: 'Archive a schedule and cancel its future sessions',
          description: 'Future sessions and their bookings are cancelled, and credits come back. Past sessions stay.',
          on: Schedule,
          answer: DeletedSchedule,
          staff: 'schedules:write',
        },
        (tx, { record }) => deletedSchedule(archiveSchedule(tx, record, reactions)),
      ),
    ],
  );

import { Type } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { extensionParameter, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { archivedResponse } from '../../records/store-changes.ts';
import { SCHEDULES, SITES, STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { beginLongChange, type ChangeDeps, carryOut, previewChange } from './changes/carry-out.ts';
import { archiveSchedule, editSchedule } from './changes/edit.ts';
import { beginSchedule } from './create.ts';
import { schedulePage } from './queries.ts';
import { SCHEDULE_STATUSES, Schedule } from './record.ts';
import { ChangeQuery, CreateSchedule, DeletedSchedule, SchedulePreview, UpdateSchedule } from './shapes.ts';
import { scheduleChanges } from './tables.ts';
import { scheduleView, scheduleViews } from './view.ts';

/** Recurring series of sessions. */
export const scheduleOperations = (deps: ChangeDeps) =>
  recordOperations(
    {
      tag: 'Schedules',
      about: 'The recurring timetable. Sessions are generated from it in the local time of its time zone.',
    },
    'schedules',
    {
      record: Schedule,
      views: (read, _caller, rows) => scheduleViews(read, rows),
      path: '/v2/schedules',
      names: ['schedule', 'schedules'],
      staff: { read: 'schedules:read', write: 'schedules:write' },
      example: at(SCHEDULES.strength),
    },
    ({ list, retrieve }, { flow }) => [
      list(
        "The newest schedules come first. Archived schedules are listed with 'include_archived' or the status archived.",
        (read, { filters: { locationId: _, ...others }, query, caller, page }) =>
          schedulePage(read, page, { ...others, siteId: siteFilter(read, caller, query) }, caller.siteIds),
        {
          filters: {
            siteId: optional(id()),
            location_id: optional(id()),
            instructor_id: optional(id()),
            status: optional(oneOf(...SCHEDULE_STATUSES)),
            external_id: extensionParameter(line(255)),
            include_archived: extensionParameter(flag()),
          },
        },
      ),
      flow(
        'POST /v2/schedules',
        'createSchedule',
        {
          summary: 'Create a schedule and its sessions',
          description:
            "Sessions are created up to the horizon, and further sessions as time passes. An instructor who is busy is 409 unless 'overrideConflicts' is true.",
          body: CreateSchedule,
          status: 201,
          response: Schedule.schema,
          staff: 'schedules:write',
          sites: 'named',
          example: {
            body: {
              name: 'Lunch Pilates',
              category: 'Pilates',
              siteId: SITES.downtown,
              instructorId: STAFF.ana,
              capacity: 8,
              startDate: '2040-01-02',
              startTime: '12:30',
              durationMinutes: 45,
              recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] },
            },
          },
        },
        async ({ caller, body }, conclude) => {
          const id = deps.store.ids.uuid();
          const begin = (tx: Tx) => beginSchedule(tx, caller, body, id);
          const response = await beginLongChange(deps, id, begin, (first) =>
            conclude((tx) => {
              const { row, counts } = first(tx);
              return { ...scheduleView(tx, row), sessionCount: counts.sessionsCreated };
            }),
          );
          await deps.changes.finish(scheduleChanges, id);
          return response;
        },
      ),
      retrieve('The recurrence rule is shown by its fields and as an RFC 5545 rule.'),
      flow(
        'PATCH /v2/schedules/:id',
        'updateSchedule',
        {
          changesBefore: true,
          summary: 'Change a schedule and its future sessions, or preview the change',
          description:
            "Sessions that keep their slot keep their id and their bookings. With 'dry_run', the response says what would change, and nothing does.",
          on: Schedule,
          query: ChangeQuery,
          body: UpdateSchedule,
          response: Type.Union([Schedule.schema, SchedulePreview]),
          staff: 'schedules:write',
          example: { ...at(SCHEDULES.strength), body: { capacity: 4 } },
        },
        async ({ caller, id, query, body, change }, conclude) => {
          const begin = (tx: Tx) => change(tx, () => editSchedule(tx, caller, Schedule.find(tx, caller, id), body));
          if (query.dry_run === true) {
            const { counts, conflicts } = await previewChange(deps, id, begin);
            return conclude(() => ({ object: 'schedule_change_preview', ...counts, conflicts }));
          }
          const { row } = await carryOut(deps, id, begin);
          return conclude((tx) => scheduleView(tx, row));
        },
      ),
      flow(
        'DELETE /v2/schedules/:id',
        'deleteSchedule',
        {
          changesBefore: true,
          summary: 'Archive a schedule and cancel its future sessions',
          description: 'Future sessions and their bookings are cancelled, and credits come back. Past sessions stay.',
          on: Schedule,
          response: DeletedSchedule,
          staff: 'schedules:write',
          example: at(SCHEDULES.stretch),
        },
        async ({ caller, id, change }, conclude) => {
          const begin = (tx: Tx) => change(tx, () => archiveSchedule(tx, Schedule.find(tx, caller, id)));
          const { row, counts } = await carryOut(deps, id, begin);
          const { sessionsCancelled, bookingsAffected } = counts;
          return conclude(() => ({ ...archivedResponse(Schedule, row), sessionsCancelled, bookingsAffected }));
        },
      ),
    ],
  );

import type { Tx } from '../../database/database.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { actorOf, type Caller } from '../../kernel/caller.ts';
import { extensionParameter, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { archivedResponse } from '../../records/store-changes.ts';
import { SCHEDULES, SITES, STAFF } from '../demo-ids.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import { siteFilter } from '../named-sites.ts';
import { beginLongChange, carryOut, type FirstStep, finishChange } from './changes/carry-out.ts';
import { archiveSchedule, editSchedule } from './changes/edit.ts';
import { type ChangeWatch, watchChange } from './changes/watch.ts';
import { type ChangeCounts, NO_COUNTS } from './changes/work.ts';
import { beginSchedule } from './create.ts';
import { changePreview, createPreview, deletePreview, type PreviewDeps } from './previews/schedule.ts';
import { schedulePage } from './queries.ts';
import { SCHEDULE_STATUSES, Schedule } from './record.ts';
import { CreateSchedule, DeletedSchedule, UpdateSchedule } from './shapes.ts';
import { scheduleView, scheduleViews } from './view.ts';

const countsOf = ({ counts }: { readonly counts: ChangeCounts }): ChangeCounts => counts;

interface ScheduleDeps extends PreviewDeps {
  readonly jobs: JobRegistry;
}

export const scheduleOperations = (deps: ScheduleDeps) => {
  /** Does a change as a job, which is listed where it takes more than one transaction. */
  const asJob = <Result>(
    caller: Caller,
    name: string,
    work: (watch: ChangeWatch) => Promise<Result>,
    countsOf: (result: Result) => ChangeCounts,
  ): Promise<Result> =>
    deps.jobs.track(
      { kind: 'schedule_change', subject: name, startedBy: actorOf(caller), isLate: true },
      (progress) => work(watchChange(progress)),
      (result) => ({ ...countsOf(result) }),
    );
  return recordOperations(
    {
      tag: 'Schedules',
      about: 'Recurring classes. Sessions are generated from them in the local time of their time zone.',
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
        'Returns the newest schedules first. Archived schedules are included with `include_archived` or the status ' +
          'archived.',
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
            'Sessions are created up to the horizon, and more are added as time passes. If the instructor is busy, ' +
            'the request fails with 409 unless `overrideConflicts` is `true`; if the room is taken, unless ' +
            '`allowConflict` is `true`.',
          body: CreateSchedule,
          status: 201,
          response: Schedule.schema,
          dryRun: createPreview(deps),
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
          const create = async (watch: ChangeWatch) => {
            let done = NO_COUNTS;
            const write = (first: (tx: Tx) => FirstStep) =>
              conclude((tx) => {
                const { row, counts } = first(tx);
                done = counts;
                return { ...scheduleView(tx, row), sessionCount: counts.sessionsCreated };
              });
            const response = await beginLongChange(deps, id, begin, write, watch);
            return { response, counts: (await finishChange(deps, id, watch)) ?? done };
          };
          const { response } = await asJob(caller, body.name, create, countsOf);
          return response;
        },
      ),
      retrieve('The recurrence rule is returned both as fields and as an RFC 5545 rule.'),
      flow(
        'PATCH /v2/schedules/:id',
        'updateSchedule',
        {
          changesBefore: true,
          summary: 'Update a schedule and its future sessions, or preview the change',
          description:
            'Sessions that keep their slot keep their ID and bookings. With `dry_run`, the response says what ' +
            'would change, and nothing is changed.',
          on: Schedule,
          body: UpdateSchedule,
          response: Schedule.schema,
          dryRun: changePreview(deps),
          staff: 'schedules:write',
          example: { ...at(SCHEDULES.strength), body: { capacity: 4 } },
        },
        async ({ caller, id, body, record, change }, conclude) => {
          const begin = (tx: Tx) => change(tx, () => editSchedule(tx, caller, Schedule.find(tx, caller, id), body));
          const { row } = await asJob(caller, record.name, (watch) => carryOut(deps, id, begin, watch), countsOf);
          return conclude((tx) => scheduleView(tx, row));
        },
      ),
      flow(
        'DELETE /v2/schedules/:id',
        'deleteSchedule',
        {
          changesBefore: true,
          summary: 'Archive a schedule and cancel its future sessions',
          description:
            'Future sessions and their bookings are canceled, and credits are returned. Past sessions stay. With ' +
            '`dry_run`, the response says what would be canceled, and nothing is.',
          on: Schedule,
          response: DeletedSchedule,
          dryRun: deletePreview(deps),
          staff: 'schedules:write',
          example: at(SCHEDULES.stretch),
        },
        async ({ caller, id, record, change }, conclude) => {
          const begin = (tx: Tx) => change(tx, () => archiveSchedule(tx, Schedule.find(tx, caller, id)));
          const { row, counts } = await asJob(
            caller,
            record.name,
            (watch) => carryOut(deps, id, begin, watch),
            countsOf,
          );
          const { sessionsCancelled, bookingsAffected } = counts;
          return conclude(() => ({ ...archivedResponse(Schedule, row), sessionsCancelled, bookingsAffected }));
        },
      ),
    ],
  );
};

import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalid, invalidParam } from '../../../../kernel/problem.ts';
import { date, line, nullable, object, oneOf, optional, type Static, wallTime } from '../../../../kernel/schemas.ts';
import { scheduleState } from '../../../exports/shapes.ts';
import { requiredSite } from '../../../named-sites.ts';
import { scheduleInstructors } from '../../../schedules/checks.ts';
import { createSchedule, withRule } from '../../../schedules/create.ts';
import { schedulePage } from '../../../schedules/queries.ts';
import { SCHEDULE_STATUSES, Schedule } from '../../../schedules/record.ts';
import { scheduleView } from '../../../schedules/view.ts';
import { archivedField, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { type Importing, importFamily, ownFields } from '../family.ts';
import { finderOf, idOf, required, requireIdentity } from '../identity.ts';
import { instructorNamed, siteNamed, unknownPeople } from '../references.ts';
import { sharedRoom } from './shared-room.ts';

const ImportSchedule = object(() => ({
  ...Type.Partial(Schedule.create).properties,
  ...identityFields,
  ...archivedField,
  siteName: optional(line(200)),
  instructorName: optional(line(200)),
  endTime: optional(wallTime()),
  status: optional(oneOf(...SCHEDULE_STATUSES)),
  generatedUntil: optional(nullable(date())),
  // Without the site where it is null in a CSV file.
  state: optional(object({ ...scheduleState.properties, ...Type.Partial(Schedule.state).properties })),
}));

type Row = Static<typeof ImportSchedule>;

const find = finderOf(Schedule.rows.find, schedulePage);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The length of a session up to its end, which may be after midnight. */
const durationUntil = ({ durationMinutes, ...row }: Row, endTime: string): number => {
  const { startTime } = required({ startTime: row.startTime }, "Send it beside 'endTime'.");
  const minutes = (minutesOf(endTime) - minutesOf(startTime) + 1440) % 1440;
  if (durationMinutes === undefined || durationMinutes === minutes) return minutes;
  throw invalidParam(
    'endTime',
    `This is ${minutes} minutes after 'startTime', not ${durationMinutes}. Correct one of them.`,
    { reason: 'contradiction' },
  );
};

/** A row with ids in place of names, and as the API takes it. @throws Problem 400 */
const asInApi = (tx: Tx, row: Row, { caller }: Importing): Row => {
  const { siteName, instructorName, endTime, recurrenceRule, ...others } = row;
  const { frequency, rrule, daysOfWeek } = recurrenceRule ?? {};
  const isWeekly = frequency === undefined && rrule === undefined && (daysOfWeek ?? []).length > 0;
  return {
    ...others,
    ...(siteName === undefined ? {} : { siteId: siteNamed(tx, caller, siteName, 'siteName') }),
    ...(instructorName === undefined
      ? {}
      : { instructorId: instructorNamed(tx, caller, instructorName, 'instructorName') }),
    ...(endTime === undefined ? {} : { durationMinutes: durationUntil(row, endTime) }),
    ...(recurrenceRule === undefined
      ? {}
      : { recurrenceRule: isWeekly ? { ...recurrenceRule, frequency: 'weekly' } : recurrenceRule }),
  };
};

const bodyOf = ({ id, createdAt, updatedAt, archivedAt, generatedUntil, status, state, ...body }: Row) =>
  status === 'active' || status === 'paused' ? { ...body, status } : body;

const isOver = ({ status }: Row): boolean => status === 'ended' || status === 'archived';

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const body = requireValid(Schedule.create, bodyOf(row));
  const id = idOf(tx, row.id);
  const at = atCreation(tx, row.createdAt);
  // Of a studio that moves, the sessions up to this date are in their own file.
  const isMoved = row.generatedUntil !== undefined || row.state !== undefined;
  if (!isMoved && !isOver(row)) return createSchedule(at, caller, { ...body, overrideConflicts: true }, id).id;
  const site = requiredSite(tx, caller, body);
  const made = Schedule.make(at, body, { id, siteId: site.id, timezone: site.timezone });
  const unknown = unknownPeople(tx, caller, scheduleInstructors(body));
  if (unknown.length > 0) throw invalid(unknown);
  // Its own instructors may have left since.
  const complete = withRule(tx, caller, made, body, made);
  Schedule.rows.insert(tx, {
    ...complete,
    status: row.status ?? complete.status,
    generatedUntil: row.generatedUntil ?? null,
    ...Schedule.restored(row.state ?? {}),
    archivedAt: utc(row.archivedAt) ?? null,
    updatedAt: utc(row.updatedAt) ?? at.now,
  });
  return id;
};

/** Schedules are identified by id or external id. An existing schedule changes by PATCH only, which changes its sessions too. */
export const importSchedules = importFamily(ImportSchedule, {
  rights: {
    create: ['createSchedule'],
    also: ({ status }) => (status === 'archived' ? ['deleteSchedule'] : []),
    update: ['updateSchedule'],
  },
  prepare: asInApi,
  find,
  create,
  reach: (tx, caller, { id }) => Schedule.find(tx, caller, id),
  shown: scheduleView,
  note: (tx, id) => sharedRoom(tx, 'schedule', id),
  compared: (_tx, _caller, { generatedUntil: _until, ...row }) => ownFields(row),
});

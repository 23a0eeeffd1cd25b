import type { Read } from '../../database/database.ts';
import type { SiteAccess } from '../../kernel/caller.ts';
import { addDays } from '../../kernel/local-time.ts';
import { type Detail, invalidDetail } from '../../kernel/problem.ts';
import { unpack, unpackList } from '../../records/json.ts';
import { Staff } from '../staff/record.ts';
import type { ScheduleRow } from './record.ts';
import { slotDates } from './recurrence/recurrence.ts';
import { type RuleInput, readRule } from './recurrence/rule.ts';
import type { RecurrenceRule, ScheduleException } from './recurrence/shapes.ts';
import type { UpdateScheduleBody } from './shapes.ts';

/** Within how many days of the start date a rule must have its first slot. */
const FIRST_SLOT_DAYS = { daily: 366, weekly: 2 * 366, monthly: 40 * 366 };
/** Most have it within these, and the dates of years take milliseconds. */
const SOON_DAYS = 31;

type RuleBody = NonNullable<UpdateScheduleBody['recurrenceRule']>;

/** In a rule, null means the same as an absent field. */
const withoutNulls = (body: RuleBody | RecurrenceRule): RuleInput =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

const checkExceptions = (exceptions: readonly ScheduleException[]): Detail[] => {
  const dates = new Set<string>();
  return exceptions.flatMap(({ date, action, startTime }, index) => {
    const problems: Detail[] = [];
    if (dates.has(date))
      problems.push(
        invalidDetail(`exceptions[${index}].date`, `There is another exception on ${date}.`, { reason: 'date_twice' }),
      );
    dates.add(date);
    if (action === 'move' && startTime === undefined) {
      problems.push({
        param: `exceptions[${index}].startTime`,
        code: 'parameter_missing',
        message: "An exception with the action 'move' needs a startTime.",
      });
    }
    if (action === 'modify' && startTime !== undefined) {
      problems.push(
        invalidDetail(`exceptions[${index}].startTime`, "Use the action 'move' to set another time.", {
          reason: 'not_accepted',
        }),
      );
    }
    return problems;
  });
};

export type InstructorParam = readonly [param: string, id: string];

/** A problem for each id that is not of an active instructor whom the caller may see, except ids in `assigned`, which may stay. */
export const unknownInstructors = (
  read: Read,
  caller: SiteAccess,
  params: readonly InstructorParam[],
  assigned: ReadonlySet<string | null>,
): Detail[] => {
  const added = params.filter(([, id]) => !assigned.has(id));
  const ids = added.map(([, id]) => id);
  const active = Staff.rows
    .findAll(read, ids)
    .filter((row) => row.isInstructor === 1 && row.status === 'active' && Staff.canAccess(caller, row));
  const assignable = new Set(active.map((row) => row.id));
  return added
    .filter(([, id]) => !assignable.has(id))
    .map(([param, id]) => ({
      param,
      code: 'resource_missing',
      message: `There is no active instructor with the id '${id}'. Send the id of an active instructor.`,
    }));
};

export const instructorParams = (body: {
  readonly instructorId?: string | null;
  readonly additionalInstructorIds?: readonly string[];
}): InstructorParam[] => [
  ...(body.instructorId ? [['instructorId', body.instructorId] as const] : []),
  ...(body.additionalInstructorIds ?? []).map((id, index) => [`additionalInstructorIds[${index}]`, id] as const),
];

export const instructorsOf = (
  row: { readonly instructorId: string | null; readonly additionalInstructorIds: string | null } | undefined,
): Set<string | null> =>
  new Set([row?.instructorId ?? null, ...unpackList<string>(row?.additionalInstructorIds ?? null)]);

/** The same in a body of a schedule, with its exceptions. */
export const scheduleInstructors = (body: UpdateScheduleBody): InstructorParam[] => {
  const inExceptions = (body.exceptions ?? []).flatMap(({ instructorId }, index): InstructorParam[] =>
    instructorId ? [[`exceptions[${index}].instructorId`, instructorId]] : [],
  );
  return [...instructorParams(body), ...inExceptions];
};

const checkInstructors = (
  read: Read,
  caller: SiteAccess,
  body: UpdateScheduleBody,
  current: ScheduleRow | undefined,
): Detail[] => {
  const assigned = instructorsOf(current);
  for (const { instructorId } of unpackList<ScheduleException>(current?.exceptions ?? null)) {
    assigned.add(instructorId ?? null);
  }
  return unknownInstructors(read, caller, scheduleInstructors(body), assigned);
};

const checkDates = (schedule: ScheduleRow, rule: RecurrenceRule | null): Detail[] => {
  const { startDate, endDate } = schedule;
  if (endDate !== null && endDate < startDate)
    return [invalidDetail('endDate', 'Send a date that is not before startDate.', { reason: 'end_before_start' })];
  const hasDateWithin = (days: number): boolean =>
    slotDates({ startDate, endDate, recurrenceRule: rule }, startDate, addDays(startDate, days)).length > 0;
  if (hasDateWithin(SOON_DAYS) || (rule !== null && hasDateWithin(FIRST_SLOT_DAYS[rule.frequency]))) return [];
  return [
    invalidDetail('recurrenceRule', 'The rule has no date from startDate on. Change the rule or the dates.', {
      reason: 'no_dates',
    }),
  ];
};

/** The rule, or all that is wrong. `schedule` has the body's fields already; `current` is the schedule before. */
export const checkSchedule = (
  read: Read,
  caller: SiteAccess,
  schedule: ScheduleRow,
  body: UpdateScheduleBody,
  current?: ScheduleRow,
): RecurrenceRule | null | Detail[] => {
  const before = unpack<RecurrenceRule>(current?.recurrenceRule ?? null);
  const sent = body.recurrenceRule === undefined ? before : body.recurrenceRule;
  const rule = sent === null ? null : readRule(withoutNulls(sent), schedule);
  const problems = [
    ...(Array.isArray(rule) ? rule : checkDates(schedule, rule)),
    ...checkExceptions(body.exceptions ?? []),
    ...checkInstructors(read, caller, body, current),
  ];
  return problems.length > 0 || Array.isArray(rule) ? problems : rule;
};

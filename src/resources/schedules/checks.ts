import type { Read } from '../../database/database.ts';
import { unpack, unpackList } from '../../database/json.ts';
import type { ScheduleRow } from '../../database/tables/schedules.ts';
import { addDays } from '../../kernel/local-time.ts';
import type { Detail } from '../../kernel/problem.ts';
import { Staff } from '../staff/record.ts';
import { type RecurrenceRule, slotDates } from './recurrence/recurrence.ts';
import type { RuleInput } from './recurrence/rule.ts';
import { readRule } from './recurrence/rule.ts';
import type { UpdateScheduleBody } from './shapes.ts';

/** For how many days the first slot of a rule is looked for. */
const FIRST_SLOT = { daily: 366, weekly: 2 * 366, monthly: 40 * 366 };

type RuleBody = NonNullable<UpdateScheduleBody['recurrenceRule']>;
type Exceptions = NonNullable<UpdateScheduleBody['exceptions']>;

const invalidAt = (param: string, message: string): Detail => ({ param, code: 'parameter_invalid', message });

/** In a rule, null says the same as leaving the field out. */
const withoutNulls = (body: RuleBody | RecurrenceRule): RuleInput =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

const checkExceptions = (exceptions: Exceptions): Detail[] => {
  const dates = new Set<string>();
  return exceptions.flatMap(({ date, action, startTime }, index) => {
    const problems: Detail[] = [];
    if (dates.has(date))
      problems.push(invalidAt(`exceptions[${index}].date`, `There is another exception on ${date}.`));
    dates.add(date);
    if (action === 'move' && startTime === undefined) {
      problems.push({
        param: `exceptions[${index}].startTime`,
        code: 'parameter_missing',
        message: "Say when: an exception with the action 'move' has a startTime.",
      });
    }
    if (action === 'modify' && startTime !== undefined) {
      problems.push(invalidAt(`exceptions[${index}].startTime`, "Use the action 'move' to give another time."));
    }
    return problems;
  });
};

/** People by the parameter that names them. */
type Named = readonly [param: string, id: string];

/** Those of the named people who are no active instructors, save whom `assigned` holds: they may stay. */
export const notTeaching = (read: Read, named: readonly Named[], assigned: ReadonlySet<string | null>): Detail[] => {
  const fresh = named.filter(([, id]) => !assigned.has(id));
  const ids = fresh.map(([, id]) => id);
  const teaching = Staff.rows.findAll(read, ids).filter((row) => row.isInstructor === 1 && row.status === 'active');
  const known = new Set(teaching.map((row) => row.id));
  return fresh
    .filter(([, id]) => !known.has(id))
    .map(([param, id]) => ({
      param,
      code: 'resource_missing',
      message: `There is no active instructor with the id '${id}'. Send the id of one.`,
    }));
};

/** The people whom `instructorId` and `additionalInstructorIds` of a body name. */
export const namedInstructors = (body: {
  readonly instructorId?: string | null;
  readonly additionalInstructorIds?: readonly string[];
}): Named[] => [
  ...(body.instructorId ? [['instructorId', body.instructorId] as const] : []),
  ...(body.additionalInstructorIds ?? []).map((id, index) => [`additionalInstructorIds[${index}]`, id] as const),
];

/** The people whom a schedule or session has. */
export const assignedTo = (
  row: { readonly instructorId: string | null; readonly additionalInstructorIds: string | null } | undefined,
): Set<string | null> =>
  new Set([row?.instructorId ?? null, ...unpackList<string>(row?.additionalInstructorIds ?? null)]);

const checkInstructors = (read: Read, body: UpdateScheduleBody, current: ScheduleRow | undefined): Detail[] => {
  const inExceptions = (body.exceptions ?? []).flatMap(({ instructorId }, index): Named[] =>
    instructorId ? [[`exceptions[${index}].instructorId`, instructorId]] : [],
  );
  const assigned = assignedTo(current);
  for (const { instructorId } of unpackList<Exceptions[number]>(current?.exceptions ?? null)) {
    assigned.add(instructorId ?? null);
  }
  return notTeaching(read, [...namedInstructors(body), ...inExceptions], assigned);
};

const checkDates = (schedule: ScheduleRow, rule: RecurrenceRule | null): Detail[] => {
  const { startDate, endDate } = schedule;
  if (endDate !== null && endDate < startDate)
    return [invalidAt('endDate', 'Send a date that is not before startDate.')];
  const last = addDays(startDate, rule === null ? 0 : FIRST_SLOT[rule.frequency]);
  if (slotDates({ startDate, endDate, recurrenceRule: rule }, startDate, last).length > 0) return [];
  return [invalidAt('recurrenceRule', 'The rule has no date from startDate on. Change the rule or the dates.')];
};

/**
 * The recurrence rule that `schedule`, with the fields of `body` already in it, follows from now on; `current` is the
 * schedule as it is, absent for a new one.
 * @throws nothing; whatever is wrong with the body comes back as details, all of it at once.
 */
export const checkSchedule = (
  read: Read,
  schedule: ScheduleRow,
  body: UpdateScheduleBody,
  current?: ScheduleRow,
): RecurrenceRule | null | Detail[] => {
  const known = unpack<RecurrenceRule>(current?.recurrenceRule ?? null);
  const sent = body.recurrenceRule === undefined ? known : body.recurrenceRule;
  const rule = sent === null ? null : readRule(withoutNulls(sent), schedule);
  const problems = [
    ...(Array.isArray(rule) ? rule : checkDates(schedule, rule)),
    ...checkExceptions(body.exceptions ?? []),
    ...checkInstructors(read, body, current),
  ];
  return problems.length > 0 ? problems : (rule as RecurrenceRule | null);
};

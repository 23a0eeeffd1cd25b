import type { Read } from '../../database/database.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { unpack } from '../../records/json.ts';
import { upcomingSessions } from './queries.ts';
import { Schedule, type ScheduleResponse, type ScheduleRow } from './record.ts';
import { textOfRule } from './recurrence/rrule.ts';
import type { RecurrenceRule } from './recurrence/shapes.ts';

const ruleView = (row: ScheduleRow): ScheduleResponse['recurrenceRule'] => {
  const rule = unpack<RecurrenceRule>(row.recurrenceRule);
  return rule === null ? null : { ...rule, rrule: textOfRule(rule, row) };
};

/** What follows from the schedule alone, without its sessions; events take their `changes` from it. */
export const scheduleFields = (row: ScheduleRow) => ({ ...Schedule.view(row), recurrenceRule: ruleView(row) });

/** The view of the schedules of one response: one query reads the sessions ahead of all of them. */
export const scheduleViews = (read: Read, rows: readonly ScheduleRow[]): ((row: ScheduleRow) => ScheduleResponse) => {
  const ids = rows.map(({ id }) => id);
  const upcoming = upcomingSessions(read, ids);
  return (row) => {
    const { nextSessionAt = null, sessionCount = 0 } = upcoming.get(row.id) ?? {};
    return { ...Schedule.view(row), recurrenceRule: ruleView(row), nextSessionAt, sessionCount };
  };
};

export const scheduleView = (read: Read, row: ScheduleRow): ScheduleResponse => scheduleViews(read, [row])(row);

/** Includes the schedule that `from` points to. */
export const scheduleExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getSchedule'],
  load: loadWith(Schedule.rows.findAll, Schedule.canAccess, scheduleViews),
});

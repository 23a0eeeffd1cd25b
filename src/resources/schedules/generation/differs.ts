import type { Read } from '../../../database/database.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { decoded } from '../changes/session-events.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { type Occurrence, occurrences } from '../recurrence/recurrence.ts';
import { planOf, sessionFields, slotDate } from './generate.ts';

/** Whether a session differs from the session that its schedule makes for its slot. */
export const differsFromSlot = (row: SessionRow, schedule: ScheduleRow, slot: Occurrence): boolean =>
  !Bun.deepEquals(decoded(row), decoded({ ...row, ...sessionFields(schedule, slot) }));

/** As `isModified` says: also when the schedule no longer has a slot for it; never without a schedule. */
export const differsFromSchedule = (read: Read, row: SessionRow): boolean => {
  const schedule = row.scheduleId === null ? undefined : Schedule.rows.find(read, row.scheduleId);
  if (schedule === undefined) return false;
  const date = slotDate(row.occurrenceKey);
  const slots = occurrences(planOf(read, schedule), date, date);
  const slot = slots.find(({ occurrenceKey }) => occurrenceKey === row.occurrenceKey);
  return slot === undefined || differsFromSlot(row, schedule, slot);
};

import type { Read } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../database/json.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { type Occurrence, occurrences } from '../recurrence/recurrence.ts';
import { planOf, sessionFields, slotDate } from './generate.ts';

type Fields = ReturnType<typeof sessionFields>;

const decoded = (fields: Fields) => ({
  ...fields,
  tags: unpackList(fields.tags),
  additionalInstructorIds: unpackList(fields.additionalInstructorIds),
  dropInPrice: unpack(fields.dropInPrice),
});

/** Whether a session is not as its schedule makes that of its slot. */
export const differsFromSlot = (row: SessionRow, schedule: ScheduleRow, slot: Occurrence): boolean => {
  const fields = sessionFields(schedule, slot);
  const names = Object.keys(fields) as (keyof Fields)[];
  const own = Object.fromEntries(names.map((name) => [name, row[name]])) as Fields;
  return !Bun.deepEquals(decoded(own), decoded(fields));
};

/**
 * Whether a session differs from its schedule (`isModified`): also when that has no slot for it any more. One without a
 * schedule does not.
 */
export const differsFromSchedule = (read: Read, row: SessionRow): boolean => {
  const schedule = row.scheduleId === null ? undefined : Schedule.rows.find(read, row.scheduleId);
  if (schedule === undefined) return false;
  const date = slotDate(row.occurrenceKey);
  const slots = occurrences(planOf(read, schedule), date, date);
  const slot = slots.find(({ occurrenceKey }) => occurrenceKey === row.occurrenceKey);
  return slot === undefined || differsFromSlot(row, schedule, slot);
};

// What a change of a schedule changes of one session, which may be of terms from before an earlier change.

import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { sameTimeIn, wallClock } from '../../../kernel/local-time.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { sessionFields } from '../generation/generate.ts';
import type { ScheduleRow } from '../record.ts';

type Fields = ReturnType<typeof sessionFields>;

const difference = (earlier: Fields, now: Fields): Partial<SessionRow> => {
  const before: Readonly<Record<string, unknown>> = earlier;
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
};

/** The times of a session in another time zone: its wall time stays. */
export const timesIn = (row: SessionRow, timezone: string, durationMinutes: number) => {
  const start = sameTimeIn(timezone, epochOf(row.startTime), row.timezone);
  const local = wallClock(start, timezone);
  return {
    timezone,
    startTime: isoInstant(start),
    endTime: isoInstant(start + durationMinutes * MINUTE_MS),
    localDate: local.date,
    localStartTime: local.time,
  };
};

/** The fields of a session that differ between two slots of its date; it keeps its time unless that differs too. */
export const changedFields = (row: SessionRow, earlier: Fields, now: Fields): Partial<SessionRow> => {
  const changed = difference(earlier, now);
  const isOtherZoneOnly = changed.timezone !== undefined && changed.localStartTime === undefined;
  if (isOtherZoneOnly && row.startTime !== earlier.startTime) {
    return { ...changed, ...timesIn(row, now.timezone, changed.durationMinutes ?? row.durationMinutes) };
  }
  const { startTime, endTime, localDate, localStartTime, timezone, durationMinutes } = now;
  const times = { startTime, localDate, localStartTime, timezone };
  if (Object.keys(times).some((name) => name in changed)) return { ...changed, ...times, endTime, durationMinutes };
  if (changed.durationMinutes === undefined) return changed;
  return { ...changed, endTime: isoInstant(epochOf(row.startTime) + durationMinutes * MINUTE_MS) };
};

/** The fields of a session without a slot that differ between two terms of its schedule; its wall time stays. */
export const changedTerms = (row: SessionRow, earlier: ScheduleRow, now: ScheduleRow): Partial<SessionRow> => {
  const { occurrenceKey, localDate, localStartTime, startTime, endTime, durationMinutes } = row;
  const slot = { occurrenceKey, localDate, localStartTime, startTime, endTime, durationMinutes, exception: null };
  const changed = difference(sessionFields(earlier, slot), sessionFields(now, slot));
  return changed.timezone === undefined
    ? changed
    : { ...changed, ...timesIn(row, changed.timezone, row.durationMinutes) };
};

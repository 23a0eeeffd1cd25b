// Sessions stay at their wall time when the rules of their zone change (appliance.md "Time zones").

import type { Tx } from '../../database/database.ts';
import { longChange } from '../../database/long-change.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { instantOf, wallClock } from '../../kernel/local-time.ts';
import type { Reactions } from '../reactions.ts';
import { storeChange } from '../schedules/changes/store-change.ts';
import { planOf, slotDate } from '../schedules/generation/generate.ts';
import { Schedule } from '../schedules/record.ts';
import { occurrences } from '../schedules/recurrence/recurrence.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import { sessionClocks } from './tables.ts';

type Candidate = Pick<
  SessionRow,
  'id' | 'startTime' | 'timezone' | 'localDate' | 'localStartTime' | 'scheduleId' | 'occurrenceKey'
>;

const NEXT = `select "id", "startTime", "timezone", "localDate", "localStartTime", "scheduleId", "occurrenceKey" from "sessions"
  where "cancelledAt" is null and ("startTime", "id") > (?, ?) order by "startTime", "id" limit ?`;

/** What the clock shows at the start of a session. */
const wallOf = (startTime: string, timezone: string): Pick<SessionRow, 'localDate' | 'localStartTime'> => {
  const { date, time } = wallClock(epochOf(startTime), timezone);
  return { localDate: date, localStartTime: time };
};

/** Whether a session of a schedule is at another time than its slot, which a change of the clock may have skipped. */
const isOffSlot = ({ scheduleId, occurrenceKey, localDate, localStartTime }: Candidate): boolean =>
  scheduleId !== null && occurrenceKey !== `${localDate}T${localStartTime}`;

/** When the schedule has it, where that follows from its rule alone. */
const slotStart = (tx: Tx, row: SessionRow): string | undefined => {
  const schedule = isOffSlot(row) ? Schedule.rows.find(tx, row.scheduleId ?? '') : undefined;
  if (schedule === undefined) return undefined;
  const date = slotDate(row.occurrenceKey);
  const slot = occurrences(planOf(tx, schedule), date, date).find(
    ({ occurrenceKey, exception }) => occurrenceKey === row.occurrenceKey && exception === null,
  );
  return slot?.startTime;
};

/** Whether the clock shows at the start of a session what it did when the session was computed. */
const isAsComputed = ({ startTime, timezone, localDate, localStartTime }: Candidate): boolean => {
  const wall = wallOf(startTime, timezone);
  return wall.localDate === localDate && wall.localStartTime === localStartTime;
};

const applyTo = (tx: Tx, id: string, reactions: Reactions): void => {
  const row = Session.rows.find(tx, id);
  if (row === undefined) return;
  const { timezone, localDate, localStartTime, durationMinutes } = row;
  if (row.isModified === 1) {
    // Someone has chosen its instant.
    if (!isAsComputed(row)) Session.rows.update(tx, id, wallOf(row.startTime, timezone));
    return;
  }
  const ofSlot = slotStart(tx, row);
  if (ofSlot === row.startTime || (ofSlot === undefined && isAsComputed(row))) return;
  const startTime = ofSlot ?? isoInstant(instantOf(localDate, localStartTime, timezone));
  const endTime = isoInstant(epochOf(startTime) + durationMinutes * MINUTE_MS);
  // None moves into the past.
  if (startTime > tx.now)
    storeChange(tx, row, { ...row, startTime, endTime, ...wallOf(startTime, timezone) }, reactions);
};

/** Moves the sessions ahead whose clock shows another time than it did. Bookings keep their place. */
export const sessionClock = (reactions: Reactions) =>
  longChange(sessionClocks, {
    rows: ({ tx, state: { after } }, limit) =>
      tx.db.query<Candidate, [string, string, number]>(NEXT).all(after.startTime, after.id, limit),
    change({ tx }, candidate) {
      if (!isAsComputed(candidate) || isOffSlot(candidate)) applyTo(tx, candidate.id, reactions);
      return { after: { startTime: candidate.startTime, id: candidate.id } };
    },
  });

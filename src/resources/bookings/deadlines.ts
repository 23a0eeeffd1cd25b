import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { settingsByPolicy } from '../sessions/booking/windows.ts';
import type { LineRule } from '../sessions/shapes.ts';
import type { BookingRecord } from './queries.ts';
import { lineRule } from './waitlist/deadlines.ts';

type Deadlined = Pick<
  BookingRecord,
  'id' | 'movedId' | 'siteId' | 'startTime' | 'graceUntil' | 'overrides' | 'rescheduledId'
>;

/** Subtracts a window from an instant. It keeps the latest result, since many bookings of a response are of one session. */
const subtraction = () => {
  let [latest, latestWindow, result] = ['', 0, ''];
  return (instant: string, window: number): string => {
    if (instant !== latest || window !== latestWindow) {
      result = isoInstant(Date.parse(instant) - window);
      [latest, latestWindow] = [instant, window];
    }
    return result;
  };
};

/**
 * Whether the session was rescheduled after the client booked it, or moved into it: canceling is free of charge until it
 * starts. Ids show which came first, also within one millisecond.
 */
const isRescheduled = ({ id, movedId, rescheduledId }: Deadlined): boolean =>
  rescheduledId !== null && (movedId ?? id) < rescheduledId;

const deadline = (row: Deadlined, usual: string): string => {
  if (isRescheduled(row)) return row.startTime;
  if (row.graceUntil === null || row.graceUntil <= usual) return usual;
  const isAfterStart = row.graceUntil > row.startTime;
  return isAfterStart ? row.startTime : row.graceUntil;
};

/** The last instant at which canceling costs nothing, for the bookings of one response. */
export const freeCancelDeadlines = (read: Read): ((row: Deadlined) => string) => {
  const settingsOf = settingsByPolicy(read);
  const before = subtraction();
  return (row) => deadline(row, before(row.startTime, settingsOf(row).lateCancelWindowMinutes * MINUTE_MS));
};

/**
 * The last instant at which members may cancel themselves, for the bookings of one response: the start, or where they may
 * not cancel late the end of the free time. A place on a waitlist is never late.
 */
export const memberCancelDeadlines = (
  read: Read,
): ((row: Pick<BookingRecord, 'status' | 'startTime'> & Deadlined, freeUntil: string) => string) => {
  const settingsOf = settingsByPolicy(read);
  return (row, freeUntil) =>
    row.status === 'waitlisted' || settingsOf(row).allowMemberLateCancel ? row.startTime : freeUntil;
};

export const freeCancelUntil = (read: Read, row: Deadlined): string => freeCancelDeadlines(read)(row);

/** How the waitlists work, for the bookings of one response. */
export const lineRules = (
  read: Read,
): ((row: Pick<BookingRecord, 'siteId' | 'startTime' | 'overrides'>) => LineRule) => {
  const settingsOf = settingsByPolicy(read);
  return (row) => lineRule(row.startTime, settingsOf(row));
};

/** Why canceling is free of charge until its last instant. */
export const FREE_REASONS = ['in_time', 'grace_time', 'rescheduled', 'waiting'] as const;

/** Why it is free to cancel a booking now; null when it is not. */
export const freeReason = (
  read: Read,
  row: Deadlined & Pick<BookingRecord, 'status'>,
): (typeof FREE_REASONS)[number] | null => {
  if (row.status === 'waitlisted') return 'waiting';
  if (read.now > freeCancelUntil(read, row)) return null;
  if (isRescheduled(row)) return 'rescheduled';
  const usual = freeCancelUntil(read, { ...row, graceUntil: null });
  return row.graceUntil !== null && row.graceUntil > usual ? 'grace_time' : 'in_time';
};

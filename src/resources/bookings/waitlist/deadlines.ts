import type { Read } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import type { BookingRecord } from '../queries.ts';

const MINUTE = 60_000;

/** The late-cancel window in milliseconds by site and policy; each asked for once. */
const windows = (read: Read) => {
  const known = new Map<string, number>();
  return (siteId: string, overrides: string | null): number => {
    const key = overrides === null ? siteId : `${siteId}|${overrides}`;
    let window = known.get(key);
    if (window === undefined) {
      window = bookingSettings(read, siteId, overrides).lateCancelWindowMinutes * MINUTE;
      known.set(key, window);
    }
    return window;
  };
};

const deadline = (row: BookingRecord, window: number): string => {
  // Whoever had booked before the session was rescheduled may leave free of charge until it starts. Ids tell which came
  // first, also within one millisecond.
  if (row.rescheduledId !== null && row.id < row.rescheduledId) return row.startTime;
  const usual = isoInstant(Date.parse(row.startTime) - window);
  if (row.graceUntil === null || row.graceUntil <= usual) return usual;
  const isLater = row.graceUntil > row.startTime;
  return isLater ? row.startTime : row.graceUntil;
};

/** The last instant at which cancelling costs nothing, for the bookings of one answer. */
export const freeCancelDeadlines = (read: Read): ((row: BookingRecord) => string) => {
  const windowOf = windows(read);
  return (row) => deadline(row, windowOf(row.siteId, row.overrides));
};

/** The last instant at which cancelling costs nothing. */
export const freeCancelUntil = (read: Read, row: BookingRecord): string => freeCancelDeadlines(read)(row);

/**
 * The last instant, epoch ms, at which a waiting list promotes by itself: its cut-off is the late-cancel window unless
 * set, so that nobody falls into a class they can no longer leave free of charge.
 */
export const cutoffOf = (startTime: string, settings: BookingSettings): number =>
  Date.parse(startTime) - (settings.waitlistCutoffMinutes ?? settings.lateCancelWindowMinutes) * MINUTE;

/** Until when, as an instant, a client promoted now may leave free of charge. */
export const graceFrom = (nowMs: number, { promotionGraceMinutes }: BookingSettings): string =>
  isoInstant(nowMs + promotionGraceMinutes * MINUTE);

/** When, epoch ms, an offer made now ends: after the time to confirm, and at the cut-off at the latest. */
export const offerEnd = (nowMs: number, startTime: string, settings: BookingSettings): number =>
  Math.min(nowMs + settings.waitlistConfirmationMinutes * MINUTE, cutoffOf(startTime, settings));

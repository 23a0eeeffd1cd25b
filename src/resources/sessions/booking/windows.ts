import type { Read } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf } from '../../../kernel/local-time.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import type { SessionRecord } from '../queries.ts';
import { staffEditUntil } from './afterwards.ts';

/** The booking settings of the sessions or bookings of one response; each combination of site and overrides is read once. */
export const settingsByPolicy = (
  read: Read,
): ((row: Pick<SessionRecord, 'siteId' | 'overrides'>) => BookingSettings) => {
  const cached = new Map<string, BookingSettings>();
  return ({ siteId, overrides }) => {
    const key = `${siteId}|${overrides ?? ''}`;
    let settings = cached.get(key);
    if (settings === undefined) {
      settings = bookingSettings(read, siteId, overrides);
      cached.set(key, settings);
    }
    return settings;
  };
};

/** When a session takes place, in UTC and at its place. */
type SessionTimes = Pick<SessionRecord, 'startTime' | 'endTime' | 'localDate' | 'localStartTime' | 'timezone'>;

export const windowsOf = (times: SessionTimes, settings: BookingSettings) => {
  const [start, end] = [Date.parse(times.startTime), Date.parse(times.endTime)];
  const opensOn = addDays(times.localDate, -settings.bookingWindowDays);
  return {
    // Calendar days before, at the local time of the session.
    bookingOpensAt: isoInstant(instantOf(opensOn, times.localStartTime, times.timezone)),
    bookingClosesAt: isoInstant(start - settings.bookingCutoffMinutes * MINUTE_MS),
    freeCancelUntil: isoInstant(start - settings.lateCancelWindowMinutes * MINUTE_MS),
    checkInOpensAt: isoInstant(start - settings.checkInOpensMinutesBefore * MINUTE_MS),
    checkInClosesAt: isoInstant(end + settings.checkInClosesMinutesAfter * MINUTE_MS),
    staffEditUntil: staffEditUntil(times.endTime, settings),
  };
};

export type Windows = ReturnType<typeof windowsOf>;

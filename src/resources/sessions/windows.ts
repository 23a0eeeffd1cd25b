import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf } from '../../kernel/local-time.ts';
import { bookingSettings } from '../settings/queries.ts';
import type { BookingSettings } from '../settings/shapes.ts';
import type { SessionRecord } from './queries.ts';

const MINUTE_MS = 60_000;

/** The booking settings of the sessions of one answer; each combination of site and overrides is read once. */
export const sessionSettings = (read: Read): ((session: SessionRecord) => BookingSettings) => {
  const known = new Map<string, BookingSettings>();
  return ({ siteId, overrides }) => {
    const key = `${siteId}|${overrides ?? ''}`;
    let settings = known.get(key);
    if (settings === undefined) {
      settings = bookingSettings(read, siteId, overrides);
      known.set(key, settings);
    }
    return settings;
  };
};

/** When clients can be checked in to a session. */
export const checkInWindow = (
  { startTime, endTime }: Pick<SessionRecord, 'startTime' | 'endTime'>,
  settings: BookingSettings,
): { readonly checkInOpensAt: string; readonly checkInClosesAt: string } => ({
  checkInOpensAt: isoInstant(Date.parse(startTime) - settings.checkInOpensMinutesBefore * MINUTE_MS),
  checkInClosesAt: isoInstant(Date.parse(endTime) + settings.checkInClosesMinutesAfter * MINUTE_MS),
});

/** More than the sessions of a week in a large chain. */
const MAX_KNOWN = 4_000;
const knownOpenings = new Map<string, string>();

/** The local date and time at which a session starts. */
type LocalStart = Pick<SessionRecord, 'localDate' | 'localStartTime' | 'timezone'>;

/** When booking opens: calendar days before, at the local time of the session. Rules of time zones are slow to apply. */
const bookingOpensAt = ({ localDate, localStartTime, timezone }: LocalStart, days: number): string => {
  const key = `${localDate} ${localStartTime} ${timezone} ${days}`;
  let opening = knownOpenings.get(key);
  if (opening === undefined) {
    opening = isoInstant(instantOf(addDays(localDate, -days), localStartTime, timezone));
    if (knownOpenings.size === MAX_KNOWN) knownOpenings.clear();
    knownOpenings.set(key, opening);
  }
  return opening;
};

/** When members can book a session. */
export const bookingWindow = (row: LocalStart & Pick<SessionRecord, 'startTime'>, settings: BookingSettings) => {
  const closes = Date.parse(row.startTime) - settings.bookingCutoffMinutes * MINUTE_MS;
  return { bookingOpensAt: bookingOpensAt(row, settings.bookingWindowDays), bookingClosesAt: isoInstant(closes) };
};

type BookingWindow = ReturnType<typeof bookingWindow>;

/** Whether the booking window is not open yet or closed; null while it is open. */
export const bookingWindowState = (window: BookingWindow, now: string): 'not_open_yet' | 'closed' | null => {
  if (now < window.bookingOpensAt) return 'not_open_yet';
  return now >= window.bookingClosesAt ? 'closed' : null;
};

/** All the times at which something becomes possible or impossible with a session. */
export const windowsOf = (row: SessionRecord, settings: BookingSettings) => ({
  ...bookingWindow(row, settings),
  freeCancelUntil: isoInstant(Date.parse(row.startTime) - settings.lateCancelWindowMinutes * MINUTE_MS),
  ...checkInWindow(row, settings),
});

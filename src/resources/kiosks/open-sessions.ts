import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { windowsOf } from '../sessions/booking/windows.ts';
import { type SessionRecord, sessionsById } from '../sessions/queries.ts';
import { bookingSettings } from '../settings/queries.ts';
import { bookedSessions } from './queries.ts';

/** The sessions of a site whose check-in is open at an instant, of those that start at most a day from it. */
export const openSessions = (read: Read, siteId: string, at: string = read.now): SessionRecord[] => {
  const [from, to] = [isoInstant(epochOf(at) - DAY_MS), isoInstant(epochOf(at) + DAY_MS)];
  return sessionsById(read, bookedSessions(read, siteId, from, to)).filter((row) => {
    const { checkInOpensAt, checkInClosesAt } = windowsOf(row, bookingSettings(read, row.siteId, row.overrides));
    return checkInOpensAt <= at && at <= checkInClosesAt;
  });
};

import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { localDayAt } from '../../kernel/local-time.ts';
import { timezoneOf } from '../sites/queries.ts';
import type { CheckinRow } from './record.ts';

const IN_SESSION = `select
  exists (select 1 from "checkins" where "sessionId" = ?1 and "clientId" = ?2 and "isVisit" = 1)
  or exists (select 1 from "bookings" where "sessionId" = ?1 and "clientId" = ?2 and "status" <> 'cancelled'
    and "status" = 'attended') as "isCounted"`;

const AT_SITE = `select exists (select 1 from "checkins" where "clientId" = ? and "status" = 'valid' and "isVisit" = 1
  and "checkedInAt" >= ? and "checkedInAt" < ? and "siteId" = ? and "sessionId" is null) as "isCounted"`;

interface Counted {
  readonly isCounted: number;
}

/** Whether the client has visited the site without a session on the local day of `at`, an instant. */
const hasVisitedOnDay = (read: Read, clientId: string, siteId: string, at: string): boolean => {
  const { start, end } = localDayAt(epochOf(at), timezoneOf(read, siteId));
  const bounds = [isoInstant(start), isoInstant(end)] as const;
  return read.db.query<Counted, string[]>(AT_SITE).get(clientId, ...bounds, siteId)?.isCounted === 1;
};

/** Whether a new check-in is a visit (rules.md "Check-in"). A visit by a booking is counted with the booking. */
export const isVisit = (
  read: Read,
  { status, bookingId, isReEntry, sessionId, clientId, siteId, checkedInAt }: CheckinRow,
): boolean => {
  if (status === 'invalid' || bookingId !== null || isReEntry === 1) return false;
  if (sessionId === null) return !hasVisitedOnDay(read, clientId, siteId, checkedInAt);
  return read.db.query<Counted, string[]>(IN_SESSION).get(sessionId, clientId)?.isCounted !== 1;
};

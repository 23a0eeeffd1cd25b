import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { named, query } from '../../../records/query.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { type BookableSession, type BookingRecord, selectBookings } from '../queries.ts';
import { Booking } from '../record.ts';
import type { WaitlistPlace } from './queries.ts';

const { table: bookings } = Booking;

const mayBook = sql`(select "status" from "clients" where "clients"."id" = "bookings"."clientId")
  not in ('suspended', 'archived')`;

// As in `overlapChecker`, but for bookings of a session that is being moved, which may have its former time.
const isFree = sql`(${named('mayOverlap')} or not exists (
  select 1 from "bookings" "other" cross join "sessions"
  where "other"."status" = 'confirmed' and "other"."clientId" = "bookings"."clientId"
    and "other"."startTime" > ${named('floor')} and "other"."startTime" < ${named('endTime')}
    and "sessions"."id" = "other"."sessionId" and "sessions"."id" <> ${named('sessionId')}
    and "sessions"."startTime" < ${named('endTime')} and "sessions"."endTime" > ${named('startTime')}))`;

const includes = (list: 'eligibleSiteIds' | 'eligibleCategories', value: string) =>
  sql`(coalesce(${sql.identifier(list)}, '[]') = '[]'
    or exists (select 1 from json_each(${sql.identifier(list)}) where value = ${named(value)}))`;

// What `ineligibilityOf` says without dates of a site, freezes and usage limits.
const mayPay = sql`("bookings"."requiresCredit" = 0
  or ("bookings"."packageId" is null and "bookings"."bookingSource" in ('drop_in', 'comp')) or exists (
  select 1 from "packages"
  where "packages"."clientId" = "bookings"."clientId" and "packages"."status" = 'active' and "onHold" = 0
    and ("startsAt" is null or "startsAt" <= ${named('startTime')})
    and ("creditsRemaining" is null or "creditsRemaining" - "creditsHeld" >= ${named('creditCost')})
    and ${includes('eligibleSiteIds', 'siteId')} and ${includes('eligibleCategories', 'category')}))`;

const next = query<BookingRecord>(() =>
  selectBookings()
    .where(
      and(
        ...[eq(bookings.sessionId, named('sessionId')), sql`${bookings.status} = 'waitlisted'`],
        isNull(bookings.offeredAt),
        sql`(${bookings.joinedAt}, ${bookings.id}) > (${named('joinedAt')}, ${named('id')})`,
        ...[mayBook, isFree, mayPay],
      ),
    )
    .orderBy(asc(bookings.joinedAt), asc(bookings.id))
    .limit(1),
);

/**
 * The next on the waitlist of a session after a place who may be eligible (`waitlistEligibility`): one statement passes
 * over all who are not, which takes a tenth of the time of looking at each.
 */
export const nextCandidate = (
  read: Read,
  session: BookableSession,
  settings: BookingSettings,
  { joinedAt, id }: WaitlistPlace,
): BookingRecord | undefined => {
  const { id: sessionId, siteId, category, startTime, endTime, creditCost } = session;
  const floor = isoInstant(Date.parse(startTime) - DAY_MS);
  const mayOverlap = Number(settings.allowOverlappingBookings);
  return next.get(read, {
    sessionId,
    siteId,
    category,
    startTime,
    endTime,
    creditCost,
    floor,
    mayOverlap,
    joinedAt,
    id,
  });
};

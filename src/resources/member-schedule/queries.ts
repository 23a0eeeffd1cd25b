import { eq, gte, lte, sql } from 'drizzle-orm';
import { pagesOf } from '../../records/pages.ts';
import { named } from '../../records/query.ts';
import { type SessionRecord, scheduleColumns } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';

const { table: sessions } = Session;

/** Members see a private session only when they have a booking in it. */
const visible = () => sql`(${sessions.isPrivate} = 0 or exists (select 1 from "bookings"
  where "bookings"."sessionId" = "sessions"."id" and "bookings"."clientId" = ${named('clientId')}
    and "bookings"."status" <> 'cancelled'))`;

/** The sessions of a site that a member sees. */
export const memberSchedulePage = pagesOf<SessionRecord>(sessions, () => ({
  sites: null,
  orderBy: sessions.startTime,
  direction: 'ascending',
  extraColumns: scheduleColumns,
  collection: 'siteId',
  filters: {
    siteId: eq(sessions.siteId, named('siteId')),
    notBefore: gte(sessions.startTime, named('notBefore')),
    notAfter: lte(sessions.startTime, named('notAfter')),
    // The plus keeps the index of the site.
    instructorId: sql`+${eq(sessions.instructorId, named('instructorId'))}`,
    category: eq(sessions.category, named('category')),
    clientId: visible(),
  },
}));

import { sql } from 'drizzle-orm';
import { named } from '../../records/query.ts';
import { sitePagesOf } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';

const { table: sessions } = Session;

/** What members see: a private session only when they have a booking in it. */
export const memberSchedulePage = sitePagesOf(() => ({
  clientId: sql`(${sessions.isPrivate} = 0 or exists (select 1 from "bookings"
    where "bookings"."sessionId" = "sessions"."id" and "bookings"."clientId" = ${named('clientId')}
      and "bookings"."status" <> 'cancelled'))`,
}));

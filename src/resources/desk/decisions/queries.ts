import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { inList, NOW, named, query, select, selectColumns, selectFrom } from '../../../records/query.ts';
import { Booking, type BookingRow } from '../../bookings/record.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import type { SiteTime } from '../queries.ts';

const { table: bookings } = Booking;
const { table: packages } = Package;
const { table: sessions } = Session;

/** The most of each type that a response shows; one more is read. */
export const MOST = 20;
/** The maximum number of people of the classes that have ended. */
const MOST_PEOPLE = 500;

const ofSession = () => ({
  sessionName: sql<string>`${sessions.name}`.as('sessionName'),
  startTime: sql<string>`${sessions.startTime}`.as('startTime'),
});

interface SessionBooking extends Pick<BookingRow, 'id' | 'clientId' | 'sessionId' | 'startTime'> {
  readonly sessionName: string;
}

export interface Offer extends SessionBooking, Pick<SessionRow, 'instructorId' | 'additionalInstructorIds'> {
  readonly offerExpiresAt: string;
}

const offers = query<Offer>(() =>
  select
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      sessionId: bookings.sessionId,
      offerExpiresAt: sql<string>`${bookings.offerExpiresAt}`.as('offerExpiresAt'),
      instructorId: sessions.instructorId,
      additionalInstructorIds: sessions.additionalInstructorIds,
      ...ofSession(),
    })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        // The condition of the partial index, written as it is there.
        sql`${bookings.holdsSeat} = 1`,
        gt(bookings.offerExpiresAt, NOW),
        eq(sessions.id, bookings.sessionId),
        eq(sessions.siteId, named('siteId')),
        gt(sessions.startTime, NOW),
      ),
    )
    .orderBy(asc(bookings.offerExpiresAt), asc(bookings.id))
    .limit(named('limit')),
);

export const openOffers = (read: Read, siteId: string): Offer[] => offers.all(read, { siteId, limit: MOST + 1 });

const ENDED = [
  'id',
  'name',
  'startTime',
  'noShowsDueAt',
  'confirmedCount',
  'instructorId',
  'additionalInstructorIds',
] as const;

export type EndedSession = Pick<SessionRow, (typeof ENDED)[number]>;

const ended = query<EndedSession>(() =>
  selectColumns(
    sessions,
    ENDED,
    eq(sessions.siteId, named('siteId')),
    gte(sessions.startTime, named('from')),
    lt(sessions.startTime, named('to')),
    isNull(sessions.cancelledAt),
    lte(sessions.endTime, NOW),
    gt(sessions.confirmedCount, 0),
  )
    .orderBy(desc(sessions.startTime), desc(sessions.id))
    .limit(named('limit')),
);

/** The sessions of a site that started in some time, have ended and have confirmed bookings, the latest first. */
export const sessionsToClose = (read: Read, { siteId, from, to }: SiteTime): EndedSession[] =>
  ended.all(read, { siteId, from, to, limit: MOST + 1 });

const missing = query<Pick<BookingRow, 'id' | 'clientId' | 'sessionId'>>(() =>
  selectColumns(
    bookings,
    ['id', 'clientId', 'sessionId'],
    inList(bookings.sessionId, 'sessionIds'),
    sql`+${bookings.status} = 'confirmed'`,
  )
    .orderBy(asc(bookings.id))
    .limit(named('limit')),
);

export const confirmedIn = (read: Read, sessionIds: readonly string[]) =>
  missing.all(read, { sessionIds: JSON.stringify(sessionIds), limit: MOST_PEOPLE });

/** A package whose renewal has failed, with what the client owes for it once it is not tried again. */
export interface FailingRenewal extends PackageRow {
  readonly owed: number | null;
}

// The conditions as the partial indexes have them, also below.
const failing = query<FailingRenewal>(() =>
  selectFrom(
    packages,
    {
      ...getTableColumns(packages),
      owed: sql<number | null>`(select "context" ->> '$.owed' from "payments" cross join "charges"
        on "charges"."paymentId" = "payments"."id" where "payments"."packageId" = "packages"."id" and "handler" = 'renewal'
        order by "payments"."id" desc limit 1)`.as('owed'),
    },
    'siteId',
    sql`${packages.renewalAttempts} > 0`,
    sql`+${packages.status} in ('active', 'depleted')`,
  )
    .orderBy(desc(packages.id))
    .limit(named('limit')),
);

export const failingRenewals = (read: Read, siteId: string): FailingRenewal[] =>
  failing.all(read, { siteId, limit: MOST + 1 });

export interface OwingBooking extends SessionBooking, Pick<BookingRow, 'noShowAt' | 'cancelledAt'> {
  readonly penalty: string;
  /** Whether the client has a card that can be charged. */
  readonly hasCard: 0 | 1;
}

const owing = query<OwingBooking>(() =>
  select
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      sessionId: bookings.sessionId,
      noShowAt: bookings.noShowAt,
      cancelledAt: sql<string | null>`${bookings.cancelledAt}`.as('cancelledAt'),
      penalty: sql<string>`${bookings.penalty}`.as('penalty'),
      hasCard: sql<0 | 1>`exists (select 1 from "paymentMethods"
        where "paymentMethods"."clientId" = ${bookings.clientId} and "isDefault" = 1)`.as('hasCard'),
      ...ofSession(),
    })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        eq(bookings.siteId, named('siteId')),
        sql`${bookings.penalty} is not null and ${bookings.penalty} ->> '$.status' in ('pending', 'failed')`,
        eq(sessions.id, bookings.sessionId),
      ),
    )
    .orderBy(desc(bookings.id))
    .limit(named('limit')),
);

/** The bookings of a site whose fee is pending or could not be charged, the newest first. */
export const owingBookings = (read: Read, siteId: string): OwingBooking[] =>
  owing.all(read, { siteId, limit: MOST + 1 });

import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { type CheckinRow, checkins } from '../../database/tables/checkins.ts';
import { Booking } from '../bookings/record.ts';
import { Client, type ClientRow } from '../clients/record.ts';

export const checkinRows = tableRows(checkins);

/** What a check-in has to know of a client, and what the legacy event tells of one. */
export type Visitor = Pick<
  ClientRow,
  'id' | 'status' | 'firstName' | 'lastName' | 'email' | 'phone' | 'barcode' | 'fobNumber' | 'customProperties'
>;

const visitorBy = (column: SQLiteColumn) => {
  const statement = query<Visitor>(
    select
      .select({
        id: Client.table.id,
        status: Client.table.status,
        firstName: Client.table.firstName,
        lastName: Client.table.lastName,
        email: Client.table.email,
        phone: Client.table.phone,
        barcode: Client.table.barcode,
        fobNumber: Client.table.fobNumber,
        customProperties: Client.table.customProperties,
      })
      .from(Client.table)
      .where(eq(column, named('value'))),
  );
  return (read: Read, value: string): Visitor | undefined => statement.get(read, { value });
};

/** The client that a body names, by the field it uses; emails are kept in lower case. */
export const visitors = {
  clientId: visitorBy(Client.table.id),
  barcode: visitorBy(Client.table.barcode),
  fobNumber: visitorBy(Client.table.fobNumber),
  email: visitorBy(Client.table.email),
} as const;

// The words of the partial indexes stand in the statements as they are, so that SQLite recognises them.
const isValid = sql`${checkins.status} = 'valid'`;

const entered = query<CheckinRow>(
  select
    .select()
    .from(checkins)
    .where(
      and(
        eq(checkins.clientId, named('clientId')),
        isValid,
        eq(checkins.siteId, named('siteId')),
        gte(checkins.checkedInAt, named('from')),
        lt(checkins.checkedInAt, named('to')),
      ),
    )
    .orderBy(desc(checkins.checkedInAt))
    .limit(named('limit')),
);

/** The last time that a client came in at a site from `from` up to, not including, `to` (instants). */
export const lastEntry = (
  read: Read,
  clientId: string,
  siteId: string,
  from: string,
  to: string,
): CheckinRow | undefined => entered.get(read, { clientId, siteId, from, to, limit: 1 });

const IN_SESSION = `select count(*) as "entries", coalesce(sum("isReEntry"), 0) as "reEntries" from "checkins"
  where "sessionId" = ? and "clientId" = ? and "status" = 'valid'`;

/** How often a client came in to a session, and how many of those were re-entries. */
export const entriesOf = (
  read: Read,
  sessionId: string,
  clientId: string,
): { readonly entries: number; readonly reEntries: number } =>
  read.db.query(IN_SESSION).get(sessionId, clientId) as { entries: number; reEntries: number };

/** A booking by its id, and the session it is of. */
export interface Booked {
  readonly id: string;
  readonly sessionId: string;
}

const confirmed = query<Booked>(
  select
    .select({ id: Booking.table.id, sessionId: Booking.table.sessionId })
    .from(Booking.table)
    .where(
      and(
        eq(Booking.table.clientId, named('clientId')),
        sql`${Booking.table.status} = 'confirmed'`,
        gte(Booking.table.startTime, named('from')),
        lte(Booking.table.startTime, named('to')),
        sql`+${eq(Booking.table.siteId, named('siteId'))}`,
      ),
    )
    .orderBy(asc(Booking.table.startTime)),
);

/** A client's confirmed bookings at a site whose sessions start from `from` to `to` (instants), the earliest first. */
export const confirmedBookings = (read: Read, clientId: string, siteId: string, from: string, to: string): Booked[] =>
  confirmed.all(read, { clientId, siteId, from, to });

const liveOne = query<{ id: string }>(
  select
    .select({ id: Booking.table.id })
    .from(Booking.table)
    .where(
      and(
        eq(Booking.table.sessionId, named('sessionId')),
        eq(Booking.table.clientId, named('clientId')),
        sql`${Booking.table.status} <> 'cancelled'`,
      ),
    ),
);

/** The id of a client's booking of a session that is not cancelled. */
export const liveBooking = (read: Read, sessionId: string, clientId: string): string | undefined =>
  liveOne.get(read, { sessionId, clientId })?.id;

const SELLS = `select exists (select 1 from "plans" where "archivedAt" is null)
  or exists (select 1 from "packages" where "status" = 'active') as "sells"`;

/** Whether packages are sold here: something is on sale, or somebody holds an active package. */
export const sellsPackages = (read: Read): boolean => (read.db.query(SELLS).get() as { sells: number }).sells === 1;

const COUNT_VISIT = `update "clients" set "visits" = "visits" + 1,
  "firstVisitAt" = min(coalesce("firstVisitAt", ?1), ?1), "lastVisitAt" = max(coalesce("lastVisitAt", ?1), ?1)
  where "id" = ?2`;

/** Takes one more visit into the numbers of a client. */
export const countVisit = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(COUNT_VISIT).run(at, clientId);
};

/** A condition beside the way in: without an index of its own, so that the list's order stays behind the page. */
const beside = (column: SQLiteColumn, name: string): SQL => sql`+${eq(column, named(name))}`;

export const checkinPage = pagesOf<CheckinRow>(checkins, {
  direction: 'descending',
  filters: {
    externalId: eq(checkins.externalId, named('externalId')),
    clientId: eq(checkins.clientId, named('clientId')),
    siteId: eq(checkins.siteId, named('siteId')),
    besideClientId: beside(checkins.clientId, 'besideClientId'),
    besideSiteId: beside(checkins.siteId, 'besideSiteId'),
    reachable: sql`+${inList(checkins.siteId, 'reachable')}`,
  },
});

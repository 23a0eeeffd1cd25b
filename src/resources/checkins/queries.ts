import { desc, gte, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { periodPagesOf } from '../../records/periods.ts';
import { byColumn, named, query, selectColumns, selectFrom, selectRows } from '../../records/query.ts';
import { inMovedSessions, ownSiteId, ownStartTime } from '../bookings/queries.ts';
import { Booking, type BookingRow } from '../bookings/record.ts';
import { holderOfBarcode, holderOfEmail, holderOfFobNumber } from '../clients/queries.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { Checkin, type CheckinRow } from './record.ts';

const { table: bookings } = Booking;
const { table: checkins } = Checkin;

const clientColumns = () => {
  const { id, status, homeLocationId, firstName, lastName, email, phone, barcode, fobNumber, customProperties } =
    Client.table;
  const person = { firstName, lastName, email, phone, barcode, fobNumber, customProperties };
  return { id, status, homeLocationId, ...person };
};

export type CheckinClient = Pick<ClientRow, keyof ReturnType<typeof clientColumns>>;

const byId = query<CheckinClient>(() => selectFrom(Client.table, clientColumns(), 'id'));

const clientBy =
  (idOf: (read: Read, value: string) => string | undefined) =>
  (read: Read, value: string): CheckinClient | undefined =>
    byId.get(read, { id: idOf(read, value) ?? '' });

/** Finds a client by a field that a body can name it by: email, barcode and fob number in whatever case. */
export const checkinClient = {
  clientId: clientBy((_read, id) => id),
  barcode: clientBy(holderOfBarcode),
  fobNumber: clientBy(holderOfFobNumber),
  email: clientBy(holderOfEmail),
};

// SQLite uses a partial index only where the statement has the index's own condition as a literal.
const isValid = () => sql`${checkins.status} = 'valid'`;

const validAtSite = query<CheckinRow>(() =>
  selectRows(
    checkins,
    'clientId',
    isValid(),
    'siteId',
    gte(checkins.checkedInAt, named('from')),
    lt(checkins.checkedInAt, named('to')),
  )
    .orderBy(desc(checkins.checkedInAt))
    .limit(named('limit')),
);

/** A client's last valid check-in at a site from `from` up to, not including, `to` (instants). */
export const lastEntry = (
  read: Read,
  clientId: string,
  siteId: string,
  from: string,
  to: string,
): CheckinRow | undefined => validAtSite.get(read, { clientId, siteId, from, to, limit: 1 });

const ATTENDED = `select "id", "createdAt" from "checkins" where "clientId" = ? and "status" = 'valid' and "checkedInAt" = ?
  and "bookingId" = ? order by "id" limit 1`;

export const checkinOfBooking = (
  read: Read,
  { id, clientId, checkedInAt }: Pick<BookingRow, 'id' | 'clientId' | 'checkedInAt'>,
): Pick<CheckinRow, 'id' | 'createdAt'> | undefined =>
  read.db
    .query<Pick<CheckinRow, 'id' | 'createdAt'>, [string, string, string]>(ATTENDED)
    .get(clientId, checkedInAt ?? '', id) ?? undefined;

interface Entries {
  readonly entries: number;
  readonly reEntries: number;
}

// The first check-in to a session is a re-entry too when another one at the place was shortly before it.
const IN_SESSION = `select count(*) as "entries",
    coalesce(sum("isReEntry" and "id" <> (select min("id") from "checkins"
      where "sessionId" = ?1 and "clientId" = ?2 and "status" = 'valid')), 0) as "reEntries"
  from "checkins" where "sessionId" = ?1 and "clientId" = ?2 and "status" = 'valid'`;

/** The number of valid check-ins of a client to a session, and of re-entries among those after the first. */
export const entriesOf = (read: Read, sessionId: string, clientId: string): Entries =>
  read.db.query<Entries, [string, string]>(IN_SESSION).get(sessionId, clientId) ?? { entries: 0, reEntries: 0 };

type BookedSession = Pick<BookingRow, 'id' | 'sessionId'>;

const confirmed = query<BookedSession>(() =>
  selectColumns(
    bookings,
    ['id', 'sessionId'],
    sql`${bookings.id} in (
          select "id" from "bookings" where "clientId" = ${named('clientId')} and "status" = 'confirmed'
            and "startTime" >= ${named('from')} and "startTime" <= ${named('to')}
          union all ${inMovedSessions})`,
    sql`${bookings.status} = 'confirmed'`,
    sql`${ownStartTime} between ${named('from')} and ${named('to')}`,
    sql`${ownSiteId} = ${named('siteId')}`,
  ).orderBy(ownStartTime),
);

const MAY_BE_BOOKED = `select exists (select 1 from "bookings" where "clientId" = ? and "status" = 'confirmed'
    and "startTime" >= ? and "startTime" <= ?)
  or exists (select 1 from "unfinishedChanges" where "kind" = 'move') "isPossible"`;

/** A client's confirmed bookings at a site whose sessions start from `from` to `to` (instants), the earliest first. */
export const confirmedBookings = (
  read: Read,
  clientId: string,
  siteId: string,
  from: string,
  to: string,
): BookedSession[] => {
  // Most who come to the desk have no booking, and the whole statement costs several times as much as this one.
  const found = read.db.query<{ isPossible: number }, [string, string, string]>(MAY_BE_BOOKED).get(clientId, from, to);
  return found?.isPossible === 1 ? confirmed.all(read, { clientId, siteId, from, to }) : [];
};

const liveOne = query<{ id: string }>(() =>
  selectColumns(bookings, ['id'], 'sessionId', 'clientId', sql`${bookings.status} <> 'cancelled'`),
);

export const liveBooking = (read: Read, sessionId: string, clientId: string): string | undefined =>
  liveOne.get(read, { sessionId, clientId })?.id;

/** What lists are filtered by: the status, and of the invalid ones those that were refused and those that were undone. */
export const LISTED_STATUSES = ['valid', 'invalid', 'refused', 'undone'] as const;

/** The filters of `checkinPage` for a status. Invalid check-ins are few, and have indexes of their own. */
export const byStatus = (status: unknown) =>
  Object.fromEntries(LISTED_STATUSES.map((each) => [each, status === each ? 1 : undefined]));

export const checkinPage = periodPagesOf<CheckinRow>(
  checkins,
  () => ({
    direction: 'descending',
    indexed: byColumn(checkins, 'externalId', 'clientId', 'siteId'),
    filters: {
      // Without an index of its own, so that it leaves the index to the order of the list.
      valid: sql`+${checkins.status} = 'valid'`,
      invalid: sql`${checkins.status} = 'invalid'`,
      refused: sql`(${checkins.status} = 'invalid' and ${checkins.statusCode} <> 'undone')`,
      undone: sql`(${checkins.status} = 'invalid' and ${checkins.statusCode} = 'undone')`,
    },
    sites: Checkin.sites,
  }),
  () => ({ instant: checkins.checkedInAt, narrow: ['externalId', 'clientId'], site: ['siteId'] }),
);

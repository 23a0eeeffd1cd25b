import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { ClientChange, type ClientChangeRow } from './record.ts';

const { table: changes } = ClientChange;

export const clientChangePage = pagesOf<ClientChangeRow>(changes, () => ({
  direction: 'descending',
  filters: {},
  sites: ClientChange.sites,
}));

const AHEAD = `select count(*) "count" from json_each($ids) "client" cross join "bookings" indexed by "bookingsByClient"
  on "bookings"."clientId" = "client"."value"
  where "bookings"."status" in ('confirmed', 'waitlisted') and "bookings"."startTime" > $now`;

export const bookingsAhead = (read: Read, ids: readonly string[]): number =>
  read.db.query<{ count: number }, Record<string, string>>(AHEAD).get({ ids: JSON.stringify(ids), now: read.now })
    ?.count ?? 0;

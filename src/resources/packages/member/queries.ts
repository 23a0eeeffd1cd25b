import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { notFound } from '../../../kernel/problem.ts';
import { type Page, type PageRequest, pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { bookedClient, type NamedLedgerRow } from '../credits/queries.ts';
import { current, expired } from '../queries.ts';
import { Package, type PackageRow, type PackageStatus } from '../record.ts';
import { creditLedger } from '../tables.ts';

const { table: packages } = Package;

/** @throws Problem 404 when there is no such package, or it is another client's. */
export const findOwnPackage = (read: Read, { clientId }: { readonly clientId: string }, id: string): PackageRow => {
  const row = Package.rows.find(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('package', id);
  return row;
};

const ownPage = pagesOf<PackageRow>(packages, () => ({
  sites: null,
  direction: 'descending',
  collection: 'clientId',
  filters: {
    clientId: eq(packages.clientId, named('clientId')),
    // The plus leaves the index to the client.
    status: sql`+${eq(packages.status, named('status'))}`,
    current: current(),
    expired: expired(),
  },
}));

const YES = 1;

/** The packages of a client at every site, the newest first. What is past its end counts as expired. */
export const ownPackagePage = (
  read: Read,
  request: PageRequest,
  clientId: string,
  status: PackageStatus | undefined,
): Page<PackageRow> => {
  if (status === 'expired') return ownPage(read, request, { clientId, expired: YES }, null);
  const isCurrent = status === 'active' || status === 'depleted';
  return ownPage(read, request, { clientId, status, current: isCurrent ? YES : undefined }, null);
};

/** The changes of the credits of a package, the newest first. */
export const ledgerPage = pagesOf<NamedLedgerRow>(creditLedger, () => ({
  extraColumns: { clientId: bookedClient().as('clientId') },
  sites: null,
  direction: 'descending',
  collection: 'packageId',
  filters: { packageId: eq(creditLedger.packageId, named('packageId')) },
}));

export interface BookedClass {
  readonly bookingId: string;
  readonly id: string;
  readonly name: string;
  readonly startTime: string;
  readonly timezone: string;
  readonly siteId: string;
}

const CLASSES = `select "bookings"."id" "bookingId", "sessions"."id", "name", "sessions"."startTime",
  "sessions"."timezone", "sessions"."siteId"
  from "bookings" inner join "sessions" on "sessions"."id" = "bookings"."sessionId"
  where "bookings"."id" in (select value from json_each(?))`;

/** The classes of some bookings, by the booking, in one query. */
export const classesOfBookings = (read: Read, bookingIds: readonly string[]): ReadonlyMap<string, BookedClass> => {
  if (bookingIds.length === 0) return new Map();
  const rows = read.db.query<BookedClass, [string]>(CLASSES).all(JSON.stringify(bookingIds));
  return new Map(rows.map((row) => [row.bookingId, row]));
};

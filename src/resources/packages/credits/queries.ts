import { asc, getTableColumns, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import { inList, query, selectFrom, selectRows, tableRows } from '../../../records/query.ts';
import { creditLedger, type LedgerRow, type PackageUseRow, packageUses } from '../tables.ts';

const ledgerRows = tableRows(creditLedger);

export const appendToLedger = (tx: Tx, row: LedgerRow): void => {
  ledgerRows.insert(tx, row);
};

/** An entry with the client whose booking it is for: a shared package says who came. */
export interface NamedLedgerRow extends LedgerRow {
  readonly clientId: string | null;
}

export const bookedClient = () =>
  sql<string | null>`(select "clientId" from "bookings" where "bookings"."id" = ${creditLedger.bookingId})`;

const ledger = query<NamedLedgerRow>(() =>
  selectFrom(
    creditLedger,
    { ...getTableColumns(creditLedger), clientId: bookedClient().as('clientId') },
    inList(creditLedger.packageId, 'packageIds'),
  ).orderBy(asc(creditLedger.packageId), asc(creditLedger.id)),
);

export const ledgersOf = (read: Read, packageIds: readonly string[]): Iterable<NamedLedgerRow> =>
  ledger.iterate(read, { packageIds: JSON.stringify(packageIds) });

const uses = query<PackageUseRow>(() => selectRows(packageUses, 'bookingId'));

export const useOf = (read: Read, bookingId: string): PackageUseRow | undefined => uses.get(read, { bookingId });

const SAVE_USE = `insert or replace into "packageUses" ("bookingId", "packageId", "credits", "startTime", "state")
  values (?, ?, ?, ?, ?)`;

/** Stores what a booking takes, in place of what it took before. */
export const saveUse = (tx: Tx, use: PackageUseRow): void => {
  tx.db.query(SAVE_USE).run(use.bookingId, use.packageId, use.credits, use.startTime, use.state);
};

export const removeUse = (tx: Tx, bookingId: string): void => {
  tx.db.query('delete from "packageUses" where "bookingId" = ?').run(bookingId);
};

const CREDITS_OF_USES = `select coalesce(sum("credits"), 0) as "credits" from "packageUses"
  where "packageId" = ? and "state" <> 'held'`;

/** The credits of a package that bookings here took, forfeited ones included. */
export const creditsOfUses = (read: Read, packageId: string): number =>
  read.db.query<{ credits: number }, string>(CREDITS_OF_USES).get(packageId)?.credits ?? 0;

const LAPSED = `select coalesce(-sum("delta"), 0) as "credits" from "creditLedger"
  where "packageId" = ? and "reason" = 'expiry'`;

/** The credits that a package lost as it expired, without those that have paid since for what was before. */
export const lapsedCredits = (read: Read, packageId: string): number =>
  read.db.query<{ credits: number }, string>(LAPSED).get(packageId)?.credits ?? 0;

export interface UsePeriod {
  readonly key: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

// While the bookings of a session are moved (`sessionMoves`), it is the session that says when it starts.
const COUNT_USES = `select "value" ->> 'key' as "key",
  case when exists (select 1 from "unfinishedChanges" where "kind" = 'move') then (
    select count(*) from "packageUses" join "bookings" on "bookings"."id" = "bookingId"
      join "sessions" on "sessions"."id" = "sessionId"
    where "packageUses"."packageId" = "value" ->> 'id'
      and "sessions"."startTime" >= "value" ->> 'from' and "sessions"."startTime" < "value" ->> 'to'
  ) else (
    select count(*) from "packageUses" where "packageId" = "value" ->> 'id'
      and "startTime" >= "value" ->> 'from' and "startTime" < "value" ->> 'to'
  ) end as "used" from json_each(?)`;

/** How often each package is used in its periods, by their keys, in one query. */
export const countUses = (read: Read, periods: readonly UsePeriod[]): Map<string, number> => {
  if (periods.length === 0) return new Map();
  const rows = read.db.query<{ key: string; used: number }, string>(COUNT_USES).all(JSON.stringify(periods));
  return new Map(rows.map(({ key, used }) => [key, used]));
};

import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select } from '../../database/query.ts';
import type { Expansion } from '../../http/expansions.ts';
import type { Caller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { Client, type ClientRow } from './record.ts';
import { clientViewFor } from './view.ts';

const { table: clients } = Client;

/** A client's row with what answers show of other tables. */
export interface ClientRecord extends ClientRow {
  readonly nextBookingAt: string | null;
  /** The brand's, for the balance. */
  readonly currency: string;
}

/** One seek per client for the next booking, and one per statement for the currency. */
const joined = {
  nextBookingAt: sql`(select min("startTime") from "bookings"
    where "clientId" = "clients"."id" and "status" = 'confirmed' and "startTime" > ${named('now')})`.as(
    'nextBookingAt',
  ),
  currency: sql`(select json_extract("payment", '$.currency') from "settings" where "scope" = 'brand')`.as('currency'),
};

/** The columns of a `ClientRecord`. */
export const clientColumns = { ...getTableColumns(clients), ...joined };

/** Without an index of its own, so that it leaves the index to other conditions. */
const reachable = sql`+${inList(clients.homeLocationId, 'reachable')}`;

const records = () => select.select(clientColumns).from(clients);
const byId = query<ClientRecord>(records().where(eq(clients.id, named('id'))));
const byIds = query<ClientRecord>(records().where(inList(clients.id, 'ids')));
const reachableByIds = query<ClientRecord>(records().where(and(inList(clients.id, 'ids'), reachable)));

/** The client with this id. */
export const clientById = (read: Read, id: string): ClientRecord | undefined => byId.get(read, { id, now: read.now });

/** @throws Problem 404 when there is no such client or the caller may not see it. */
export const findClient = (read: Read, caller: Caller, id: string): ClientRecord => {
  const row = clientById(read, id);
  if (row === undefined || !Client.canAccess(caller, row)) throw notFound('client', id);
  return row;
};

/** The clients of `ids`, in no order, in one query; only those whose home is one of `siteIds`, unless that is null. */
const findClients = (read: Read, ids: readonly string[], siteIds: readonly string[] | null): ClientRecord[] => {
  const values = { ids: JSON.stringify(ids), now: read.now };
  if (siteIds === null) return byIds.all(read, values);
  return reachableByIds.all(read, { ...values, reachable: JSON.stringify(siteIds) });
};

const live = isNull(clients.archivedAt);
const indexed = {
  email: eq(clients.email, named('email')),
  externalId: eq(clients.externalId, named('externalId')),
};

/** The conditions by which a search is narrowed. */
export const searchFilters = { live, ...indexed, reachable };

export const clientPage = pagesOf<ClientRecord>(clients, {
  direction: 'descending',
  indexed,
  filters: { live },
  sites: Client.sites,
  extraColumns: joined,
});

const idBy = (column: SQLiteColumn) => {
  const statement = query<{ id: string }>(
    select
      .select({ id: clients.id })
      .from(clients)
      .where(eq(column, named('value'))),
  );
  return (read: Read, value: string): string | undefined => statement.get(read, { value })?.id;
};

/** The id of the client that has an email (in lower case), barcode or fob number. */
export const holderOfEmail = idBy(clients.email);
export const holderOfBarcode = idBy(clients.barcode);
export const holderOfFobNumber = idBy(clients.fobNumber);

const knownId = idBy(clients.id);

export const clientExists = (read: Read, id: string): boolean => knownId(read, id) !== undefined;

/** Includes the client that `from` points to; for a restricted caller, clients of other homes stay null. */
export const clientExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getClient'],
  load(read, ids, caller) {
    const view = clientViewFor(caller);
    return new Map(findClients(read, ids, caller.siteIds).map((row) => [row.id, view(row)]));
  },
});

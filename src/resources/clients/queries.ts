import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { type ClientRow, clients } from '../../database/tables/clients.ts';

/** A client's row with what the record tells from elsewhere. */
export interface ClientRecord extends ClientRow {
  readonly nextBookingAt: string | null;
  /** The brand's, for the balance. */
  readonly currency: string;
}

/** Told of every client: one seek for the next booking, and the currency once per statement. */
export const told = {
  nextBookingAt: sql`(select min("startTime") from "bookings"
    where "clientId" = "clients"."id" and "status" = 'confirmed' and "startTime" > ${named('now')})`.as(
    'nextBookingAt',
  ),
  currency: sql`(select json_extract("payment", '$.currency') from "settings" where "scope" = 'brand')`.as('currency'),
};

export const { insert: insertClient, update: setClient } = tableRows(clients);

const records = select.select({ ...getTableColumns(clients), ...told }).from(clients);
const byId = query<ClientRecord>(records.where(eq(clients.id, named('id'))));
const byIds = query<ClientRecord>(
  select
    .select({ ...getTableColumns(clients), ...told })
    .from(clients)
    .where(inList(clients.id, 'ids')),
);
const reachableByIds = query<ClientRecord>(
  select
    .select({ ...getTableColumns(clients), ...told })
    .from(clients)
    .where(and(inList(clients.id, 'ids'), sql`+${inList(clients.homeLocationId, 'reachable')}`)),
);

/** The client with this id. */
export const clientById = (read: Read, id: string): ClientRecord | undefined => byId.get(read, { id, now: read.now });

/** The clients of `ids`, in no order, in one query; only those whose home is one of `siteIds`, unless that is null. */
export const findClients = (read: Read, ids: readonly string[], siteIds: readonly string[] | null): ClientRecord[] => {
  const values = { ids: JSON.stringify(ids), now: read.now };
  if (siteIds === null) return byIds.all(read, values);
  return reachableByIds.all(read, { ...values, reachable: JSON.stringify(siteIds) });
};

/** Conditions of the list that other ways of finding clients share. */
export const filters = {
  live: isNull(clients.archivedAt),
  email: eq(clients.email, named('email')),
  externalId: eq(clients.externalId, named('externalId')),
  /** Without an index of its own, so that the list's order stays the way in. */
  reachable: sql`+${inList(clients.homeLocationId, 'reachable')}`,
};

export const clientPage = pagesOf<ClientRecord>(clients, {
  direction: 'descending',
  also: told,
  filters: { ...filters, home: eq(clients.homeLocationId, named('home')) },
});

const holder = (column: typeof clients.email | typeof clients.barcode | typeof clients.fobNumber) => {
  const statement = query<{ id: string }>(
    select
      .select({ id: clients.id })
      .from(clients)
      .where(eq(column, named('value'))),
  );
  return (read: Read, value: string): string | undefined => statement.get(read, { value })?.id;
};

/** The id of the client that has an email, barcode or fob number. */
export const holderOfEmail = holder(clients.email);
export const holderOfBarcode = holder(clients.barcode);
export const holderOfFobNumber = holder(clients.fobNumber);

const existing = query<{ id: string }>(
  select
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, named('id'))),
);

export const clientExists = (read: Read, id: string): boolean => existing.get(read, { id }) !== undefined;

import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../database/database.ts';
import { type EventRow, events } from '../../database/outbox.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select } from '../../database/query.ts';
import { Client } from '../clients/record.ts';

/** A condition beside the way in: without an index of its own, so that the list's order stays behind the page. */
const beside = (column: SQLiteColumn, name: string): SQL => sql`+${eq(column, named(name))}`;

export const eventPage = pagesOf<EventRow>(events, {
  direction: 'descending',
  filters: {
    clientId: and(eq(events.clientId, named('clientId')), sql`${events.clientId} is not null`) as SQL,
    type: eq(events.type, named('type')),
    siteId: eq(events.siteId, named('siteId')),
    besideType: beside(events.type, 'besideType'),
    reachable: sql`+${events.siteId} in (select value from json_each(${named('reachable')}))`,
    notBefore: gte(events.id, named('notBefore')),
    notAfter: lt(events.id, named('notAfter')),
    before: sql`+${lt(events.createdAt, named('before'))}`,
    from: sql`+${gte(events.createdAt, named('from'))}`,
  },
});

const one = query<EventRow>(
  select
    .select()
    .from(events)
    .where(eq(events.id, named('id'))),
);
const client = query<{ id: string }>(
  select
    .select({ id: Client.table.id })
    .from(Client.table)
    .where(eq(Client.table.id, named('id'))),
);

export const eventById = (read: Read, id: string): EventRow | undefined => one.get(read, { id });

export const isClient = (read: Read, id: string): boolean => client.get(read, { id }) !== undefined;

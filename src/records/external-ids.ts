// The id that a record has in another system is unique in its family, since imports find records by it (records.md).

import type { Database } from 'bun:sqlite';
import type { Read } from '../database/database.ts';
import { conflict } from '../kernel/problem.ts';

/** A record that already has the external id keeps it: older databases have doubles. */
const takenIn = (table: string): string => `select 1 from "${table}" where "externalId" = ?1 and "id" <> ?2
  and not exists (select 1 from "${table}" where "id" = ?2 and "externalId" = ?1) limit 1`;

export const hasExternalId = (read: Read, table: string, externalId: string, own = ''): boolean =>
  read.db.query(takenIn(table)).get(externalId, own) !== null;

/** `label` is for messages. @throws Problem 409 `external_id_exists` when another record has the external id. */
export const requireFreeExternalId = (
  read: Read,
  { table, label }: { readonly table: string; readonly label: string },
  { id, externalId }: { readonly id?: string; readonly externalId?: string | null },
): void => {
  if (typeof externalId !== 'string' || !hasExternalId(read, table, externalId, id)) return;
  const message = `Another ${label} has the external ID '${externalId}'. Change that one, or send another 'externalId'.`;
  throw conflict('external_id_exists', message, [{ param: 'externalId', code: 'external_id_exists', message }]);
};

const TABLES = `select "tables"."name" from sqlite_master "tables" join pragma_table_info("tables"."name") "columns"
  where "tables"."type" = 'table' and "columns"."name" = 'externalId' order by "tables"."name"`;

/** The tables with external ids that several records have, from before they were unique: how many, and the first one. */
export const doubledExternalIds = (db: Database) =>
  db
    .query<{ name: string }, []>(TABLES)
    .all()
    .flatMap(({ name }) => {
      const found = db
        .query<{ count: number; first: string | null }, []>(
          `select count(*) "count", min("externalId") "first" from (select "externalId" from "${name}"
           where "externalId" is not null group by "externalId" having count(*) > 1)`,
        )
        .get();
      return found === null || found.first === null ? [] : [{ table: name, count: found.count, first: found.first }];
    });

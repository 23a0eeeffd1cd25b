import type { Read, Tx } from '../../../database/database.ts';
import { bareHeading } from './known.ts';

const FIND = 'select "heading", "field" from "importColumns" where "family" = ?';
const KEEP = 'insert or replace into "importColumns" ("family", "heading", "field", "updatedAt") values (?, ?, ?, ?)';

/** The fields that columns with other headings got in the last import of a family; '' for what was left out. */
export const keptFields = (read: Read, family: string): ReadonlyMap<string, string> =>
  new Map(
    read.db
      .query<{ heading: string; field: string }, [string]>(FIND)
      .all(family)
      .map(({ heading, field }) => [heading, field]),
  );

/** Keeps the fields of columns for the next preview of a file with the same headings. */
export const keepFields = (tx: Tx, family: string, map: Iterable<[heading: string, field: string]>): void => {
  const statement = tx.db.query(KEEP);
  for (const [heading, field] of map) statement.run(family, bareHeading(heading), field, tx.now);
};

import type { Database } from 'bun:sqlite';
import type { Read } from '../database/database.ts';
import { isIdOfV7 } from '../kernel/ids.ts';

const TABLES = `select s."name" as "name" from sqlite_schema s, pragma_table_info(s."name") c
  where s."type" = 'table' and c."name" = 'id' and c."type" = 'TEXT'`;

const texts = new WeakMap<Database, string>();

/** Whether any record has an id. One lookup by key for each table; only a cursor that is in no list asks. */
const isOfRecord = (read: Read, id: string): boolean => {
  let text = texts.get(read.db);
  if (text === undefined) {
    const tables = read.db.query<{ name: string }, []>(TABLES).all();
    text = `select ${tables.map(({ name }) => `exists (select 1 from "${name}" where "id" = ?1)`).join(' or ')} as "found"`;
    texts.set(read.db, text);
  }
  return read.db.query<{ found: number }, [string]>(text).get(id)?.found === 1;
};

/** What the ids of rows begin with that are deleted permanently, mostly nothing; or whether an id was one of theirs. */
export type EndedIds = '' | 'evt_' | ((read: Read, id: string) => boolean);

/**
 * Whether a cursor that is in no list may be the id of a row that was deleted permanently: what is kept of such rows says so, or it
 * has the form of the list's ids, and no record has it, whatever its site.
 */
export const hasEnded = (read: Read, id: string, ended: EndedIds): boolean =>
  typeof ended === 'function'
    ? ended(read, id)
    : id.startsWith(ended) && isIdOfV7(id.slice(ended.length)) && !isOfRecord(read, id);

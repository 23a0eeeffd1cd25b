import type { Database } from 'bun:sqlite';
import type { Clock } from '../kernel/clock.ts';
import { createIds, type Ids, idLowerBound, isIdOfV7, MAX_AHEAD_MS } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Read } from './database.ts';

const LEAD = 'idLead';

const withoutPrefix = (id: string | null | undefined): string => (id ?? '').replace(/^evt_/, '');

/** Tables with an index of the ids that this program generates: one seek finds its highest. */
const tablesWithIds = (db: Database): string[] =>
  db
    .query<{ name: string }, []>(
      `select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%'
       and exists (select 1 from pragma_table_info(sqlite_master.name) where name = 'id' and type = 'TEXT')
       and exists (select 1 from pragma_index_list(sqlite_master.name) list, pragma_index_info(list.name) columns
         where columns.seqno = 0 and columns.name = 'id')`,
    )
    .all()
    .map(({ name }) => name);

/**
 * The highest id of all records and events, without the prefix of events. New ids are made after it, so that they ascend
 * also when the clock was set back while no server ran.
 */
export const highestId = (db: Database): string | undefined => {
  const seeks = tablesWithIds(db).map((table) => `select max("id") as id from "${table}"`);
  // Not kept: it runs once, and is the longest of all statements.
  const statement = db.prepare<{ id: string | null }, []>(seeks.join(' union all '));
  const highest = statement.all();
  statement.finalize();
  return highest
    .map(({ id }) => withoutPrefix(id))
    .filter(isIdOfV7)
    .sort()
    .at(-1);
};

/** The highest id of an event, without its prefix. */
const newestEvent = (db: Database): string | undefined => {
  const row = db.query<{ id: string | null }, []>('select max("id") as "id" from "events"').get();
  const id = withoutPrefix(row?.id);
  return isIdOfV7(id) ? id : undefined;
};

/**
 * Generates ids after all that the database has. It looks for the highest one with the first new id. Events are followed in the order of
 * their ids, so each transaction goes on after those of other processes, such as an import.
 */
export const idsFor = (db: Database, clock: Clock, random: Random): Ids =>
  createIds(
    clock,
    random,
    () => highestId(db),
    () => newestEvent(db),
  );

/** How far the ids have ever been ahead of the clock, in milliseconds. */
export const storedIdLead = (db: Database): number =>
  Number(
    db.query<{ value: string }, [string]>('select "value" from "appliance" where "name" = ?').get(LEAD)?.value ?? 0,
  );

/**
 * Stores in a transaction how far the ids are ahead of the clock, for lists that end at a time. Another process may have
 * stored more. Returns what is stored, in milliseconds.
 */
export const raiseIdLead = (db: Database, milliseconds: number): number => {
  const stored = storedIdLead(db);
  if (stored >= milliseconds) return stored;
  db.query('insert or replace into "appliance" ("name", "value") values (?, ?)').run(LEAD, `${milliseconds}`);
  return milliseconds;
};

/** The upper bound of the ids of what was created before `epochMs`. After the clock was set back, ids are ahead of it. */
export const idUpperBound = ({ db }: Read, epochMs: number): string =>
  idLowerBound(epochMs + Math.max(MAX_AHEAD_MS, storedIdLead(db)) + 1);

// What a removal of the demo data knows of them from one transaction to the next, so that none reads all of them.
import type { Database } from 'bun:sqlite';
import type { Tx } from '../../../database/database.ts';
import { type DemoRow, Going, type Values } from './going.ts';
import { type Place, placesOf, rowAt } from './pages.ts';
import { type DemoStep, removeRows } from './steps.ts';

/** How many rows are looked at in one go. */
const LOOKED_AT = 100;
const REMOVED = 25;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const IS_WATCHED = `select 1 from temp.sqlite_master where "name" = 'demoWatch'`;
const STOP = `select "name", "type" from temp.sqlite_master where "name" like 'demoWatch%' and "type" in ('table', 'trigger')
  order by "type" desc`;
const TURN = 'select "turn", (select "data_version" from pragma_data_version) "version" from temp."demoWatch"';
const NEXT_TURN = 'update temp."demoWatch" set "turn" = "turn" + 1';
const HAS_CHANGED = 'select 1 from temp."demoWatchChanged" limit 1';
const CHANGED = `select "rowid", * from temp."demoWatchChanged" order by "rowid" limit ${LOOKED_AT}`;
const LOOKED = 'delete from temp."demoWatchChanged" where "rowid" <= ?';

interface Turn {
  readonly turn: number;
  readonly version: number;
}

const unwatch = ({ db }: Pick<Tx, 'db'>): void => {
  for (const { name, type } of db.query<{ name: string; type: string }, []>(STOP).all()) {
    db.run(`drop ${type} temp."${name}"`);
  }
};

/** Triggers of this connection note the keys of rows that are added and changed. */
const watch = (db: Database, places: readonly Place[]): void => {
  const most = Math.max(...places.map(({ key }) => key.length));
  const columns = Array.from({ length: most }, (_, index) => `"k${index}"`);
  db.run('create temp table "demoWatch" ("turn" integer)');
  db.run('insert into temp."demoWatch" values (0)');
  db.run(`create temp table "demoWatchChanged" ("tableName" text, ${columns.join(', ')})`);
  for (const { table, key } of places) {
    const values = columns.map((_, index) => (key[index] === undefined ? 'null' : `new."${key[index]}"`)).join(', ');
    for (const change of ['insert', 'update']) {
      db.run(`create temp trigger "demoWatch ${change} ${table}" after ${change} on main."${table}"
        begin insert into "demoWatchChanged" values (${quoted(table)}, ${values}); end`);
    }
  }
};

/** The rows of the demo data that go, as they are found, and what has changed since. */
export class Watch {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #going: Going;
  #seen: Turn;

  constructor(tx: Tx) {
    const places = placesOf(tx.db);
    unwatch(tx);
    watch(tx.db, places);
    this.#places = new Map(places.map((place) => [place.table, place]));
    this.#going = new Going(tx);
    this.#seen = this.#now(tx);
  }

  /** Begins a transaction. False where what it knows is of one that was undone, or another connection has written since. */
  goesOn(tx: Tx): boolean {
    if (tx.db.query(IS_WATCHED).get() === null) return false;
    const { turn, version } = this.#now(tx);
    if (turn !== this.#seen.turn || version !== this.#seen.version) return false;
    tx.db.run(NEXT_TURN);
    this.#seen = { turn: turn + 1, version };
    return true;
  }

  #now({ db }: Tx): Turn {
    return db.query<Turn, []>(TURN).get() ?? { turn: -1, version: -1 };
  }

  /** Whether rows are left to look at. */
  hasMore({ db }: Tx): boolean {
    return !this.#going.isWhole || db.query(HAS_CHANGED).get() !== null;
  }

  /** Looks at the next rows, or at some that have changed. */
  look(tx: Tx): void {
    if (!this.#going.isWhole) {
      this.#going.look(tx, LOOKED_AT);
      return;
    }
    const changed = tx.db.query<Values & { readonly rowid: number }, []>(CHANGED).all();
    for (const row of changed) this.#lookAt(tx, row);
    tx.db.query(LOOKED).run(changed.at(-1)?.rowid ?? 0);
  }

  #lookAt(tx: Tx, row: Values): void {
    const place = this.#places.get(String(row.tableName));
    if (place === undefined) return;
    const key = place.key.map((_, index) => row[`k${index}`] ?? null);
    const found = rowAt(tx.db, place, key);
    if (found !== undefined) this.#going.take(tx, place, found.values, found.isDemo);
  }

  /** The next rows that go, of the first of these tables that has some; undefined when none is left. */
  next(order: readonly { readonly table: string }[]): DemoStep | undefined {
    for (const { table } of order) {
      const rows = this.#going.firstOf(table, REMOVED);
      if (rows.length > 0) return { table, rows };
    }
    return undefined;
  }

  /** Removes rows, of which someone else may have deleted some. */
  remove(tx: Tx, { table, rows }: DemoStep): void {
    const place = this.#places.get(table);
    if (place === undefined) return;
    const isThere = ({ values }: DemoRow): boolean => {
      const key = place.key.map((column) => values[column] ?? null);
      return rowAt(tx.db, place, key) !== undefined;
    };
    removeRows(tx, { table, rows: rows.filter(isThere) });
    this.#going.forget(place, rows);
  }
}

const watches = new WeakMap<Database, Watch>();

/** What is known of the demo data in this transaction: what an earlier one has found, unless it has to be looked for anew. */
export const watchOf = (tx: Tx): Watch => {
  const known = watches.get(tx.db);
  if (known?.goesOn(tx) === true) return known;
  const begun = new Watch(tx);
  watches.set(tx.db, begun);
  return begun;
};

export const endWatch = (tx: Tx): void => {
  unwatch(tx);
  watches.delete(tx.db);
};

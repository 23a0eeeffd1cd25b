// Finds the rows of the demo data that go: those that no person has changed, and that nothing that stays names.
import type { SQLQueryBindings } from 'bun:sqlite';
import type { Read } from '../../../database/database.ts';
import { CHANGED_BY_PEOPLE, looseColumns, OWNERS } from '../graph.ts';
import { findDemoMark } from '../queries.ts';
import { EMPTIED } from '../tables.ts';
import { type Place, type Position, pageOf, placesOf } from './pages.ts';

export type Values = Readonly<Record<string, SQLQueryBindings>>;

/** A row of the demo data, or a row that goes with one. */
export interface DemoRow {
  readonly table: string;
  values: Values;
  isKept: boolean;
}

/** The ids that demo data have, of the time before the opening and since, wherever they are in a text. */
const IDS = /(?:00ff|0100)0000-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const idsIn = (value: SQLQueryBindings | undefined): readonly string[] =>
  typeof value === 'string' ? (value.match(IDS) ?? []) : [];

const CHANGED = 'select 1 from "demoChanges" where "tableName" = ? and "id" = ?';

/** What is known of the demo data. It looks at a page of the database at a time, and then anew at rows that have changed. */
export class Going {
  readonly #rows = new Map<string, DemoRow>();
  readonly #going = new Map<string, Set<DemoRow>>();
  readonly #byId = new Map<string, DemoRow>();
  /** By the id of what they are a part of. */
  readonly #parts = new Map<string, Set<DemoRow>>();
  readonly #named = new Set<string>();
  readonly #next: DemoRow[] = [];
  readonly #places: Place[];
  readonly #since: string;
  #after: Position | undefined;

  constructor(read: Read) {
    this.#places = placesOf(read.db);
    this.#since = findDemoMark(read)?.createdAt ?? '';
  }

  get isWhole(): boolean {
    return this.#places.length === 0;
  }

  /** All rows of the demo data that were found, each with whether it stays. */
  rows(): Iterable<DemoRow> {
    return this.#rows.values();
  }

  /** Some rows of a table that go. */
  firstOf(table: string, limit: number): DemoRow[] {
    return [...take(this.#going.get(table) ?? [], limit)];
  }

  /** Looks at the next rows of a table. */
  look(read: Read, limit: number): void {
    const [place] = this.#places;
    if (place === undefined) return;
    const { rows, last } = pageOf(read.db, place, this.#after, limit);
    for (const { isDemo, values } of rows) this.take(read, place, values, isDemo);
    this.#after = last;
    if (last !== undefined) return;
    this.#places.shift();
    if (!this.isWhole) return;
    for (const id of this.#named) this.#keep(this.#byId.get(id));
    this.#spread();
    this.#keepConnections(this.#rows.values());
  }

  /** Looks at a row, which may be known. */
  take(read: Read, place: Place, values: Values, isDemo: boolean): void {
    if (!isDemo) {
      // A person who has signed in is none any more.
      const known = this.#rows.get(keyOf(place.table, place.key, values));
      if (known !== undefined) this.forget(place, [known]);
      const ids = place.naming.flatMap((column) => idsIn(values[column]));
      if (this.isWhole) for (const id of ids) this.#keep(this.#byId.get(id));
      else for (const id of ids) this.#named.add(id);
    } else {
      const row = this.#known(place, values);
      if (this.#isChanged(read, row)) this.#keep(row);
      else if (row.isKept) this.#next.push(row);
      else if (this.isWhole) this.#keepWithOwner(row);
    }
    if (this.isWhole) this.#spread();
  }

  /** They are gone. */
  forget({ key }: Place, rows: readonly DemoRow[]): void {
    for (const row of rows) {
      const { table, values } = row;
      this.#rows.delete(keyOf(table, key, values));
      this.#going.get(table)?.delete(row);
      if (typeof values.id === 'string') this.#byId.delete(values.id);
      for (const id of ownersIn(row)) this.#parts.get(id)?.delete(row);
    }
  }

  #known({ table, key }: Place, values: Values): DemoRow {
    const name = keyOf(table, key, values);
    const row: DemoRow = this.#rows.get(name) ?? { table, values, isKept: false };
    for (const id of ownersIn(row)) this.#parts.get(id)?.delete(row);
    row.values = values;
    if (!row.isKept) this.#going.set(table, (this.#going.get(table) ?? new Set()).add(row));
    this.#rows.set(name, row);
    if (typeof values.id === 'string') this.#byId.set(values.id, row);
    for (const id of ownersIn(row)) {
      const parts = this.#parts.get(id) ?? new Set();
      this.#parts.set(id, parts.add(row));
    }
    return row;
  }

  #isChanged({ db }: Read, { table, values: { id = null, updatedAt } }: DemoRow): boolean {
    if (CHANGED_BY_PEOPLE.includes(table) && String(updatedAt ?? '') > this.#since) return true;
    return typeof id === 'string' && db.query(CHANGED).get(table, id) !== null;
  }

  #ownersOf(row: DemoRow): DemoRow[] {
    return ownersIn(row).flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** What is kept for itself keeps what it is a part of; what stays as a part does not. */
  #keep(row: DemoRow | undefined): void {
    if (row === undefined || row.isKept) return;
    this.#stays(row);
    this.#next.push(row);
  }

  #keepWithOwner(row: DemoRow): void {
    const owners = this.#ownersOf(row);
    if (owners.length === 1 && owners[0]?.isKept === true) this.#keep(row);
    else this.#keepConnections([row]);
  }

  #spread(): void {
    for (let row = this.#next.pop(); row !== undefined; row = this.#next.pop()) {
      const loose = looseColumns(row.table);
      for (const [column, value] of Object.entries(row.values)) {
        if (!loose.includes(column)) for (const id of idsIn(value)) this.#keep(this.#byId.get(id));
      }
      const parts = [...(this.#parts.get(String(row.values.id)) ?? [])];
      for (const part of parts) if (this.#ownersOf(part).length === 1) this.#keep(part);
      this.#keepConnections(parts);
    }
  }

  /** With several owners a row only connects them, and goes with any of them. */
  #keepConnections(rows: Iterable<DemoRow>): void {
    for (const row of rows) {
      const owners = this.#ownersOf(row);
      if (owners.length > 1 && owners.every(({ isKept }) => isKept)) this.#stays(row);
    }
  }

  #stays(row: DemoRow): void {
    row.isKept = true;
    this.#going.get(row.table)?.delete(row);
  }
}

function* take<T>(from: Iterable<T>, limit: number): Generator<T> {
  let left = limit;
  for (const each of from) {
    if (left === 0) return;
    left -= 1;
    yield each;
  }
}

const keyOf = (table: string, key: readonly string[], values: Values): string =>
  `${table} ${key.map((column) => values[column]).join(' ')}`;

const ownersIn = ({ table, values }: DemoRow): string[] =>
  (OWNERS[table] ?? []).map(({ column }) => String(values[column]));

/** More than a table has. */
const ALL = 1_000_000_000;

const TABLES = new Map(EMPTIED.map(({ table }, index) => [table, index]));

/** All rows of the demo data, each with whether it stays. */
export const demoRows = (read: Read): readonly DemoRow[] => {
  const going = new Going(read);
  while (!going.isWhole) going.look(read, ALL);
  return [...going.rows()].sort(({ table: a }, { table: b }) => (TABLES.get(a) ?? 0) - (TABLES.get(b) ?? 0));
};

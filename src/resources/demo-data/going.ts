// Finds the rows of the demo data that go: those that no person has changed, and that nothing that stays names.
import type { SQLQueryBindings } from 'bun:sqlite';
import type { Read } from '../../database/database.ts';
import {
  CHANGED_BY_PEOPLE,
  columnsOf,
  demoCondition,
  HISTORY,
  looseColumns,
  NAMING,
  OWNERS,
  referringColumns,
} from './graph.ts';
import { findDemoMark } from './queries.ts';
import { AFTER_DEMO, EMPTIED } from './tables.ts';

type Values = Readonly<Record<string, SQLQueryBindings>>;

/** A row of the demo data, or a row that goes with one. */
export interface DemoRow {
  readonly table: string;
  readonly values: Values;
  /** The rows of which it is a part. */
  readonly owners: DemoRow[];
  isKept: boolean;
}

/** The ids that demo data have, of the time before the opening and since, wherever they are in a text. */
const IDS = /(?:00ff|0100)0000-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ANY_ID = ['00ff', '0100'].map((start) => `like '%${start}0000-____-____-____-____________%'`);

const idsIn = (value: SQLQueryBindings): readonly string[] =>
  typeof value === 'string' ? (value.match(IDS) ?? []) : [];

const rowsOf = (read: Read): { readonly rows: DemoRow[]; readonly byId: Map<string, DemoRow> } => {
  const rows: DemoRow[] = [];
  const byId = new Map<string, DemoRow>();
  for (const { table } of EMPTIED) {
    const condition = demoCondition(read.db, table);
    if (condition === undefined) continue;
    for (const values of read.db.query<Values, []>(`select * from "${table}" where ${condition}`).all()) {
      const row: DemoRow = { table, values, owners: [], isKept: false };
      rows.push(row);
      if (typeof values.id === 'string') byId.set(values.id, row);
    }
  }
  return { rows, byId };
};

/** Columns that name records in a text. */
const NAMES = /Ids?$|^(?:children|lines|lineItems|filters|action|rules|pointsRules|brand)$/;

const TABLES = `select "name" from pragma_table_list where "type" = 'table' and "schema" = 'main' and "name" not like 'sqlite_%'`;

/** The ids of demo data that rows name which are none, so that they stay. */
const namedFromOutside = (read: Read): string[] => {
  const { db } = read;
  const found: string[] = [];
  const take = (statement: string): void => {
    for (const { value } of db.query<{ value: SQLQueryBindings }, []>(statement).all()) found.push(...idsIn(value));
  };
  for (const { name: table } of db.query<{ name: string }, []>(TABLES).all()) {
    if (HISTORY.includes(table)) continue;
    const condition = demoCondition(db, table);
    const outside = condition === undefined ? 'true' : `(${condition}) is not true`;
    const loose = looseColumns(table);
    for (const column of referringColumns(db, table)) {
      if (loose.includes(column)) continue;
      take(`select distinct "${column}" "value" from "${table}" where "${column}" < '${AFTER_DEMO}' and ${outside}`);
    }
    if (!NAMING.includes(table)) continue;
    for (const { name, type } of columnsOf(db, table)) {
      if (type.toUpperCase() !== 'TEXT' || loose.includes(name) || !NAMES.test(name)) continue;
      take(
        `select "${name}" "value" from "${table}" where ("${name}" ${ANY_ID.join(` or "${name}" `)}) and ${outside}`,
      );
    }
  }
  return found;
};

const CHANGES = 'select "tableName", "id" from "demoChanges"';

const changedByPeople = (read: Read, rows: readonly DemoRow[]): readonly DemoRow[] => {
  const since = findDemoMark(read)?.createdAt ?? '';
  const noted = new Set(
    read.db
      .query<{ tableName: string; id: string }, []>(CHANGES)
      .all()
      .map(({ tableName, id }) => `${tableName} ${id}`),
  );
  return rows.filter(
    ({ table, values: { id, updatedAt } }) =>
      noted.has(`${table} ${id}`) || (CHANGED_BY_PEOPLE.includes(table) && String(updatedAt ?? '') > since),
  );
};

/** All rows of the demo data, each with whether it stays. */
export const demoRows = (read: Read): readonly DemoRow[] => {
  const { rows, byId } = rowsOf(read);
  const parts = new Map<DemoRow, DemoRow[]>();
  for (const row of rows) {
    row.owners.push(...(OWNERS[row.table] ?? []).flatMap(({ column }) => byId.get(String(row.values[column])) ?? []));
    for (const owner of row.owners) {
      const others = parts.get(owner);
      if (others === undefined) parts.set(owner, [row]);
      else others.push(row);
    }
  }
  const next: DemoRow[] = [];
  /** What is kept for itself keeps what it is a part of; what stays as a part does not. */
  const keep = (row: DemoRow | undefined): void => {
    if (row === undefined || row.isKept) return;
    row.isKept = true;
    next.push(row);
  };
  for (const row of changedByPeople(read, rows)) keep(row);
  for (const id of namedFromOutside(read)) keep(byId.get(id));
  for (let row = next.pop(); row !== undefined; row = next.pop()) {
    const loose = looseColumns(row.table);
    for (const [column, value] of Object.entries(row.values)) {
      if (!loose.includes(column)) for (const id of idsIn(value)) keep(byId.get(id));
    }
    // With several owners it only connects them, and goes with any of them.
    for (const part of parts.get(row) ?? []) if (part.owners.length === 1) keep(part);
  }
  for (const row of rows) if (row.owners.length > 1 && row.owners.every(({ isKept }) => isKept)) row.isKept = true;
  return rows;
};

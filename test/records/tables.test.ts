import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { migrate } from '../../src/database/migrate.ts';
import { root } from '../helpers/sources.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** Every drizzle table that a module exports, or that a record of it has. */
const tablesIn = (module: Record<string, unknown>): SQLiteTable[] =>
  Object.values(module).flatMap((value) => {
    const candidates = [value, (value as { table?: unknown } | null | undefined)?.table];
    return candidates.filter((candidate) => is(candidate, SQLiteTable));
  });

const files = [...new Bun.Glob('src/**/{record,table,tables,outbox,audit-log}.ts').scanSync({ cwd: root })];
const older = [...new Bun.Glob('src/database/tables/*.ts').scanSync({ cwd: root })];
const modules = await Promise.all([...files, ...older].map((path) => import(join(root, path))));
/** The columns by table; a module may define just those of a table that it needs itself. */
const tables = Map.groupBy(modules.flatMap(tablesIn), getTableName);

const unique = <Item>(items: Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

const db = new Database(':memory:', { strict: true });
migrate(db, 'test');
const migrated = (
  db.query("select name from sqlite_schema where type = 'table' order by name").all() as { name: string }[]
).map(({ name }) => name);

/** Tables that are read and written by SQL text alone. */
const WITHOUT_DRIZZLE =
  /^sqlite_|^(?:idempotency|serviceSettings|appliance|webhookSubscriptions|queueJobs|sandboxProcessor|processorEvents|clientErasures|contentEntry|contentSearch|video(?:Views|Watchers)$)|Search_|invoiceNumbers|paymentDays|unfinishedChanges|rankCounts|staffSignIns|staffRecoveryCodes|clientTags|mergedClients|pictures|mailAddresses|messageTemplates|importColumns|memberCodes|memberSignUps|calendarAddresses|demoChanges|erasureRequests|discountRedemptions|pushKeys|guests|mailRefusals|^agreement/;

describe('the tables of the program are those of the migrated database', () => {
  test('each of them is there', () => {
    expect([...tables.keys()].filter((name) => !migrated.includes(name))).toEqual([]);
    expect(migrated.filter((name) => !tables.has(name) && !WITHOUT_DRIZZLE.test(name))).toEqual([]);
    expect(tables.size).toBeGreaterThan(20);
  });

  for (const [name, parts] of tables) {
    test(`${name}: columns, types and what may be null`, () => {
      const info = db.query(`pragma table_info("${name}")`).all() as ColumnInfo[];
      const inDatabase = info.map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        isNullable: column.notnull === 0 && column.pk === 0,
      }));
      const columns = parts.flatMap((part) => Object.values(getTableColumns(part)));
      const inProgram = unique(
        columns.map((column) => ({
          name: column.name,
          type: column.getSQLType(),
          isNullable: !column.notNull && !column.primary,
        })),
      );
      const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
      // A full-text index has columns without types.
      const isIndex = name.endsWith('Search');
      const shown = (columns: typeof inProgram) =>
        isIndex ? columns.map(({ name }) => name).filter((column) => column !== 'rowid') : columns.sort(byName);
      expect(shown(inProgram)).toEqual(shown(inDatabase) as never);
    });
  }
});

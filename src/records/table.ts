import { type ColumnBuilderRuntimeConfig, getTableColumns } from 'drizzle-orm';
import {
  SQLiteBlobBuffer,
  type SQLiteColumn,
  SQLiteInteger,
  SQLiteReal,
  type SQLiteTable,
  SQLiteText,
  sqliteTable,
} from 'drizzle-orm/sqlite-core';
import type { KeyedTable } from '../database/lazy-table.ts';
import type { Fields } from './fields.ts';

type ColumnConfig = ColumnBuilderRuntimeConfig<
  unknown,
  { enumValues: undefined; length: undefined; autoIncrement: boolean }
>;

interface ColumnType {
  readonly make: new (table: SQLiteTable, config: ColumnConfig) => SQLiteColumn;
  readonly dataType: string;
  readonly columnType: string;
}

const COLUMN_TYPES: Readonly<Record<'text' | 'integer' | 'real' | 'blob', ColumnType>> = {
  text: { make: SQLiteText, dataType: 'string', columnType: 'SQLiteText' },
  integer: { make: SQLiteInteger, dataType: 'number', columnType: 'SQLiteInteger' },
  real: { make: SQLiteReal, dataType: 'number', columnType: 'SQLiteReal' },
  blob: { make: SQLiteBlobBuffer, dataType: 'buffer', columnType: 'SQLiteBlobBuffer' },
};

/** What all columns have in common: migrations, not drizzle, create them. */
const COLUMN = {
  keyAsName: false,
  isUnique: false,
  uniqueType: undefined,
  hasDefault: false,
  default: undefined,
  defaultFn: undefined,
  onUpdateFn: undefined,
  generated: undefined,
  generatedIdentity: undefined,
  enumValues: undefined,
  length: undefined,
  autoIncrement: false,
};

/** The table of a record. It makes columns without drizzle's builders, which take ten times as long. */
export const tableOf = (name: string, fields: Fields): KeyedTable => {
  const table = sqliteTable(name, {});
  const columns: Record<string, SQLiteColumn> = {};
  const add = (column: string, type: keyof typeof COLUMN_TYPES, notNull: boolean, primaryKey = false) => {
    const { make, dataType, columnType } = COLUMN_TYPES[type];
    const own = { dataType, columnType, name: column, uniqueName: column, notNull, primaryKey };
    columns[column] = new make(table, { ...COLUMN, ...own });
  };
  add('id', 'text', true, true);
  for (const [field, { kept }] of Object.entries(fields)) {
    const { type, codec, isNullable } = kept;
    if (type !== undefined) add(field, type, !(isNullable || ['list', 'object', 'pairs'].includes(codec)));
  }
  add('createdAt', 'text', true);
  add('updatedAt', 'text', true);
  Object.assign(getTableColumns(table), columns);
  return Object.assign(table, columns) as unknown as KeyedTable;
};

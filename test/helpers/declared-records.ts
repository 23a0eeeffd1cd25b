import { join } from 'node:path';
import type { TObject } from '@sinclair/typebox';
import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { root } from './sources.ts';

/** What tests read of any record. */
interface DeclaredRecord {
  readonly object: string;
  readonly table: SQLiteTable;
  readonly create: TObject;
  readonly imported: TObject;
  personal(): readonly string[];
  initial(tx: { readonly now: string }, id: string): Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is DeclaredRecord =>
  typeof value === 'object' && value !== null && ['object', 'table', 'create', 'initial'].every((key) => key in value);

const files = [...new Bun.Glob('src/**/record.ts').scanSync({ cwd: root })];
const modules: object[] = await Promise.all(files.map((path) => import(join(root, path))));

/** Every record that is declared. */
export const declaredRecords: readonly DeclaredRecord[] = modules
  .flatMap((each) => Object.values(each))
  .filter(isRecord);

export const tableOf = ({ table }: Pick<DeclaredRecord, 'table'>): string => getTableName(table);

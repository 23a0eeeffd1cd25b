import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { lazily } from '../kernel/lazily.ts';

export type KeyedTable = SQLiteTable & { readonly id: SQLiteColumn };

/**
 * A table of drizzle that `make` makes when one of its columns is first used: there are 70 tables with a thousand columns, and a
 * start uses few of them. Name its columns inside functions, such as those given to `query` and `pagesOf`. A use at the top level
 * of a file makes the table at every start (decision 1.5).
 */
export const lazyTable = <Table extends SQLiteTable>(make: () => Table): Table => {
  const made = lazily(make);
  // drizzle recognises tables by their class.
  const target: Table = Object.create(SQLiteTable.prototype);
  return new Proxy(target, { get: (_, key) => Reflect.get(made(), key) });
};

import type { SQLQueryBindings } from 'bun:sqlite';
import type { Studio } from './api.ts';

/**
 * How SQLite would run every reading statement of `work`, one line for each step.
 * @returns the steps of all statements that touch `table`.
 */
export const plansOf = async (studio: Studio, table: string, work: () => Promise<unknown>): Promise<string[]> => {
  const { db } = studio;
  const prepare = db.query.bind(db);
  const seen = new Set<string>();
  const spied = db as unknown as { query(sql: string): unknown };
  spied.query = (sql) => {
    if (sql.startsWith('select') && sql.includes(`"${table}"`)) seen.add(sql);
    return prepare(sql);
  };
  try {
    await work();
  } finally {
    Reflect.deleteProperty(db, 'query');
  }
  return [...seen].flatMap((sql) => {
    const statement = prepare<{ detail: string }, SQLQueryBindings[]>(`explain query plan ${sql}`);
    return statement.all(...Array<null>(statement.paramsCount).fill(null)).map(({ detail }) => detail);
  });
};

/** A step that reads a whole table or sorts what it found. Walking an index in the order of the list is neither. */
export const isCostly = (step: string): boolean =>
  step.includes('TEMP B-TREE') || (step.startsWith('SCAN') && !/INDEX|json_each|CONSTANT ROW/.test(step));

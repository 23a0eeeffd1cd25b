import type { Database } from 'bun:sqlite';

/** The SQL of every statement that `work` prepares, in order, with repetitions. */
export const preparedBy = async (db: Database, work: () => unknown): Promise<string[]> => {
  const prepare = db.query.bind(db);
  const prepared: string[] = [];
  const query = (sql: string) => {
    prepared.push(sql);
    return prepare(sql);
  };
  Object.assign(db, { query });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(db, 'query');
  }
  return prepared;
};

/**
 * Counts the executions of the statements that are prepared from now on, and the rows that they give as lists. Call it before the first request, since the
 * server prepares each statement once, at its first use.
 */
export const countExecutions = (db: Database): { readonly executed: number; readonly rows: number } => {
  const count = { executed: 0, rows: 0 };
  const prepare = db.query.bind(db);
  const counted = (statement: object): object =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          count.executed += 1;
          const response: unknown = value.apply(target, values);
          if (Array.isArray(response)) count.rows += response.length;
          return response;
        };
      },
    });
  Object.assign(db, { query: (sql: string) => counted(prepare(sql)) });
  return count;
};

/**
 * The fewest statements of several runs of `count`. Once a second the server also looks for changes of other processes,
 * and it notes the use of a key in a later turn: both may fall into one run and not into the next.
 */
export const fewestOf = async (count: () => Promise<number>): Promise<number> => {
  let fewest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) fewest = Math.min(fewest, await count());
  return fewest;
};

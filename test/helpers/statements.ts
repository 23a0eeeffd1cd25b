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

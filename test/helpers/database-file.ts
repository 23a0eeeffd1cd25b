import { Database } from 'bun:sqlite';

/** Runs `work` on a database file, also beside a server. */
export const inDatabase = <T>(path: string, work: (db: Database) => T, options?: { readonly readonly: true }): T => {
  const db = new Database(path, options);
  db.run('PRAGMA busy_timeout = 5000');
  try {
    return work(db);
  } finally {
    db.close();
  }
};

/** Runs statements on a database file. */
export const changeIn = (path: string, ...statements: string[]): void =>
  inDatabase(path, (db) => {
    for (const statement of statements) db.run(statement);
  });

/** The rows of a query on a database file, which stays as it is. */
export const valuesIn = (path: string, sql: string): unknown[][] =>
  inDatabase(path, (db) => db.query(sql).values(), { readonly: true });

/** The number that a query on a database file finds. */
export const numberIn = (path: string, sql: string): number => Number(valuesIn(path, sql)[0]?.[0]);

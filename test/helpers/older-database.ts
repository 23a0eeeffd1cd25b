import { Database } from 'bun:sqlite';
import { APPLICATION_ID } from '../../src/database/database.ts';
import { migrations } from '../../src/database/migrate.ts';

/** An empty database of an older schema. */
export const openOlder = (schema: number): Database => {
  const db = new Database(':memory:', { strict: true });
  for (const statements of migrations.slice(0, schema)) db.run(statements);
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.run(`PRAGMA user_version = ${schema}`);
  db.run('PRAGMA foreign_keys = ON');
  return db;
};

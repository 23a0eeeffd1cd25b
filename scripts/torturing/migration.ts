// Kills the start that migrates a database of the first schema, and holds that a later start finishes it.
import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATION_ID } from '../../src/database/database.ts';
import { migrations, schemaOf } from '../../src/database/migrate.ts';
import { startServer, studiod } from '../../test/helpers/process.ts';
import type { Choices } from '../../test/helpers/seeded.ts';
import { checkFile } from './check.ts';
import { killAfter } from './processes.ts';

const CLIENTS = 5_000;
const SITE = '019cc000-0000-7000-8000-000000000001';

/** Writes a database of the first schema with one site and many clients. */
const writeOlder = (path: string): void => {
  const db = new Database(path, { strict: true });
  db.transaction(() => {
    db.run(migrations[0] as string);
    db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.run('PRAGMA user_version = 1');
    const at = '2026-03-08T07:30:00.000Z';
    db.query(
      `insert into sites (id, name, status, isDigital, timezone, currency, searchText, createdAt, updatedAt)
       values (?1, 'Main', 'active', 0, 'America/New_York', 'USD', 'main', ?2, ?2)`,
    ).run(SITE, at);
    const insert = db.query(
      `insert into clients (id, firstName, lastName, email, phone, status, homeLocationId, joinedAt, createdAt, updatedAt)
       values (?1, 'Ann', ?2, ?3, ?4, 'active', ?5, ?6, ?6, ?6)`,
    );
    for (let number = 0; number < CLIENTS; number += 1) {
      const digits = String(number).padStart(7, '0');
      insert.run(
        `019cc000-0000-7000-8000-00001${digits}`,
        `Lee${digits}`,
        `ann.${digits}@example.com`,
        `+1555${digits}`,
        SITE,
        at,
      );
    }
  })();
  db.run('PRAGMA journal_mode = WAL');
  db.close();
};

/**
 * Starts a server on an older database, kills it while it migrates, up to three times, and lets it finish.
 * @returns how often it was still running when it was killed, and what was wrong in the end
 */
export const killMigrations = async (choices: Choices, cwd: string): Promise<{ killed: number; faults: string[] }> => {
  const older = join(cwd, 'older.db');
  if (!existsSync(older)) writeOlder(older);
  const data = join(cwd, 'older');
  mkdirSync(data);
  copyFileSync(older, join(data, 'studiod.db'));
  let killed = 0;
  for (let kill = 1 + choices.below(3); kill > 0; kill -= 1) {
    killed += Number(await killAfter(choices.below(1_200), 'serve', '--port', '0', '--data', data));
  }
  const server = await startServer({ cwd }, 'serve', '--data', data);
  const faults: string[] = [];
  if ((await server.stop()) !== 0) faults.push('the migrated server did not end with 0');
  faults.push(...checkFile(data));
  const db = new Database(join(data, 'studiod.db'), { strict: true });
  const count = (sql: string): number => Number(db.query(sql).values()[0]?.[0]);
  if (schemaOf(db) !== migrations.length) faults.push(`the database has schema ${schemaOf(db)}`);
  const clients = count("select count(distinct email) from clients where firstName = 'Ann'");
  if (clients !== CLIENTS) faults.push(`${clients} clients are left of ${CLIENTS}`);
  const found = count('select count(*) from clientSearch where clientSearch match \'"Lee"\'');
  if (found !== CLIENTS) faults.push(`the search finds ${found} clients of ${CLIENTS}`);
  db.close();
  const verified = await studiod({ cwd }, 'backup', 'verify', '--data', data);
  if (verified.code !== 0) faults.push(`the backup before the migration: ${verified.out}${verified.err}`);
  if (faults.length === 0) rmSync(data, { recursive: true, force: true });
  return { killed, faults };
};

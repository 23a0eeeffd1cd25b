import type { Database } from 'bun:sqlite';
import start from '../../migrations/0001_start.sql' with { type: 'text' };
import money from '../../migrations/0002_money.sql' with { type: 'text' };
import waitingLists from '../../migrations/0003_waiting_lists.sql' with { type: 'text' };
import identity from '../../migrations/0004_identity.sql' with { type: 'text' };
import checkins from '../../migrations/0005_checkins.sql' with { type: 'text' };
import cards from '../../migrations/0006_cards.sql' with { type: 'text' };
import { APPLICATION_ID } from './database.ts';

/** Forward only: the position in this list, counted from 1, is the schema number. */
export const migrations: readonly string[] = [start, money, waitingLists, identity, checkins, cards];

const pragma = (db: Database, name: string): number =>
  Number(Object.values(db.query(`PRAGMA ${name}`).get() as object)[0]);

/** The schema number of the file. */
export const schemaOf = (db: Database): number => pragma(db, 'user_version');

/** A refusal to open a data directory, with what to do about it. */
export class UnsafeData extends Error {}

/**
 * Brings the file to this program's schema, each step in a transaction of its own.
 * @param beforeUpgrade is called before an older, non-empty file is changed; it keeps a copy.
 * @throws UnsafeData when the file is another program's or newer than this one.
 */
export const migrate = (db: Database, release: string, beforeUpgrade: (from: number) => void = () => {}): void => {
  const application = pragma(db, 'application_id');
  const schema = schemaOf(db);
  const tables = db.query('select count(*) as n from sqlite_master').get() as { n: number };
  if (application !== APPLICATION_ID && (application !== 0 || tables.n > 0)) {
    throw new UnsafeData(
      'This file is a database of another program. Name an empty directory, or the one that studiod made.',
    );
  }
  if (schema > migrations.length) {
    const writer = db.query("select value from appliance where name = 'release'").get() as { value: string } | null;
    throw new UnsafeData(
      `The database has schema ${schema} and this is studiod ${release}, which knows ${migrations.length}. ` +
        `Use studiod ${writer?.value ?? 'of the release that wrote it'} or newer.`,
    );
  }
  if (schema > 0 && schema < migrations.length) beforeUpgrade(schema);
  for (let step = schema; step < migrations.length; step += 1) {
    db.transaction(() => {
      db.run(migrations[step] as string);
      db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
      db.run(`PRAGMA user_version = ${step + 1}`);
      db.query("insert or replace into appliance (name, value) values ('release', ?)").run(release);
    }).immediate();
  }
};

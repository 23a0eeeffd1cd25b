import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenOptions, openInMemory } from '../../src/database/data-directory.ts';
import { APPLICATION_ID, openDatabase } from '../../src/database/database.ts';
import { lockDirectory } from '../../src/database/lock.ts';
import { DataDirectoryError, migrations, schemaOf } from '../../src/database/migrate.ts';
import { setRealTimeout } from '../../src/kernel/clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { openBusiness } from '../helpers/business-data.ts';
import { changeIn, valuesIn } from '../helpers/database-file.ts';
import { folderForEachTest } from '../helpers/process.ts';

const folder = folderForEachTest();

const open = (options?: Partial<OpenOptions>) => openBusiness(folder, { release: '1.2.3', ...options });
const facts = (db: Database) =>
  Object.fromEntries(
    (db.query('select name, value from appliance').all() as { name: string; value: string }[]).map(
      ({ name, value }) => [name, value],
    ),
  );

const tables = (db: Database) => db.query("select name from sqlite_master where type = 'table' order by 1").values();

test('statements are kept, and made again when there are too many', () => {
  const db = openDatabase(':memory:');
  const text = (number: number) => `select ${number} as number, ? as given`;
  const first = db.query(text(0));
  expect(db.query(text(0))).toBe(first);
  for (let number = 1; number <= 2_000; number += 1) db.query(text(number));
  for (const number of [0, 1_000, 2_000]) expect(db.query(text(number)).all('x')).toEqual([{ number, given: 'x' }]);
  expect(first.get('y')).toEqual({ number: 0, given: 'y' });
  db.close();
});

describe('opening', () => {
  test('a server waits for a short command that prepares the directory', async () => {
    const unlock = lockDirectory(join(folder, 'LOCK'));
    const opened = open();
    setRealTimeout(200, unlock);
    (await opened).close();
  });

  test('makes what is not there, and knows it again', async () => {
    const data = await open({ path: join(folder, 'deep', 'down') });
    expect(facts(data.db)).toEqual({
      release: '1.2.3',
      sealingKey: data.seal.fingerprint,
      opening: expect.any(String),
      purpose: 'business',
    });
    const sealed = data.seal.seal('secret');
    data.close();
    const again = await open({ path: join(folder, 'deep', 'down') });
    expect(again.seal.open(sealed)).toBe('secret');
    expect(again.purpose).toBe('business');
    again.close();
  });

  test('a short verb works beside the server, and leaves the last closing to it', async () => {
    const serving = await open();
    const beside = await open({ serving: false, purpose: 'either', mayCreate: false });
    expect(facts(beside.db)).toEqual(facts(serving.db));
    beside.close();
    serving.db.run("insert into appliance values ('still', 'open')");
    serving.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('studiod.db'))).toEqual(['studiod.db']);
  });

  test('the server may close first', async () => {
    const serving = await open();
    const beside = await open({ serving: false, purpose: 'either' });
    serving.close();
    beside.db.run("insert into appliance values ('still', 'open')");
    beside.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('studiod.db'))).toEqual(['studiod.db']);
  });

  test('two short verbs may meet in a new directory', async () => {
    const both = await Promise.all([1, 2].map(() => open({ serving: false, purpose: 'either' })));
    expect(facts(both[0]!.db)).toEqual(facts(both[1]!.db));
    for (const each of both) each.close();
  });

  test('an older schema is copied before it is changed', async () => {
    const older = openDatabase(join(folder, 'studiod.db'));
    older.run(migrations[0]!);
    older.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    older.run('PRAGMA user_version = 1');
    older.run("insert into appliance values ('from', 'before')");
    const tablesBefore = tables(older);
    older.close();

    const upgraded = await open();
    expect(facts(upgraded.db)).toMatchObject({ from: 'before', release: '1.2.3' });
    expect(schemaOf(upgraded.db)).toBe(migrations.length);
    upgraded.close();

    const copy = new Database(join(folder, 'backups', 'before-migration-1.db'), { readonly: true });
    expect(facts(copy)).toEqual({ from: 'before' });
    expect(tables(copy)).toEqual(tablesBefore);
    copy.close();
  });

  test('in memory everything is there and nothing is left', () => {
    const data = openInMemory('1.2.3', systemRandom());
    expect(facts(data.db)).toEqual({ release: '1.2.3' });
    expect(data.seal.open(data.seal.seal('x'))).toBe('x');
    data.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('refusing', () => {
  const refused = async (part: Partial<OpenOptions>): Promise<string> => {
    try {
      (await open(part)).close();
    } catch (error) {
      expect(error).toBeInstanceOf(DataDirectoryError);
      return (error as Error).message;
    }
    throw new Error('was opened');
  };

  test('a second server, and again after the first has gone is fine', async () => {
    const first = await open();
    expect(await refused({})).toContain('Another studiod uses this data directory');
    first.close();
    (await open()).close();
  });

  test('a place where nothing is, unless it may be made', async () => {
    expect(await refused({ path: join(folder, 'no'), mayCreate: false })).toContain('studiod serve --data');
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  test('a place where nothing can be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await refused({ path: join(folder, 'file', 'in') })).toContain('cannot be created');
  });

  test('a damaged key', async () => {
    (await open()).close();
    writeFileSync(join(folder, 'studiod.key'), 'short');
    expect(await refused({})).toContain('is damaged');
  });

  test("another program's database, which stays as it is", async () => {
    const path = join(folder, 'studiod.db');
    changeIn(path, 'create table theirs (id)');
    expect(await refused({})).toContain('is not a studiod database');
    expect(valuesIn(path, 'select name from sqlite_master')).toEqual([['theirs']]);
    expect(valuesIn(path, 'PRAGMA journal_mode')).toEqual([['delete']]);
    expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
  });
});

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openToOthers } from '../../src/database/database.ts';
import { openExclusively } from '../../src/database/lock.ts';
import { errorMessage } from '../../src/kernel/errors.ts';
import { changeIn } from '../helpers/database-file.ts';
import { testFolder } from '../helpers/process.ts';

const folder = testFolder();

/** What another connection sees: the number of rows, or the error. */
const seenByOther = (file: string): unknown => {
  const other = new Database(file, { create: false, readwrite: true });
  try {
    other.run('PRAGMA busy_timeout = 0');
    return other.query<{ n: number }, []>('select count(*) as n from t').get()?.n;
  } catch (error) {
    return errorMessage(error);
  } finally {
    other.close();
  }
};

describe.each(['delete', 'wal'])('a database with the journal mode %s that is opened exclusively', (mode) => {
  const file = join(folder, `${mode}.db`);

  test('keeps others out while it is read, and then is open to them, with a log', async () => {
    changeIn(file, `PRAGMA journal_mode = ${mode}`, 'create table t (a)', 'insert into t values (1)');
    const alone = await openExclusively(file);
    expect(alone.query('select a from t').all()).toEqual([{ a: 1 }]);
    expect(alone.query('PRAGMA quick_check').values()).toEqual([['ok']]);
    expect(seenByOther(file)).toBe('database is locked');
    const shared = openToOthers(alone, file);
    expect(seenByOther(file)).toBe(1);
    expect(shared.query('PRAGMA journal_mode').values()).toEqual([['wal']]);
    shared.run('insert into t values (2)');
    expect(seenByOther(file)).toBe(2);
    shared.close();
    expect(seenByOther(file)).toBe(2);
  });
});

test('a new database that is opened exclusively has a log, and no journal is left', async () => {
  const file = join(folder, 'new.db');
  new Database(file).close();
  const shared = openToOthers(await openExclusively(file), file);
  shared.run('create table t (a)');
  expect(seenByOther(file)).toBe(0);
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('new.db'))
      .sort(),
  ).toEqual(['new.db', 'new.db-shm', 'new.db-wal']);
  shared.close();
});

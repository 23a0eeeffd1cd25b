import { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkPages } from '../../src/database/start-checks.ts';
import { inDatabase, numberIn } from '../helpers/database-file.ts';
import { folderForEachTest } from '../helpers/process.ts';

const LARGE = 129 * 1024 * 1024;
const ROWS = 20_000;

const path = join(folderForEachTest(), 'studiod.db');
beforeEach(() => {
  const db = new Database(path, { create: true });
  db.run('create table small (id text primary key, body text)');
  db.run('create table many (id text primary key, body text) without rowid');
  db.run('create table filler (body blob)');
  db.run(`insert into filler values (zeroblob(${LARGE}))`);
  for (const [table, rows] of [
    ['small', 500],
    ['many', ROWS],
  ] as const) {
    db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      insert into ${table} select printf('%08d', i), hex(zeroblob(100)) from n`);
  }
  db.close();
  expect(statSync(path).size).toBeGreaterThan(LARGE);
});

const check = (): void => inDatabase(path, (db) => checkPages(db, path));

/** Overwrites the leaf page that holds a row. */
const damageRow = (table: string, which: 'first' | 'last'): void => {
  const order = which === 'first' ? 'asc' : 'desc';
  const leaves = `select pageno from dbstat where name = '${table}' and pagetype = 'leaf' order by path ${order}`;
  const page = numberIn(path, `${leaves} limit 1`);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(file);
};

test('a large database without damage passes', check);

test('a large database: damage in a small table is found', () => {
  damageRow('small', 'last');
  expect(check).toThrow();
});

for (const which of ['first', 'last'] as const) {
  test(`a large database: damage in the ${which} rows of a large table is found`, () => {
    damageRow('many', which);
    expect(check).toThrow();
  });
}

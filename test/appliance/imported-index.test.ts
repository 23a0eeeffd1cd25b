import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, studiod, testFolder } from '../helpers/process.ts';

const CLIENTS = 400;

const cwd = testFolder();

/** The numbers of the structure record of the search index. */
const structureOf = (db: Database): number[] => {
  const { block } = db.query('select "block" from "clientSearch_data" where "id" = 10').get() as {
    block: Uint8Array;
  };
  // After a cookie and the version, each of 4 bytes, each number has 7 bits in each byte.
  const numbers: number[] = [];
  let value = 0;
  for (const byte of block.subarray(8)) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers;
};

/** How many parts the index has, and how often it has been written: each time is a part, whose number the merged ones keep. */
const partsOf = (db: Database) => {
  const [levels = 0, parts = 0, , ...rest] = structureOf(db);
  let written = 0;
  for (let level = 0; level < levels; level += 1) {
    const [, count = 0] = rest.splice(0, 2);
    for (let part = 0; part < count; part += 1) {
      const [, , , , newest = 0] = rest.splice(0, 8);
      written = Math.max(written, newest);
    }
  }
  return { parts, written };
};

const mergedAutomatically = (db: Database): unknown =>
  db.query(`select "v" from "clientSearch_config" where "k" = 'automerge'`).values();

test('an import writes the search index for many rows at once, not for each of them', async () => {
  const rows = Array.from({ length: CLIENTS }, (_, index) => `Ann,Walker ${index},ann.${index}@example.com`);
  writeFileSync(join(cwd, 'clients.csv'), `firstName,lastName,email\n${rows.join('\n')}\n`);
  const server = await startServer({ cwd }, 'serve', '--data', 'data');
  const { code, err } = await studiod({ cwd }, 'import', 'clients.csv', '--data', 'data');
  await server.stop();
  expect({ code, err }).toMatchObject({ code: 0 });
  const db = new Database(join(cwd, 'data', 'studiod.db'), { readonly: true });
  const found = db.query(`select count(*) as "n" from "clientSearch" where "clientSearch" match 'walker'`).get();
  expect(found).toEqual({ n: CLIENTS });
  const { parts, written } = partsOf(db);
  expect(written).toBeGreaterThanOrEqual(Math.floor(CLIENTS / 24));
  expect(written).toBeLessThan(CLIENTS / 12);
  // Eight parts are merged into one.
  expect(parts).toBeLessThan(written);
  expect(parts).toBeLessThan(12);
  expect(mergedAutomatically(db)).toEqual([[8]]);
  db.close();
});

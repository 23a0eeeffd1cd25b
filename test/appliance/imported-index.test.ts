import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, removeFolder, startServer, studiod } from '../helpers/process.ts';

const CLIENTS = 400;

const cwd = newFolder();
afterAll(() => removeFolder(cwd));

/** The number of pages that were added to the search index since it was made, as its structure record counts them. */
const pagesAdded = (db: Database): number => {
  const { block } = db.query('select "block" from "clientSearch_data" where "id" = 10').get() as {
    block: Uint8Array;
  };
  // A cookie and the version, each of 4 bytes, then three numbers in 7 bits of each byte: levels, parts, pages.
  const numbers: number[] = [];
  let value = 0;
  for (const byte of block.subarray(8)) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers[2] ?? Number.NaN;
};

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
  // One row at a time adds a page at least.
  expect(pagesAdded(db)).toBeGreaterThan(0);
  expect(pagesAdded(db)).toBeLessThan(CLIENTS / 2);
  db.close();
});

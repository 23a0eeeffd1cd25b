import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { studiod, testFolder } from '../helpers/process.ts';

const place = testFolder();

test('1: says in words that the folder for temporary files cannot be written', async () => {
  const folder = join(place, 'no-folder');
  writeFileSync(folder, '');
  const { code, err } = await studiod({ cwd: place, env: { TMPDIR: folder } }, 'sandbox', '--port', '0');
  expect([code, err]).toEqual([
    1,
    `studiod: The folder for temporary files, ${folder}, cannot be written (ENOTDIR). Set TMPDIR to a directory this user can write to.\n`,
  ]);
});

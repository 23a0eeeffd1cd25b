import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failingTests } from '../../scripts/failing-tests.ts';
import { newFolder, removeFolder } from '../helpers/process.ts';

const FILES = {
  'failing.test.ts': `
    import { describe, expect, test } from 'bun:test';
    describe('group', () => {
      test('passes', () => {});
      test('fails', () => { expect(1).toBe(2); });
      test.each([1, 2])('each %d', (n) => { expect(n).toBe(1); });
    });
    test('hangs', async () => { await new Promise(() => {}); }, 20);`,
  'broken.test.ts': "throw new Error('no test here');",
  'passing.test.ts': "import { test } from 'bun:test'; test('passes', () => {});",
};

test('the failing tests of a run are named with their files', async () => {
  const folder = newFolder();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const child = Bun.spawn([process.execPath, 'test', '--only-failures'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  removeFolder(folder);
  expect(code).toBe(1);
  expect(failingTests(`${out}${err}`).toSorted()).toEqual([
    'broken.test.ts: an error outside of its tests',
    'failing.test.ts: group > each 2',
    'failing.test.ts: group > fails',
    'failing.test.ts: hangs',
  ]);
});

test('a run without failures names none', () => {
  expect(failingTests('bun test v1\n\n 12 pass\n 0 fail\n')).toEqual([]);
});

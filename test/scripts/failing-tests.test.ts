import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failingTests } from '../../scripts/failing-tests.ts';
import { folderForEachTest, run } from '../helpers/process.ts';

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

const CRASHING = "import { test } from 'bun:test'; test('ends', () => process.kill(process.pid, 'SIGKILL'));";

/** Runs test files; returns the names of the tests that failed, sorted. */
const folder = folderForEachTest();
const failingOf = async (files: Record<string, string>, ...options: string[]): Promise<string[]> => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { out, err, code } = await run({ cwd: folder }, process.execPath, 'test', '--only-failures', ...options);
  expect(code).toBe(1);
  return failingTests(`${out}${err}`, folder).toSorted();
};

const FAILING = [
  'broken.test.ts: an error outside of its tests',
  'failing.test.ts: group > each 2',
  'failing.test.ts: group > fails',
  'failing.test.ts: hangs',
];

test('the failing tests of a run are named with their files', async () => {
  expect(await failingOf(FILES)).toEqual(FAILING);
});

test('those of a run in two processes too', async () => {
  expect(await failingOf(FILES, '--parallel=2', '--no-isolate')).toEqual(FAILING);
});

test('a file whose process ended is named', async () => {
  const files = { 'crashing.test.ts': CRASHING, 'passing.test.ts': FILES['passing.test.ts'] };
  const failing = await failingOf(files, '--parallel=2', '--no-isolate');
  expect(failing).toEqual(['crashing.test.ts: worker crashed: SIGKILL']);
});

test('a run without failures names none', () => {
  expect(failingTests('bun test v1\n\n 12 pass\n 0 fail\n')).toEqual([]);
});

import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassedTests, withoutDots } from '../../scripts/passed-tests.ts';
import { testFolder } from '../helpers/process.ts';

/** What `bun test --dots` prints, in the pieces in which it comes. */
const PIECES = [
  'bun test v1.4.4 (38afee6c8) 2x PARALLEL\n',
  '...',
  '.\n\ntest/a.test.ts:\n\nSee ./a and so on...\n(fail) g > bad [2.81ms]\n',
  '..',
  '\n\n6 pass\n1 fail\n',
];

test('counts the tests that passed, as the pieces come', () => {
  const passed = new PassedTests();
  const counts = PIECES.map((piece) => {
    passed.add(piece);
    return passed.count;
  });
  expect(counts).toEqual([0, 3, 4, 6, 6]);
});

test('leaves the rest of the output as it is', () => {
  expect(withoutDots(PIECES.join(''))).toBe(
    'bun test v1.4.4 (38afee6c8) 2x PARALLEL\n\ntest/a.test.ts:\n\nSee ./a and so on...\n(fail) g > bad [2.81ms]\n\n6 pass\n1 fail\n',
  );
});

test('takes away dots before a line that follows without a line break', () => {
  expect(withoutDots('...# Unhandled error between tests\n')).toBe('# Unhandled error between tests\n');
});

const folder = testFolder();
test('bun prints a dot for each test that passes', async () => {
  const source = "import { test } from 'bun:test';\ntest('first', () => {});\ntest('second', () => {});\n";
  writeFileSync(join(folder, 'two.test.ts'), source);
  const child = Bun.spawn([process.execPath, 'test', '--dots'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const passed = new PassedTests();
  for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) passed.add(piece);
  expect([await child.exited, passed.count]).toEqual([0, 2]);
});

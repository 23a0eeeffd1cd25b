import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsOfFiles, timesReport } from '../../scripts/test-seconds.ts';
import { run, testFolder } from '../helpers/process.ts';

const cwd = testFolder();

test('the report of bun has the seconds of each file, groups of tests apart', async () => {
  const text = "import { describe, test } from 'bun:test'; describe('group', () => { test('passes', () => {}); });";
  for (const name of ['a', 'b']) writeFileSync(join(cwd, `${name}.test.ts`), text);
  const reporter = ['--reporter=junit', '--reporter-outfile=report.xml'];
  const { code } = await run({ cwd }, process.execPath, 'test', '--dots', '--parallel=2', '--no-isolate', ...reporter);
  expect(code).toBe(0);
  const seconds = secondsOfFiles(await Bun.file(join(cwd, 'report.xml')).text());
  expect([...seconds.keys()].toSorted()).toEqual(['a.test.ts', 'b.test.ts']);
  for (const each of seconds.values()) expect(each).toBeGreaterThan(0);
});

test('the end of a run tells the seconds of each step, the ten slowest files, and the flaky ones', () => {
  const files = new Map(Array.from({ length: 12 }, (_, index) => [`test/${index}.test.ts`, index] as const));
  const lines = timesReport(new Map(Object.entries({ style: 8.44, tests: 301 })), files, ['test/x.test.ts']).split(
    '\n',
  );
  expect(lines.slice(0, 5)).toEqual([
    'seconds of each step:',
    '      8.4  style',
    '    301.0  tests',
    'the slowest files:',
    '     11.0  test/11.test.ts',
  ]);
  expect(lines.slice(-2)).toEqual(['      2.0  test/2.test.ts', 'flaky files: test/x.test.ts']);
  expect(timesReport(new Map(), new Map(), [])).toBe('seconds of each step:\nflaky files: none');
});

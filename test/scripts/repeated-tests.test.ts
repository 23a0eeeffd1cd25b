import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, outcomeOf, type Repeated, repeatFailing, total } from '../../scripts/repeated-tests.ts';
import { folderForEachTest, run } from '../helpers/process.ts';

const folder = folderForEachTest();

const PASSING = "import { test } from 'bun:test'; test('passes', () => {});";
const FAILING = `import { expect, test } from 'bun:test';
test('passes', () => {});
test('fails', () => expect(1).toBe(2));`;
/** Fails the first time only: it leaves a file behind. */
const flaky = (name: string) => `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'bun:test';
const isSecond = existsSync('${name}.ran');
writeFileSync('${name}.ran', '');
test('passes', () => {});
test('needs two tries', () => expect(isSecond).toBe(true));`;

const bunTest = async (...words: string[]): Promise<Outcome> => {
  const { code, out, err } = await run({ cwd: folder }, process.execPath, 'test', '--dots', ...words);
  return outcomeOf(code === 0, Bun.stripANSI(`${out}${err}`));
};
/** Runs test files together, and those that fail once more. Returns the files that ran alone, too. */
const checked = async (files: Record<string, string>): Promise<Repeated & { alone: string[] }> => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const alone: string[] = [];
  const repeat = (file: string): Promise<Outcome> => {
    alone.push(file);
    return bunTest(`./${file}`);
  };
  return { ...(await repeatFailing(await bunTest('--parallel=2', '--no-isolate'), repeat, folder)), alone };
};

describe('a file that fails', () => {
  test('once, and passes alone, is flaky, and the run is green with all of its tests', async () => {
    const repeated = await checked({ 'a.test.ts': flaky('a'), 'b.test.ts': PASSING });
    expect(repeated.alone).toEqual(['a.test.ts']);
    expect(repeated.flaky).toEqual([{ file: 'a.test.ts', tests: ['needs two tries'] }]);
    expect(total([], [repeated])).toEqual({ passed: 3, failed: 0 });
  });

  test('twice is red, beside one that is flaky', async () => {
    const repeated = await checked({ 'a.test.ts': flaky('a'), 'b.test.ts': FAILING });
    expect(repeated.alone.toSorted()).toEqual(['a.test.ts', 'b.test.ts']);
    expect(repeated.flaky.map(({ file }) => file)).toEqual(['a.test.ts']);
    expect(repeated.outcome.output).toContain('(fail) fails');
    expect(total([], [repeated])).toEqual({ passed: 3, failed: 1 });
  });

  test('is red where more than three files are flaky', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const three = await checked(Object.fromEntries(names.slice(1).map((name) => [`${name}.test.ts`, flaky(name)])));
    expect(total([], [three])).toEqual({ passed: 6, failed: 0 });
    const one = await checked({ 'a.test.ts': flaky('a') });
    expect(one.flaky.map(({ file }) => file)).toEqual(['a.test.ts']);
    expect(total([], [three, one]).failed).toBe(1);
  });

  test('does not run again where the whole run is broken', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `(fail) test ${index}`);
    const names = many.map((_, index) => `f${index}.test.ts`);
    for (const name of names) writeFileSync(join(folder, name), PASSING);
    const lines = many.flatMap((line, index) => [`${names[index]}:`, line]);
    const never = () => expect.unreachable('it ran again');
    const broken = outcomeOf(false, [...lines, ' 0 pass', ' 11 fail', 'Ran 11 tests across 11 files.'].join('\n'));
    expect(await repeatFailing(broken, never, folder)).toEqual({ outcome: broken, flaky: [] });
    const brokenOff = outcomeOf(false, ['f0.test.ts:', '(fail) test 0', ' 1 fail'].join('\n'));
    expect(await repeatFailing(brokenOff, never, folder)).toEqual({ outcome: brokenOff, flaky: [] });
  });
});

test('a failed step counts as one failure, and so does a run that crashed before it reported a test', () => {
  const step = outcomeOf(false, 'style: 3 errors');
  const crashed = { outcome: outcomeOf(false, 'Segmentation fault'), flaky: [] };
  expect(total([step, outcomeOf(true, '')], [crashed])).toEqual({ passed: 0, failed: 2 });
});

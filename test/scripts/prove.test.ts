import { expect, test } from 'bun:test';
import { LONG_TESTS } from '../../scripts/proving/long-tests.ts';
import { allProofs, furtherYears, selects } from '../../scripts/proving/proofs.ts';
import { isCurrent, type Line, linesOf, UNUSED, withLine } from '../../scripts/proving/record.ts';
import { importsOf, sources, targetOf } from '../helpers/sources.ts';

const line = (proof: string, more: Partial<Line> = {}): Line => ({
  ...{ proof, commit: '0123456789ab', date: '2026-03-05', seconds: 61, result: 'passed' },
  ...more,
});
const everyProof = () => true;

test('a record has one line for each proof, by name, with its newest result', () => {
  let record = withLine('', line('torture/1', { result: 'failed' }), everyProof);
  record = withLine(record, line('pages/console/today'), everyProof);
  record = withLine(record, line('torture/1', { seconds: 590 }), everyProof);
  expect(linesOf(record)).toEqual([line('pages/console/today'), line('torture/1', { seconds: 590 })]);
  expect(withLine(record, line('long/mail/killed'), (proof) => proof !== 'torture/1')).toBe(`# Long proofs

\`scripts/prove\` writes a line for each proof that it has run: the newest result of each.

| proof               | commit       | date       | seconds | result |
| ------------------- | ------------ | ---------- | ------- | ------ |
| long/mail/killed    | 0123456789ab | 2026-03-05 | 61      | passed |
| pages/console/today | 0123456789ab | 2026-03-05 | 61      | passed |
`);
});

test('a record counts the simulated years that passed, those of further seeds too', () => {
  const isFirst = (proof: string) => /^simulate\/[123]$/.test(proof);
  let record = '';
  for (const seed of [1, 2, 3, 70, 71, 9]) record = withLine(record, line(`simulate/${seed}`), isFirst);
  expect(record).toContain('\nSimulated years that passed: 6, each of a seed. Seeds: 1-3, 9, 70-71.\n');
  expect(linesOf(record).map(({ proof }) => proof)).toEqual(['simulate/1', 'simulate/2', 'simulate/3']);
  record = withLine(record, line('simulate/70', { result: 'failed' }), isFirst);
  record = withLine(record, line('simulate/2', { result: 'failed' }), isFirst);
  expect(record).toContain('\nSimulated years that passed: 4, each of a seed. Seeds: 1, 3, 9, 71.\n');
  expect(withLine(record, line('torture/1'), everyProof)).toContain('Seeds: 1, 3, 9, 71.');
});

test('each simulated year has a seed, and a range of seeds can be named', () => {
  const years = allProofs(undefined).filter(({ name }) => selects('simulate', name));
  expect([years.length, years.at(-1)?.name]).toEqual([50, 'simulate/50']);
  expect(years[1]?.command.join(' ')).toContain('--seed 2 --days 365 ');
  expect(furtherYears('simulate/51-60').map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, at) => `simulate/${51 + at}`),
  );
  expect(furtherYears('simulate/51').map(({ name }) => name)).toEqual(['simulate/51']);
  for (const name of ['simulate', 'simulate/60-51', 'pages/51-60', 'simulate/0-5']) {
    expect(furtherYears(name)).toEqual([]);
  }
});

test('a proof that passed with the same sources need not run again', () => {
  const asked: string[][] = [];
  const git = (answers: Readonly<Record<string, boolean>>) => {
    return (...args: readonly string[]) => {
      asked.push([...args]);
      return { isOk: answers[args[0] ?? ''] ?? false };
    };
  };
  expect(isCurrent(line('bench'), 'v1', git({ 'merge-base': true, diff: true }), ['./test/a.test.ts'])).toBe(true);
  expect(asked).toEqual([
    ['merge-base', '--is-ancestor', 'v1', '0123456789ab'],
    ['diff', '--quiet', '0123456789ab', '--', '.', ':(exclude)docs', ':(exclude)*.md'],
    ['diff', '--quiet', '0123456789ab', '--', './test/a.test.ts'],
  ]);
  expect(isCurrent(line('bench'), 'v1', git({ 'merge-base': true }), [])).toBe(false);
  expect(isCurrent(line('bench'), 'v1', git({ diff: true }), [])).toBe(false);
  const same = git({ 'merge-base': true, diff: true });
  expect(isCurrent(undefined, 'v1', same, [])).toBe(false);
  expect(isCurrent(line('bench', { result: 'failed' }), 'v1', same, [])).toBe(false);
  expect(isCurrent(line('bench', { commit: '0123456789ab-dirty' }), 'v1', same, [])).toBe(false);
});

/** A file that the command of a proof names. */
const isCase = (path: string): boolean => /[.](test|browser)[.]ts$/.test(path);

/** What the files of patterns import, and what that imports in turn, with themselves. */
const usedBy = (patterns: readonly string[]): ReadonlySet<string> => {
  const used = new Set<string>();
  const waiting = patterns.flatMap(sources);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const { path } = file;
    if (used.has(path)) continue;
    used.add(path);
    const targets = importsOf(file).flatMap(({ specifier }) =>
      specifier.startsWith('.') ? [targetOf(path, specifier)] : [],
    );
    waiting.push(...targets.filter((target) => /[.]tsx?$/.test(target) && !used.has(target)).flatMap(sources));
  }
  return used;
};

test.each([
  ['long/mail/killed', LONG_TESTS],
  ['pages/console/today', ['test/browser/**/*.ts']],
  ['simulate/1', ['scripts/simulate.ts']],
  ['fuzz/1', ['scripts/fuzz.ts']],
  ['torture/1', ['scripts/torture.ts']],
] as const)('%s runs again for a change of what it uses alone', (proof, entries) => {
  const asked: string[] = [];
  const git = (...args: readonly string[]) => {
    asked.push(args.join(' '));
    return { isOk: true };
  };
  isCurrent(line(proof), 'v1', git, []);
  const unused = UNUSED[proof.split('/')[0] ?? ''] ?? [];
  expect(unused.length).toBeGreaterThan(0);
  expect(asked[1]).toEndWith(unused.map((pattern) => ` :(exclude,glob)${pattern}`).join(''));
  const used = [...usedBy(entries)];
  expect(used.length).toBeGreaterThan(20);
  const excluded = unused.map((pattern) => new Bun.Glob(pattern));
  expect(used.filter((path) => !isCase(path) && excluded.some((glob) => glob.match(path)))).toEqual([]);
});

test('every test and every page belongs to a proof, once', () => {
  const proofs = allProofs(undefined);
  const names = proofs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const files = [
    ...new Bun.Glob('test/**/*.{test,proof}.ts').scanSync(),
    ...new Bun.Glob('test/browser/**/*.browser.ts').scanSync(),
  ].map((file) => `./${file}`);
  const named = proofs.flatMap(({ command }) => command.filter((part) => files.includes(part)));
  expect([...new Set(named)].sort()).toEqual(files.sort());
});

test('a name selects its proof and all below it', () => {
  expect(selects('pages/console', 'pages/console/today')).toBe(true);
  expect(selects('pages/console/today', 'pages/console/today')).toBe(true);
  expect(selects('pages/con', 'pages/console/today')).toBe(false);
  expect(selects('bench', 'tests/bench')).toBe(false);
});

import { existsSync } from 'node:fs';
import { failingTests } from './failing-tests.ts';

/** What a step of scripts/test came to. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
  /** How many tests passed, and how many failed or broke outside of a test. */
  readonly passed: number;
  readonly failed: number;
}

/** The last count that bun printed for a word, such as ` 12 pass`. */
const counted = (output: string, word: 'pass' | 'fail' | 'error'): number => {
  const counts = [...output.matchAll(new RegExp(`^ *(\\d+) ${word}s?$`, 'gm'))];
  return Number(counts.at(-1)?.[1] ?? 0);
};

/** What a command came to, with the tests that `bun test` has counted in its output, if it ran any. */
export const outcomeOf = (ok: boolean, output: string): Outcome => ({
  ok,
  output,
  passed: counted(output, 'pass'),
  failed: counted(output, 'fail') + counted(output, 'error'),
});

/** More files than this that pass only the second time are no accident. */
export const MOST_FLAKY = 3;
/** A run with more failing files than this is broken: they do not run again. */
const MOST_REPEATED = 10;

/** A file that passed only the second time, with its tests that failed the first time. */
export interface FlakyFile {
  readonly file: string;
  readonly tests: readonly string[];
}

export interface Repeated {
  readonly outcome: Outcome;
  readonly flaky: readonly FlakyFile[];
}

/** The files of a failed run that run once more, with their failing tests; none where the run is broken as a whole. */
const filesToRepeat = ({ ok, output }: Outcome, folder: string): Map<string, string[]> => {
  const files = new Map<string, string[]>();
  // A run that was broken off has files that it has not tried.
  if (ok || !/^Ran \d+ tests? across /m.test(output)) return files;
  for (const failing of failingTests(output, folder)) {
    const end = failing.indexOf(': ');
    const file = failing.slice(0, end);
    if (!existsSync(`${folder}/${file}`)) continue;
    files.set(file, [...(files.get(file) ?? []), failing.slice(end + 2)]);
  }
  return files.size > MOST_REPEATED ? new Map() : files;
};

/**
 * Runs the files that failed once more, each alone. What passes then is flaky, and counts as passed; a file that fails
 * twice has failed.
 * @param alone runs one file
 * @param folder in which the tests ran
 */
export const repeatFailing = async (
  first: Outcome,
  alone: (file: string) => Promise<Outcome>,
  folder = process.cwd(),
): Promise<Repeated> => {
  const files = filesToRepeat(first, folder);
  if (files.size === 0) return { outcome: first, flaky: [] };
  const flaky: FlakyFile[] = [];
  let last: Outcome = { ok: true, output: '', passed: first.passed, failed: 0 };
  for (const [file, tests] of files) {
    const { ok, output, failed } = await alone(file);
    if (ok) {
      flaky.push({ file, tests });
      last = { ...last, passed: last.passed + tests.length };
    } else {
      const more = Math.max(1, failed);
      last = { ...last, ok: false, output: `${last.output}${output}\n`, failed: last.failed + more };
    }
  }
  return { outcome: last, flaky };
};

/**
 * The numbers of the last line of scripts/test. A failed step counts as one failure, and so does a run of tests that
 * crashed before it reported a failed test, and that too many files were flaky.
 * @param steps the outcomes of the steps without tests
 * @param runs those of the runs of tests, each repeated
 */
export const total = (steps: readonly Outcome[], runs: readonly Repeated[]): { passed: number; failed: number } => {
  const outcomes = runs.map(({ outcome }) => outcome);
  const sumOf = (count: 'passed' | 'failed'): number => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
  const broken = outcomes.filter(({ ok }) => !ok).length;
  const flakyFiles = runs.reduce((sum, { flaky }) => sum + flaky.length, 0);
  const failedSteps = steps.filter(({ ok }) => !ok).length + (flakyFiles > MOST_FLAKY ? 1 : 0);
  return {
    passed: sumOf('passed'),
    failed: failedSteps + (broken === 0 ? 0 : Math.max(broken, sumOf('failed'))),
  };
};

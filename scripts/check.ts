// Runs all checks, with one line per step and the output of failed steps only. The failing tests come last.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from '../test/browser/path.ts';
import { testsEverything } from '../test/helpers/everything.ts';
import { ffmpegPath } from '../test/helpers/video.ts';
import timings from '../test/slow-files.json' with { type: 'json' };
import { changedFiles, isBeside } from './changed-files.ts';
import { failingTests } from './failing-tests.ts';
import { PassedTests, withoutDots } from './passed-tests.ts';
import { LONG_TESTS } from './proving/long-tests.ts';
import { MOST_FLAKY, type Outcome, outcomeOf, type Repeated, repeatFailing, total } from './repeated-tests.ts';
import { secondsOfFiles, timesReport } from './test-seconds.ts';

interface Step {
  name: string;
  command: string[];
  needs?: string;
}
const bin = (tool: string) => `node_modules/.bin/${tool}`;
const style: Step = {
  name: 'style',
  command: [bin('biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings'],
};
const statics: Step[] = [
  style,
  { name: 'types', command: [process.execPath, 'scripts/types.ts'] },
  { name: 'unused', command: [bin('knip'), '--no-progress'], needs: 'src/main.ts' },
  { name: 'golden', command: [process.execPath, 'scripts/golden.ts', '--check'] },
];
const moved = LONG_TESTS.find((file) => !existsSync(file));
if (moved !== undefined) throw new Error(`there is no ${moved}`);
/** How long test files take, in ms: the slow ones begin first. */
const SLOW_FILES = 'test/slow-files.json';
const durations: Readonly<Record<string, number>> = timings.files;
/** A file that takes longer is not among the quick tests, unless it is changed. */
const QUICK_MS = 300;
/** The same for tests of a folder in which something is changed. */
const NEAR_MS = 700;
/** The files that are new or changed since the last commit. */
const changed = changedFiles(
  Bun.which('git') === null
    ? ''
    : Bun.spawnSync(['git', 'status', '--porcelain', '-z', '--untracked-files=all']).stdout.toString(),
);
/** Tests of whole programs, of random runs and of pages. */
const WHOLE = /^test\/(?:appliance|bench|browser|fuzz|properties|scripts|simulate)\//;
/** Tests of the whole program run it: it starts in a third of the processor time that the source takes. */
const executable = 'dist/studiod';
const build: Step = { name: 'build', command: [process.execPath, 'scripts/build.ts', '--outfile', executable] };
// A test has two minutes, far more than any needs: a machine that stalls must not decide.
const bunTest = (...more: string[]) => [process.execPath, 'test', '--dots', '--timeout', '120000', ...more];
// Many tests wait for other processes, so one more file runs than there are processors.
const inParallel = [`--parallel=${availableParallelism() + 1}`, '--no-isolate', `--timings=${SLOW_FILES}`];
const hasBrowser = browserPath() !== undefined;
const tests: Step = {
  name: 'tests',
  command: bunTest(
    ...inParallel,
    ...(testsEverything ? [] : LONG_TESTS).map((file) => `--path-ignore-patterns=${file}`),
    './test',
  ),
};
/** Files of pages in Chromium. A browser for each takes a processor, so no more of them run than there are processors. */
const pagesOf = (name: string, files: string[]): Step => ({
  name,
  command: bunTest(`--parallel=${availableParallelism()}`, '--no-isolate', ...files.sort().map((file) => `./${file}`)),
});
/** The pages that decide about each change: every page once, a day at the desk, members who book, pay, wait, and bring others. */
const pages = pagesOf('pages', [
  ...['cards', 'docs/docs', 'media'].map((name) => `test/browser/${name}.browser.ts`),
  ...['each-page', 'whole-day'].map((name) => `test/browser/console/${name}.browser.ts`),
  ...['each-page', 'scenario', 'wallet', 'push', 'household', 'guests'].map(
    (name) => `test/browser/member/${name}.browser.ts`,
  ),
  'test/browser/pseudo/short.browser.ts',
]);
/** All of them, at both widths, in both themes and in each language: `scripts/prove` runs them. */
const allPages = pagesOf('all-pages', [...new Bun.Glob('test/browser/**/*.browser.ts').scanSync()]);
const isQuick = (file: string): boolean =>
  changed.includes(file) || (durations[file] ?? 0) < (isBeside(changed, file) ? NEAR_MS : QUICK_MS);
/** Tests of units and of the API, from source, without those of whole programs. */
const quick: Step = {
  name: 'quick',
  command: bunTest(
    ...inParallel,
    ...[...new Bun.Glob('test/**/*.test.ts').scanSync()]
      .filter((file) => !WHOLE.test(file) && isQuick(file))
      .map((file) => `./${file}`),
  ),
};
const full = [...statics, build, tests, pages].map((step) => step.name);
const names = [...full, allPages.name, quick.name];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    skip: { type: 'string' },
    quick: { type: 'boolean' },
    'update-timings': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`usage: scripts/test [--quick | --only STEP,..] [--skip STEP,..] [--update-timings]
--quick           the style of what is changed, types, the golden document, and the tests of units and of the API that are
                  quick or changed; somewhat slower ones too where they are beside what is changed
--only pages      each page in Chromium, once
--only all-pages  all pages in Chromium: some 40 minutes
--update-timings  writes how long each test file took to ${SLOW_FILES}
steps: ${names.join(', ')}`);
  process.exit(0);
}
// Before a commit, what it changes is looked at; all files where nothing is changed, or the rules are.
const styled =
  values.quick === true && !changed.includes('biome.json') ? changed.filter((file) => existsSync(file)) : [];
style.command.push(
  ...(styled.length === 0 ? ['.'] : ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...styled]),
);
if (values['update-timings']) tests.command.push('--update-timings');
const only = chosen(values.quick ? 'style,types,golden,quick' : values.only) ?? full;
const skip = chosen(values.skip) ?? [];

function chosen(list: string | undefined): string[] | undefined {
  const chosenNames = list?.split(',');
  const unknown = chosenNames?.find((name) => !names.includes(name));
  if (unknown === undefined) return chosenNames;
  console.error(`unknown step '${unknown}'; use some of: ${names.join(', ')}`);
  process.exit(2);
}

function reasonToSkip({ name, needs }: Step): string | undefined {
  const isSelected = (each: string) => only.includes(each) && !skip.includes(each);
  const isNeeded = name === build.name && [tests.name, pages.name, allPages.name].some(isSelected);
  if (!isSelected(name) && !isNeeded) return 'not selected';
  if ((name === pages.name || name === allPages.name) && !hasBrowser) return 'there is no chromium';
  return needs !== undefined && !existsSync(needs) ? `there is no ${needs}` : undefined;
}

/**
 * Each test opens a studio of its own. Giving its memory back and taking it again would cost up to a third of the processor
 * time of a run, so the allocator of Bun keeps what it has.
 */
const KEEP_MEMORY = '-1';

/** The name of the step that runs a failed file once more. */
const AGAIN = 'again';
const isTerminal = process.stdout.isTTY === true;
/** Prints a line, in the place of the count of tests that a terminal shows. */
const print = (line: string): void => console.log(isTerminal ? `\r\x1b[K${line}` : line);

/** Seconds between two counts of tests, where no terminal shows each. */
const COUNT_EVERY = 10;

/** Reads what `bun test` prints on stderr, and shows how many tests have passed so far: a run takes minutes. */
async function readTests(name: string, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const passed = new PassedTests();
  const line = () => `      ${name.padEnd(8)} ${passed.count} passed so far`;
  const timer = setInterval(
    () => (isTerminal ? process.stdout.write(`\r${line()}`) : console.log(line())),
    isTerminal ? 200 : COUNT_EVERY * 1_000,
  );
  let output = '';
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    output += piece;
    passed.add(piece);
  }
  clearInterval(timer);
  return withoutDots(output);
}

/** Lines that Chromium has logged: an error of Playwright repeats all of them. */
const BROWSER_LOG = /^(?:\[pid=\d+\]\[err\]|<launch(?:ing|ed)>).*\n/gm;

/** The reports of bun with the time of each file, and how long each step took: what the end of the run tells. */
const reports = mkdtempSync(join(tmpdir(), 'studiod-check-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const secondsOfSteps = new Map<string, number>();
const fileSeconds = new Map<string, number>();

async function readReport(path: string): Promise<void> {
  if (!existsSync(path)) return;
  for (const [file, seconds] of secondsOfFiles(await Bun.file(path).text())) fileSeconds.set(file, seconds);
}

async function run(step: Step, title = step.name.padEnd(8)): Promise<Outcome> {
  const reason = step.name === AGAIN ? undefined : reasonToSkip(step);
  if (reason !== undefined) {
    print(`skip  ${step.name.padEnd(8)} ${reason}`);
    return outcomeOf(true, '');
  }
  const started = performance.now();
  const isTests = step.command.includes('--dots');
  const report = join(reports, `${step.name}.xml`);
  const reporter = isTests && step.name !== AGAIN ? ['--reporter=junit', `--reporter-outfile=${report}`] : [];
  const child = Bun.spawn([...step.command, ...reporter], {
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      MIMALLOC_PURGE_DELAY: KEEP_MEMORY,
      STUDIOD_EXECUTABLE: step === quick ? undefined : executable,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    isTests ? readTests(step.name, child.stderr) : child.stderr.text(),
    child.exited,
  ]);
  const outcome = outcomeOf(code === 0, Bun.stripANSI(`${out}${err}`).replace(BROWSER_LOG, '').trim());
  const seconds = (performance.now() - started) / 1000;
  secondsOfSteps.set(step.name, (secondsOfSteps.get(step.name) ?? 0) + seconds);
  await readReport(report);
  print(`${outcome.ok ? 'ok  ' : 'FAIL'}  ${title} ${seconds.toFixed(1)} s`);
  return outcome;
}

function printFailure({ ok, output }: Outcome): void {
  if (!ok) print(`${output}\n`);
}

/** Runs the files that failed once more, alone, after all others, and says which of them are flaky. */
async function again(first: Outcome): Promise<Repeated> {
  let isPrinted = false;
  const repeated = await repeatFailing(first, (file) => {
    if (!isPrinted) printFailure(first);
    isPrinted = true;
    return run({ name: AGAIN, command: bunTest(`./${file}`) }, `${AGAIN.padEnd(8)} ${file}`);
  });
  for (const { file, tests } of repeated.flaky) for (const test of tests) print(`flaky  ${file}  ${test}`);
  return repeated;
}

if (ffmpegPath() === undefined) {
  console.log('skip  ffmpeg   its tests need ffmpeg: install it, or set STUDIOD_TEST_FFMPEG');
}
if (!testsEverything)
  console.log(`skip  long     ${LONG_TESTS.length} files, which scripts/prove tries: TEST_EVERYTHING=1`);
if (!hasBrowser) console.log('skip  pages    their tests need chromium: install it, or set STUDIOD_TEST_BROWSER');
const outcomes: Outcome[] = [];
async function passes(step: Step): Promise<boolean> {
  const outcome = await run(step);
  printFailure(outcome);
  outcomes.push(outcome);
  return outcome.ok;
}
async function checkAll(): Promise<void> {
  for (const step of statics) await passes(step);
}
async function testAll(): Promise<Outcome[]> {
  if (only.includes(quick.name)) return [await run(quick)];
  return (await passes(build)) ? [await run(tests)] : [];
}
const [runs] = await Promise.all([testAll(), checkAll()]);
if (runs.length > 0) runs.push(await run(pages), await run(allPages));
const repeated: Repeated[] = [];
for (const outcome of runs) repeated.push(await again(outcome));
for (const { outcome } of repeated) printFailure(outcome);

const flakyFiles = repeated.flatMap(({ flaky }) => flaky.map(({ file }) => file));
if (flakyFiles.length > MOST_FLAKY) {
  console.log(`${flakyFiles.length} files passed only the second time: at most ${MOST_FLAKY} may`);
}
const failing = repeated.flatMap(({ outcome }) => failingTests(outcome.output));
if (failing.length > 0) console.log(`failing tests:\n${failing.map((test) => `  ${test}\n`).join('')}`);
console.log(timesReport(secondsOfSteps, fileSeconds, flakyFiles));
const { passed, failed } = total(outcomes, repeated);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

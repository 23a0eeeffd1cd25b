// Runs all checks, with one line per step and the output of failed steps only. The failing tests come last.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { browserPath } from '../test/browser/path.ts';
import { testsEverything } from '../test/helpers/everything.ts';
import { ffmpegPath } from '../test/helpers/video.ts';
import timings from '../test/slow-files.json' with { type: 'json' };
import { failingTests } from './failing-tests.ts';
import { PassedTests, withoutDots } from './passed-tests.ts';

interface Step {
  name: string;
  command: string[];
  needs?: string;
}
interface Outcome {
  ok: boolean;
  output: string;
  /** How many tests passed, and how many failed or broke outside of a test. */
  passed: number;
  failed: number;
}

const bin = (tool: string) => `node_modules/.bin/${tool}`;
const statics: Step[] = [
  {
    name: 'style',
    command: [bin('biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings', '.'],
  },
  { name: 'types', command: [process.execPath, 'scripts/types.ts'] },
  { name: 'unused', command: [bin('knip'), '--no-progress'], needs: 'src/main.ts' },
  { name: 'golden', command: [process.execPath, 'scripts/golden.ts', '--check'] },
];
/** Tests that measure times. `scripts/prove` runs them. */
const measuring = [
  'test/appliance/import-bounds.test.ts',
  'test/appliance/sign-in-time.test.ts',
  'test/database/checkpointer.test.ts',
  'test/kernel/garbage.test.ts',
  'test/resources/clients/search-cost.test.ts',
  'test/resources/imports/many-of-one-client.test.ts',
  'test/resources/reports/year.test.ts',
  'test/resources/schedules/recurrence/recurrence.test.ts',
  'test/webhooks/isolation.test.ts',
];
/** Tests that are long by nature: whole programs that are killed, moved, upgraded or filled, and files that ffmpeg reads. `scripts/prove` runs them. */
const long = [
  ...['acme', 'backup', 'backup-targets', 'backups-proved', 'cards-killed', 'changes-killed', 'clock-jumps'].map(
    (name) => `test/appliance/${name}.test.ts`,
  ),
  ...['console-restore', 'data-directory', 'full-disk', 'install', 'large-bodies', 'lost-data', 'moving'].map(
    (name) => `test/appliance/${name}.test.ts`,
  ),
  ...['moving-demo', 'older-databases', 'postman', 'renditions-killed', 'responses', 'restore-copies', 'root'].map(
    (name) => `test/appliance/${name}.test.ts`,
  ),
  ...['audit-verbs', 'locked', 'sandbox-clocks', 'set-clock', 'socket-activation', 'terminal', 'tls'].map(
    (name) => `test/appliance/${name}.test.ts`,
  ),
  ...['doctor-services', 'open-files', 'sandbox', 'service-manager', 'upgrade', 'verbs'].map(
    (name) => `test/appliance/${name}.test.ts`,
  ),
  ...['hostile-files', 'inspect'].map((name) => `test/media/${name}.test.ts`),
  'test/mail/killed.test.ts',
  'test/properties/engagement/year.test.ts',
  'test/properties/previews.test.ts',
  'test/resources/content-media/playback/renditions.test.ts',
  'test/resources/content-media/uploads/lasting.test.ts',
  'test/sandbox/demo/every-hour.test.ts',
  'test/scripts/release.test.ts',
  ...['environment', 'killed'].map((name) => `test/webhooks/${name}.test.ts`),
];
const moved = [...measuring, ...long].find((file) => !existsSync(file));
if (moved !== undefined) throw new Error(`there is no ${moved}`);
/** How long test files take, in ms: the slow ones begin first. */
const SLOW_FILES = 'test/slow-files.json';
const durations: Readonly<Record<string, number>> = timings.files;
/** A file that takes longer is not among the quick tests. */
const QUICK_MS = 800;
/** Tests of whole programs, of random runs and of pages. */
const WHOLE = /^test\/(?:appliance|bench|browser|fuzz|properties|scripts)\//;
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
    ...[...measuring, ...(testsEverything ? [] : long)].map((file) => `--path-ignore-patterns=${file}`),
    './test',
  ),
};
/** Files of pages in Chromium. A browser for each takes a processor, so no more of them run than there are processors. */
const pagesOf = (name: string, files: string[]): Step => ({
  name,
  command: bunTest(`--parallel=${availableParallelism()}`, '--no-isolate', ...files.sort().map((file) => `./${file}`)),
});
/** The pages that decide about each change: every page once, a day at the desk, and a member who books. */
const pages = pagesOf('pages', [
  ...['cards', 'docs', 'media'].map((name) => `test/browser/${name}.browser.ts`),
  ...['each-page', 'whole-day'].map((name) => `test/browser/console/${name}.browser.ts`),
  ...['each-page', 'scenario'].map((name) => `test/browser/member/${name}.browser.ts`),
]);
/** All of them, at both widths, in both themes and in each language: `scripts/prove` runs them. */
const allPages = pagesOf('all-pages', [...new Bun.Glob('test/browser/**/*.browser.ts').scanSync()]);
const measures: Step = { name: 'measures', command: bunTest(...measuring.map((file) => `./${file}`)) };
/** Tests of units and of the API, from source: all but those of whole programs, and the files that are known to be slow. */
const quick: Step = {
  name: 'quick',
  command: bunTest(
    ...inParallel,
    ...[...new Bun.Glob('test/**/*.test.ts').scanSync()]
      .filter((file) => !WHOLE.test(file) && !measuring.includes(file) && (durations[file] ?? 0) < QUICK_MS)
      .map((file) => `./${file}`),
  ),
};
const full = [...statics, build, tests, pages].map((step) => step.name);
const names = [...full, allPages.name, measures.name, quick.name];

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
--quick           style, types, the golden document, and the tests of units and of the API
--only pages      each page in Chromium, once
--only all-pages  all pages in Chromium: some 40 minutes
--update-timings  writes how long each test file took to ${SLOW_FILES}
steps: ${names.join(', ')}`);
  process.exit(0);
}
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
  const isNeeded = name === build.name && [tests.name, pages.name, allPages.name, measures.name].some(isSelected);
  if (!isSelected(name) && !isNeeded) return 'not selected';
  if ((name === pages.name || name === allPages.name) && !hasBrowser) return 'there is no chromium';
  return needs !== undefined && !existsSync(needs) ? `there is no ${needs}` : undefined;
}

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

async function run(step: Step, title = step.name.padEnd(8)): Promise<Outcome> {
  const reason = step.name === 'again' ? undefined : reasonToSkip(step);
  if (reason !== undefined) {
    print(`skip  ${step.name.padEnd(8)} ${reason}`);
    return { ok: true, output: '', passed: 0, failed: 0 };
  }
  const started = performance.now();
  const child = Bun.spawn(step.command, {
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      STUDIOD_EXECUTABLE: step === quick ? undefined : executable,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const isTests = step.command.includes('--dots');
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    isTests ? readTests(step.name, child.stderr) : child.stderr.text(),
    child.exited,
  ]);
  const output = Bun.stripANSI(`${out}${err}`).replace(BROWSER_LOG, '').trim();
  const failed = counted(output, 'fail') + counted(output, 'error');
  const outcome = { ok: code === 0, output, passed: counted(output, 'pass'), failed };
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${outcome.ok ? 'ok  ' : 'FAIL'}  ${title} ${seconds} s`);
  return outcome;
}

function printFailure({ ok, output }: Outcome): void {
  if (!ok) print(`${output}\n`);
}

/** More files than this that pass only the second time are no accident. */
const MOST_FLAKY = 3;
/** A run with more failing files than this is broken: they do not run again. */
const MOST_REPEATED = 10;
let flakyFiles = 0;

/** Runs the files that failed once more, alone, after all others. What passes then is flaky, and counts as passed. */
async function again(first: Outcome): Promise<Outcome> {
  const failing = failingTests(first.output);
  const files = [...new Set(failing.map((test) => test.slice(0, test.indexOf(': '))))].filter((file) =>
    existsSync(file),
  );
  // A run that was broken off has files that it has not tried.
  const isWhole = /^Ran \d+ tests? across /m.test(first.output);
  if (first.ok || !isWhole || files.length === 0 || files.length > MOST_REPEATED) return first;
  printFailure(first);
  const last: Outcome = { ok: true, output: '', passed: first.passed, failed: 0 };
  for (const file of files) {
    const step = { name: 'again', command: bunTest(`./${file}`) };
    const outcome = await run(step, `again    ${file}`);
    if (outcome.ok) {
      flakyFiles += 1;
      for (const test of failing.filter((each) => each.startsWith(`${file}: `))) {
        print(`flaky  ${file}  ${test.slice(file.length + 2)}`);
        last.passed += 1;
      }
    } else {
      last.ok = false;
      last.failed += Math.max(1, outcome.failed);
      last.output += `${outcome.output}\n`;
    }
  }
  return last;
}

/** The last count that bun printed for a word, such as ` 12 pass`. */
function counted(output: string, word: 'pass' | 'fail' | 'error'): number {
  const counts = [...output.matchAll(new RegExp(`^ *(\\d+) ${word}s?$`, 'gm'))];
  return Number(counts.at(-1)?.[1] ?? 0);
}

if (ffmpegPath() === undefined) {
  console.log('skip  ffmpeg   its tests need ffmpeg: install it, or set STUDIOD_TEST_FFMPEG');
}
if (!testsEverything)
  console.log(`skip  long     ${long.length + measuring.length} files, which scripts/prove tries: TEST_EVERYTHING=1`);
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
// Alone, so that nothing else decides.
if (runs.length > 0) runs.push(await run(measures));
for (const [index, outcome] of runs.entries()) runs[index] = await again(outcome);
runs.forEach(printFailure);

const sumOf = (count: 'passed' | 'failed') => runs.reduce((sum, outcome) => sum + outcome[count], 0);
const brokenRuns = runs.filter(({ ok }) => !ok).length;
const failedTests = sumOf('failed');
const isTooFlaky = flakyFiles > MOST_FLAKY;
if (isTooFlaky) console.log(`${flakyFiles} files passed only the second time: at most ${MOST_FLAKY} may`);
const failedSteps = outcomes.filter(({ ok }) => !ok).length + (isTooFlaky ? 1 : 0);
// A failed step counts as one failure, and so does a test run that crashed before it reported a failed test.
const failed = failedSteps + (brokenRuns === 0 ? 0 : Math.max(brokenRuns, failedTests));
const failing = runs.flatMap(({ output }) => failingTests(output));
if (failing.length > 0) console.log(`failing tests:\n${failing.map((test) => `  ${test}\n`).join('')}`);
console.log(`${sumOf('passed')} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// Runs the long proofs, goes on after a failure, and notes the result of each in docs/proofs.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allProofs, EXECUTABLE, furtherYears, LIMIT_SECONDS, type Proof, selects } from './proving/proofs.ts';
import { isCurrent, linesOf, withLine } from './proving/record.ts';

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    since: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    release: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(`usage: scripts/prove [NAME..] [--since COMMIT] [--repeat N] [--list] [--release FILE]
A name selects a proof, or all below it: 'pages/console/today', 'pages', 'long/appliance'. Without a name, all of them run.
'simulate/51-60' runs the simulated years of these seeds. Each takes at most ${LIMIT_SECONDS / 60} minutes; what it prints
is in dist/proofs, and its result in docs/proofs.md.
--since COMMIT  goes on: leaves out what has passed at COMMIT or later with the sources that stand here now
--repeat N      runs each proof N times; it passes when every run does
--list          prints the names
--release FILE  the executable of the last release, for the proof 'beside-release'`);
  process.exit(0);
}

const refuse = (message: string): never => {
  console.error(message);
  process.exit(2);
};
const repeats = Number(values.repeat);
if (!Number.isInteger(repeats) || repeats < 1) refuse('--repeat takes a count from 1');
const proofs = allProofs(values.release);
/** The proofs that a name selects: its own, those below it, or the years of its seeds. */
const chosenBy = (name: string): readonly Proof[] => {
  const further = furtherYears(name);
  return further.length > 0 ? further : proofs.filter((proof) => selects(name, proof.name));
};
const unknown = positionals.find((name) => chosenBy(name).length === 0);
if (unknown !== undefined) refuse(`unknown proof '${unknown}'; scripts/prove --list names all of them`);
const chosen = positionals.length === 0 ? proofs : [...new Set(positionals.flatMap(chosenBy))];
if (values.list) {
  for (const { name } of chosen) console.log(name);
  process.exit(0);
}

const RECORD = 'docs/proofs.md';
const OUTPUT = 'dist/proofs';
const readRecord = (): string => (existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '');
const git = (...args: readonly string[]) => {
  const { success, stdout } = Bun.spawnSync(['git', ...args]);
  return { isOk: success, text: stdout.toString().trim() };
};
/** The commit that stands here: the record itself is not a change of it. */
const isDirty = !git('diff', '--quiet', 'HEAD', '--', '.', `:(exclude)${RECORD}`).isOk;
const commit = `${git('rev-parse', '--short=12', 'HEAD').text || 'unknown'}${isDirty ? '-dirty' : ''}`;
const { since } = values;
if (since !== undefined && !git('rev-parse', '--verify', '--quiet', `${since}^{commit}`).isOk) {
  refuse(`there is no commit '${since}'`);
}

const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], { stdout: 'inherit', stderr: 'inherit' });
if (!build.success) process.exit(1);
mkdirSync(OUTPUT, { recursive: true });
const environment = { ...process.env, NO_COLOR: '1', TEST_EVERYTHING: '1', STUDIOD_EXECUTABLE: EXECUTABLE };

/** Runs a command, for at most the time of a proof; with it end the processes that it has started. */
async function passes({ command }: Proof, output: string): Promise<boolean> {
  const child = Bun.spawn(['timeout', '--kill-after=20', String(LIMIT_SECONDS), ...command], {
    env: environment,
    stdin: 'ignore',
    stdout: Bun.file(output),
    stderr: Bun.file(`${output}.errors`),
  });
  return (await child.exited) === 0;
}

let failed = 0;
async function prove(proof: Proof): Promise<void> {
  const { name, skipped } = proof;
  if (skipped !== undefined) return console.log(`skip  ${name}: ${skipped}`);
  const started = performance.now();
  const output = join(OUTPUT, name.replaceAll('/', '-'));
  let isPassed = true;
  for (let run = 0; run < repeats && isPassed; run++) isPassed = await passes(proof, output);
  const seconds = Math.round((performance.now() - started) / 1000 / repeats);
  if (!isPassed) failed += 1;
  console.log(isPassed ? `ok    ${name}  ${seconds} s` : `FAIL  ${name}  ${seconds} s: see ${output}.errors`);
  const line = { proof: name, commit, date: new Date().toISOString().slice(0, 10), seconds } as const;
  const record = withLine(readRecord(), { ...line, result: isPassed ? 'passed' : 'failed' }, (known) =>
    proofs.some((each) => each.name === known),
  );
  writeFileSync(RECORD, record);
}

const earlier = new Map(linesOf(readRecord()).map((line) => [line.proof, line]));
const filesOf = ({ command }: Proof): string[] => command.filter((part) => part.startsWith('./test/'));
const isDue = (proof: Proof): boolean =>
  since === undefined || !isCurrent(earlier.get(proof.name), since, git, filesOf(proof));
const due = chosen.filter(isDue);
/** What shares the machine: as many at once as there are processors. What measures runs after it, alone. */
const shared = due.filter(({ isAlone }) => !isAlone);
async function work(): Promise<void> {
  for (let next = shared.shift(); next !== undefined; next = shared.shift()) await prove(next);
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
for (const proof of due) if (proof.isAlone) await prove(proof);
process.exit(failed === 0 ? 0 : 1);

// Runs the long proofs one after another, goes on after a failure, and notes the result of each in docs/proofs.md.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, release: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
if (values.help) {
  console.log(`usage: scripts/prove [NAME..] [--list] [--release FILE]
A proof is a file test/**/NAME.proof.ts, or a command of scripts/prove.ts. Without a name, all of them run; 'simulate' names its parts.
--list          prints the names
--release FILE  the executable of the last release, for the proof 'beside-release'`);
  process.exit(0);
}

interface Proof {
  readonly name: string;
  /** Why it cannot run. */
  readonly skipped?: string | undefined;
  readonly command: readonly string[];
  /** The years of a studio that it simulates, and with which seeds. */
  readonly years?: { readonly count: number; readonly seeds: string };
}

const EXECUTABLE = 'dist/studiod';
/** A proof says that something hangs, not how fast it is. */
const LIMIT_MS = 600_000;
const RECORD = 'docs/proofs.md';
/** Each run goes on with seeds that have not been lived through. */
const YEARS = /Simulated so far: (\d+) years/;
const lived = Number(YEARS.exec(await Bun.file(RECORD).text())?.[1] ?? 0);
const YEARS_OF_A_PART = 5;
const simulations = Array.from({ length: 10 }, (_, part): Proof => {
  const seed = lived + part * YEARS_OF_A_PART + 1;
  return {
    name: `simulate-${part + 1}`,
    command: ['scripts/simulate', '--seed', `${seed}`, '--studios', `${YEARS_OF_A_PART}`, '--days', '365'],
    years: { count: YEARS_OF_A_PART, seeds: `${seed} to ${seed + YEARS_OF_A_PART - 1}` },
  };
});
const files = [...new Bun.Glob('test/**/*.proof.ts').scanSync()].sort().map((file) => ({
  name: basename(file, '.proof.ts'),
  command: [process.execPath, 'test', '--only-failures', '--timeout', String(LIMIT_MS), `./${file}`],
}));
const beside = values.release === undefined ? [] : ['--release', values.release];
const proofs: readonly Proof[] = [
  ...files,
  { name: 'long', command: ['scripts/test', '--only', 'tests'] },
  { name: 'pages', command: ['scripts/test', '--only', 'all-pages'] },
  { name: 'fuzz', command: ['scripts/fuzz', '--executable', EXECUTABLE, '--requests', '300000', '--seed', '1'] },
  // In process, which also sees how long a request holds the event loop.
  { name: 'fuzz-in-process', command: ['scripts/fuzz', '--requests', '1000000', '--seed', '1'] },
  // No row may lose more than a tenth of its rate.
  {
    name: 'beside-release',
    command: ['scripts/bun', 'scripts/bench/bench.ts', '--executable', EXECUTABLE, '--clients', '20000', ...beside],
    skipped: values.release === undefined ? 'name the executable of the last release with --release FILE' : undefined,
  },
  ...simulations,
  { name: 'torture', command: ['scripts/torture', '--kills', '300', '--seed', '1'] },
];
if (values.list) {
  for (const { name } of proofs) console.log(name);
  process.exit(0);
}
const isNamed = ({ name, years }: Proof, by: string): boolean =>
  name === by || (by === 'simulate' && years !== undefined);
const unknown = positionals.find((name) => !proofs.some((proof) => isNamed(proof, name)));
if (unknown !== undefined) {
  console.error(`unknown proof '${unknown}'; scripts/prove --list names all of them`);
  process.exit(2);
}

const HEADING = `# Long proofs

\`scripts/prove\` writes a line for each proof that it has run: the newest result of each.

Simulated so far: 0 years of a studio.

| proof | commit | seconds | result |
| ----- | ------ | ------- | ------ |
`;
const git = Bun.spawnSync(['git', 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']);
const commit = git.stdout.toString().trim() || 'unknown';

/** Puts a line into the record, in place of the earlier line of the same proof. */
async function note({ name, years }: Proof, seconds: number, isPassed: boolean): Promise<void> {
  const record = Bun.file(RECORD);
  const text = (await record.exists()) ? await record.text() : HEADING;
  const what = years === undefined ? name : `${name} (seeds ${years.seeds})`;
  const line = `| ${what} | ${commit} | ${seconds} | ${isPassed ? 'passed' : 'failed'} |`;
  const others = text.trimEnd().split('\n');
  const kept = others.filter((each) => !each.startsWith(`| ${name} `));
  // What is counted stands before the table.
  const counted = kept
    .join('\n')
    .replace(YEARS, (_, before) => `Simulated so far: ${Number(before) + (isPassed ? (years?.count ?? 0) : 0)} years`);
  await Bun.write(RECORD, `${counted}\n${line}\n`);
  Bun.spawnSync(['node_modules/.bin/biome', 'format', '--write', RECORD]);
}

const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], { stdout: 'inherit', stderr: 'inherit' });
if (!build.success) process.exit(1);
const environment = { ...process.env, NO_COLOR: '1', TEST_EVERYTHING: '1', STUDIOD_EXECUTABLE: EXECUTABLE };
let failed = 0;
for (const proof of proofs) {
  const { name, command, skipped } = proof;
  if (positionals.length > 0 && !positionals.some((by) => isNamed(proof, by))) continue;
  if (skipped !== undefined) {
    console.log(`skip  ${name}: ${skipped}`);
    continue;
  }
  const started = performance.now();
  const child = Bun.spawn([...command], { env: environment, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
  const isPassed = (await child.exited) === 0;
  const seconds = Math.round((performance.now() - started) / 1000);
  if (!isPassed) failed += 1;
  console.log(`${isPassed ? 'ok  ' : 'FAIL'}  ${name}  ${seconds} s`);
  await note(proof, seconds, isPassed);
}
process.exit(failed === 0 ? 0 : 1);

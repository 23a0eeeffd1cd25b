// The proofs: each takes at most ten minutes, so that a run that stops loses little.
import { basename } from 'node:path';
import { LONG_TESTS } from './long-tests.ts';

export interface Proof {
  /** `pages/console/today`: the first word is its kind, and each part of the name up to a slash names what is below it. */
  readonly name: string;
  readonly command: readonly string[];
  /** Whether it needs the machine for itself: what it measures depends on what else runs. */
  readonly isAlone: boolean;
  /** Why it cannot run. */
  readonly skipped?: string;
}

/** The executable that the proofs run. */
export const EXECUTABLE = 'dist/studiod';
/** How long a proof may take. */
export const LIMIT_SECONDS = 600;

const NO_RELEASE = 'name the executable of the last release with --release FILE';

/** Files whose cases take more than ten minutes in all, cut by the names of their cases. */
const CUT: Readonly<Record<string, readonly string[]>> = {
  'pages/console/each-width': ['part [123]$', 'part [456]$', 'part ([789]|\\d\\d)$', 'on a phone'],
};

const bunTest = (...more: readonly string[]): string[] => [
  process.execPath,
  ...['test', '--only-failures', '--timeout', String(LIMIT_SECONDS * 1_000), ...more],
];

/** A proof for each part of a file, or one for the whole. */
function proofsOfFile(name: string, file: string, isAlone = false): Proof[] {
  const parts = CUT[name];
  if (parts === undefined) return [{ name, isAlone, command: bunTest(`./${file}`) }];
  return parts.map((pattern, at) => ({
    name: `${name}/${at + 1}`,
    isAlone,
    command: bunTest('--test-name-pattern', pattern, `./${file}`),
  }));
}

const scan = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync()].sort();

/** Most tests are in `test/resources`: three parts of it take about as long. */
const letters = (name: string): string => (name < 'd' ? 'a-c' : name < 'n' ? 'd-m' : 'n-z');

/** Test files by the folder below `test` that they are in: everything else is tested with all its cases. */
function byFolder(): Proof[] {
  const folders = new Map<string, string[]>();
  for (const file of scan('test/**/*.test.ts')) {
    if (LONG_TESTS.includes(file)) continue;
    const [, folder = '', below = ''] = file.split('/');
    const name = folder.includes('.') ? 'others' : folder === 'resources' ? `${folder}/${letters(below)}` : folder;
    folders.set(name, [...(folders.get(name) ?? []), `./${file}`]);
  }
  return [...folders].map(([folder, files]) => ({
    name: `tests/${folder}`,
    isAlone: false,
    command: bunTest('--parallel=2', '--no-isolate', ...files),
  }));
}

/** Runs of a script of random requests or kills, each with its own seed. */
function seeded(name: string, seeds: number, command: readonly string[]): Proof[] {
  return Array.from({ length: seeds }, (_, at) => ({
    name: `${name}/${at + 1}`,
    isAlone: true,
    command: [...command, '--seed', String(at + 1)],
  }));
}

/** Years that one name may select. */
const MOST_YEARS = 1_000;
/** Seeds whose years are proofs. Further ones run by name, such as `simulate/51-60`. */
const SIMULATED = 50;

/** A simulated year of a studio. */
const yearOf = (seed: number): Proof => ({
  name: `simulate/${seed}`,
  isAlone: false,
  command: ['scripts/simulate', '--seed', String(seed), '--days', '365', '--shrink-seconds', '60'],
});

/** The years from the first seed to the last. */
const yearsOf = (first: number, last: number): Proof[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => yearOf(first + at));

/** The years that a name such as `simulate/51` or `simulate/51-60` selects. */
export function furtherYears(name: string): Proof[] {
  const [, first, last = first] = /^simulate\/([1-9]\d{0,5})(?:-([1-9]\d{0,5}))?$/.exec(name) ?? [];
  return yearsOf(Number(first), Number(last)).slice(0, MOST_YEARS);
}

/** All proofs, in the order in which they run. `release` is the executable to compare with. */
export function allProofs(release: string | undefined): Proof[] {
  const beside = ['scripts/bun', 'scripts/bench/bench.ts', '--executable', EXECUTABLE, '--clients', '20000'];
  return [
    ...LONG_TESTS.flatMap((file) => proofsOfFile(`long/${file.slice('test/'.length, -'.test.ts'.length)}`, file)),
    ...byFolder(),
    ...scan('test/browser/**/*.browser.ts').flatMap((file) =>
      proofsOfFile(`pages/${file.slice('test/browser/'.length, -'.browser.ts'.length)}`, file),
    ),
    ...scan('test/**/*.proof.ts').flatMap((file) => proofsOfFile(basename(file, '.proof.ts'), file, true)),
    ...seeded('fuzz', 4, ['scripts/fuzz', '--executable', EXECUTABLE, '--requests', '75000']),
    // In process, which also sees how long a request holds the event loop.
    ...seeded('fuzz-in-process', 5, ['scripts/fuzz', '--requests', '200000']),
    ...seeded('torture', 6, ['scripts/torture', '--kills', '50']),
    ...yearsOf(1, SIMULATED),
    // No row may lose more than a tenth of its rate.
    {
      name: 'beside-release',
      isAlone: true,
      command: release === undefined ? beside : [...beside, '--release', release],
      ...(release === undefined ? { skipped: NO_RELEASE } : {}),
    },
  ];
}

/** Whether a name selects a proof: its own, or one above it. */
export const selects = (name: string, proof: string): boolean => proof === name || proof.startsWith(`${name}/`);

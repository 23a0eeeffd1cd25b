// The record of the proofs: one line for each, with its newest result.

export interface Line {
  readonly proof: string;
  readonly commit: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly seconds: number;
  readonly result: 'passed' | 'failed';
}

const INTRODUCTION = `# Long proofs

\`scripts/prove\` writes a line for each proof that it has run: the newest result of each.`;
const COLUMNS = ['proof', 'commit', 'date', 'seconds', 'result'] as const;

const YEARS = /^Simulated years that passed: \d+, each of a seed\. Seeds: (.*)\.$/m;

/** The seeds of the simulated years that have passed, lowest first. */
function seedsOf(text: string): number[] {
  const ranges = YEARS.exec(text)?.[1]?.split(', ') ?? [];
  return ranges.flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** Those seeds with the result of a line. */
function seedsWith(text: string, { proof, result }: Line): number[] {
  const seeds = new Set(seedsOf(text));
  if (proof.startsWith('simulate/')) {
    const seed = Number(proof.slice('simulate/'.length));
    if (result === 'passed') seeds.add(seed);
    else seeds.delete(seed);
  }
  return [...seeds].sort((a, b) => a - b);
}

/** The sentence about simulated years, with seeds in a row as a range. */
function yearsOf(seeds: readonly number[]): string[] {
  if (seeds.length === 0) return [];
  const ranges: { first: number; last: number }[] = [];
  for (const seed of seeds) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last === seed - 1) range.last = seed;
    else ranges.push({ first: seed, last: seed });
  }
  const told = ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
  return [`Simulated years that passed: ${seeds.length}, each of a seed. Seeds: ${told}.`, ''];
}

/** Reads the lines of a record. Text that is no line of the table is left out. */
export function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((row) => {
    const [, proof = '', commit = '', date = '', seconds = '', result] = row.split('|').map((cell) => cell.trim());
    if (result !== 'passed' && result !== 'failed') return [];
    return [{ proof, commit, date, seconds: Number(seconds), result } as const];
  });
}

/**
 * The record with a line, in place of the earlier line of the same proof. Lines of proofs that `isKnown` denies are left out;
 * the years of further seeds are counted.
 */
export function withLine(text: string, line: Line, isKnown: (proof: string) => boolean): string {
  const kept = linesOf(text).filter(({ proof }) => proof !== line.proof);
  const lines = [...kept, line].filter(({ proof }) => isKnown(proof)).sort((a, b) => (a.proof < b.proof ? -1 : 1));
  const rows = [COLUMNS, ...lines.map((each) => COLUMNS.map((column) => String(each[column])))];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[INTRODUCTION, '', ...yearsOf(seedsWith(text, line)), head, rule, ...body].join('\n')}\n`;
}

/** Asks git. */
export type Git = (...args: readonly string[]) => { readonly isOk: boolean };

/** Everything but documentation: what a proof is about. */
const SOURCES = ['--', '.', ':(exclude)docs', ':(exclude)*.md'];
const excluded = (pattern: string): string => `:(exclude,glob)${pattern}`;
/** What scripts that try the program by chance use nothing of. */
const BY_CHANCE = [
  'test/appliance/**',
  'test/browser/**',
  'test/resources/**',
  'test/scripts/**',
  'test/simulate/**',
  'test/**/*.test.ts',
  'scripts/proving/**',
];
/** What the proofs of a kind use nothing of but the files that their commands name. A test holds that. */
export const UNUSED: Readonly<Record<string, readonly string[]>> = {
  long: ['test/browser/**', 'test/**/*.test.ts', 'scripts/proving/**'],
  pages: [
    'test/properties/**',
    'test/resources/**',
    'test/scripts/**',
    'test/simulate/**',
    'test/**/*.test.ts',
    'test/browser/**/*.browser.ts',
    'scripts/proving/**',
  ],
  simulate: [
    'test/api/**',
    'test/appliance/**',
    'test/browser/**',
    'test/resources/**',
    'test/scripts/**',
    'test/**/*.test.ts',
    'scripts/proving/**',
  ],
  fuzz: BY_CHANCE,
  'fuzz-in-process': BY_CHANCE,
  torture: BY_CHANCE,
};

const sourcesOf = (proof: string): string[] => [...SOURCES, ...(UNUSED[proof.split('/')[0] ?? ''] ?? []).map(excluded)];

/**
 * Whether a proof has passed at `since` or later with the sources that stand here now, so that it need not run again.
 * A line of a tree with changes that were not committed (`-dirty`) never counts. `files`: what its command names.
 */
export function isCurrent(line: Line | undefined, since: string, git: Git, files: readonly string[]): boolean {
  if (line?.result !== 'passed' || line.commit.endsWith('-dirty')) return false;
  return (
    git('merge-base', '--is-ancestor', since, line.commit).isOk &&
    git('diff', '--quiet', line.commit, ...sourcesOf(line.proof)).isOk &&
    (files.length === 0 || git('diff', '--quiet', line.commit, '--', ...files).isOk)
  );
}

// The record of the proofs: one line for each, with its newest result.
import { YEARS_OF_A_PART } from './proofs.ts';

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

/** How many years of a studio have passed, and with which seeds. */
function yearsOf(lines: readonly Line[]): string[] {
  const parts = lines.filter(({ proof, result }) => proof.startsWith('simulate/') && result === 'passed');
  if (parts.length === 0) return [];
  return [
    `Years of a simulated studio that passed: ${parts.length * YEARS_OF_A_PART}. Part n of \`simulate\` lives through ` +
      `${YEARS_OF_A_PART} of them, with the seeds from ${YEARS_OF_A_PART}n - ${YEARS_OF_A_PART - 1} to ${YEARS_OF_A_PART}n.`,
    '',
  ];
}

/** Reads the lines of a record. Text that is no line of the table is left out. */
export function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((row) => {
    const [, proof = '', commit = '', date = '', seconds = '', result] = row.split('|').map((cell) => cell.trim());
    if (result !== 'passed' && result !== 'failed') return [];
    return [{ proof, commit, date, seconds: Number(seconds), result } as const];
  });
}

/** The record with a line, in place of the earlier line of the same proof. Lines of proofs that `isKnown` denies are left out. */
export function withLine(text: string, line: Line, isKnown: (proof: string) => boolean): string {
  const kept = linesOf(text).filter(({ proof }) => proof !== line.proof && isKnown(proof));
  const lines = [...kept, line].sort((a, b) => (a.proof < b.proof ? -1 : 1));
  const rows = [COLUMNS, ...lines.map((each) => COLUMNS.map((column) => String(each[column])))];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[INTRODUCTION, '', ...yearsOf(lines), head, rule, ...body].join('\n')}\n`;
}

/** Asks git. */
export type Git = (...args: readonly string[]) => { readonly isOk: boolean };

/** Everything but documentation: what a proof is about. */
const SOURCES = ['--', '.', ':(exclude)docs', ':(exclude)*.md'];

/**
 * Whether a proof has passed at `since` or later with the sources that stand here now, so that it need not run again.
 * A line of a tree with changes that were not committed (`-dirty`) never counts.
 */
export function isCurrent(line: Line | undefined, since: string, git: Git): boolean {
  if (line?.result !== 'passed' || line.commit.endsWith('-dirty')) return false;
  return (
    git('merge-base', '--is-ancestor', since, line.commit).isOk && git('diff', '--quiet', line.commit, ...SOURCES).isOk
  );
}

// Counts the lines of a family, for the walk-through in docs/adding.md: bun scripts/count-family.ts plans
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');

/** The lines of each file of a family, as a Markdown table with their sum. */
export const familyTable = async (family: string): Promise<string> => {
  const folder = join(root, 'src/resources', family);
  const files = [...new Bun.Glob('**/*.ts').scanSync({ cwd: folder })].sort();
  const rows = await Promise.all(
    files.map(async (file): Promise<[string, number]> => {
      const text = await Bun.file(join(folder, file)).text();
      return [`\`${file}\``, text.trimEnd().split('\n').length];
    }),
  );
  const total = rows.reduce((sum, [, lines]) => sum + lines, 0);
  const cells = [['File', 'Lines'], ...[...rows, ['all', total]].map((row) => row.map(String))];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = ([name = '', lines = '']: readonly string[]) =>
    `| ${name.padEnd(widths[0] ?? 0)} | ${lines.padStart(widths[1] ?? 0)} |`;
  const [head = [], ...body] = cells;
  const rule = `| ${'-'.repeat(widths[0] ?? 0)} | ${'-'.repeat((widths[1] ?? 1) - 1)}: |`;
  return [line(head), rule, ...body.map(line)].join('\n');
};

if (import.meta.main) {
  const [family] = process.argv.slice(2);
  if (family === undefined) {
    console.error('usage: bun scripts/count-family.ts FAMILY');
    process.exit(2);
  }
  console.log(await familyTable(family));
}

// What is checked of the documentation and of the command line: the turns that no English has that people read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BANNED_ENGLISH } from './banned.ts';

const root = join(import.meta.dir, '../..');

/** Pages that are made, or whose rows a benchmark names. */
const OTHERS = new Set(['decisions.md', 'performance.md', 'proofs.md', 'schema.md']);

const pages = (): readonly string[] => {
  const own = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !OTHERS.has(name));
  return ['README.md', 'CONTRIBUTING.md', ...own.map((name) => join('docs', name))];
};

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

/** What a line of code says: its literals, without comments. */
const saidIn = (line: string): string =>
  /^\s*(?:\*|\/[/*])/.test(line)
    ? ''
    : [...line.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text).join(' ');

/** The banned turns of a page, or of the literals of a module. */
export const faultsIn = (path: string, content: string): readonly string[] =>
  content.split('\n').flatMap((line, index) => {
    const said = path.endsWith('.ts') ? saidIn(line) : line;
    return BANNED_ENGLISH.flatMap(({ turn, instead }) => {
      const found = turn.exec(said);
      return found === null ? [] : [`${path}:${index + 1}: '${found[0].trim()}': ${instead}`];
    });
  });

/** A line for each banned turn in the documentation, and in what the command line prints. */
export const proseProblems = (): readonly string[] =>
  [...pages(), ...['src/cli', 'src/config'].flatMap(sourcesBelow)].flatMap((path) =>
    faultsIn(path, readFileSync(join(root, path), 'utf8')),
  );

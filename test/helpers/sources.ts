import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dir, '../..');

/** A file of the repository. `code` is its text with blanks in place of comments, so that line numbers stay the same. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly code: string;
}

/** Matches strings first, because they may contain `//`. */
const withoutComments = (text: string): string => {
  const quotedOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(quotedOrComment, (match) => (match.startsWith('/') ? match.replace(/[^\n]/g, ' ') : match));
};

const sorted = (pattern: string): string[] =>
  [...new Bun.Glob(pattern).scanSync({ cwd: root })]
    .map((found) => found.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/node_modules/'))
    .sort();

export const sources = (pattern: string): Source[] =>
  sorted(pattern).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, code: withoutComments(text) };
  });

export interface Import {
  readonly specifier: string;
  readonly isType: boolean;
}

/** The imports of a file: values, types, dynamic imports and workers. Bun's own scanner would ignore types. */
export const importsOf = ({ code }: Source): Import[] => {
  const statement =
    /\b(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+?\sfrom\s*|)['"]([^'"\n]+)['"]|\b(?:import|require)\(\s*['"]([^'"\n]+)['"]|\bnew URL\(\s*['"](\.[^'"\n]+)['"]/g;
  return [...code.matchAll(statement)].map(([, type, from, dynamic, url]) => ({
    specifier: from ?? dynamic ?? url ?? '',
    isType: type !== undefined,
  }));
};

/** The file that a relative import in `path` refers to. */
export const targetOf = (path: string, specifier: string): string =>
  relative(root, resolve(root, dirname(path), specifier));

export const lineCount = (text: string): number => text.trimEnd().split('\n').length;

/** `path:line text` for each matching line of code. */
export const matching = (files: readonly Source[], pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

/** The first cycle of value imports, as `a -> b -> a`. Cycles of type imports only are allowed. */
export const importRing = (files: readonly Source[]): string | undefined => {
  const values = (file: Source) =>
    importsOf(file).filter(({ isType, specifier }) => !isType && specifier.startsWith('.'));
  const graph = new Map(
    files.map((file) => [file.path, values(file).map(({ specifier }) => targetOf(file.path, specifier))] as const),
  );
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(' -> ');
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const found = walk(next, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = walk(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
};

// Where the program uses a text: what a translator sees beside it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Area, keyOf, textsFolder } from './catalogues.ts';

const root = resolve(textsFolder, '../..');

const PAGES: Readonly<Record<string, string>> = {
  console: 'src/http/pages/console/html.ts',
  receipts: 'src/resources/payments/receipts/page.ts',
};

/** The files that read an area, and how they name a text of a part. */
const READERS: Readonly<
  Record<Area, (part: string) => { readonly files: string; readonly by: 'key' | 'name' | 'file' }>
> = {
  console: () => ({ files: 'src/console/**/*.{ts,tsx}', by: 'key' }),
  refusals: () => ({ files: 'src/console/api/refusals/refusal-words.ts', by: 'file' }),
  book: () => ({ files: 'src/pages/**/*.ts', by: 'key' }),
  mail: (part) =>
    part === 'words'
      ? { files: 'src/resources/messages/letters/*.ts', by: 'name' }
      : { files: 'src/resources/messages/kinds.ts', by: 'file' },
  pages: (part) => ({ files: PAGES[part] ?? `src/pages/${part}/${part}.ts`, by: 'file' }),
};

interface Index {
  /** The files by the whole keys, or the names, that stand in them. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The beginnings of keys that end in a name of the API, with their files. */
  readonly beginnings: readonly (readonly [beginning: string, path: string])[];
  readonly all: readonly string[];
}

const indexOf = (files: string): Index => {
  const all = [...new Bun.Glob(files).scanSync({ cwd: root })].filter((path) => !path.endsWith('.d.ts')).sort();
  const found = all.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const keys = [...text.matchAll(/['"`](\w+\.\w*)(?:['"`]|\$\{)/g)].map(([, key = '']) => key);
    const names = [...text.matchAll(/['"`.](\w+)\b/g)].map(([, name = '']) => name);
    return [...new Set([...keys, ...names])].map((word) => [word, path] as const);
  });
  const byWord = Map.groupBy(found, ([word]) => word);
  return {
    files: new Map([...byWord].map(([word, rows]) => [word, rows.map(([, path]) => path)])),
    beginnings: found.filter(([word]) => /[._]$/.test(word)),
    all,
  };
};

const kept = new Map<string, Index>();

/** The files that use a text; none where nothing does. */
export const usesOf = (area: Area, part: string, name: string): readonly string[] => {
  const { files, by } = READERS[area](part);
  const index = kept.get(files) ?? indexOf(files);
  kept.set(files, index);
  if (by === 'file') return index.all;
  if (by === 'name') return index.files.get(name) ?? [];
  const key = `${keyOf(area, part)}.${name}`;
  const more = index.beginnings.filter(([beginning]) => key.startsWith(beginning)).map(([, path]) => path);
  return [...new Set([...(index.files.get(key) ?? []), ...more])].sort();
};

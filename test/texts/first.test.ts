import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { texts as all } from '../../src/texts/made/console/en.ts';
import { texts as first } from '../../src/texts/made/first/en.ts';
import { root } from '../helpers/sources.ts';

/** What the first page shows, and what is opened above it without loading further texts. */
const FIRST = [
  'app/main.tsx',
  'shell/frame.tsx',
  'pages/today/today-page.tsx',
  'pages/gate/sign-in-page.tsx',
  'pages/gate/sandbox-page.tsx',
];

const textOf = (path: string): Promise<string> => Bun.file(join(root, 'src/console', path)).text();

/** The modules that some modules import at once, with themselves. */
const importedBy = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const text = await textOf(path);
    found.set(path, text);
    for (const [, name = ''] of text.matchAll(/^(?:import|export)[^;]*?from '(\.[^']+\.tsx?)';$/gms)) {
      const next = join(dirname(path), name);
      if (!next.startsWith('..') && !next.endsWith('.d.ts')) open.push(next);
    }
  }
  return found;
};

test('the first page shows no text that is loaded later', async () => {
  const shown: Readonly<Record<string, object>> = first;
  const key = new RegExp(`['\`](${Object.keys(all).join('|')})\\.(\\w+)['\`]`, 'g');
  const isLater = (part = '', name = ''): boolean => !Object.hasOwn(shown[part] ?? {}, name);
  const files = await importedBy(FIRST);
  expect(files.size).toBeGreaterThan(80);
  // The title of a page below the navigation is shown by the page, which is loaded with all texts.
  const shownBy = (path: string, text: string): string =>
    path.startsWith('app/routes/') ? text.replaceAll(/title: '(?!shell\.)[\w.]+'/g, '') : text;
  const later = [...files].flatMap(([path, text]) =>
    [...shownBy(path, text).matchAll(key)].flatMap(([word, part, name]) =>
      isLater(part, name) ? [`${path}: ${word}`] : [],
    ),
  );
  expect(later).toEqual([]);
});

test('what the first page opens besides is loaded with all texts, or loads them itself', async () => {
  const lazy: string[] = [];
  for (const [path, text] of await importedBy(FIRST)) {
    const rest = text.replaceAll(/loadedLater\(\s*async \(\) =>\s*[^;]+;/g, '');
    for (const [line, name = ''] of rest.matchAll(/^.*import\('(\.[^']+\.tsx?)'\).*$/gm)) {
      const target = join(dirname(path), name);
      if (
        path === 'app/router.tsx' ||
        path.startsWith('app/routes/') ||
        target.startsWith('..') ||
        FIRST.includes(target)
      )
        continue;
      const own = await textOf(target);
      // The words of refusals are tables of their own.
      if (!/loadAllTexts\(\)|REFUSALS/.test(`${line}${own}`)) lazy.push(`${path}: ${target}`);
    }
  }
  expect(lazy).toEqual([]);
});

test('whatever is loaded after its page is loaded in one way, which tries again where the connection fails', async () => {
  const sources = [...new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: join(root, 'src/console') })];
  const isLazy = async (path: string): Promise<boolean> =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react';/.test(await textOf(path));
  const lazy = await Promise.all(sources.map(async (path) => ((await isLazy(path)) ? [path] : [])));
  expect(lazy.flat()).toEqual(['ui/overlays/loaded-later.ts']);
});

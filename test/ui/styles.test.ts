import { expect, test } from 'bun:test';
import { type Source, sources, targetOf } from '../helpers/sources.ts';

const styles = sources('src/{ui,console,pages}/**/*.css');
const uncommented = ({ text }: Source): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)/g, '');
/** The classes in the selectors of a style. */
const classesOf = (file: Source): string[] =>
  Array.from(uncommented(file).matchAll(/([^{};]*)\{/g)).flatMap(([, selector = '']) =>
    Array.from(selector.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name),
  );
/** The words of the code that writes the markup of a side. */
const wordsOf = (...patterns: string[]): Set<string> =>
  new Set(
    patterns
      .flatMap((pattern) => sources(pattern))
      .filter(({ path }) => !path.endsWith('.d.ts'))
      .flatMap(({ text }) => text.match(/[a-z][\w-]*/gi) ?? []),
  );

const sides = [
  { folder: 'src/console/', words: wordsOf('src/console/**/*.{ts,tsx}', 'src/http/pages/console/*.ts') },
  { folder: 'src/pages/', words: wordsOf('src/pages/**/*.{ts,js}') },
] as const;
/** What libraries write: FullCalendar, React Aria. */
const isForeign = (name: string): boolean => /^(?:fc$|fc-|react-aria-)/.test(name);

test('the styles of console and members import their own and what both share, which imports nothing', () => {
  const complaints = styles.flatMap((file) =>
    Array.from(file.text.matchAll(/@import "(\.[^"]+)"/g), ([, path = '']) => targetOf(file.path, path)).flatMap(
      (to) => {
        const isShared = to.startsWith('src/ui/') && !file.path.startsWith('src/ui/');
        const isOwn = sides.some(({ folder }) => [file.path, to].every((path) => path.startsWith(folder)));
        return isShared || isOwn ? [] : [`${file.path}: ${to}`];
      },
    ),
  );
  expect(complaints).toEqual([]);
});

test('each class of the shared styles is in the markup of both', () => {
  const shared = styles.filter(({ path }) => path.startsWith('src/ui/')).flatMap(classesOf);
  expect(shared.length).toBeGreaterThan(10);
  expect(
    sides.flatMap(({ folder, words }) => shared.flatMap((name) => (words.has(name) ? [] : [folder + name]))),
  ).toEqual([]);
});

test('no style is for a class that no markup has', () => {
  const unused = sides.flatMap(({ folder, words }) =>
    styles
      .filter(({ path }) => path.startsWith(folder))
      .flatMap((file) =>
        classesOf(file).flatMap((name) => (words.has(name) || isForeign(name) ? [] : [`${file.path}: ${name}`])),
      ),
  );
  expect(unused).toEqual([]);
});

test.each([
  ['src/console/styles/console.css', ['tokens', 'reset', 'base', 'shell', 'parts', 'pages', 'print']],
  ['src/pages/book/styles/book.css', ['tokens', 'reset', 'base', 'parts', 'pages', 'print']],
])('%s imports its layers in their order, by which the bundler goes', (path, order) => {
  const read = (from: string): string => styles.find((file) => file.path === from)?.text ?? '';
  const imported = Array.from(read(path).matchAll(/@import "([^"]+)"/g), ([, to = '']) => read(targetOf(path, to)));
  const layers = Array.from(imported.join('\n').matchAll(/^@layer (\w+) \{/gm), ([, layer = '']) => layer);
  expect([...new Set(layers)]).toEqual(order);
});

import { expect, test } from 'bun:test';
import { texts as book } from '../../src/texts/made/book/en.ts';
import { texts as console } from '../../src/texts/made/console/en.ts';
import { sources } from '../helpers/sources.ts';

/** The names of texts as code has them: whole, or their beginnings, such as `rights.` before the name of a permission. */
const namesIn = (patterns: readonly string[]): ReadonlySet<string> =>
  new Set(
    patterns
      .flatMap((pattern) => sources(pattern))
      .filter(({ path }) => !path.endsWith('schema.d.ts'))
      .flatMap(({ code }) => [...code.matchAll(/['"`](\w+\.\w*)(?:['"`]|\$\{)/g)].map(([, name = '']) => name)),
  );

test.each([
  { where: 'the console', texts: console, code: ['src/console/**/*.ts', 'src/console/**/*.tsx'] },
  { where: 'the pages for members', texts: book, code: ['src/pages/**/*.ts'] },
])('every text of $where is shown somewhere', ({ texts, code }) => {
  const names = namesIn(code);
  const beginnings = [...names].filter((name) => /[._]$/.test(name));
  const unused = Object.entries(texts)
    .flatMap(([part, group]) => Object.keys(group).map((name) => `${part}.${name}`))
    .filter((name) => !names.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)));
  expect(unused).toEqual([]);
});

import { expect, test } from 'bun:test';
import { bookTexts } from '../../src/texts/book/translate.ts';
import { en } from '../../src/texts/en.ts';
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
  { where: 'the console', texts: en, code: ['src/console/**/*.ts', 'src/console/**/*.tsx'] },
  { where: 'the pages for members', texts: bookTexts.en, code: ['src/pages/**/*.ts'] },
])('every text of $where is shown somewhere', ({ texts, code }) => {
  const names = namesIn(code);
  const beginnings = [...names].filter((name) => /[._]$/.test(name));
  const unused = Object.entries(texts)
    .flatMap(([part, group]) => Object.keys(group).map((name) => `${part}.${name}`))
    .filter((name) => !names.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)));
  expect(unused).toEqual([]);
});

import { expect, test } from 'bun:test';
import { sources } from '../helpers/sources.ts';

/** The names of the files of the console that have a text. */
const filesWith = (text: RegExp): string[] =>
  sources('src/console/**/*.tsx').flatMap(({ path, code }) => (text.test(code) ? [path.split('/').at(-1) ?? ''] : []));

test('every table of records is drawn by the parts that take its columns', () => {
  // A heat map is no list.
  expect(filesWith(/<table\b/).toSorted()).toEqual(['data-table.tsx', 'heat.tsx']);
  expect(filesWith(/<TableHeader\b/)).toEqual(['row-table.tsx']);
});

test('chips, the menu of filters and the footer of a list are drawn in one place each', () => {
  expect(filesWith(/className="chip-group"/)).toEqual(['filter-bar.tsx']);
  expect(filesWith(/t\('lists\.addFilter'\)/)).toEqual(['filter-bar.tsx']);
  expect(filesWith(/'lists\.shownCapped'/)).toEqual(['list-footer.tsx']);
});

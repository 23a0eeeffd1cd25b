import { expect, test } from 'bun:test';
import { sources } from '../helpers/sources.ts';

test('every figure is drawn by the part that knows of loading and failing', () => {
  const drawn = /className=(?:"|\{`)figures\b/;
  const found = sources('src/console/**/*.tsx').filter(({ code }) => drawn.test(code));
  expect(found.map(({ path }) => path)).toEqual(['src/console/ui/figure.tsx']);
});

test('dates, times and amounts of money are typed into the fields that read them', () => {
  const native = /<(?:Field|Input|TextField)\b[^>]*\btype="(?:date|time|datetime-local)"/;
  const money = /inputMode="decimal"/;
  const files = sources('src/console/**/*.tsx');
  expect(files.filter(({ code }) => native.test(code)).map(({ path }) => path)).toEqual([]);
  // Numbers that are no money.
  const numbers = ['src/console/pages/engagement/parts/question-editor.tsx', 'src/console/ui/money-field.tsx'];
  expect(files.filter(({ code }) => money.test(code)).map(({ path }) => path)).toEqual(numbers);
});

import { expect, test } from 'bun:test';
import { sources } from '../helpers/sources.ts';

test('every figure is drawn by the part that knows of loading and failing', () => {
  const drawn = /className=(?:"|\{`)figures\b/;
  const found = sources('src/console/**/*.tsx').filter(({ code }) => drawn.test(code));
  expect(found.map(({ path }) => path)).toEqual(['src/console/ui/tables/figure.tsx']);
});

test('dates, times and amounts of money are typed into the fields that read them', () => {
  const native = /<(?:Field|Input|TextField)\b[^>]*\btype="(?:date|time|datetime-local)"/;
  const money = /inputMode="decimal"/;
  const files = sources('src/console/**/*.tsx');
  expect(files.filter(({ code }) => native.test(code)).map(({ path }) => path)).toEqual([]);
  // Numbers that are no money.
  const numbers = ['src/console/pages/engagement/parts/question-editor.tsx', 'src/console/ui/fields/money-field.tsx'];
  expect(files.filter(({ code }) => money.test(code)).map(({ path }) => path)).toEqual(numbers);
});

test('wherever an offered place is said with its end, the day is said too', () => {
  const offer =
    /'(?:palette\.offerAt|session\.(?:heldUntil|offerLapses|seatOffered)|today\.offer(?:Text|Hint)|buying\.(?:waits|holds)ForBank|mine\.(?:offer|lapsed)|booking\.yoursUntil)'/;
  const found = sources('src/{console,pages}/**/*.{ts,tsx}').filter(({ code }) => offer.test(code));
  expect(found.length).toBeGreaterThan(8);
  const hasDay = /\b(?:dayTime|nearTime)\(/;
  expect(found.filter(({ code }) => !hasDay.test(code)).map(({ path }) => path)).toEqual([]);
  const atHour = /(?:offer|Offered|held|lapsed|ForBank|yours)\w*'[^;]*?\btime: (?:formats\.)?time\(/;
  expect(found.filter(({ code }) => atHour.test(code)).map(({ path }) => path)).toEqual([]);
});

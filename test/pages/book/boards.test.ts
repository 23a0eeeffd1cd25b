import { expect, test } from 'bun:test';
import { valueText } from '../../../src/pages/book/boards/board-parts.ts';
import { bookTranslator } from '../../../src/texts/book.ts';

test.each([
  ['de', 'metric', 220.46, '1220.5 lb', '1.220,5 lb'],
  ['en', 'metric', 220.46, '220.5 lb', '220.5 lb'],
  ['de', 'points', 12, '12 points', '12 Punkte'],
  ['fr', 'attendance', 1, '1 visit', '1 visite'],
] as const)('in %s a value by %s is written as the reader writes it', (locale, rankBy, value, formatted, text) => {
  const context = { locale, t: bookTranslator(locale, 'informal', locale) };
  const given: Parameters<typeof valueText> = [context, { rankBy }, value, formatted];
  expect(valueText(...given)).toBe(text);
});

import { expect, test } from 'bun:test';
import { lengthText, readLength, saidUnit } from '../../../src/console/formats/read-length.ts';

test.each([
  ['12 hours', 'minute', 'en-US', 720],
  ['12h', 'minute', 'en-US', 720],
  ['1.5 h', 'minute', 'en-US', 90],
  ['90 min', 'minute', 'en-US', 90],
  ['90 m', 'minute', 'en-US', 90],
  ['2 days', 'minute', 'en-US', 2_880],
  ['48 hours', 'day', 'en-US', 2],
  ['2 Tage', 'day', 'de-DE', 2],
  ['12 Std.', 'minute', 'de-DE', 720],
  ['2 días', 'day', 'es-ES', 2],
  ['3 jours', 'day', 'fr-FR', 3],
  ['12 heures', 'minute', 'fr-FR', 720],
] as const)('%s in units of a %s, %s', (typed, unit, locale, length) =>
  expect(readLength(typed, unit, unit, locale)).toBe(length),
);

test('a number alone is of the unit that was shown', () => {
  expect([readLength('24', 'minute', 'hour', 'en-US'), readLength('24', 'minute', 'minute', 'en-US')]).toEqual([
    1_440, 24,
  ]);
});

test.each(['', 'soon', '12 x', '36 hours', '-1', '1,5,5'])('not %p in days', (typed) =>
  expect(readLength(typed, 'day', 'day', 'en-US')).toBeUndefined(),
);

test('what a field shows is read again as the same', () => {
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'es-ES', 'fr-FR']) {
    for (const length of [0, 1, 2, 5, 45, 60, 90, 120, 720, 1_440, 2_880, 10_080, 1_500]) {
      const shown = lengthText(locale, length, 'minute');
      expect([shown, readLength(shown, 'minute', 'minute', locale)]).toEqual([shown, length]);
    }
  }
  expect([saidUnit(720, 'minute'), saidUnit(90, 'minute'), saidUnit(48, 'hour')]).toEqual(['hour', 'minute', 'day']);
});

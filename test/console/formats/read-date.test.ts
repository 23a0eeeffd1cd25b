import { describe, expect, test } from 'bun:test';
import { readDate, shownDate } from '../../../src/console/formats/read-date.ts';
import { readMoment } from '../../../src/console/formats/read-moment.ts';

const TODAY = '2026-11-28';

describe('a date as people write it', () => {
  test.each([
    ['2026-12-01', 'en-US', '2026-12-01'],
    ['12/1/2026', 'en-US', '2026-12-01'],
    ['1/12/2026', 'en-GB', '2026-12-01'],
    ['1.12.2026', 'de-DE', '2026-12-01'],
    ['1.12.', 'de-DE', '2026-12-01'],
    ['13/4/2026', 'en-US', '2026-04-13'],
    ['1/5', 'en-US', '2027-01-05'],
    ['11/2', 'en-US', '2026-11-02'],
    ['6/7/85', 'en-US', '1985-06-07'],
    ['12/1/26', 'en-US', '2026-12-01'],
    ['Dec 1', 'en-US', '2026-12-01'],
    ['4th of July', 'en-US', '2026-07-04'],
    ['1. Dezember 2026', 'de-DE', '2026-12-01'],
    ['mar. 1 déc. 2026', 'fr-FR', '2026-12-01'],
    ['tomorrow', 'en-US', '2026-11-29'],
    ['heute', 'de-DE', '2026-11-28'],
  ])('%s in %s', (typed, locale, date) => expect(readDate(typed, locale, TODAY)).toBe(date));

  test.each([
    ['3/4/2026', 'en-CA', ['2026-03-04', '2026-04-03']],
    ['1.12.2026', 'en-US', ['2026-01-12', '2026-12-01']],
  ])('%s in %s can be meant in two ways', (typed, locale, dates) =>
    expect(readDate(typed, locale, TODAY)).toEqual(dates),
  );

  test.each(['', '5', 'dec', 'ju 3', '2/30/2026', '2026-02-30', '1/2/3/4', 'soon', '12345'])('not %p', (typed) =>
    expect(readDate(typed, 'en-US', TODAY)).toBeUndefined(),
  );

  test.each(['en-US', 'en-GB', 'en-CA', 'de-DE', 'es-ES', 'es-MX', 'fr-FR', 'fr-CA', 'it-IT', 'sv-SE'])(
    'what a field shows in %s is read again as the same',
    (locale) => {
      const dates = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-0${(at % 7) + 2}`);
      expect(dates.map((date) => readDate(shownDate(date, locale), locale, TODAY))).toEqual(dates);
    },
  );
});

test.each([
  ['12/1/2026 9:30 am', '2026-12-01T09:30'],
  ['Tue, Dec 1, 2026, 9:30 AM', '2026-12-01T09:30'],
  ['Dec 1, 18h30', '2026-12-01T18:30'],
  ['2026-12-01T09:30', '2026-12-01T09:30'],
  ['Dec 1 2026', undefined],
  ['Dec 1', undefined],
  ['9:30', undefined],
])('a moment: %s', (typed, moment) => expect(readMoment(typed, 'en-US', TODAY)).toBe(moment));

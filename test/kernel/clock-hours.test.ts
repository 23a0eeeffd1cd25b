import { expect, test } from 'bun:test';
import { has12Hours, hourOf } from '../../src/kernel/clock-hours.ts';
import { COUNTRY_CODES } from '../../src/kernel/countries.ts';
import { sources } from '../helpers/sources.ts';

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'sv', 'da', 'nb', 'pl'];

test('what the table says of hours is what this runtime says today', () => {
  const locales = LANGUAGES.flatMap((language) => [language, ...COUNTRY_CODES.map((code) => `${language}-${code}`)]);
  const ofRuntime = (locale: string) => new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12;
  expect(locales.filter((locale) => ofRuntime(locale) !== has12Hours(locale))).toEqual([]);
});

test('a locale that says it itself is obeyed', () => {
  expect(['en-US-u-hc-h23', 'de-DE-u-hc-h12', 'es-419', 'en-150'].map(has12Hours)).toEqual([false, true, true, false]);
  expect([hourOf('en-US'), hourOf('de-DE')]).toEqual([
    { hour: 'numeric', hourCycle: 'h12' },
    { hour: '2-digit', hourCycle: 'h23' },
  ]);
});

test('no format of times leaves the hours to the runtime or a browser', () => {
  const left = /\bhour: '(?:numeric|2-digit)'|\btimeStyle:/;
  const found = sources('src/**/*.{ts,tsx}')
    .filter(({ code }) => left.test(code))
    .map(({ path }) => path);
  // The wall clock of a zone in parts, with its hours named.
  expect(found).toEqual(['src/console/base/time/local-time.ts', 'src/kernel/clock-hours.ts']);
});

import { describe, expect, test } from 'bun:test';
import { CURRENT_CURRENCIES, currencyDecimals } from '../../src/kernel/currencies.ts';
import { FORMER_CURRENCIES } from '../../src/kernel/formats.ts';
import { currencyFormat } from '../../src/kernel/locale-formats.ts';
import { STAFF_LANGUAGES } from '../../src/texts/made/languages.ts';
import { sources } from '../helpers/sources.ts';

test('the choices of currencies have those of today, and none that is gone', () => {
  expect(CURRENT_CURRENCIES).toEqual([...new Set(CURRENT_CURRENCIES)].sort());
  for (const code of ['EUR', 'USD', 'CHF', 'GBP', 'MXN', 'XCG', 'ZWG']) expect(CURRENT_CURRENCIES).toContain(code);
  for (const code of ['DEM', 'FRF', 'ESP', 'HRK', 'BGN', 'ANG', 'ZWL', 'XAU', 'XTS', 'CHE']) {
    expect(CURRENT_CURRENCIES).not.toContain(code);
    expect(FORMER_CURRENCIES).toContain(code);
  }
  expect(FORMER_CURRENCIES.filter((code) => CURRENT_CURRENCIES.includes(code))).toEqual([]);
});

test('each has a name in each language of the console', () => {
  for (const language of STAFF_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    expect(CURRENT_CURRENCIES.filter((code) => names.of(code) === code)).toEqual([]);
  }
});

describe('decimals are of ISO 4217, whatever the table of the runtime or of a browser says', () => {
  /** What CLDR has for cash, and Chromium 156 answers for each of them. */
  const CLDR_CASH = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' ');

  test('many that browsers show without decimals have two', () => {
    expect(CLDR_CASH.filter((code) => currencyDecimals(code) !== 2)).toEqual([]);
  });

  test('dinars have three, and units of account four', () => {
    for (const code of ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']) expect(currencyDecimals(code)).toBe(3);
    for (const code of ['CLF', 'UYW']) expect(currencyDecimals(code)).toBe(4);
  });

  test('this runtime differs in one unit of account alone', () => {
    const ofRuntime = (code: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
    const all = [...CURRENT_CURRENCIES, ...FORMER_CURRENCIES];
    expect(all.filter((code) => ofRuntime(code) !== currencyDecimals(code))).toEqual(['UYW']);
  });

  test('a format has them both at least and at most', () => {
    for (const [code, digits] of [
      ['HUF', 2],
      ['JPY', 0],
      ['IQD', 3],
    ] as const) {
      const { minimumFractionDigits, maximumFractionDigits } = currencyFormat('en-US', code).resolvedOptions();
      expect([minimumFractionDigits, maximumFractionDigits]).toEqual([digits, digits]);
    }
    expect(currencyFormat('en-US', 'HUF', { trailingZeroDisplay: 'stripIfInteger' }).format(5000)).toBe(
      'HUF\u00a05,000',
    );
    expect(currencyFormat('en-US', 'HUF', { trailingZeroDisplay: 'stripIfInteger' }).format(0.5)).toBe('HUF\u00a00.50');
  });
});

test('nothing else asks the runtime or a browser about currencies', () => {
  const asked = /style: 'currency'|supportedValuesOf\('currency'\)/;
  const found = sources('src/**/*.{ts,tsx}').filter(
    ({ path, code }) => asked.test(code) && path !== 'src/kernel/locale-formats.ts',
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

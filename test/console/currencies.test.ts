import { expect, test } from 'bun:test';
import { CURRENT_CURRENCIES } from '../../src/console/ui/currencies.ts';
import { STAFF_LANGUAGES } from '../../src/texts/made/languages.ts';

test('the choices of currencies have those of today, and none that is gone', () => {
  expect(CURRENT_CURRENCIES).toEqual([...new Set(CURRENT_CURRENCIES)].sort());
  for (const code of ['EUR', 'USD', 'CHF', 'GBP', 'MXN', 'XCG', 'ZWG']) expect(CURRENT_CURRENCIES).toContain(code);
  for (const code of ['DEM', 'FRF', 'ESP', 'HRK', 'BGN', 'ANG', 'ZWL', 'XAU', 'XTS', 'CHE']) {
    expect(CURRENT_CURRENCIES).not.toContain(code);
  }
});

test('the server takes each of them, and each has a name', () => {
  const known = Intl.supportedValuesOf('currency');
  expect(CURRENT_CURRENCIES.filter((code) => !known.includes(code))).toEqual([]);
  for (const language of STAFF_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    expect(CURRENT_CURRENCIES.filter((code) => names.of(code) === code)).toEqual([]);
  }
});

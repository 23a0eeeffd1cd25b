import { describe, expect, test } from 'bun:test';
import { readMoney, shownMoney } from '../../../src/console/formats/read-money.ts';

describe('an amount of money as people write it', () => {
  test.each([
    ['225', 'USD', 'en-US', '225.00'],
    ['$225', 'USD', 'en-US', '225.00'],
    ['225 USD', 'USD', 'en-US', '225.00'],
    ['1,250', 'USD', 'en-US', '1250.00'],
    ['1,250,000', 'USD', 'en-US', '1250000.00'],
    ['1,250.5', 'USD', 'en-US', '1250.50'],
    ['12,50', 'USD', 'en-US', '12.50'],
    ['.5', 'USD', 'en-US', '0.50'],
    ['12,50', 'EUR', 'de-DE', '12.50'],
    ['1.250', 'EUR', 'de-DE', '1250.00'],
    ['1.250,00 €', 'EUR', 'de-DE', '1250.00'],
    ['1\u202f250,50', 'EUR', 'fr-FR', '1250.50'],
    ["1'250.50", 'CHF', 'de-CH', '1250.50'],
    ['20.-', 'CHF', 'de-CH', '20.00'],
    ['5000', 'HUF', 'hu-HU', '5000.00'],
    ['5 000 Ft', 'HUF', 'hu-HU', '5000.00'],
    ['1,250', 'JPY', 'en-US', '1250'],
    ['1.250', 'KWD', 'en-GB', '1.250'],
    ['1,250', 'KWD', 'de-DE', '1.250'],
  ])('%s in %s, %s', (typed, currency, locale, held) => expect(readMoney(typed, currency, locale)).toBe(held));

  test.each([
    ['1,250', 'KWD', 'en-GB', ['1250.000', '1.250']],
    ['1.250', 'KWD', 'de-DE', ['1250.000', '1.250']],
    ['1.250', 'USD', 'en-US', ['1250.00', '1.25']],
  ])('%s in %s, %s can be meant in two ways', (typed, currency, locale, ways) =>
    expect(readMoney(typed, currency, locale)).toEqual(ways),
  );

  test.each([
    ['€225', 'USD'],
    ['12.345', 'USD'],
    ['12.50', 'JPY'],
    ['-5', 'USD'],
    ['1,2,3', 'USD'],
    ['12.', 'USD'],
    ['1234567890', 'USD'],
    ['20%', 'USD'],
    ['', 'USD'],
  ])('not %s in %s', (typed, currency) => expect(readMoney(typed, currency, 'en-US')).toBeUndefined());

  test('what a field shows is read again as the same', () => {
    for (const locale of ['en-US', 'en-GB', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'it-IT', 'sv-SE', 'pt-BR']) {
      for (const [held, currency] of [
        ['1250.50', 'USD'],
        ['1250', 'JPY'],
        ['1250.500', 'KWD'],
        ['12.500', 'KWD'],
      ] as const) {
        expect([locale, readMoney(shownMoney(held, currency, locale), currency, locale)]).toEqual([locale, held]);
      }
    }
  });
});

import { describe, expect, test } from 'bun:test';
import { localAt } from '../../src/kernel/local-time.ts';
import { amountText, listText, shortAmountText, zoneFormats } from '../../src/kernel/locale-formats.ts';

/** Narrow and wide spaces that do not break differ between versions of the runtime. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('amounts', () => {
  test('have the decimals of their currency', () => {
    expect(plain(amountText('en-US', 13_500, 'USD'))).toBe('$135.00');
    expect(plain(amountText('de-DE', 1_250, 'EUR'))).toBe('12,50 €');
    expect(plain(amountText('en-US', 1_250, 'JPY'))).toBe('¥1,250');
    expect(plain(amountText('en-US', 1_250, 'KWD'))).toBe('KWD 1.250');
  });

  test('leave out decimals of whole amounts in sentences', () => {
    expect([13_500, 1_250].map((amount) => shortAmountText('en-US', amount, 'USD'))).toEqual(['$135', '$12.50']);
  });
});

describe('dates and times', () => {
  const of = (locale: string, zone: string) => zoneFormats(locale, zone, localAt);

  test('are those of the zone, by the hours of the locale', () => {
    const instant = '2026-11-27T23:30:00.000Z';
    const shown = [of('de-DE', 'Europe/Berlin'), of('en-US', 'America/New_York'), of('en-GB', 'UTC')].map(
      ({ time, at }) => `${at({ day: 'numeric', month: 'long' })(instant)}, ${plain(time(instant))}`,
    );
    expect(shown).toEqual(['28. November, 00:30', 'November 27, 6:30 PM', '27 November, 23:30']);
  });

  test('an instant can be of epoch milliseconds', () => {
    expect(of('de-DE', 'Europe/Berlin').time(Date.parse('2026-07-01T10:00:00Z'))).toBe('12:00');
  });

  test('a date is the same in every zone', () => {
    const days = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) =>
      of('en-US', zone).on({ weekday: 'long', day: 'numeric' })('2026-11-27'),
    );
    expect(days).toEqual(['27 Friday', '27 Friday']);
  });
});

test('lists', () => {
  expect(listText('en-US', ['red', 'green', 'blue'])).toBe('red, green, and blue');
  expect(listText('de-DE', ['rot', 'blau'], 'disjunction')).toBe('rot oder blau');
});

import { describe, expect, test } from 'bun:test';
import { daysOfRange, instantsOf, rangeText } from '../../src/console/lists/filters/range.ts';

const TODAY = '2026-03-05';

describe('a range of days in an address', () => {
  test.each([
    ['today', '2026-03-05', '2026-03-05'],
    ['yesterday', '2026-03-04', '2026-03-04'],
    ['7d', '2026-02-27', '2026-03-05'],
    ['30d', '2026-02-04', '2026-03-05'],
    ['month', '2026-03-01', '2026-03-05'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', '2026-03-05'],
    ['2026-01-02..2026-01-03', '2026-01-02', '2026-01-03'],
    ['2026-01-02..', '2026-01-02', undefined],
    ['..2026-01-03', undefined, '2026-01-03'],
  ])('%s', (text, from, to) => {
    const days = daysOfRange(text, TODAY);
    expect(days).toEqual({ from, to });
    if (text.includes('..') && days !== undefined) expect(rangeText(days)).toBe(text);
  });

  test.each(['', '..', 'tomorrow', 'toString', '2026-13-01..', '2026-01-01..2026-01-02..x'])(
    'what nobody knows is no range: %p',
    (text) => {
      expect(daysOfRange(text, TODAY)).toBeUndefined();
    },
  );

  test('its instants are the ends of the days in the zone, also where the clock changes', () => {
    expect(instantsOf({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York')).toEqual({
      from: '2026-03-08T05:00:00.000Z',
      to: '2026-03-09T04:00:00.000Z',
    });
    expect(instantsOf(undefined, 'Europe/Berlin')).toEqual({});
  });
});

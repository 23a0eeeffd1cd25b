import { expect, test } from 'bun:test';
import { datesOf, dayParts, rangeBefore, requireRange, stepsOf } from '../../../src/resources/reports/range.ts';

test('the range before a month is the same days of the month before, and of other days as many days', () => {
  const cases = [
    ['2026-11-01', '2026-11-27', '2026-10-01', '2026-10-27'],
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-01-01', '2026-02-15', '2025-11-01', '2025-12-15'],
    ['2026-11-02', '2026-11-08', '2026-10-26', '2026-11-01'],
    ['2026-11-05', '2026-11-05', '2026-11-04', '2026-11-04'],
  ] as const;
  for (const [from, to, before, until] of cases) expect(rangeBefore({ from, to })).toEqual({ from: before, to: until });
});

test('a range has at most 366 days from 1900 to 9998, and is read in parts of a week', () => {
  expect(requireRange({ from: '2024-01-01', to: '2024-12-31' })).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(() => requireRange({ from: '2024-01-01', to: '2025-01-01' })).toThrow('at most 366 days');
  expect(() => requireRange({ from: '2024-01-02', to: '2024-01-01' })).toThrow('before');
  const years = { from: '1900-01-01', to: '9998-12-31' };
  for (const date of Object.values(years))
    expect(requireRange({ from: date, to: date })).toEqual({ from: date, to: date });
  expect(() => requireRange({ from: '1899-12-31', to: '1900-01-01' })).toThrow('before 1900');
  expect(() => requireRange({ from: '9998-12-31', to: '9999-01-01' })).toThrow('The last date is 9998-12-31');
  const parts = stepsOf({ from: '2026-11-01', to: '2026-11-30' });
  expect(parts.flatMap(datesOf)).toEqual(datesOf({ from: '2026-11-01', to: '2026-11-30' }));
  expect(parts).toHaveLength(5);
});

test('the days of a part begin and end at local midnight, also where the clock changes', () => {
  expect(
    dayParts({ from: '2026-03-07', to: '2026-03-08' }, 'America/New_York').map((part) => JSON.parse(part)),
  ).toEqual([
    [
      ['2026-03-07', '2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z'],
      ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ],
  ]);
});

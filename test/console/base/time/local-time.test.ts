import { expect, test } from 'bun:test';
import { clockChangeOn, startOfDate } from '../../../../src/console/base/time/local-time.ts';

test.each([
  ['New York in winter', '2026-01-10', 'America/New_York', '2026-01-10T05:00:00.000Z'],
  ['Havana, whose first hour is skipped', '2019-03-10', 'America/Havana', '2019-03-10T05:00:00.000Z'],
  ['Havana, whose first hour comes twice', '2019-11-03', 'America/Havana', '2019-11-03T04:00:00.000Z'],
  ['Apia, after the date that was left out', '2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('a date begins in %s', (_, date, zone, instant) => {
  expect(new Date(startOfDate(date, zone)).toISOString()).toBe(instant);
});

test('the clock changes by an hour in spring and back in autumn', () => {
  const changes = ['2026-03-08', '2026-11-01', '2026-07-01'].map((date) => clockChangeOn(date, 'America/New_York'));
  expect(changes).toEqual([1, -1, 0]);
});

import { expect, test } from 'bun:test';
import { addDays, endOfDay, instantOf, localDateAt, wallClock } from '../../src/kernel/local-time.ts';

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:00Z');

test('days at both ends of the calendar', () => {
  expect([addDays('0000-01-01', -1), addDays('9999-12-31', 1)]).toEqual(['-000001-12-31', '+010000-01-01']);
  expect([addDays('-000001-12-31', 1), addDays('+010000-01-01', -1)]).toEqual(['0000-01-01', '9999-12-31']);
  expect(localDateAt(FIRST, 'Etc/GMT+12')).toBe('-000001-12-31');
  expect(wallClock(LAST, 'Etc/GMT-14')).toEqual({ date: '+010000-01-01', time: '13:59' });
  expect(instantOf('+010000-01-01', '13:59', 'Etc/GMT-14')).toBe(LAST);
  expect(endOfDay('9999-12-31', 'UTC')).toBe(Date.parse('9999-12-31T23:59:59.999Z'));
});

test('a wall clock with seconds in between', () => {
  expect(wallClock(Date.parse('2026-03-08T07:30:59Z'), 'America/New_York')).toEqual({
    date: '2026-03-08',
    time: '03:30',
  });
});

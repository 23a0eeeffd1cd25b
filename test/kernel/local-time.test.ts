import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import {
  addDays,
  daysLater,
  endOfDay,
  instantOf,
  localDateAt,
  sameTimeIn,
  wallClock,
  withOffset,
} from '../../src/kernel/local-time.ts';

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

test('the same wall time in another time zone, to the millisecond', () => {
  const inBerlin = (newYork: string): string =>
    new Date(sameTimeIn('Europe/Berlin', Date.parse(newYork), 'America/New_York')).toISOString();
  expect(inBerlin('2026-03-20T15:00:42.500Z')).toBe('2026-03-20T10:00:42.500Z');
  // 02:30 on 29 March is skipped in Berlin, and 02:30 on 25 October occurs twice.
  expect(inBerlin('2026-03-29T06:30:00.000Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(inBerlin('2026-10-25T06:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(sameTimeIn('Etc/GMT-14', LAST, 'UTC')).toBe(LAST - 14 * HOUR_MS);
});

test('days later at the same time of day, to the millisecond', () => {
  const later = (from: string, days: number): string =>
    new Date(daysLater(Date.parse(from), days, 'America/New_York')).toISOString();
  expect(later('2026-03-02T08:00:18.250Z', 60)).toBe('2026-05-01T07:00:18.250Z');
  expect(later('2026-03-02T08:00:18.250Z', -1)).toBe('2026-03-01T08:00:18.250Z');
  // 02:30 on 8 March is skipped, and 01:30 on 1 November occurs twice.
  expect(later('2026-03-07T07:30:59.000Z', 1)).toBe('2026-03-08T07:30:59.000Z');
  expect(later('2026-10-31T05:30:59.000Z', 1)).toBe('2026-11-01T05:30:59.000Z');
  expect(daysLater(LAST, 1, 'Etc/GMT-14')).toBe(LAST + DAY_MS);
});

test('an instant with the offset of its zone', () => {
  const at = (instant: string, zone: string): string => withOffset(Date.parse(instant), zone);
  expect(at('2026-03-07T23:30:00.000Z', 'America/New_York')).toBe('2026-03-07T18:30:00-05:00');
  expect(at('2026-03-08T22:30:00.000Z', 'America/New_York')).toBe('2026-03-08T18:30:00-04:00');
  expect(at('2026-03-07T20:00:00.000Z', 'Asia/Kolkata')).toBe('2026-03-08T01:30:00+05:30');
  expect(at('2026-03-07T20:00:00.000Z', 'America/St_Johns')).toBe('2026-03-07T16:30:00-03:30');
  expect(at('2026-03-07T20:00:00.000Z', 'UTC')).toBe('2026-03-07T20:00:00+00:00');
  for (const zone of ['Europe/Lisbon', 'Pacific/Chatham']) {
    expect(Date.parse(at('2026-07-01T12:00:00.000Z', zone))).toBe(Date.parse('2026-07-01T12:00:00.000Z'));
  }
});

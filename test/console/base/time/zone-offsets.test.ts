import { afterEach, expect, test } from 'bun:test';
import { instantAt, localDateOf, startOfDate, wallTime } from '../../../../src/console/base/time/local-time.ts';
import { takeServerClocks } from '../../../../src/console/base/time/zone-offsets.ts';
import { momentText } from '../../../../src/console/formats/moment-text.ts';

afterEach(() => takeServerClocks('{}'));

const VANCOUVER = 'America/Vancouver';
const MORNING = '2026-12-01T15:00:00.000Z';
const HOUR = 3_600_000;

test('times are by the rules of the server, which the browser may not have', () => {
  // A clock that no rules have.
  const [from, until] = [Date.UTC(2026, 0), Date.UTC(2028, 0)];
  takeServerClocks(
    JSON.stringify({
      [VANCOUVER]: [
        [from, -2.5 * HOUR],
        [until, null],
      ],
    }),
  );
  expect(wallTime(MORNING, VANCOUVER)).toBe('12:30');
  expect(localDateOf('2026-12-02T02:00:00Z', VANCOUVER)).toBe('2026-12-01');
  expect(momentText(MORNING, VANCOUVER)).toBe('2026-12-01T12:30');
  expect(instantAt('2026-12-01', '12:30', VANCOUVER)).toBe(MORNING);
  expect(new Date(startOfDate('2026-12-01', VANCOUVER)).toISOString()).toBe('2026-12-01T02:30:00.000Z');
});

test('far from now, and of other zones, they are by those of the browser', () => {
  takeServerClocks(
    JSON.stringify({
      [VANCOUVER]: [
        [Date.UTC(2026, 0), 0],
        [Date.UTC(2028, 0), null],
      ],
    }),
  );
  expect(wallTime('2020-12-01T15:00:00Z', VANCOUVER)).toBe('07:00');
  expect(wallTime('2026-12-01T15:00:00Z', 'Europe/Berlin')).toBe('16:00');
});

import { expect, test } from 'bun:test';
import { hasBefore, MOST_BARS, type Point, pointsOf } from '../../src/console/pages/reports/days.ts';
import { heightOf, leftOf } from '../../src/console/pages/reports/plots/scales.ts';

const dayOf = (index: number): Point => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  value: index,
  before: index % 2 === 0 ? 1 : null,
  isClosed: index >= 63,
});
const days = (count: number) => Array.from({ length: count }, (_, index) => dayOf(index));

test('a plot has a bar for each day, and weeks where there are too many', () => {
  expect(pointsOf(days(MOST_BARS))).toEqual({ points: days(MOST_BARS), isWeekly: false });
  const { points, isWeekly } = pointsOf(days(71));
  expect([isWeekly, points.length]).toEqual([true, 11]);
  expect(points[0]).toEqual({ date: '2026-01-01', value: 21, before: 4, isClosed: false });
  // The last week is a short one, on whose days the studio is closed.
  expect(points[10]).toEqual({ date: '2026-03-12', value: 70, before: 1, isClosed: true });
  expect(points.reduce((sum, { value }) => sum + value, 0)).toBe((70 * 71) / 2);
});

test('a range is compared once the range before has classes that are two weeks old', () => {
  const shown = (first: number) =>
    Array.from({ length: 7 }, (_, index) => ({
      date: `2026-03-0${index + 2}`,
      classes: 1,
      before: { classes: index >= first ? 1 : 0 },
    }));
  const before = { from: '2026-02-23' };
  expect(hasBefore(shown(0), before, '2026-03-08')).toBe(false);
  expect(hasBefore(shown(0), before, '2026-03-09')).toBe(true);
  expect(hasBefore(shown(3), before, '2026-03-09')).toBe(false);
  expect(hasBefore(shown(7), before, '2026-12-31')).toBe(false);
  expect(hasBefore(shown(0), null, '2026-12-31')).toBe(false);
});

const point = (value: number, before: number): Point => ({ date: '2026-03-02', value, before, isClosed: false });

test('an axis begins at the lowest value, ends at a round number, and has room for its longest value', () => {
  const format = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
  const height = heightOf([point(271_800, 30_000), point(1_000, -3_500)]);
  expect(height.domain()).toEqual([-3_500, 300_000]);
  expect(height.ticks(3)).toEqual([0, 100_000, 200_000, 300_000]);
  expect(leftOf(height, format, false)).toBeGreaterThanOrEqual('$3000.00'.length * 7);
  expect(heightOf([point(0, 0)]).domain()).toEqual([0, 1]);
});

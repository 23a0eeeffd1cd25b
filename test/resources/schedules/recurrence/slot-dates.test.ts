import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { addDays } from '../../../../src/kernel/local-time.ts';
import { hasEnded, slotDates } from '../../../../src/resources/schedules/recurrence/recurrence.ts';
import type { RecurrenceRule, Weekday } from '../../../../src/resources/schedules/recurrence/shapes.ts';

const rule = (parts: Partial<RecurrenceRule>): RecurrenceRule => ({
  frequency: 'weekly',
  interval: 1,
  weekStart: 'MO',
  ...parts,
});

const weekly = (day: Weekday): RecurrenceRule => rule({ daysOfWeek: [day] });

describe('dates', () => {
  const dates = (
    parts: Partial<RecurrenceRule>,
    startDate: string,
    from: string,
    to: string,
    endDate: string | null = null,
  ) => slotDates({ startDate, endDate, recurrenceRule: rule(parts) }, from, to);

  test('no rule means once, on the start date, if it is in the range', () => {
    const once = { startDate: '2026-05-05', endDate: null, recurrenceRule: null };
    expect(slotDates(once, '2026-05-01', '2026-05-31')).toEqual(['2026-05-05']);
    expect(slotDates(once, '2026-05-06', '2026-05-31')).toEqual([]);
    expect(slotDates(once, '2026-05-01', '2026-05-04')).toEqual([]);
  });

  test('a rule without days follows its start date', () => {
    expect(dates({}, '2026-05-06', '2026-05-01', '2026-05-20')).toEqual(['2026-05-06', '2026-05-13', '2026-05-20']);
    expect(dates({ frequency: 'monthly' }, '2026-01-30', '2026-02-01', '2026-04-30')).toEqual([
      '2026-03-30',
      '2026-04-30',
    ]);
  });

  test('a start date outside the rule has no slot', () => {
    expect(dates({ daysOfWeek: ['MO'] }, '2026-05-06', '2026-05-01', '2026-05-12')).toEqual(['2026-05-11']);
  });

  test('end date and until are included, and the earlier one applies', () => {
    const daily = { frequency: 'daily' as const };
    expect(dates(daily, '2026-05-01', '2026-05-01', '2026-05-31', '2026-05-02')).toEqual(['2026-05-01', '2026-05-02']);
    expect(
      dates({ ...daily, until: '2026-05-02' }, '2026-05-01', '2026-05-01', '2026-05-31', '2026-05-09'),
    ).toHaveLength(2);
  });

  test('count begins at the start date, whatever the range', () => {
    const twenty = { daysOfWeek: ['TU', 'TH'] as Weekday[], count: 20 };
    const whole = dates(twenty, '2016-01-05', '2016-01-01', '2026-01-01');
    expect(whole).toHaveLength(20);
    expect(dates(twenty, '2016-01-05', '2016-03-01', '2016-03-08')).toEqual(whole.slice(16, 19));
    expect(dates(twenty, '2016-01-05', '2016-03-11', '2026-01-01')).toEqual([]);
  });

  test('two weekdays with an interval of two depend on the start of the week', () => {
    const pair = { daysOfWeek: ['SU', 'MO'] as Weekday[], interval: 2 };
    expect(dates({ ...pair, weekStart: 'MO' }, '2026-01-04', '2026-01-01', '2026-01-31')).toEqual([
      '2026-01-04',
      '2026-01-12',
      '2026-01-18',
      '2026-01-26',
    ]);
    expect(dates({ ...pair, weekStart: 'SU' }, '2026-01-04', '2026-01-01', '2026-01-31')).toEqual([
      '2026-01-04',
      '2026-01-05',
      '2026-01-18',
      '2026-01-19',
    ]);
  });

  test('the last day of each month, and a 31st that some months lack', () => {
    const last = dates({ frequency: 'monthly', daysOfMonth: [-1] }, '2026-01-01', '2026-01-01', '2026-04-30');
    expect(last).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    const thirtyFirst = dates({ frequency: 'monthly', daysOfMonth: [31] }, '2026-01-01', '2026-01-01', '2026-05-31');
    expect(thirtyFirst).toEqual(['2026-01-31', '2026-03-31', '2026-05-31']);
  });

  test('the fifth and the last weekday of the month differ', () => {
    const fifth = { frequency: 'monthly' as const, weekdayOfMonth: { week: 5, day: 'FR' as const } };
    expect(dates(fifth, '2026-01-01', '2026-01-01', '2026-06-30')).toEqual(['2026-01-30', '2026-05-29']);
    const last = { ...fifth, weekdayOfMonth: { week: -1, day: 'FR' as const } };
    expect(dates(last, '2026-01-01', '2026-01-01', '2026-03-31')).toEqual(['2026-01-30', '2026-02-27', '2026-03-27']);
  });
});

/** The same rules, day by day and without a library. */
describe('compared with a slow implementation', () => {
  const WEEK: Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const weekdayOf = (date: string): number => (dayNumber(date) + 3) % 7;
  const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

  const holds = (parts: RecurrenceRule, startDate: string, date: string): boolean => {
    const day = Number(date.slice(8));
    if (parts.frequency === 'daily') return (dayNumber(date) - dayNumber(startDate)) % parts.interval === 0;
    if (parts.frequency === 'weekly') {
      const weekOf = (of: string) => Math.floor((dayNumber(of) + 3 - WEEK.indexOf(parts.weekStart)) / 7);
      const days = parts.daysOfWeek ?? [WEEK[weekdayOf(startDate)]];
      return (
        (weekOf(date) - weekOf(startDate)) % parts.interval === 0 && days.includes(WEEK[weekdayOf(date)] as Weekday)
      );
    }
    if ((monthOf(date) - monthOf(startDate)) % parts.interval !== 0) return false;
    const isLast = addDays(date, 1).endsWith('-01');
    const nth = parts.weekdayOfMonth;
    if (nth === undefined) {
      const days = parts.daysOfMonth ?? [Number(startDate.slice(8))];
      return days.includes(day) || (isLast && days.includes(-1));
    }
    if (WEEK[weekdayOf(date)] !== nth.day) return false;
    return nth.week === -1 ? monthOf(addDays(date, 7)) !== monthOf(date) : Math.ceil(day / 7) === nth.week;
  };

  const slow = (parts: RecurrenceRule, startDate: string, from: string, to: string): string[] => {
    const found: string[] = [];
    for (let date = startDate, index = 0; date <= to; date = addDays(date, 1)) {
      if (!holds(parts, startDate, date)) continue;
      index += 1;
      if (parts.count !== undefined && index > parts.count) break;
      if (date >= from) found.push(date);
    }
    return found;
  };

  const shapes: Partial<RecurrenceRule>[] = [
    ...[1, 2, 3, 52].map((interval) => ({ frequency: 'daily' as const, interval })),
    ...[1, 2, 5].flatMap((interval) =>
      (['MO', 'WE', 'SU'] as const).flatMap((weekStart) => [
        { interval, weekStart },
        { interval, weekStart, daysOfWeek: ['MO', 'SA', 'SU'] as Weekday[] },
      ]),
    ),
    ...[1, 2, 12].flatMap((interval) => [
      { frequency: 'monthly' as const, interval },
      { frequency: 'monthly' as const, interval, daysOfMonth: [1, 15, 30, 31, -1] },
      ...[-1, 1, 2, 5].map((week) => ({
        frequency: 'monthly' as const,
        interval,
        weekdayOfMonth: { week, day: 'TH' as const },
      })),
    ]),
  ];
  const windows = ['2024-02-29', '2025-11-05', '2026-01-31'];

  test.each(shapes.map((parts) => [JSON.stringify(parts), parts] as const))('%s', (_, parts) => {
    for (const startDate of windows) {
      for (const count of [undefined, 7]) {
        const whole = rule(count === undefined ? parts : { ...parts, count });
        for (const from of ['2024-02-01', '2026-02-03']) {
          const to = addDays(from, 120);
          const found = slotDates({ startDate, endDate: null, recurrenceRule: whole }, from, to);
          expect(found).toEqual(slow(whole, startDate, from, to));
        }
      }
    }
  });
});

describe('hasEnded', () => {
  const ended = (recurrenceRule: RecurrenceRule | null, date: string, endDate: string | null = null) =>
    hasEnded({ startDate: '2026-01-05', endDate, recurrenceRule }, date);

  test('an open rule never ends', () => expect(ended(weekly('MO'), '2126-01-01')).toBe(false));
  test('once ends after its date', () => {
    expect([ended(null, '2026-01-05'), ended(null, '2026-01-06')]).toEqual([false, true]);
  });
  test('until and end date end it', () => {
    expect([
      ended(rule({ until: '2026-02-02' }), '2026-02-02'),
      ended(rule({ until: '2026-02-02' }), '2026-02-03'),
    ]).toEqual([false, true]);
    expect(ended(weekly('MO'), '2026-02-03', '2026-02-02')).toBe(true);
  });
  test('count ends it', () => {
    expect([ended(rule({ count: 3 }), '2026-01-19'), ended(rule({ count: 3 }), '2026-01-20')]).toEqual([false, true]);
  });
});

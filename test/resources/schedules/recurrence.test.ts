import { describe, expect, test } from 'bun:test';
import { addDays } from '../../../src/kernel/local-time.ts';
import {
  hasEnded,
  type Occurrence,
  occurrences,
  type RecurrenceRule,
  type SlotPlan,
  slotDates,
  type Weekday,
} from '../../../src/resources/schedules/recurrence.ts';

const rule = (parts: Partial<RecurrenceRule>): RecurrenceRule => ({
  frequency: 'weekly',
  interval: 1,
  weekStart: 'MO',
  ...parts,
});

const plan = (parts: Partial<SlotPlan>): SlotPlan => ({
  startDate: '2026-01-01',
  endDate: null,
  startTime: '18:00',
  durationMinutes: 60,
  timezone: 'UTC',
  recurrenceRule: null,
  exceptions: [],
  closures: [],
  ...parts,
});

const starts = (slots: readonly Occurrence[]): string[] => slots.map((slot) => slot.startTime.replace(':00.000Z', 'Z'));
const weekly = (day: Weekday): RecurrenceRule => rule({ daysOfWeek: [day] });

describe('wall clock', () => {
  const cases: [name: string, plan: Partial<SlotPlan>, from: string, to: string, expected: string[]][] = [
    [
      'New York: a slot in the spring gap moves forward by the gap',
      { timezone: 'America/New_York', startTime: '02:30', recurrenceRule: weekly('SU') },
      '2026-03-01',
      '2026-03-15',
      ['2026-03-01T07:30Z', '2026-03-08T07:30Z', '2026-03-15T06:30Z'],
    ],
    [
      'New York: a slot in the autumn overlap is the first one',
      { timezone: 'America/New_York', startTime: '01:30', recurrenceRule: weekly('SU') },
      '2026-10-25',
      '2026-11-08',
      ['2026-10-25T05:30Z', '2026-11-01T05:30Z', '2026-11-08T06:30Z'],
    ],
    [
      'London keeps its wall time over the spring change',
      { timezone: 'Europe/London', recurrenceRule: weekly('TU') },
      '2026-03-24',
      '2026-03-31',
      ['2026-03-24T18:00Z', '2026-03-31T17:00Z'],
    ],
    [
      'London keeps its wall time over the autumn change',
      { timezone: 'Europe/London', startTime: '01:15', recurrenceRule: rule({ frequency: 'daily' }) },
      '2026-10-24',
      '2026-10-26',
      ['2026-10-24T00:15Z', '2026-10-25T00:15Z', '2026-10-26T01:15Z'],
    ],
    [
      'Lord Howe: the gap is half an hour',
      { timezone: 'Australia/Lord_Howe', startTime: '02:15', recurrenceRule: rule({ frequency: 'daily' }) },
      '2026-10-03',
      '2026-10-05',
      ['2026-10-02T15:45Z', '2026-10-03T15:45Z', '2026-10-04T15:15Z'],
    ],
    [
      'Lord Howe: the overlap is half an hour',
      { timezone: 'Australia/Lord_Howe', startTime: '01:45', recurrenceRule: rule({ frequency: 'daily' }) },
      '2026-04-04',
      '2026-04-06',
      ['2026-04-03T14:45Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'Santiago: midnight itself is in the gap',
      { timezone: 'America/Santiago', startTime: '00:00', recurrenceRule: rule({ frequency: 'daily' }) },
      '2026-09-05',
      '2026-09-07',
      ['2026-09-05T04:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    ],
    [
      'Casablanca: the clock goes back for Ramadan',
      { timezone: 'Africa/Casablanca', startTime: '07:00', recurrenceRule: rule({ frequency: 'daily' }) },
      '2026-02-14',
      '2026-02-15',
      ['2026-02-14T06:00Z', '2026-02-15T07:00Z'],
    ],
    [
      'Kathmandu and its quarter hours',
      { timezone: 'Asia/Kathmandu', startTime: '06:00', recurrenceRule: weekly('TH') },
      '2026-01-01',
      '2026-01-08',
      ['2026-01-01T00:15Z', '2026-01-08T00:15Z'],
    ],
    [
      'Apia: a weekly slot of the day that never was moves to the next',
      { startDate: '2011-12-02', timezone: 'Pacific/Apia', recurrenceRule: weekly('FR') },
      '2011-12-23',
      '2012-01-06',
      ['2011-12-24T04:00Z', '2011-12-31T04:00Z', '2012-01-06T04:00Z'],
    ],
    [
      'Apia: a daily slot of the day that never was is not held twice',
      { startDate: '2011-12-01', timezone: 'Pacific/Apia', recurrenceRule: rule({ frequency: 'daily' }) },
      '2011-12-29',
      '2011-12-31',
      ['2011-12-30T04:00Z', '2011-12-31T04:00Z'],
    ],
  ];

  test.each(cases)('%s', (_, parts, from, to, expected) => {
    expect(starts(occurrences(plan(parts), from, to))).toEqual(expected);
  });

  test('a moved slot keeps the key of its rule and shows what the clock shows', () => {
    const parts = { timezone: 'America/New_York', startTime: '02:30', recurrenceRule: weekly('SU') };
    const [slot] = occurrences(plan(parts), '2026-03-08', '2026-03-08');
    expect(slot).toEqual({
      occurrenceKey: '2026-03-08T02:30',
      localDate: '2026-03-08',
      localStartTime: '03:30',
      startTime: '2026-03-08T07:30:00.000Z',
      endTime: '2026-03-08T08:30:00.000Z',
      durationMinutes: 60,
      exception: null,
    });
  });

  test('a class over the change lasts as long as it says', () => {
    const parts = {
      timezone: 'America/New_York',
      startTime: '00:30',
      durationMinutes: 240,
      recurrenceRule: weekly('SU'),
    };
    const [slot] = occurrences(plan(parts), '2026-03-08', '2026-03-08');
    expect(slot?.endTime).toBe('2026-03-08T09:30:00.000Z');
  });

  test('a window that ends on the day that never was gives what the wider one gives', () => {
    const daily = plan({
      startDate: '2011-12-01',
      timezone: 'Pacific/Apia',
      recurrenceRule: rule({ frequency: 'daily' }),
    });
    const parts = [
      ...occurrences(daily, '2011-12-28', '2011-12-30'),
      ...occurrences(daily, '2011-12-31', '2012-01-02'),
    ];
    expect(parts).toEqual(occurrences(daily, '2011-12-28', '2012-01-02'));
  });
});

describe('exceptions and closures', () => {
  const daily = { timezone: 'Europe/London', recurrenceRule: rule({ frequency: 'daily' }), startDate: '2026-06-01' };

  test('skip takes the slot away, and nothing else', () => {
    const exceptions = [{ date: '2026-06-02', action: 'skip' as const }];
    const slots = occurrences(plan({ ...daily, exceptions }), '2026-06-01', '2026-06-03');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-03']);
  });

  test('move gives another time on the same date under the same key', () => {
    const exceptions = [{ date: '2026-06-02', action: 'move' as const, startTime: '07:15', durationMinutes: 45 }];
    const [slot] = occurrences(plan({ ...daily, exceptions }), '2026-06-02', '2026-06-02');
    expect(slot).toMatchObject({
      occurrenceKey: '2026-06-02T18:00',
      localStartTime: '07:15',
      startTime: '2026-06-02T06:15:00.000Z',
      endTime: '2026-06-02T07:00:00.000Z',
    });
  });

  test('modify keeps the time and hands its fields on', () => {
    const exceptions = [{ date: '2026-06-02', action: 'modify' as const, capacity: 5 }];
    const [slot] = occurrences(plan({ ...daily, exceptions }), '2026-06-02', '2026-06-02');
    expect(slot).toMatchObject({ startTime: '2026-06-02T17:00:00.000Z', exception: { capacity: 5 } });
  });

  test('an exception of a date without a slot makes none', () => {
    const exceptions = [{ date: '2026-06-02', action: 'move' as const, startTime: '07:15' }];
    expect(
      occurrences(plan({ ...daily, recurrenceRule: weekly('MO'), exceptions }), '2026-06-02', '2026-06-02'),
    ).toEqual([]);
  });

  test('closures skip, both ends included, and so for moved slots', () => {
    const closures = [{ startDate: '2026-06-02', endDate: '2026-06-03' }];
    const exceptions = [{ date: '2026-06-03', action: 'move' as const, startTime: '07:15' }];
    const slots = occurrences(plan({ ...daily, closures, exceptions }), '2026-06-01', '2026-06-04');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-04']);
  });

  test('what is skipped still counts', () => {
    const exceptions = [{ date: '2026-06-02', action: 'skip' as const }];
    const counted = rule({ frequency: 'daily', count: 3 });
    const slots = occurrences(plan({ ...daily, recurrenceRule: counted, exceptions }), '2026-06-01', '2026-06-30');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-03']);
  });
});

describe('dates', () => {
  const dates = (
    parts: Partial<RecurrenceRule>,
    startDate: string,
    from: string,
    to: string,
    endDate: string | null = null,
  ) => slotDates({ startDate, endDate, recurrenceRule: rule(parts) }, from, to);

  test('no rule is once, on the start date, if the window holds it', () => {
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

  test('a start date that is not of the rule holds no slot', () => {
    expect(dates({ daysOfWeek: ['MO'] }, '2026-05-06', '2026-05-01', '2026-05-12')).toEqual(['2026-05-11']);
  });

  test('end date and until are included, and the earlier one holds', () => {
    const daily = { frequency: 'daily' as const };
    expect(dates(daily, '2026-05-01', '2026-05-01', '2026-05-31', '2026-05-02')).toEqual(['2026-05-01', '2026-05-02']);
    expect(
      dates({ ...daily, until: '2026-05-02' }, '2026-05-01', '2026-05-01', '2026-05-31', '2026-05-09'),
    ).toHaveLength(2);
  });

  test('count is counted from the start date, whatever the window', () => {
    const twenty = { daysOfWeek: ['TU', 'TH'] as Weekday[], count: 20 };
    const whole = dates(twenty, '2016-01-05', '2016-01-01', '2026-01-01');
    expect(whole).toHaveLength(20);
    expect(dates(twenty, '2016-01-05', '2016-03-01', '2016-03-08')).toEqual(whole.slice(16, 19));
    expect(dates(twenty, '2016-01-05', '2016-03-11', '2026-01-01')).toEqual([]);
  });

  test('a weekly pair with an interval of two hangs on the start of the week', () => {
    const pair = { daysOfWeek: ['SU', 'MO'] as Weekday[], interval: 2 };
    expect(dates({ ...pair, weekStart: 'MO' }, '2026-01-04', '2026-01-01', '2026-01-31')).toEqual([
      ...['2026-01-04', '2026-01-12', '2026-01-18', '2026-01-26'],
    ]);
    expect(dates({ ...pair, weekStart: 'SU' }, '2026-01-04', '2026-01-01', '2026-01-31')).toEqual([
      ...['2026-01-04', '2026-01-05', '2026-01-18', '2026-01-19'],
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

/** The same rules once more, a day at a time and without any library. */
describe('against a slow reading of the rule', () => {
  const WEEK: Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
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

describe('the end of a rule', () => {
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

test('the age of a rule costs nothing', () => {
  const window = (startDate: string): number => {
    const old = plan({
      startDate,
      timezone: 'America/New_York',
      recurrenceRule: rule({ daysOfWeek: ['MO', 'WE', 'FR'] }),
    });
    const rounds = Array.from({ length: 30 }, () => {
      const started = performance.now();
      occurrences(old, '2026-03-01', '2026-05-30');
      return performance.now() - started;
    });
    return rounds.sort((left, right) => left - right)[15] as number;
  };
  window('2026-01-01');
  // A rule of a hundred years holds 170 times as much before the window as a new one: replaying it would show.
  expect(window('1926-01-01')).toBeLessThan(10 * window('2026-01-01'));
});

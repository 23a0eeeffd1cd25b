import { describe, expect, test } from 'bun:test';
import {
  type Occurrence,
  occurrences,
  type SlotPlan,
} from '../../../../src/resources/schedules/recurrence/recurrence.ts';
import type { RecurrenceRule, Weekday } from '../../../../src/resources/schedules/recurrence/shapes.ts';

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

  test('a slot in a gap keeps the key of its rule and has the local time of its start', () => {
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

  test('a session over a clock change keeps its duration', () => {
    const parts = {
      timezone: 'America/New_York',
      startTime: '00:30',
      durationMinutes: 240,
      recurrenceRule: weekly('SU'),
    };
    const [slot] = occurrences(plan(parts), '2026-03-08', '2026-03-08');
    expect(slot?.endTime).toBe('2026-03-08T09:30:00.000Z');
  });

  test('a range that ends on a skipped day gives the same as a longer one', () => {
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

  test('skip removes only its slot', () => {
    const exceptions = [{ date: '2026-06-02', action: 'skip' as const }];
    const slots = occurrences(plan({ ...daily, exceptions }), '2026-06-01', '2026-06-03');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-03']);
  });

  test('move changes the time and keeps the date and the key', () => {
    const exceptions = [{ date: '2026-06-02', action: 'move' as const, startTime: '07:15', durationMinutes: 45 }];
    const [slot] = occurrences(plan({ ...daily, exceptions }), '2026-06-02', '2026-06-02');
    expect(slot).toMatchObject({
      occurrenceKey: '2026-06-02T18:00',
      localStartTime: '07:15',
      startTime: '2026-06-02T06:15:00.000Z',
      endTime: '2026-06-02T07:00:00.000Z',
    });
  });

  test('modify keeps the time and returns its fields', () => {
    const exceptions = [{ date: '2026-06-02', action: 'modify' as const, capacity: 5 }];
    const [slot] = occurrences(plan({ ...daily, exceptions }), '2026-06-02', '2026-06-02');
    expect(slot).toMatchObject({ startTime: '2026-06-02T17:00:00.000Z', exception: { capacity: 5 } });
  });

  test('an exception on a date without a slot adds none', () => {
    const exceptions = [{ date: '2026-06-02', action: 'move' as const, startTime: '07:15' }];
    expect(
      occurrences(plan({ ...daily, recurrenceRule: weekly('MO'), exceptions }), '2026-06-02', '2026-06-02'),
    ).toEqual([]);
  });

  test('closures skip slots, both days included, also moved slots', () => {
    const closures = [{ startDate: '2026-06-02', endDate: '2026-06-03' }];
    const exceptions = [{ date: '2026-06-03', action: 'move' as const, startTime: '07:15' }];
    const slots = occurrences(plan({ ...daily, closures, exceptions }), '2026-06-01', '2026-06-04');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-04']);
  });

  test('skipped slots count', () => {
    const exceptions = [{ date: '2026-06-02', action: 'skip' as const }];
    const counted = rule({ frequency: 'daily', count: 3 });
    const slots = occurrences(plan({ ...daily, recurrenceRule: counted, exceptions }), '2026-06-01', '2026-06-30');
    expect(slots.map((slot) => slot.localDate)).toEqual(['2026-06-01', '2026-06-03']);
  });
});

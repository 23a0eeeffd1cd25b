import { test } from 'bun:test';
import { stopwatch } from '../../../../src/kernel/clock.ts';
import { occurrences, type SlotPlan } from '../../../../src/resources/schedules/recurrence/recurrence.ts';
import { measured } from '../../../helpers/measured.ts';

test('the cost does not depend on the age of the rule', () => {
  const window = (startDate: string): number => {
    const old: SlotPlan = {
      startDate,
      endDate: null,
      startTime: '18:00',
      durationMinutes: 60,
      timezone: 'America/New_York',
      recurrenceRule: { frequency: 'weekly', interval: 1, weekStart: 'MO', daysOfWeek: ['MO', 'WE', 'FR'] },
      exceptions: [],
      closures: [],
    };
    const rounds = Array.from({ length: 30 }, () => {
      const started = stopwatch();
      occurrences(old, '2026-03-01', '2026-05-30');
      return stopwatch() - started;
    });
    return rounds.sort((left, right) => left - right)[15] as number;
  };
  window('2026-01-01');
  // A rule of a hundred years has 170 times as many slots before the range: generating them would be slow.
  measured('a rule of a hundred years', window('1926-01-01') / window('2026-01-01'), 'times a new one', 'less than 10');
});

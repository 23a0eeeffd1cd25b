import { expect, test } from 'bun:test';
import {
  dateFormat,
  relativeDaysText,
  relativeMinutesText,
  runtimeDateFormat,
  shownOn,
} from '../../src/kernel/date-formats.ts';

/** Narrow and wide spaces that do not break differ between versions of the runtime. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('a range says the month once', () => {
  const format = dateFormat('en-US', { day: 'numeric', month: 'long' });
  expect(plain(format.formatRange(shownOn('2026-11-23'), shownOn('2026-11-29'))).replace(/\s*–\s*/, ' – ')).toBe(
    'November 23 – 29',
  );
});

test('a format is made once for each locale and its options', () => {
  expect(dateFormat('fr', { month: 'long' })).toBe(dateFormat('fr', { month: 'long' }));
  expect(dateFormat('fr', { month: 'long' })).not.toBe(dateFormat('fr', { month: 'short' }));
});

test('a format by the rules of the runtime has the time of its zone', () => {
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const instant = Date.parse('2020-07-01T10:00:00Z');
  const shown = ['UTC', 'Asia/Kolkata'].map((zone) => runtimeDateFormat('en-GB', hours, zone).format(instant));
  expect(shown).toEqual(['10:00', '15:30']);
});

test('days and minutes from now', () => {
  expect([-1, 0, -61].map((days) => relativeDaysText('en-US', days))).toEqual(['yesterday', 'today', '61 days ago']);
  const minutes = [18, -5, 89, 90, -150].map((each) => relativeMinutesText('en-US', each));
  expect(minutes).toEqual(['in 18 min.', '5 min. ago', 'in 89 min.', 'in 2 hr.', '2 hr. ago']);
});

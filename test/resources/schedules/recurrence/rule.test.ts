import { describe, expect, test } from 'bun:test';
import { textOfRule } from '../../../../src/resources/schedules/recurrence/rrule.ts';
import { type RuleInput, readRule } from '../../../../src/resources/schedules/recurrence/rule.ts';
import type { RecurrenceRule } from '../../../../src/resources/schedules/recurrence/shapes.ts';

const context = { startDate: '2026-01-05', startTime: '18:00', timezone: 'America/New_York' };

const accepted = (input: RuleInput): RecurrenceRule => {
  const read = readRule(input, context);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return read as RecurrenceRule;
};

const refused = (input: RuleInput): string[] => {
  const read = readRule(input, context);
  return Array.isArray(read) ? read.map(({ param, message }) => `${param} ${message}`) : [];
};

const places = (input: RuleInput): string[] => refused(input).map((text) => text.split(' ')[0] as string);

describe('fields', () => {
  test('defaults are filled in', () => {
    expect(accepted({ frequency: 'daily' })).toEqual({ frequency: 'daily', interval: 1, weekStart: 'MO' });
  });

  test('days are sorted, each once', () => {
    expect(accepted({ frequency: 'weekly', daysOfWeek: ['SU', 'MO', 'SU'] }).daysOfWeek).toEqual(['MO', 'SU']);
    expect(accepted({ frequency: 'monthly', daysOfMonth: [-1, 20, 3] }).daysOfMonth).toEqual([3, 20, -1]);
  });

  const wrong: [input: RuleInput, places: string[]][] = [
    [{}, ['recurrenceRule.frequency']],
    [{ frequency: 'yearly' }, ['recurrenceRule.frequency']],
    [{ frequency: 'daily', interval: 0 }, ['recurrenceRule.interval']],
    [{ frequency: 'daily', interval: 53 }, ['recurrenceRule.interval']],
    [{ frequency: 'daily', interval: 1.5 }, ['recurrenceRule.interval']],
    [{ frequency: 'daily', count: 1001 }, ['recurrenceRule.count']],
    [{ frequency: 'daily', count: 0 }, ['recurrenceRule.count']],
    [{ frequency: 'daily', count: 2, until: '2026-02-02' }, ['recurrenceRule.until']],
    [{ frequency: 'daily', until: '2026-02-30' }, ['recurrenceRule.until']],
    [{ frequency: 'daily', until: '2026-01-04' }, ['recurrenceRule.until']],
    [{ frequency: 'daily', daysOfWeek: ['MO'] }, ['recurrenceRule.daysOfWeek']],
    [{ frequency: 'weekly', daysOfWeek: [] }, ['recurrenceRule.daysOfWeek']],
    [{ frequency: 'weekly', daysOfWeek: ['MO', 'XX'] }, ['recurrenceRule.daysOfWeek[1]']],
    [{ frequency: 'weekly', daysOfMonth: [1] }, ['recurrenceRule.daysOfMonth']],
    [{ frequency: 'weekly', weekdayOfMonth: { week: 1, day: 'MO' } }, ['recurrenceRule.weekdayOfMonth']],
    [{ frequency: 'monthly', daysOfMonth: [0, 5, 32, -2] }, [0, 2, 3].map((at) => `recurrenceRule.daysOfMonth[${at}]`)],
    [
      { frequency: 'monthly', daysOfMonth: [1], weekdayOfMonth: { week: 1, day: 'MO' } },
      ['recurrenceRule.weekdayOfMonth'],
    ],
    [{ frequency: 'monthly', weekdayOfMonth: { week: 0, day: 'MO' } }, ['recurrenceRule.weekdayOfMonth.week']],
    [
      { frequency: 'monthly', weekdayOfMonth: { week: 6, day: 'M' } },
      ['week', 'day'].map((part) => `recurrenceRule.weekdayOfMonth.${part}`),
    ],
    [{ frequency: 'weekly', weekStart: 'XX', interval: 99 }, ['recurrenceRule.interval', 'recurrenceRule.weekStart']],
  ];
  test.each(wrong)('%j is invalid', (input, expected) => {
    expect(places(input)).toEqual(expected);
  });
});

describe('read from text', () => {
  const read: [rrule: string, rule: Partial<RecurrenceRule>][] = [
    ['FREQ=DAILY', { frequency: 'daily' }],
    ['RRULE:FREQ=WEEKLY;BYDAY=WE,MO;INTERVAL=2', { frequency: 'weekly', interval: 2, daysOfWeek: ['MO', 'WE'] }],
    ['freq=weekly;wkst=su', { frequency: 'weekly', weekStart: 'SU' }],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', { frequency: 'monthly', daysOfMonth: [1, -1] }],
    ['FREQ=MONTHLY;BYDAY=2TU', { frequency: 'monthly', weekdayOfMonth: { week: 2, day: 'TU' } }],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=5', { frequency: 'monthly', weekdayOfMonth: { week: -1, day: 'FR' }, count: 5 }],
    ['FREQ=MONTHLY;BYDAY=+3SA', { frequency: 'monthly', weekdayOfMonth: { week: 3, day: 'SA' } }],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', { frequency: 'monthly', weekdayOfMonth: { week: 2, day: 'TU' } }],
    ['FREQ=DAILY;UNTIL=20261231', { frequency: 'daily', until: '2026-12-31' }],
    // 31 December 23:59:59 in New York, as a calendar program writes it.
    ['FREQ=DAILY;UNTIL=20270101T045959Z', { frequency: 'daily', until: '2026-12-31' }],
    ['FREQ=DAILY;UNTIL=20261231T230000Z', { frequency: 'daily', until: '2026-12-31' }],
    ['FREQ=DAILY;UNTIL=20261231T225900Z', { frequency: 'daily', until: '2026-12-30' }],
    ['FREQ=DAILY;UNTIL=20261231T175900', { frequency: 'daily', until: '2026-12-30' }],
  ];
  test.each(read)('%s', (rrule, rule) => {
    expect(accepted({ rrule })).toEqual({ interval: 1, weekStart: 'MO', frequency: 'daily', ...rule });
  });

  test.each([
    // The clock shows 02:30 twice, and the slot is the first one.
    ['20271031T010000Z', 'Europe/Amsterdam', '2027-10-30', '2027-10-31'],
    ['20271031T002959Z', 'Europe/Amsterdam', '2027-10-30', '2027-10-30'],
    ['20271031T023000', 'Europe/Amsterdam', '2027-10-30', '2027-10-31'],
    // The clock never shows 02:30, and the slot is at 03:30: 07:30Z.
    ['20270314T070000Z', 'America/New_York', '2027-03-13', '2027-03-13'],
    ['20270314T073000Z', 'America/New_York', '2027-03-13', '2027-03-14'],
    ['20270314T072959Z', 'America/New_York', '2027-03-13', '2027-03-13'],
  ])('UNTIL=%s in %s is an instant also where the clock is changed', (until, timezone, startDate, last) => {
    const rule = readRule({ rrule: `FREQ=DAILY;UNTIL=${until}` }, { startDate, startTime: '02:30', timezone });
    expect(rule).toMatchObject({ until: last });
  });

  const unreadable: [rrule: string, says: RegExp][] = [
    ['', /'' is not supported/],
    ['every Monday', /is not supported/],
    ['INTERVAL=2', /FREQ is missing/],
    ['FREQ=YEARLY', /frequency: Send daily/],
    ['FREQ=DAILY;FREQ=DAILY', /FREQ was sent twice/],
    ['FREQ=DAILY;BYHOUR=7', /'BYHOUR=7' is not supported/],
    ['FREQ=DAILY;INTERVL=7', /Did you mean 'INTERVAL'/],
    ['FREQ=DAILY;INTERVAL=', /Write 'INTERVAL=<value>'/],
    ['FREQ=DAILY;INTERVAL=two', /INTERVAL takes whole numbers/],
    ['FREQ=DAILY;INTERVAL=53', /interval: Send a whole number from 1 to 52/],
    ['FREQ=DAILY;BYDAY=MO', /daysOfWeek: Days of the week require/],
    ['FREQ=WEEKLY;BYDAY=XX', /daysOfWeek\[0\]: Send one of/],
    ['FREQ=WEEKLY;BYDAY=1MO', /weekdayOfMonth: Days of the month require/],
    ['FREQ=MONTHLY;BYDAY=MO', /names a weekday/],
    ['FREQ=MONTHLY;BYDAY=1MO,3MO', /a single BYDAY/],
    ['FREQ=DAILY;UNTIL=20260230', /UNTIL must be a date/],
    ['FREQ=DAILY;UNTIL=20261231T246000Z', /in UNTIL is not a time of day/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261231', /count or until/],
    ['DTSTART:20260101T180000\nRRULE:FREQ=DAILY', /Set the start with startDate/],
  ];
  test.each(unreadable)('%s is invalid', (rrule, says) => {
    const [problem, ...others] = refused({ rrule });
    expect(problem).toStartWith('recurrenceRule.rrule ');
    expect(problem).toMatch(says);
    expect(others).toEqual([]);
  });

  test('an answered rule may be sent back, but not with a different text', () => {
    const fields = { frequency: 'weekly', interval: 1, daysOfWeek: ['MO'], weekStart: 'MO' };
    expect(accepted({ ...fields, rrule: 'FREQ=WEEKLY;BYDAY=MO' })).toMatchObject({ daysOfWeek: ['MO'] });
    expect(places({ ...fields, rrule: 'FREQ=WEEKLY;BYDAY=TU' })).toEqual(['recurrenceRule.rrule']);
  });
});

describe('written as text', () => {
  const written: [input: RuleInput, text: string][] = [
    [{ frequency: 'daily' }, 'FREQ=DAILY'],
    [
      { frequency: 'weekly', interval: 2, daysOfWeek: ['WE', 'MO'], weekStart: 'SU' },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU',
    ],
    [{ frequency: 'monthly', daysOfMonth: [-1, 15], count: 4 }, 'FREQ=MONTHLY;BYMONTHDAY=15,-1;COUNT=4'],
    [{ frequency: 'monthly', weekdayOfMonth: { week: -1, day: 'FR' } }, 'FREQ=MONTHLY;BYDAY=-1FR'],
    // The instant of the last slot, in summer and in winter.
    [{ frequency: 'daily', until: '2026-07-01' }, 'FREQ=DAILY;UNTIL=20260701T220000Z'],
    [{ frequency: 'daily', until: '2026-12-31' }, 'FREQ=DAILY;UNTIL=20261231T230000Z'],
  ];
  test.each(written)('%j', (input, text) => {
    const rule = accepted(input);
    expect(textOfRule(rule, context)).toBe(text);
    expect(accepted({ rrule: text })).toEqual(rule);
  });
});

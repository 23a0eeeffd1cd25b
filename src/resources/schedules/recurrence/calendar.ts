import { RRuleTemporal } from 'rrule-temporal';
import type { RecurrenceRule } from './shapes.ts';

const RRULE_FREQUENCIES = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY' } as const;

const utc = (date: string): Temporal.ZonedDateTime => Temporal.PlainDate.from(date).toZonedDateTime('UTC');

/**
 * The rule in UTC, which has no daylight saving: it gives dates, and the wall time of each date is converted later. (The
 * library drops a slot in a spring gap; the contract moves it.)
 */
const calendar = (rule: RecurrenceRule, startDate: string): RRuleTemporal => {
  const { weekdayOfMonth: nth } = rule;
  const byDay = nth === undefined ? rule.daysOfWeek : [`${nth.week}${nth.day}`];
  return new RRuleTemporal({
    freq: RRULE_FREQUENCIES[rule.frequency],
    interval: rule.interval,
    wkst: rule.weekStart,
    dtstart: utc(startDate),
    cache: false,
    ...(byDay === undefined ? {} : { byDay: [...byDay] }),
    ...(rule.daysOfMonth === undefined ? {} : { byMonthDay: [...rule.daysOfMonth] }),
    ...(rule.count === undefined ? {} : { count: rule.count }),
  });
};

/** The dates of a rule from `first` to `last`, both included, ascending. */
export const datesOf = (rule: RecurrenceRule, startDate: string, first: string, last: string): string[] =>
  calendar(rule, startDate)
    .between(utc(first), utc(last), true)
    .map((slot) => slot.toPlainDate().toString());

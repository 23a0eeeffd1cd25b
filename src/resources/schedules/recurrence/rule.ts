import { isLocalDate } from '../../../kernel/local-time.ts';
import type { Detail } from '../../../kernel/problem.ts';
import type { RecurrenceRule, Weekday } from './recurrence.ts';
import { fieldsOfText, type RuleFields, textOfRule, UnreadableRule, type WallTime } from './rrule.ts';

/** A recurrence rule as a request sends it: fields, or the RFC 5545 text, or both when they say the same. */
export interface RuleInput extends RuleFields {
  readonly rrule?: string | undefined;
}

/** What a rule is read for: a schedule's wall time and first date. */
export interface RuleContext extends WallTime {
  readonly startDate: string;
}

const PATH = 'recurrenceRule';
const WEEK: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: readonly string[] = ['daily', 'weekly', 'monthly'];

/** Collects what is wrong, each at its JSON path. */
class Problems {
  readonly details: Detail[] = [];

  add(field: string, message: string, code = 'parameter_invalid'): void {
    this.details.push({ param: `${PATH}${field}`, code, message });
  }

  whole(field: string, value: number | undefined, least: number, most: number): void {
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
      this.add(field, `Send a whole number from ${least} to ${most}.`);
    }
  }

  weekday(field: string, value: string | undefined): void {
    if (value !== undefined && !WEEK.includes(value)) this.add(field, `Send one of ${WEEK.join(', ')}.`);
  }

  filled(field: string, list: readonly unknown[] | undefined): void {
    if (list?.length === 0) this.add(field, 'Send at least one day, or leave the field out.');
  }
}

const checkFields = (problems: Problems, fields: RuleFields): void => {
  const { frequency, weekdayOfMonth: nth } = fields;
  if (frequency === undefined) problems.add('.frequency', 'Send daily, weekly or monthly.', 'parameter_missing');
  else if (!FREQUENCIES.includes(frequency)) problems.add('.frequency', 'Send daily, weekly or monthly.');
  problems.whole('.interval', fields.interval, 1, 52);
  problems.whole('.count', fields.count, 1, 1000);
  problems.filled('.daysOfWeek', fields.daysOfWeek);
  problems.filled('.daysOfMonth', fields.daysOfMonth);
  fields.daysOfWeek?.forEach((day, index) => {
    problems.weekday(`.daysOfWeek[${index}]`, day);
  });
  fields.daysOfMonth?.forEach((day, index) => {
    if (day !== -1) problems.whole(`.daysOfMonth[${index}]`, day, 1, 31);
  });
  if (nth !== undefined) {
    if (nth.week === 0) problems.add('.weekdayOfMonth.week', 'Send 1 to 5, or -1 for the last one.');
    else problems.whole('.weekdayOfMonth.week', nth.week, -1, 5);
    problems.weekday('.weekdayOfMonth.day', nth.day);
  }
  problems.weekday('.weekStart', fields.weekStart);
};

const checkTogether = (problems: Problems, fields: RuleFields, startDate: string): void => {
  const { frequency, until } = fields;
  if (fields.daysOfWeek !== undefined && frequency !== 'weekly') {
    problems.add('.daysOfWeek', "Days of the week go with frequency 'weekly'.");
  }
  for (const field of ['daysOfMonth', 'weekdayOfMonth'] as const) {
    if (fields[field] !== undefined && frequency !== 'monthly') {
      problems.add(`.${field}`, "Days of the month go with frequency 'monthly'.");
    }
  }
  if (fields.daysOfMonth !== undefined && fields.weekdayOfMonth !== undefined) {
    problems.add('.weekdayOfMonth', 'Send daysOfMonth or weekdayOfMonth, not both.');
  }
  if (fields.count !== undefined && until !== undefined) problems.add('.until', 'Send count or until, not both.');
  if (until !== undefined && !isLocalDate(until)) problems.add('.until', 'Send a date, YYYY-MM-DD.');
  else if (until !== undefined && until < startDate)
    problems.add('.until', 'Send a date that is not before startDate.');
};

/** Every default filled in, days in order and each once, absent where a field does not apply. */
const complete = (fields: RuleFields): RecurrenceRule => {
  const { daysOfWeek, daysOfMonth, weekdayOfMonth, count, until } = fields;
  const byWeek = (left: string, right: string): number => WEEK.indexOf(left) - WEEK.indexOf(right);
  const byMonth = (left: number, right: number): number => ((left + 32) % 32) - ((right + 32) % 32);
  return {
    frequency: fields.frequency as RecurrenceRule['frequency'],
    interval: fields.interval ?? 1,
    ...(daysOfWeek === undefined ? {} : { daysOfWeek: [...new Set(daysOfWeek)].sort(byWeek) as Weekday[] }),
    ...(daysOfMonth === undefined ? {} : { daysOfMonth: [...new Set(daysOfMonth)].sort(byMonth) }),
    ...(weekdayOfMonth === undefined ? {} : { weekdayOfMonth: weekdayOfMonth as { week: number; day: Weekday } }),
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    weekStart: (fields.weekStart ?? 'MO') as Weekday,
  };
};

const checked = (fields: RuleFields, startDate: string): RecurrenceRule | Detail[] => {
  const problems = new Problems();
  checkFields(problems, fields);
  checkTogether(problems, fields, startDate);
  return problems.details.length > 0 ? problems.details : complete(fields);
};

/** The rule of a text; whatever is wrong with it is told at `recurrenceRule.rrule`, since that is what was sent. */
const fromText = (text: string, context: RuleContext): RecurrenceRule | Detail[] => {
  const refuse = (message: string): Detail => ({ param: `${PATH}.rrule`, code: 'parameter_invalid', message });
  try {
    const rule = checked(fieldsOfText(text, context), context.startDate);
    if (!Array.isArray(rule)) return rule;
    return rule.map(({ param, message }) => refuse(`As ${param.slice(PATH.length + 1)}: ${message}`));
  } catch (error) {
    if (error instanceof UnreadableRule) return [refuse(error.message)];
    throw error;
  }
};

/**
 * The rule that a request asks for, complete; or everything that is wrong with it, each problem at its JSON path.
 * A rule that was read before may be sent back whole, with its `rrule` beside the fields.
 */
export const readRule = (input: RuleInput, context: RuleContext): RecurrenceRule | Detail[] => {
  const { rrule, ...fields } = input;
  const bySelf = Object.values(fields).every((value) => value === undefined);
  if (rrule === undefined) return checked(fields, context.startDate);
  const rule = fromText(rrule, context);
  if (bySelf || Array.isArray(rule)) return rule;
  const spelt = checked(fields, context.startDate);
  if (Array.isArray(spelt) || textOfRule(spelt, context) === textOfRule(rule, context)) return spelt;
  const message = 'It says something else than the other fields. Send rrule or the other fields.';
  return [{ param: `${PATH}.rrule`, code: 'parameter_invalid', message }];
};

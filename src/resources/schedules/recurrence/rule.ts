import { isLocalDate } from '../../../kernel/local-time.ts';
import { type Detail, invalidDetail } from '../../../kernel/problem.ts';
import type { Because } from '../../../kernel/reasons.ts';
import { WEEKDAYS } from '../../../kernel/schemas.ts';
import { fieldsOfText, type RuleFields, textOfRule, UnreadableRule, type WallTime } from './rrule.ts';
import { FREQUENCIES, type RecurrenceRule, type Weekday } from './shapes.ts';

/** A recurrence rule as a request sends it: fields, or the RFC 5545 text, or both when they are equal. */
export interface RuleInput extends RuleFields {
  readonly rrule?: string | undefined;
}

/** The wall time and first date of the schedule of a rule. */
export interface RuleContext extends WallTime {
  readonly startDate: string;
}

const PATH = 'recurrenceRule';

const weekdayOf = (text: string | undefined): Weekday | undefined => WEEKDAYS.find((day) => day === text);
const frequencyOf = (text: string | undefined) => FREQUENCIES.find((frequency) => frequency === text);

/** Collects what is wrong, each with its JSON path. */
class Problems {
  readonly details: Detail[] = [];

  add(field: string, message: string, why: Because | 'parameter_missing'): void {
    this.details.push(invalidDetail(`${PATH}${field}`, message, why));
  }

  whole(field: string, value: number | undefined, least: number, most: number): void {
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
      this.add(field, `Send a whole number from ${least} to ${most}.`, {
        reason: 'out_of_range',
        min: least,
        max: most,
      });
    }
  }

  weekday(field: string, value: string | undefined): void {
    if (value !== undefined && weekdayOf(value) === undefined)
      this.add(field, `Send one of ${WEEKDAYS.join(', ')}.`, { reason: 'not_a_choice' });
  }

  filled(field: string, list: readonly unknown[] | undefined): void {
    if (list?.length === 0)
      this.add(field, 'Send at least one day, or leave the field out.', { reason: 'too_few', min: 1 });
  }
}

const checkFields = (problems: Problems, fields: RuleFields): void => {
  const { frequency, weekdayOfMonth: nth } = fields;
  if (frequency === undefined) problems.add('.frequency', 'Send daily, weekly, or monthly.', 'parameter_missing');
  else if (frequencyOf(frequency) === undefined)
    problems.add('.frequency', 'Send daily, weekly, or monthly.', { reason: 'not_a_choice' });
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
    if (nth.week === 0)
      problems.add('.weekdayOfMonth.week', 'Send 1 to 5, or -1 for the last one.', { reason: 'not_a_choice' });
    else problems.whole('.weekdayOfMonth.week', nth.week, -1, 5);
    problems.weekday('.weekdayOfMonth.day', nth.day);
  }
  problems.weekday('.weekStart', fields.weekStart);
};

const checkTogether = (problems: Problems, fields: RuleFields, startDate: string): void => {
  const { frequency, until } = fields;
  if (fields.daysOfWeek !== undefined && frequency !== 'weekly') {
    problems.add('.daysOfWeek', "Days of the week require the frequency 'weekly'.", { reason: 'not_applicable' });
  }
  for (const field of ['daysOfMonth', 'weekdayOfMonth'] as const) {
    if (fields[field] !== undefined && frequency !== 'monthly') {
      problems.add(`.${field}`, "Days of the month require the frequency 'monthly'.", { reason: 'not_applicable' });
    }
  }
  if (fields.daysOfMonth !== undefined && fields.weekdayOfMonth !== undefined) {
    problems.add('.weekdayOfMonth', 'Send daysOfMonth or weekdayOfMonth, not both.', { reason: 'not_both' });
  }
  if (fields.count !== undefined && until !== undefined)
    problems.add('.until', 'Send count or until, not both.', { reason: 'not_both' });
  if (until !== undefined && !isLocalDate(until))
    problems.add('.until', 'Send a date, YYYY-MM-DD.', { reason: 'not_a_date' });
  else if (until !== undefined && until < startDate)
    problems.add('.until', 'Send a date that is not before startDate.', { reason: 'end_before_start' });
};

const complete = (fields: RuleFields): RecurrenceRule | undefined => {
  const { daysOfWeek, daysOfMonth, weekdayOfMonth: nth, count, until } = fields;
  const frequency = frequencyOf(fields.frequency);
  const day = weekdayOf(nth?.day);
  const byMonth = (left: number, right: number): number => ((left + 32) % 32) - ((right + 32) % 32);
  if (frequency === undefined) return undefined;
  return {
    frequency,
    interval: fields.interval ?? 1,
    ...(daysOfWeek === undefined ? {} : { daysOfWeek: WEEKDAYS.filter((each) => daysOfWeek.includes(each)) }),
    ...(daysOfMonth === undefined ? {} : { daysOfMonth: [...new Set(daysOfMonth)].sort(byMonth) }),
    ...(nth === undefined || day === undefined ? {} : { weekdayOfMonth: { week: nth.week, day } }),
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    weekStart: weekdayOf(fields.weekStart) ?? 'MO',
  };
};

const checked = (fields: RuleFields, startDate: string): RecurrenceRule | Detail[] => {
  const problems = new Problems();
  checkFields(problems, fields);
  checkTogether(problems, fields, startDate);
  const rule = complete(fields);
  return problems.details.length > 0 || rule === undefined ? problems.details : rule;
};

/** The rule of a text; all problems have the path `recurrenceRule.rrule`, since that is what was sent. */
const fromText = (text: string, context: RuleContext): RecurrenceRule | Detail[] => {
  const problem = (message: string): Detail => invalidDetail(`${PATH}.rrule`, message, { reason: 'not_accepted' });
  try {
    const rule = checked(fieldsOfText(text, context), context.startDate);
    if (!Array.isArray(rule)) return rule;
    return rule.map(({ param, message }) => problem(`As ${param.slice(PATH.length + 1)}: ${message}`));
  } catch (error) {
    if (error instanceof UnreadableRule) return [problem(error.message)];
    throw error;
  }
};

/** The rule, or all problems with their JSON paths. An answered rule, with the fields and `rrule`, may be sent back. */
export const readRule = (input: RuleInput, context: RuleContext): RecurrenceRule | Detail[] => {
  const { rrule, ...fields } = input;
  const isAlone = Object.values(fields).every((value) => value === undefined);
  if (rrule === undefined) return checked(fields, context.startDate);
  const rule = fromText(rrule, context);
  if (isAlone || Array.isArray(rule)) return rule;
  const fromFields = checked(fields, context.startDate);
  if (Array.isArray(fromFields) || textOfRule(fromFields, context) === textOfRule(rule, context)) return fromFields;
  const message = 'It differs from the other fields. Send rrule or the other fields.';
  return [invalidDetail(`${PATH}.rrule`, message, { reason: 'not_accepted' })];
};

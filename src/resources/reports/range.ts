import { addDays, daysBetween, earlierOf, LAST_PERIOD_DATE, startOfDate } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';

/** Local dates, both of them inclusive. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

const MOST_DAYS = 366;

const FIRST_DATE = '1900-01-01';

/** @throws Problem 400 when the range ends before it begins, is longer than a year, or is not from 1900 to 9998. */
export const requireRange = ({ from, to }: DateRange): DateRange => {
  if (from < FIRST_DATE)
    throw invalidParam('from', "'from' is before 1900. Send a later date.", { reason: 'before_1900' });
  if (to > LAST_PERIOD_DATE) {
    const message = `The last date is ${LAST_PERIOD_DATE}. Send an earlier date.`;
    throw invalidParam('to', message, { reason: 'too_late' });
  }
  if (from > to)
    throw invalidParam('to', "'to' is before 'from'. Send the last day of the report.", { reason: 'end_before_start' });
  if (daysBetween(from, to) < MOST_DAYS) return { from, to };
  throw invalidParam('to', `A report has at most ${MOST_DAYS} days. Send an earlier 'to', or a later 'from'.`, {
    reason: 'too_many_days',
    max: MOST_DAYS,
  });
};

export const datesOf = ({ from, to }: DateRange): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

export const monthOf = (date: string): string => date.slice(0, 7);

/** The month some months after another one, or before it. Both are YYYY-MM. */
const monthsLater = (month: string, months: number): string => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
};

/** The days of a month, which is YYYY-MM. */
export const monthRange = (month: string): DateRange => ({
  from: `${month}-01`,
  to: addDays(`${monthsLater(month, 1)}-01`, -1),
});

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

/**
 * The range with which a report compares. Of a range that begins with a month: the same days of as many months before; of other
 * ranges: as many days that end the day before.
 */
export const rangeBefore = ({ from, to }: DateRange): DateRange => {
  const days = daysBetween(from, to) + 1;
  if (!from.endsWith('-01')) return { from: addDays(from, -days), to: addDays(to, -days) };
  const back = -(monthsBetween(monthOf(from), monthOf(to)) + 1);
  const last = monthRange(monthsLater(monthOf(to), back));
  const isWhole = to === monthRange(monthOf(to)).to;
  return {
    from: `${monthsLater(monthOf(from), back)}-01`,
    to: isWhole ? last.to : earlierOf(last.to, `${monthOf(last.to)}-${to.slice(8)}`),
  };
};

/** How many days of a range are read in one step. */
const STEP_DAYS = 7;

/** The range in parts that are read one by one. */
export const stepsOf = ({ from, to }: DateRange): DateRange[] => {
  const parts: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(start, STEP_DAYS))
    parts.push({ from: start, to: earlierOf(to, addDays(start, STEP_DAYS - 1)) });
  return parts;
};

/** The same parts for statements: lists of days, each with its date and the instants at which it begins and ends. */
export const dayParts = ({ from, to }: DateRange, timezone: string): string[] => {
  const starts = datesOf({ from, to: addDays(to, 1) }).map((date) => ({ date, start: startOfDate(date, timezone) }));
  const days = starts.slice(0, -1).map(({ date, start }, index) => [date, start, starts[index + 1]?.start]);
  return stepsOf({ from, to }).map((_, part) => JSON.stringify(days.slice(part * STEP_DAYS, (part + 1) * STEP_DAYS)));
};

/** The days of a part as a table of a statement: parsed once, not for each row beside them. */
export const DAYS =
  'with "days" as materialized (' +
  'select "value" ->> 0 "date", "value" ->> 1 "start", "value" ->> 2 "end" from json_each($days))';

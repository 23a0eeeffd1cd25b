import { RRuleTemporal } from 'rrule-temporal';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, wallClock } from '../../../kernel/local-time.ts';

export type Weekday = 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';

/** When a schedule repeats (records.md "RecurrenceRule"), with every default filled in. */
export interface RecurrenceRule {
  readonly frequency: 'daily' | 'weekly' | 'monthly';
  readonly interval: number;
  /** Weekly only; absent means the weekday of the start date. */
  readonly daysOfWeek?: readonly Weekday[];
  /** Monthly only; -1 is the last day. With neither this nor `weekdayOfMonth`: the day of the start date. */
  readonly daysOfMonth?: readonly number[];
  readonly weekdayOfMonth?: { readonly week: number; readonly day: Weekday };
  readonly count?: number;
  /** The last local date on which a slot may be. */
  readonly until?: string;
  readonly weekStart: Weekday;
}

/** What differs on one date of the rule. A field that is absent is as in the schedule. */
interface ScheduleException {
  readonly date: string;
  readonly action: 'skip' | 'move' | 'modify';
  readonly startTime?: string | undefined;
  readonly durationMinutes?: number | undefined;
  readonly instructorId?: string | null | undefined;
  readonly capacity?: number | null | undefined;
  readonly reason?: string | undefined;
}

/** Days on which a site is closed, both ends included. */
interface Closure {
  readonly startDate: string;
  readonly endDate: string;
}

/** Everything that decides when a schedule's sessions take place. Dates and times are of the wall clock of `timezone`. */
export interface SlotPlan {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly startTime: string;
  readonly durationMinutes: number;
  readonly timezone: string;
  /** null: once, on the start date. */
  readonly recurrenceRule: RecurrenceRule | null;
  readonly exceptions: readonly ScheduleException[];
  readonly closures: readonly Closure[];
}

/** One slot of a schedule. */
export interface Occurrence {
  /** Local date and time of the slot in its rule; an exception or a spring gap does not change it. */
  readonly occurrenceKey: string;
  /** What the wall clock shows when it begins. */
  readonly localDate: string;
  readonly localStartTime: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly durationMinutes: number;
  /** The exception that applies, for the fields that only sessions have. */
  readonly exception: ScheduleException | null;
}

const FREQUENCIES = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY' } as const;

const utc = (date: string): Temporal.ZonedDateTime => Temporal.PlainDate.from(date).toZonedDateTime('UTC');

/**
 * The rule on a clock without daylight saving: a recurrence is a matter of dates, and only afterwards does each date's
 * wall time meet its zone. (The library would drop a slot in a spring gap, where the contract moves it.)
 */
const calendar = (rule: RecurrenceRule, startDate: string): RRuleTemporal => {
  const { weekdayOfMonth: nth } = rule;
  const byDay = nth === undefined ? rule.daysOfWeek : [`${nth.week}${nth.day}`];
  return new RRuleTemporal({
    freq: FREQUENCIES[rule.frequency],
    interval: rule.interval,
    wkst: rule.weekStart,
    dtstart: utc(startDate),
    cache: false,
    ...(byDay === undefined ? {} : { byDay: [...byDay] }),
    ...(rule.daysOfMonth === undefined ? {} : { byMonthDay: [...rule.daysOfMonth] }),
    ...(rule.count === undefined ? {} : { count: rule.count }),
  });
};

const earliest = (...dates: (string | null | undefined)[]): string =>
  dates.reduce<string>((first, date) => (date && date < first ? date : first), '9999-12-31');

/** The local dates of the rule from `from` to `to`, both included, ascending. */
export const slotDates = (
  plan: Pick<SlotPlan, 'startDate' | 'endDate' | 'recurrenceRule'>,
  from: string,
  to: string,
): string[] => {
  const { startDate, recurrenceRule: rule } = plan;
  const first = from > startDate ? from : startDate;
  const last = earliest(to, plan.endDate, rule?.until);
  if (first > last) return [];
  if (rule === null) return first === startDate ? [startDate] : [];
  return calendar(rule, startDate)
    .between(utc(first), utc(last), true)
    .map((slot) => slot.toPlainDate().toString());
};

/** Whether a local date lies in one of the closures. */
export const isClosed = (closures: readonly Closure[], date: string): boolean =>
  closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate);

/** The slot of one date of the rule, or undefined where an exception or a closure takes it away. */
const slotOn = (plan: SlotPlan, date: string, exception: ScheduleException | null): Occurrence | undefined => {
  if (exception?.action === 'skip') return undefined;
  const start = instantOf(date, exception?.startTime ?? plan.startTime, plan.timezone);
  const shown = wallClock(start, plan.timezone);
  if (isClosed(plan.closures, shown.date)) return undefined;
  const durationMinutes = exception?.durationMinutes ?? plan.durationMinutes;
  return {
    occurrenceKey: `${date}T${plan.startTime}`,
    localDate: shown.date,
    localStartTime: shown.time,
    startTime: isoInstant(start),
    endTime: isoInstant(start + durationMinutes * 60_000),
    durationMinutes,
    exception,
  };
};

/**
 * The slots of the rule's dates from `from` to `to` (local dates, both included), ascending. The cost depends on the
 * length of this window and on `count`, not on the age of the rule. Rules: rules.md "Schedule to sessions".
 */
export const occurrences = (plan: SlotPlan, from: string, to: string): Occurrence[] => {
  const exceptions = new Map(plan.exceptions.map((exception) => [exception.date, exception]));
  // One day more than asked for: where a zone skips a whole day, the slot of that day would fall on the next one's.
  const dates = new Set(slotDates(plan, from, addDays(to, 1)));
  const slots: Occurrence[] = [];
  for (const date of dates) {
    const slot = date <= to ? slotOn(plan, date, exceptions.get(date) ?? null) : undefined;
    if (slot !== undefined && (slot.localDate === date || !dates.has(slot.localDate))) slots.push(slot);
  }
  return slots;
};

/** Whether no slot is left on or after the local date `date`. */
export const hasEnded = (plan: Pick<SlotPlan, 'startDate' | 'endDate' | 'recurrenceRule'>, date: string): boolean => {
  const last = earliest(plan.endDate, plan.recurrenceRule?.until);
  if (plan.recurrenceRule === null || plan.recurrenceRule.count !== undefined) {
    return slotDates(plan, date, last).length === 0;
  }
  return last < date;
};

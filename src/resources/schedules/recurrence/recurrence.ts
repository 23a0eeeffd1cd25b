import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf, wallClock } from '../../../kernel/local-time.ts';
import type { RecurrenceRule, ScheduleException } from './shapes.ts';

/** Days on which a site is closed, both included. */
interface Closure {
  readonly startDate: string;
  readonly endDate: string;
}

/** Everything that determines when the sessions of a schedule take place. Dates and times are local to `timezone`. */
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

export interface Occurrence {
  /** Local date and time of the slot in its rule; an exception or a spring gap does not change it. */
  readonly occurrenceKey: string;
  /** What the wall clock shows at the start. */
  readonly localDate: string;
  readonly localStartTime: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly durationMinutes: number;
  /** The exception of its date, which may change fields of the session. */
  readonly exception: ScheduleException | null;
}

const library = (): typeof import('./calendar.ts') => require('./calendar.ts');

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
  return library().datesOf(rule, startDate, first, last);
};

export const isClosed = (closures: readonly Closure[], date: string): boolean =>
  closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate);

/** The slot of one date of the rule; undefined where an exception or a closure removes it. */
const slotOn = (plan: SlotPlan, date: string, exception: ScheduleException | null): Occurrence | undefined => {
  if (exception?.action === 'skip') return undefined;
  const start = instantOf(date, exception?.startTime ?? plan.startTime, plan.timezone);
  const local = wallClock(start, plan.timezone);
  if (isClosed(plan.closures, local.date)) return undefined;
  const durationMinutes = exception?.durationMinutes ?? plan.durationMinutes;
  return {
    occurrenceKey: `${date}T${plan.startTime}`,
    localDate: local.date,
    localStartTime: local.time,
    startTime: isoInstant(start),
    endTime: isoInstant(start + durationMinutes * MINUTE_MS),
    durationMinutes,
    exception,
  };
};

/**
 * The slots from `from` to `to` (local dates, both included), ascending (rules.md "Schedule to sessions"). The cost
 * depends on the length of this range and on `count`, not on the age of the rule.
 */
export const occurrences = (plan: SlotPlan, from: string, to: string): Occurrence[] => {
  const exceptions = new Map(plan.exceptions.map((exception) => [exception.date, exception]));
  // With the day after `to`: where a zone skips a whole day, the slot of that day falls on the next day's slot.
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

// The next dates of a schedule, and its rule in parts.

import type { Read } from '../../../database/database.ts';
import { addDays, earlierOf, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import { pick } from '../../../kernel/objects.ts';
import { WEEKDAYS } from '../../../kernel/schemas.ts';
import { unpackList } from '../../../records/json.ts';
import { type Closure, Site } from '../../sites/record.ts';
import { horizonOf, planOf } from '../generation/generate.ts';
import type { ScheduleRow } from '../record.ts';
import { hasEnded, type Occurrence, occurrences, type SlotPlan, slotDates } from '../recurrence/recurrence.ts';
import { type DateFields, MOST_DATES } from './shapes.ts';

/** How many days have their dates calculated at a time, and how often: a rule may have one date in many months. */
const WINDOW_DAYS = 200;
const MOST_WINDOWS = 12;

/** The next slots from a local date on, also after the horizon. */
const nextSlots = (read: Read, plan: SlotPlan, today: string): Occurrence[] => {
  const found: Occurrence[] = [];
  let from = laterOf(today, plan.startDate);
  for (let window = 0; window < MOST_WINDOWS && found.length < MOST_DATES; window += 1) {
    if (hasEnded(plan, from)) break;
    const to = addDays(from, WINDOW_DAYS - 1);
    found.push(...occurrences(plan, from, to).filter(({ startTime }) => startTime >= read.now));
    from = addDays(to, 1);
  }
  return found.slice(0, MOST_DATES);
};

const closureOn = (closures: readonly Closure[], date: string) =>
  closures.find(({ startDate, endDate }) => date >= startDate && date <= endDate);

/** The dates of the rule up to the horizon that have no session: the site is closed, or an exception says so. */
const skipped = (
  plan: SlotPlan,
  closures: readonly Closure[],
  from: string,
  until: string,
): DateFields['skippedDates'] => {
  const open = new Set(occurrences(plan, from, until).map(({ occurrenceKey }) => occurrenceKey.slice(0, 10)));
  const missing = slotDates(plan, from, until).filter((date) => !open.has(date));
  return missing.slice(0, MOST_DATES).map((localDate) => {
    const exception = plan.exceptions.find(({ date, action }) => date === localDate && action === 'skip');
    if (exception !== undefined) return { localDate, reason: 'exception', name: exception.reason ?? null };
    return { localDate, reason: 'closure', name: closureOn(closures, localDate)?.name ?? null };
  });
};

const weekdayOf = (date: string) => WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? 'MO';

const endOf = (startTime: string, durationMinutes: number): string => {
  const minutes = (Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3, 5)) + durationMinutes) % 1440;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

/** The rule with every default. */
const rulePartsOf = ({ recurrenceRule: rule, ...plan }: SlotPlan): DateFields['rule'] => {
  const { startDate, endDate, startTime, durationMinutes, timezone } = plan;
  const { frequency = 'once', interval = 1, weekdayOfMonth, count, until } = rule ?? {};
  const isByDay = weekdayOfMonth !== undefined;
  const end = until === undefined ? endDate : endDate === null ? until : earlierOf(endDate, until);
  return {
    frequency,
    interval,
    days: frequency === 'weekly' ? [...(rule?.daysOfWeek ?? [weekdayOf(startDate)])] : [],
    daysOfMonth: frequency === 'monthly' && !isByDay ? [...(rule?.daysOfMonth ?? [Number(startDate.slice(8))])] : [],
    weekdayOfMonth: weekdayOfMonth ?? null,
    startTime,
    endTime: endOf(startTime, durationMinutes),
    durationMinutes,
    startsOn: startDate,
    endsOn: frequency === 'once' ? startDate : end,
    count: count ?? null,
    timezone,
  };
};

/** When a schedule takes place. */
export const dateFieldsOf = (read: Read, row: ScheduleRow): DateFields => {
  const plan = planOf(read, row);
  const closures = unpackList<Closure>(Site.rows.find(read, row.siteId)?.closures ?? null);
  const today = localDateAt(read.nowMs, row.timezone);
  return {
    rule: rulePartsOf(plan),
    nextDates: nextSlots(read, plan, today).map((slot) =>
      pick(slot, 'localDate', 'localStartTime', 'startTime', 'endTime'),
    ),
    skippedDates: skipped(plan, closures, laterOf(today, plan.startDate), horizonOf(read, row)),
  };
};

import { didYouMean } from '../../../kernel/did-you-mean.ts';
import { addDays, instantOf, isLocalDate, localDateAt } from '../../../kernel/local-time.ts';
import type { RecurrenceRule } from './shapes.ts';

/** The local time of the slots of a rule; an UNTIL with a time of day needs it. */
export interface WallTime {
  readonly startTime: string;
  readonly timezone: string;
}

/** A rule as sent: nothing is checked and no default is filled in. */
export interface RuleFields {
  readonly frequency?: string | undefined;
  readonly interval?: number | undefined;
  readonly daysOfWeek?: readonly string[] | undefined;
  readonly daysOfMonth?: readonly number[] | undefined;
  readonly weekdayOfMonth?: { readonly week: number; readonly day: string } | undefined;
  readonly count?: number | undefined;
  readonly until?: string | undefined;
  readonly weekStart?: string | undefined;
}

/** The text is not a rule that schedules support; the message says what to do. */
export class UnreadableRule extends Error {}

const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'COUNT', 'UNTIL', 'WKST'];

const integer = (name: string, text: string): number => {
  if (!/^[+-]?\d{1,4}$/.test(text)) throw new UnreadableRule(`${name} takes whole numbers, not '${text}'.`);
  return Number(text);
};

const partsOf = (text: string): Map<string, string> => {
  const parts = new Map<string, string>();
  for (const piece of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    const [name = '', value, ...rest] = piece.toUpperCase().split('=');
    if (!PARTS.includes(name)) {
      const advice = name.startsWith('DTSTART')
        ? ' Set the start with startDate and startTime.'
        : didYouMean(name, PARTS);
      throw new UnreadableRule(`'${piece}' is not supported.${advice} Use ${PARTS.join(', ')}.`);
    }
    if (value === undefined || value === '' || rest.length > 0) throw new UnreadableRule(`Write '${name}=<value>'.`);
    if (parts.has(name)) throw new UnreadableRule(`${name} was sent twice. Send it once.`);
    parts.set(name, value);
  }
  return parts;
};

/** The last date whose slot is not after UNTIL. */
const untilDate = (text: string, wall: WallTime): string => {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text);
  const date = match === null ? '' : `${match[1]}-${match[2]}-${match[3]}`;
  if (match === null || !isLocalDate(date)) {
    throw new UnreadableRule(
      `UNTIL must be a date such as 20261231 or a timestamp such as 20261231T235959Z, not '${text}'.`,
    );
  }
  if (match[4] === undefined) return date;
  const time = `${match[4]}:${match[5]}:${match[6]}`;
  const inUtc = Date.parse(`${date}T${time}.000Z`);
  if (Number.isNaN(inUtc)) throw new UnreadableRule(`'${text.slice(9)}' in UNTIL is not a time of day.`);
  const instant = match[7] === 'Z' ? inUtc : instantOf(date, time, wall.timezone);
  // By instants, since the clock may show an hour twice, or not at all.
  const local = localDateAt(instant, wall.timezone);
  return instantOf(local, wall.startTime, wall.timezone) <= instant ? local : addDays(local, -1);
};

/** `2TU`, or `TU` with BYSETPOS=2, is a weekday of the month; weekdays without a number are days of the week. */
const daysIn = (parts: Map<string, string>): Pick<RuleFields, 'daysOfWeek' | 'weekdayOfMonth'> => {
  const days = parts.get('BYDAY')?.split(',') ?? [];
  const position = parts.get('BYSETPOS');
  const [, week, day] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(days[0] ?? '') ?? [];
  const nth = week ?? position;
  if (nth !== undefined) {
    if (days.length !== 1 || day === undefined || (week !== undefined && position !== undefined)) {
      throw new UnreadableRule('A monthly rule takes a single BYDAY such as 2TU or -1FR. Create a schedule for each.');
    }
    return { weekdayOfMonth: { week: integer('BYDAY', nth), day } };
  }
  if (days.length === 0) return {};
  if (parts.get('FREQ') === 'MONTHLY') {
    throw new UnreadableRule(
      'A monthly BYDAY names a weekday of the month, such as 2TU or -1FR. For every week, use FREQ=WEEKLY.',
    );
  }
  return { daysOfWeek: days };
};

/** Reads it with or without `RRULE:`, not its ranges. @throws UnreadableRule for other texts and unsupported parts. */
export const fieldsOfText = (text: string, wall: WallTime): RuleFields => {
  const parts = partsOf(text);
  const frequency = parts.get('FREQ');
  if (frequency === undefined) throw new UnreadableRule('FREQ is missing. Use DAILY, WEEKLY, or MONTHLY.');
  const [interval, count, until] = [parts.get('INTERVAL'), parts.get('COUNT'), parts.get('UNTIL')];
  return {
    frequency: frequency.toLowerCase(),
    interval: interval === undefined ? undefined : integer('INTERVAL', interval),
    ...daysIn(parts),
    daysOfMonth: parts
      .get('BYMONTHDAY')
      ?.split(',')
      .map((day) => integer('BYMONTHDAY', day)),
    count: count === undefined ? undefined : integer('COUNT', count),
    until: until === undefined ? undefined : untilDate(until, wall),
    weekStart: parts.get('WKST'),
  };
};

const untilText = (date: string, wall: WallTime): string =>
  new Date(instantOf(date, wall.startTime, wall.timezone)).toISOString().replace(/[-:]|\.000/g, '');

/** The rule as RFC 5545 writes it, without `RRULE:`. UNTIL is the instant of the last date's slot, as the RFC wants. */
export const textOfRule = (rule: RecurrenceRule, wall: WallTime): string => {
  const { interval, daysOfWeek, weekdayOfMonth: nth, daysOfMonth, count, until, weekStart } = rule;
  const parts = [`FREQ=${rule.frequency.toUpperCase()}`];
  if (interval !== 1) parts.push(`INTERVAL=${interval}`);
  if (daysOfWeek !== undefined) parts.push(`BYDAY=${daysOfWeek.join(',')}`);
  if (nth !== undefined) parts.push(`BYDAY=${nth.week}${nth.day}`);
  if (daysOfMonth !== undefined) parts.push(`BYMONTHDAY=${daysOfMonth.join(',')}`);
  if (count !== undefined) parts.push(`COUNT=${count}`);
  if (until !== undefined) parts.push(`UNTIL=${untilText(until, wall)}`);
  if (weekStart !== 'MO') parts.push(`WKST=${weekStart}`);
  return parts.join(';');
};

import type { TextKey } from '../../../texts/translate.ts';
import { addDays, isDate, startOfDate } from '../../base/time/local-time.ts';

/** The ranges that have names, by their text in the address. */
export const RANGES = {
  today: 'lists.rangeToday',
  yesterday: 'lists.rangeYesterday',
  '7d': 'lists.range7Days',
  '30d': 'lists.range30Days',
  month: 'lists.rangeMonth',
  'last-month': 'lists.rangeLastMonth',
  year: 'lists.rangeYear',
} as const satisfies Record<string, TextKey>;

type RangeName = keyof typeof RANGES;

/** Days from one to another, both of them included; an end may be open. */
export interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

const NAMED: Readonly<Record<RangeName, (today: string) => Days>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  '7d': (today) => ({ from: addDays(today, -6), to: today }),
  '30d': (today) => ({ from: addDays(today, -29), to: today }),
  month: (today) => ({ from: monthOf(today), to: today }),
  'last-month': (today) => ({ from: monthOf(addDays(monthOf(today), -1)), to: addDays(monthOf(today), -1) }),
  year: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
};

const isName = (text: string): text is RangeName => Object.hasOwn(NAMED, text);

const BETWEEN = '..';

/** The days of a range as the address has it: a name, or `2026-03-01..2026-03-31`; undefined for another text. */
export const daysOfRange = (text: string | undefined, today: string): Days | undefined => {
  if (text === undefined) return undefined;
  if (isName(text)) return NAMED[text](today);
  const [from, to, ...more] = text.split(BETWEEN);
  const days = { from: isDate(from) ? from : undefined, to: isDate(to) ? to : undefined };
  return more.length > 0 || (days.from ?? days.to) === undefined ? undefined : days;
};

/** A range as the address has it. */
export const rangeText = ({ from = '', to = '' }: Days): string => `${from}${BETWEEN}${to}`;

/** The instants of a range in a zone, as the interface takes them. */
export const instantsOf = (days: Days | undefined, zone: string): { from?: string; to?: string } => ({
  ...(days?.from === undefined ? {} : { from: new Date(startOfDate(days.from, zone)).toISOString() }),
  ...(days?.to === undefined ? {} : { to: new Date(startOfDate(addDays(days.to, 1), zone)).toISOString() }),
});

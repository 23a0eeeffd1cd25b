import { isoInstant } from './clock.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { timeZones } from './zones/time-zones.ts';
import { instantAt, nextChange, offsetAt } from './zones/zone.ts';

/** Whether `text` is an existing date, `YYYY-MM-DD`. */
export const isLocalDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const milliseconds = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
};

export const laterOf = (left: string, right: string): string => (left > right ? left : right);

export const earlierOf = (left: string, right: string): string => (left < right ? left : right);

/** The last date of anything that has days or periods: a later one could end after the year 9999, which no instant can. */
export const LAST_PERIOD_DATE = '9998-12-31';

/** The date of an ISO 8601 text. Years before 0 and after 9999 have a sign and six digits. */
const dateOf = (text: string): string => text.slice(0, text.indexOf('T'));

/** The local date `days` after `date`, or before it when `days` is negative. */
export const addDays = (date: string, days: number): string =>
  dateOf(new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS).toISOString());

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const partsOf = (date: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
};

/** Whether a local date is the last of its month. */
export const isMonthEnd = (date: string): boolean => {
  const [year, month, day] = partsOf(date);
  return day === lastDayOf(year, month);
};

export const dayOfMonth = (date: string): number => partsOf(date)[2];

/** The local date `months` after `date`, on a day of the month (its own unless given), or on the last of a shorter one. */
export const addMonths = (date: string, months: number, day: number = dayOfMonth(date)): string => {
  const [year, month] = partsOf(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const inMonth = Math.min(day, lastDayOf(first.getUTCFullYear(), first.getUTCMonth() + 1));
  return dateOf(new Date(first.getTime() + (inMonth - 1) * DAY_MS).toISOString());
};

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const mondayOf = (date: string): string => addDays(date, -((new Date(Date.parse(date)).getUTCDay() + 6) % 7));

/** What the clock of a zone shows at an instant (epoch ms): the ms from 1970 on as if it were in UTC. */
export const localAt = (epochMilliseconds: number, timezone: string): number =>
  epochMilliseconds + offsetAt(timeZones().zone(timezone), epochMilliseconds);

/** The instant (epoch ms) at which the clock of a zone shows `local`, ms as `localAt` gives them. */
export const instantShowing = (local: number, timezone: string): number => instantAt(timeZones().zone(timezone), local);

/**
 * The instant (epoch ms) of a wall time. A time skipped by daylight saving moves forward by the gap; of a time that
 * occurs twice, it is the first.
 */
export const instantOf = (date: string, time: string, timezone: string): number => {
  const local = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(local)) throw new RangeError(`'${date}T${time}' is no date and time of day`);
  return instantShowing(local, timezone);
};

/** The instant at which a local date begins. */
export const startOfDate = (date: string, timezone: string): string => isoInstant(instantOf(date, '00:00', timezone));

/** The local date and time, to the minute, in `timezone` at an instant (epoch ms). */
export const wallClock = (epochMilliseconds: number, timezone: string): { date: string; time: string } => {
  const text = new Date(localAt(epochMilliseconds, timezone)).toISOString();
  return { date: dateOf(text), time: text.slice(text.indexOf('T') + 1).slice(0, 5) };
};

/** An instant as the clock in `timezone` shows it, with its offset: `2026-03-05T08:00:00+05:30`. */
export const withOffset = (epochMilliseconds: number, timezone: string): string => {
  const local = localAt(epochMilliseconds, timezone);
  const minutes = Math.round((local - epochMilliseconds) / MINUTE_MS);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return `${new Date(local).toISOString().slice(0, -'.000Z'.length)}${offset}`;
};

/** The instant (epoch ms) some local days after another one, at the same time of day as `instantOf` has it. */
export const daysLater = (epochMilliseconds: number, days: number, timezone: string): number =>
  instantShowing(localAt(epochMilliseconds, timezone) + days * DAY_MS, timezone);

/** The instant (epoch ms) at which the clock in another time zone shows what it shows in `timezone` at an instant. */
export const sameTimeIn = (otherZone: string, epochMilliseconds: number, timezone: string): number =>
  instantShowing(localAt(epochMilliseconds, timezone), otherZone);

/** The local day in `timezone` at an instant (epoch ms): the first instant (epoch ms) of its date, and of the next one. */
export const localDayAt = (epochMilliseconds: number, timezone: string) => {
  const { date } = wallClock(epochMilliseconds, timezone);
  return { date, start: instantOf(date, '00:00', timezone), end: instantOf(addDays(date, 1), '00:00', timezone) };
};

export const localDateAt = (epochMilliseconds: number, timezone: string): string =>
  wallClock(epochMilliseconds, timezone).date;

/** The last millisecond (epoch ms) of the local day `date` in `timezone`. */
export const endOfDay = (date: string, timezone: string): number => instantOf(addDays(date, 1), '00:00', timezone) - 1;

/** The first change of the clock in `timezone` after an instant, both in epoch ms; undefined where it never changes. */
export const nextTransition = (epochMilliseconds: number, timezone: string): number | undefined =>
  nextChange(timeZones().zone(timezone), epochMilliseconds);

import { runtimeDateFormat } from '../../../kernel/date-formats.ts';
import { DAY_MS, HOUR_MS } from '../../../kernel/durations.ts';
import { serverOffset } from './zone-offsets.ts';

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether a text is a date as YYYY-MM-DD. */
export const isDate = (value: string | undefined): value is string =>
  value !== undefined && DATE.test(value) && !Number.isNaN(Date.parse(value));

const WALL_CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

const browserOffset = (ms: number, zone: string): number => {
  const parts = runtimeDateFormat('en-GB', WALL_CLOCK, zone).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(ms / 1_000) * 1_000;
};

/** How far the wall clock of a zone is ahead of UTC at a moment, in ms. */
const offsetAt = (ms: number, zone: string): number => serverOffset(ms, zone) ?? browserOffset(ms, zone);

/** What the wall clock of a zone shows at a moment (epoch ms): the ms from 1970 on as if it were in UTC, to be formatted so. */
export const shownAt = (ms: number, zone: string): number => ms + offsetAt(ms, zone);

/**
 * The instant of a date (YYYY-MM-DD) and time (HH:mm) on the wall clock of a zone. An hour that is skipped moves forward; an hour
 * that comes twice is its first.
 */
export const instantAt = (date: string, time: string, zone: string): string => {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)];
  const matching = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms, zone) === wall);
  return new Date(matching.length > 0 ? Math.min(...matching) : wall - before).toISOString();
};

/** The instant, epoch ms, at which a date begins in a zone; where its first hour is skipped, the hour after it. */
export const startOfDate = (date: string, zone: string): number => Date.parse(instantAt(date, '00:00', zone));

/** By how many hours the clock of a zone is changed on a date: 1 in spring, -1 in autumn, else 0. */
export const clockChangeOn = (date: string, zone: string): number => {
  const start = startOfDate(date, zone);
  const end = startOfDate(addDays(date, 1), zone);
  return (DAY_MS - (end - start)) / HOUR_MS;
};

/** A date this many days later, or earlier for a negative number. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The time (HH:mm) of an instant on the wall clock of a zone. */
export const wallTime = (instant: string, zone: string): string => {
  return new Date(shownAt(Date.parse(instant), zone)).toISOString().slice(11, 16);
};

/** The date (YYYY-MM-DD) of an instant in a zone. */
export const localDateOf = (instant: string, zone: string): string => {
  return new Date(shownAt(Date.parse(instant), zone)).toISOString().slice(0, 10);
};

/** Hours since midnight on the wall clock: 18.5 for 18:30. */
export const wallHours = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
};

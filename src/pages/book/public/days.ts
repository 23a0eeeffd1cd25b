import { isoInstant } from '../../../kernel/clock.ts';
import {
  addDays,
  daysBetween,
  earlierOf,
  endOfDay,
  laterOf,
  localDateAt,
  startOfDate,
} from '../../../kernel/local-time.ts';
import { bookingSettings } from '../../../resources/settings/queries.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { publicViews, timetablePage } from '../../../resources/studio/timetable.ts';
import type { BookContext } from '../layout.ts';

/** Far more than a site has on a day. */
const MOST_OF_DAY = 100;
/** Weeks begin with today. */
const WEEK = 7;
/** The second week is reached by scrolling. */
const DAYS_SHOWN = 14;

/** Today at the site, as a local date. */
export const todayOf = ({ read, site }: BookContext): string => localDateAt(read.nowMs, site.timezone);

/** The classes of a local day of the site that have not begun, the earliest first. */
export const classesOf = ({ read, site }: BookContext, day: string): PublicSessionResponse[] => {
  const range = { notBefore: startOfDate(day, site.timezone), notAfter: isoInstant(endOfDay(day, site.timezone)) };
  const request = { limit: MOST_OF_DAY };
  const { rows } = timetablePage(read, request, { siteId: site.id, isPublic: 1, ...range });
  const ahead = rows.filter(({ startTime }) => startTime > read.now);
  return ahead.map(publicViews(read, ahead));
};

/** The first day after another one on which the site has a class, up to the last day that can be booked. */
export const nextDayWithClasses = (context: BookContext, day: string): string | undefined => {
  const { read, site } = context;
  const from = { notBefore: startOfDate(addDays(day, 1), site.timezone) };
  const [row] = timetablePage(read, { limit: 1 }, { siteId: site.id, isPublic: 1, ...from }).rows;
  return row !== undefined && row.localDate <= lastDay(context) ? row.localDate : undefined;
};

/** The next classes of a name after another one that have not begun, by their days. */
export const laterClassesOf = (
  { read, site }: BookContext,
  { name, startTime }: PublicSessionResponse,
  count: number,
): PublicSessionResponse[] => {
  const request = { limit: MOST_OF_DAY };
  const { rows } = timetablePage(read, request, {
    siteId: site.id,
    isPublic: 1,
    notBefore: laterOf(startTime, read.now),
  });
  const others = rows
    .filter((row) => row.name === name && row.startTime > laterOf(startTime, read.now))
    .slice(0, count);
  return others.map(publicViews(read, others));
};

/** The closure of a site on a local day. */
export const closureOn = ({ site }: BookContext, day: string) =>
  site.closures.find(({ startDate, endDate }) => startDate <= day && day <= endDate);

/** The days that a page offers with the chosen one, which is in the first week of them: no script has to scroll there. */
export const daysWith = (context: BookContext, day: string): string[] => {
  const today = todayOf(context);
  const weeks = Math.max(0, Math.floor(daysBetween(today, day) / WEEK));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(today, weeks * WEEK + index));
};

/** No class can be booked longer ahead. */
const MOST_DAYS = 730;

/** The day that someone asks for, where a timetable can have it; else today, or the last such day. */
export const shownDay = (context: BookContext, asked: string | undefined): string => {
  const today = todayOf(context);
  return earlierOf(laterOf(asked ?? today, today), addDays(today, MOST_DAYS));
};

/** How many days ahead the classes of the site can be booked. */
export const bookableDays = ({ read, site }: BookContext): number => bookingSettings(read, site.id).bookingWindowDays;

/** The last day that can be booked today. */
export const lastDay = (context: BookContext): string => addDays(todayOf(context), bookableDays(context));

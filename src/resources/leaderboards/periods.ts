// The periods of leaderboards: from one local midnight to another, in the time zone of the leaderboard.

import type { Read, Tx } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { addDays, daysBetween, localDateAt, mondayOf, startOfDate } from '../../kernel/local-time.ts';
import { lastPeriod } from './queries.ts';
import {
  LeaderboardPeriod,
  type LeaderboardRow,
  type PeriodRow,
  type PeriodStatus,
  type PeriodType,
} from './record.ts';

/** How far ahead periods are made, in milliseconds. */
const AHEAD: Readonly<Record<PeriodType, number>> = {
  daily: 14 * DAY_MS,
  weekly: 56 * DAY_MS,
  monthly: 186 * DAY_MS,
  challenge: 0,
  all_time: 0,
};

/** Local dates; `to` is the one after the last, null for no end. */
interface Dates {
  readonly from: string;
  readonly to: string | null;
}

export const hasOnePeriod = ({ periodType }: Pick<LeaderboardRow, 'periodType'>): boolean =>
  periodType === 'challenge' || periodType === 'all_time';

type Board = Pick<LeaderboardRow, 'periodType' | 'timezone' | 'startDate' | 'endDate'>;

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

const wholePeriod = (type: PeriodType, date: string): Dates => {
  if (type === 'daily') return { from: date, to: addDays(date, 1) };
  if (type === 'weekly') return { from: mondayOf(date), to: addDays(mondayOf(date), 7) };
  if (type === 'monthly') return { from: firstOfMonth(date), to: firstOfMonth(addDays(firstOfMonth(date), 31)) };
  return { from: date, to: null };
};

/** The first local date of the whole period of `date`: with it a leaderboard begins. */
export const firstDateOf = (type: PeriodType, date: string): string => wholePeriod(type, date).from;

/** The local dates of the period of `date`, within the dates of the leaderboard. */
export const periodDates = ({ periodType, startDate, endDate }: Board, date: string): Dates => {
  const { from, to } = wholePeriod(periodType, date);
  const last = endDate === null ? null : addDays(endDate, 1);
  const until = to === null || (last !== null && last < to) ? last : to;
  return { from: from > startDate && to !== null ? from : startDate, to: until };
};

/** The ISO week of a Monday, such as `2026-W53`: the week of its Thursday. */
const isoWeek = (monday: string): string => {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  return `${year}-W${String(Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1).padStart(2, '0')}`;
};

/** `2026-03-09`, `2026-W11`, `2026-03`, or what the period is called. */
const labelOf = (type: PeriodType, from: string): string => {
  if (type === 'daily') return from;
  if (type === 'weekly') return isoWeek(mondayOf(from));
  if (type === 'monthly') return from.slice(0, 7);
  return type === 'challenge' ? 'Challenge' : 'All time';
};

/** The columns of a period that follow from its dates. It closes an hour after its end. */
export const periodColumns = ({ periodType, timezone }: Board, { from, to }: Dates) => {
  const endsAt = to === null ? null : startOfDate(to, timezone);
  return {
    label: labelOf(periodType, from),
    startDate: from,
    endDate: to,
    startsAt: startOfDate(from, timezone),
    endsAt,
    closesAt: endsAt === null ? null : isoInstant(epochOf(endsAt) + HOUR_MS),
  };
};

export const today = (nowMs: number, { timezone }: Pick<LeaderboardRow, 'timezone'>): string =>
  localDateAt(nowMs, timezone);

const MOST = 500;

/** The first local date of the period that comes after the last one; undefined when it need not be there yet. */
const nextDate = (board: LeaderboardRow, last: Pick<PeriodRow, 'endDate'> | undefined, untilMs: number) => {
  if (last === undefined) return board.startDate;
  const { endDate } = last;
  if (endDate === null || (board.endDate !== null && endDate > board.endDate)) return undefined;
  return endDate > localDateAt(untilMs + AHEAD[board.periodType], board.timezone) ? undefined : endDate;
};

export const lacksPeriods = (read: Read, board: LeaderboardRow): boolean =>
  nextDate(board, lastPeriod(read, board.id), read.nowMs) !== undefined;

/** Missing periods, some time ahead; only the first of many. `untilMs` is epoch ms, by default now. */
export const makePeriods = (tx: Tx, board: LeaderboardRow, untilMs: number = tx.nowMs): void => {
  let last: Pick<PeriodRow, 'endDate'> | undefined = lastPeriod(tx, board.id);
  for (let made = 0; made < MOST; made += 1) {
    const date = nextDate(board, last, untilMs);
    if (date === undefined) return;
    const given = { leaderboardId: board.id, ...periodColumns(board, periodDates(board, date)) };
    const row = LeaderboardPeriod.make(tx, {}, given);
    LeaderboardPeriod.rows.insert(tx, row);
    last = row;
  }
};

/** How many periods a leaderboard has from its start until today. */
export const periodsUntil = (board: Board, date: string): number => {
  const days = daysBetween(board.startDate, date);
  if (board.periodType === 'daily') return days;
  if (board.periodType === 'weekly') return days / 7;
  return board.periodType === 'monthly' ? days / 28 : 1;
};

/** Whether a period no longer changes, true before any job has run. */
export const isClosed = ({ closesAt }: Pick<PeriodRow, 'closesAt'>, now: string): boolean =>
  closesAt !== null && closesAt <= now;

/** Where a period is in time. It is `closing` for the hour after its end. */
export const periodStatus = (
  period: Pick<PeriodRow, 'startsAt' | 'endsAt' | 'closesAt'>,
  now: string,
): PeriodStatus => {
  if (period.startsAt > now) return 'upcoming';
  if (period.endsAt === null || period.endsAt > now) return 'current';
  return isClosed(period, now) ? 'closed' : 'closing';
};

/** Whether a period was over before the leaderboard was created: its closing raises nothing. */
export const wasOver = (
  { createdAt }: Pick<LeaderboardRow, 'createdAt'>,
  { closesAt }: Pick<PeriodRow, 'closesAt'>,
): boolean => closesAt !== null && closesAt <= createdAt;

import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { periodColumns, periodDates } from '../../../src/resources/leaderboards/periods.ts';
import type { LeaderboardRow, PeriodType } from '../../../src/resources/leaderboards/record.ts';

type Row = readonly [
  timezone: string,
  type: PeriodType,
  date: string,
  label: string,
  startsAt: string,
  endsAt: string,
  hours: number,
];

/** The periods of local dates, around both changes of clock and the turn of the year. */
const TABLE: readonly Row[] = [
  ['America/New_York', 'daily', '2026-03-07', '2026-03-07', '2026-03-07T05:00', '2026-03-08T05:00', 24],
  ['America/New_York', 'daily', '2026-03-08', '2026-03-08', '2026-03-08T05:00', '2026-03-09T04:00', 23],
  ['America/New_York', 'daily', '2026-11-01', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00', 25],
  ['America/New_York', 'weekly', '2026-03-08', '2026-W10', '2026-03-02T05:00', '2026-03-09T04:00', 167],
  ['America/New_York', 'weekly', '2026-11-01', '2026-W44', '2026-10-26T04:00', '2026-11-02T05:00', 169],
  ['America/New_York', 'monthly', '2026-03-31', '2026-03', '2026-03-01T05:00', '2026-04-01T04:00', 743],
  ['America/New_York', 'monthly', '2026-11-30', '2026-11', '2026-11-01T04:00', '2026-12-01T05:00', 721],
  ['Europe/London', 'daily', '2026-03-29', '2026-03-29', '2026-03-29T00:00', '2026-03-29T23:00', 23],
  ['Europe/London', 'daily', '2026-10-25', '2026-10-25', '2026-10-24T23:00', '2026-10-26T00:00', 25],
  ['Europe/London', 'weekly', '2026-03-23', '2026-W13', '2026-03-23T00:00', '2026-03-29T23:00', 167],
  ['Europe/London', 'weekly', '2026-10-25', '2026-W43', '2026-10-18T23:00', '2026-10-26T00:00', 169],
  ['Europe/London', 'monthly', '2026-02-28', '2026-02', '2026-02-01T00:00', '2026-03-01T00:00', 672],
  // Half an hour in Lord Howe.
  ['Australia/Lord_Howe', 'daily', '2026-04-05', '2026-04-05', '2026-04-04T13:00', '2026-04-05T13:30', 24.5],
  ['Australia/Lord_Howe', 'daily', '2026-10-04', '2026-10-04', '2026-10-03T13:30', '2026-10-04T13:00', 23.5],
  ['Australia/Lord_Howe', 'weekly', '2026-04-05', '2026-W14', '2026-03-29T13:00', '2026-04-05T13:30', 168.5],
  ['Australia/Lord_Howe', 'monthly', '2026-10-31', '2026-10', '2026-09-30T13:30', '2026-10-31T13:00', 743.5],
  // The turn of the year, and a week 53.
  ['Europe/London', 'weekly', '2026-12-31', '2026-W53', '2026-12-28T00:00', '2027-01-04T00:00', 168],
  ['Europe/London', 'weekly', '2027-01-03', '2026-W53', '2026-12-28T00:00', '2027-01-04T00:00', 168],
  ['Europe/London', 'weekly', '2027-01-04', '2027-W01', '2027-01-04T00:00', '2027-01-11T00:00', 168],
  ['America/New_York', 'weekly', '2025-12-29', '2026-W01', '2025-12-29T05:00', '2026-01-05T05:00', 168],
  ['America/New_York', 'monthly', '2026-12-31', '2026-12', '2026-12-01T05:00', '2027-01-01T05:00', 744],
];

const boardOf = (timezone: string, periodType: PeriodType, dates: Partial<LeaderboardRow> = {}) => ({
  timezone,
  periodType,
  startDate: '2020-01-01',
  endDate: null,
  ...dates,
});

describe('the period of a local date', () => {
  for (const [timezone, type, date, label, startsAt, endsAt, hours] of TABLE) {
    test(`${timezone}: ${type}, ${date}`, () => {
      const board = boardOf(timezone, type);
      const period = periodColumns(board, periodDates(board, date));
      expect(period).toMatchObject({ label, startsAt: `${startsAt}:00.000Z`, endsAt: `${endsAt}:00.000Z` });
      const end = Date.parse(`${endsAt}:00.000Z`);
      expect((end - Date.parse(period.startsAt)) / HOUR_MS).toBe(hours);
      expect(period.closesAt).toBe(new Date(end + HOUR_MS).toISOString());
      expect(periodDates(board, period.endDate ?? '').from).toBe(period.endDate ?? '');
    });
  }

  test('within the dates of the leaderboard', () => {
    const board = boardOf('Europe/London', 'weekly', { startDate: '2026-03-04', endDate: '2026-03-17' });
    expect(periodDates(board, '2026-03-04')).toEqual({ from: '2026-03-04', to: '2026-03-09' });
    expect(periodDates(board, '2026-03-09')).toEqual({ from: '2026-03-09', to: '2026-03-16' });
    expect(periodDates(board, '2026-03-16')).toEqual({ from: '2026-03-16', to: '2026-03-18' });
  });

  test('of all time', () => {
    const board = boardOf('Europe/London', 'all_time');
    expect(periodColumns(board, periodDates(board, '2026-03-04'))).toMatchObject({ label: 'All time', endsAt: null });
    const ending = { ...board, endDate: '2026-03-31' };
    expect(periodDates(ending, '2026-03-04')).toEqual({ from: '2020-01-01', to: '2026-04-01' });
  });
});

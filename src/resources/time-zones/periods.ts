import type { Tx } from '../../database/database.ts';
import { windowsOf } from '../challenges/challenges.ts';
import { Challenge, type ChallengeRow } from '../challenges/record.ts';
import { periodColumns } from '../leaderboards/periods.ts';
import { Leaderboard, LeaderboardPeriod, type PeriodRow } from '../leaderboards/record.ts';

const CHALLENGES = 'select * from "challenges" where "closesAt" > ?';
const PERIODS = 'select * from "leaderboardPeriods" where "closedAt" is null and "closesAt" > ?';

/** Of instants that are calculated again, those that differ and are still to come. */
const moved = <Name extends string>(
  now: string,
  before: Readonly<Record<Name, string | null>>,
  after: Readonly<Record<Name, string | null>>,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const columns: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const [old, next] = [before[name], after[name]];
    if (old !== null && next !== null && old !== next && old > now && next > now) columns[name] = next;
  }
  return columns;
};

const NAMES = ['startsAt', 'endsAt', 'closesAt'] as const;

/** Lets challenges and the periods of leaderboards begin and end with the days of the present rules. */
export const applyToPeriods = (tx: Tx): void => {
  for (const row of tx.db.query<ChallengeRow, [string]>(CHALLENGES).all(tx.now)) {
    const columns = moved(tx.now, row, windowsOf(row), NAMES);
    if (Object.keys(columns).length > 0) Challenge.rows.update(tx, row.id, columns);
  }
  for (const row of tx.db.query<PeriodRow, [string]>(PERIODS).all(tx.now)) {
    const board = Leaderboard.rows.find(tx, row.leaderboardId);
    if (board === undefined) continue;
    const columns = moved(tx.now, row, periodColumns(board, { from: row.startDate, to: row.endDate }), NAMES);
    if (Object.keys(columns).length > 0) LeaderboardPeriod.rows.update(tx, row.id, columns);
  }
};

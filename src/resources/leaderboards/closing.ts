import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { nothingDue, sweep } from '../../database/sweep.ts';
import { rounded } from '../../kernel/units.ts';
import { Challenge } from '../challenges/record.ts';
import { brandDefaults } from '../settings/queries.ts';
import { lacksPeriods, makePeriods, wasOver } from './periods.ts';
import { liveBoards } from './queries.ts';
import { Leaderboard, LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from './record.ts';
import { firstOfPeriod } from './views.ts';

/** How many clients `leaderboard.period_closed` names. */
const WINNERS = 3;

const DUE = `select "leaderboardPeriods".* from "leaderboardPeriods"
  join "leaderboards" on "leaderboards"."id" = "leaderboardPeriods"."leaderboardId"
  where "closesAt" <= ? and "closedAt" is null and "leaderboards"."archivedAt" is null
    and not exists (select 1 from "unfinishedChanges" where "kind" = 'leaderboard' and "id" = "leaderboardId")
  order by "closesAt" limit ? + 0`;

/** The periods whose closing is not raised yet. Periods of a leaderboard that is still counted wait. */
const duePeriods = (read: Read, limit: number): PeriodRow[] =>
  read.db.query<PeriodRow, [string, number]>(DUE).all(read.now, limit);

/** Whether the challenge of a leaderboard was archived: there is nothing left to win. */
const isCalledOff = (read: Read, { challengeId }: LeaderboardRow): boolean =>
  challengeId !== null && typeof Challenge.rows.find(read, challengeId)?.archivedAt === 'string';

/** Nothing changes in the period since it is due: what it has is the snapshot. */
const close = (tx: Tx, board: LeaderboardRow, period: PeriodRow): void => {
  LeaderboardPeriod.rows.update(tx, period.id, { closedAt: tx.now, updatedAt: tx.now });
  if (wasOver(board, period) || isCalledOff(tx, board)) return;
  const winners = firstOfPeriod(tx, board, period, WINNERS).map(({ rank, clientId, value }) => ({
    clientId,
    rank,
    value: rounded(value),
  }));
  const siteId = board.siteId ?? brandDefaults(tx).defaultSiteId;
  tx.raise('leaderboard.period_closed', siteId, { leaderboardId: board.id, periodId: period.id, winners });
};

const lacking = (read: Read) => liveBoards(read).filter((board) => lacksPeriods(read, board));

export const noPeriodDue = nothingDue(duePeriods, lacking);

export const closePeriods = async (store: Store): Promise<void> => {
  await sweep(store, {
    rows: duePeriods,
    change(tx, period) {
      const board = Leaderboard.rows.find(tx, period.leaderboardId);
      if (board !== undefined) close(tx, board, period);
    },
  });
  await sweep(store, { rows: lacking, change: (tx, board) => makePeriods(tx, board) });
};

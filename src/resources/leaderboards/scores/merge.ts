import type { Tx } from '../../../database/database.ts';
import { removeScore } from '../../../records/ranks.ts';
import { isClosed } from '../periods.ts';
import { Leaderboard, LeaderboardPeriod } from '../record.ts';
import type { ScoreRow } from '../tables.ts';
import { datedList, scoreOf } from './scores.ts';

const OF_CLIENT = 'select * from "leaderboardScores" where "clientId" = ? order by "id"';
const IN_PERIOD = 'select * from "leaderboardScores" where "clientId" = ? and "periodId" = ?';
const DELETE = 'delete from "leaderboardScores" where "id" = ?';
const MOVE = 'update "leaderboardScores" set "clientId" = ? where "id" = ?';

const scoreIn = (tx: Tx, clientId: string, periodId: string): ScoreRow | null =>
  tx.db.query<ScoreRow, [string, string]>(IN_PERIOD).get(clientId, periodId);

/** Deletes a score, which its list no longer counts. */
export const dropScore = (tx: Tx, row: ScoreRow): void => {
  const board = Leaderboard.rows.find(tx, row.leaderboardId);
  if (board !== undefined && row.list !== null && row.value !== null) {
    removeScore(tx, datedList(tx, board, row.list), scoreOf(board, row.value));
  }
  tx.db.query(DELETE).run(row.id);
};

/** Closed periods keep the better score; `clientChanged` counts open periods again. Returns the dropped scores. */
export const mergeScores = (tx: Tx, keptId: string, mergedId: string): ScoreRow[] => {
  const dropped: ScoreRow[] = [];
  for (const row of tx.db.query<ScoreRow, [string]>(OF_CLIENT).all(mergedId)) {
    const period = LeaderboardPeriod.rows.find(tx, row.periodId);
    if (period === undefined || !isClosed(period, tx.now)) {
      dropScore(tx, row);
      continue;
    }
    const other = scoreIn(tx, keptId, row.periodId);
    const isBetter = other === null || (row.value !== null && (other.value === null || row.position < other.position));
    const loser = isBetter ? other : row;
    if (loser !== null) {
      dropped.push(loser);
      dropScore(tx, loser);
    }
    if (isBetter) tx.db.query(MOVE).run(keptId, row.id);
  }
  return dropped;
};

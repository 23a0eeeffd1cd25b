import type { Tx } from '../../../database/database.ts';
import { removeScore, restoreScore } from '../../../records/ranks.ts';
import { isClosed, today } from '../periods.ts';
import { scoreIn } from '../queries.ts';
import type { LeaderboardRow, PeriodRow } from '../record.ts';
import type { ScoreRow } from '../tables.ts';
import { participantOf } from './participants.ts';
import { datedList, listOf, placeOf, scoreOf, scoreRows, valueBefore } from './scores.ts';
import { sourceOf } from './sources.ts';

export type RestoredScore = Pick<
  ScoreRow,
  'id' | 'clientId' | 'division' | 'amount' | 'achievedAt' | 'valueBefore' | 'day' | 'createdAt' | 'updatedAt'
> & { readonly value: number; readonly isRanked: boolean };

const REMOVE = 'delete from "leaderboardScores" where "id" = ?';

const removeRow = (tx: Tx, board: LeaderboardRow, row: ScoreRow | undefined): void => {
  if (row === undefined) return;
  if (row.list !== null && row.value !== null) {
    removeScore(tx, datedList(tx, board, row.list), scoreOf(board, row.value));
  }
  tx.db.query(REMOVE).run(row.id);
};

/** What a score of an open period is: values and who takes part follow from what there is now. */
const countedNow = (
  tx: Tx,
  board: LeaderboardRow,
  period: PeriodRow,
  given: RestoredScore,
): RestoredScore | undefined => {
  const { part, division } = participantOf(tx, board, given.clientId);
  const source = sourceOf(board);
  const found = part === 'out' ? undefined : source.counter(tx, board, given.clientId)(period);
  if (found === undefined) return undefined;
  const { amount, achievedAt } = found;
  return { ...given, amount, achievedAt, division, value: source.valueOf(amount), isRanked: part === 'ranked' };
};

/**
 * Stores the score of a client in a period, with the rank of the last midnight, in place of one that is there. In a period
 * that is closed, or of an archived leaderboard, it is what the other studio had; in an open one it is counted from the
 * facts. Returns whether there is a value.
 */
export const restoreScoreRow = (tx: Tx, board: LeaderboardRow, period: PeriodRow, given: RestoredScore): boolean => {
  const isOver = isClosed(period, tx.now) || board.archivedAt !== null;
  const score = isOver ? given : countedNow(tx, board, period, given);
  if (score === undefined) return false;
  removeRow(tx, board, scoreIn(tx, period.id, given.clientId));
  const { isRanked, ...columns } = score;
  const { value, division, achievedAt } = score;
  const list = isRanked ? listOf(period.id, division) : null;
  scoreRows.insert(tx, {
    ...columns,
    leaderboardId: board.id,
    periodId: period.id,
    list,
    position: `${placeOf(board, value)}${achievedAt}`,
  });
  if (list !== null) {
    const day = today(tx.nowMs, board);
    const before = valueBefore(score, day);
    restoreScore(tx, { list, day }, scoreOf(board, value), before === null ? null : scoreOf(board, before));
  }
  return true;
};

import type { Read, Tx } from '../../../database/database.ts';
import { changedColumns, tableRows } from '../../../records/query.ts';
import { addScore, type DatedList, keyOfScore, moveScore, removeScore } from '../../../records/ranks.ts';
import { today } from '../periods.ts';
import { scoreIn } from '../queries.ts';
import type { LeaderboardRow, PeriodRow } from '../record.ts';
import { leaderboardScores, type ScoreRow } from '../tables.ts';
import type { Participant } from './participants.ts';
import { type Amount, sourceOf } from './sources.ts';

/** The list of a division in a period: the members whom it ranks among each other. */
export const listOf = (periodId: string, division: string): string => `${periodId}/${division}`;

/** A value as a score: the highest score is the best. */
export const scoreOf = ({ order }: Pick<LeaderboardRow, 'order'>, value: number): number =>
  order === 'desc' ? value : -value;

/** The beginning of the positions of all with this value: the best has the lowest one. */
export const placeOf = (board: Pick<LeaderboardRow, 'order'>, value: number): string =>
  keyOfScore(-scoreOf(board, value));

/** A list with the ranks that it had at the last local midnight. */
export const datedList = (read: Read, board: LeaderboardRow, list: string): DatedList => ({
  list,
  day: today(read.nowMs, board),
});

/** What a row had at the last midnight: null for no value. */
export const valueBefore = (row: Pick<ScoreRow, 'day' | 'value' | 'valueBefore'>, day: string): number | null =>
  row.day < day ? row.value : row.valueBefore;

export const scoreRows = tableRows(leaderboardScores);

type Changing = Pick<ScoreRow, 'division' | 'list' | 'position' | 'value' | 'amount' | 'achievedAt'>;

const NOTHING = { value: null, list: null, position: '', amount: 0, achievedAt: '' };

const stateOf = (
  board: LeaderboardRow,
  period: PeriodRow,
  { part, division }: Participant,
  found: Amount | undefined,
): Changing => {
  if (found === undefined || part === 'out') return { ...NOTHING, division };
  const value = sourceOf(board).valueOf(found.amount);
  const list = part === 'ranked' ? listOf(period.id, division) : null;
  return { ...found, division, value, list, position: `${placeOf(board, value)}${found.achievedAt}` };
};

/** Follows a change of a row in the counts of its list. */
const count = (tx: Tx, board: LeaderboardRow, before: Changing | undefined, after: Changing): void => {
  const day = today(tx.nowMs, board);
  const [from, to] = [before?.list ?? null, after.list];
  const [had, has] = [before?.value ?? null, after.value];
  if (from !== null && had !== null && from === to && has !== null) {
    moveScore(tx, { list: from, day }, scoreOf(board, had), scoreOf(board, has));
    return;
  }
  if (from !== null && had !== null) removeScore(tx, { list: from, day }, scoreOf(board, had));
  if (to !== null && has !== null) addScore(tx, { list: to, day }, scoreOf(board, has));
};

/** Stores what a client has in a period, with the counts by which ranks are found; undefined for no value. */
export const storeScore = (
  tx: Tx,
  board: LeaderboardRow,
  period: PeriodRow,
  participant: Participant,
  found: Amount | undefined,
): void => {
  const { clientId } = participant;
  const row = scoreIn(tx, period.id, clientId);
  const next = stateOf(board, period, participant, found);
  if (row === undefined && next.value === null) return;
  const day = today(tx.nowMs, board);
  if (row === undefined) {
    const ids = { id: tx.id(), leaderboardId: board.id, periodId: period.id, clientId };
    scoreRows.insert(tx, { ...ids, ...next, valueBefore: null, day, createdAt: tx.now, updatedAt: tx.now });
  } else {
    if (Object.keys(changedColumns<Changing>(row, next)).length === 0) return;
    scoreRows.update(tx, row.id, { ...next, valueBefore: valueBefore(row, day), day, updatedAt: tx.now });
  }
  count(tx, board, row, next);
};

import type { Tx } from '../../../database/database.ts';
import { epochOf } from '../../../kernel/clock.ts';
import type { Fact } from '../../facts/tables.ts';
import type { FactReactions } from '../../reactions.ts';
import { isClosed, makePeriods } from '../periods.ts';
import { liveBoards, openPeriods, periodAt, scoreIn } from '../queries.ts';
import type { LeaderboardRow, PeriodRow } from '../record.ts';
import { participantOf } from './participants.ts';
import { storeScore } from './scores.ts';
import { type Source, sourceOf } from './sources.ts';

/** The period of a fact, unless it is closed. */
const openPeriodOf = (tx: Tx, board: LeaderboardRow, at: string): PeriodRow | undefined => {
  let period = periodAt(tx, board.id, at);
  if (period === undefined) {
    makePeriods(tx, board, epochOf(at));
    period = periodAt(tx, board.id, at);
  }
  return period === undefined || isClosed(period, tx.now) ? undefined : period;
};

/** Counts a client anew in the periods of a leaderboard that have begun and are not closed. */
const recountClient = (tx: Tx, board: LeaderboardRow, clientId: string): void => {
  const source = sourceOf(board);
  if (source === undefined) return;
  const participant = participantOf(tx, board, clientId);
  const count = participant.part === 'out' ? () => undefined : source.counter(tx, board, clientId);
  for (const period of openPeriods(tx, board.id)) storeScore(tx, board, period, participant, count(period));
};

const moved = (tx: Tx, board: LeaderboardRow, source: Source, fact: Fact, isNew: boolean): void => {
  const period = openPeriodOf(tx, board, fact.at);
  const participant = participantOf(tx, board, fact.clientId);
  const row = period && scoreIn(tx, period.id, fact.clientId);
  if (participant.part === 'out' && row === undefined) return;
  if (period !== undefined && isNew && row !== undefined && row.value !== null) {
    const next = source.add?.(tx, board, fact, row);
    if (next !== undefined) {
      storeScore(tx, board, period, participant, next);
      return;
    }
  }
  if (source.movesLater) recountClient(tx, board, fact.clientId);
  else if (period !== undefined)
    storeScore(tx, board, period, participant, source.counter(tx, board, fact.clientId)(period));
};

const move = (tx: Tx, fact: Fact, isNew: boolean): void => {
  for (const board of liveBoards(tx)) {
    const source = sourceOf(board);
    if (source === undefined || !source.kinds.includes(fact.kind)) continue;
    if (source.concerns?.(tx, board, fact) ?? true) moved(tx, board, source, fact, isNew);
  }
};

/** Moves the values of a member with their facts. */
export const leaderboardReactions: FactReactions = {
  factRecorded: (tx, fact) => move(tx, fact, true),
  factTakenBack: (tx, fact) => move(tx, fact, false),
};

/** Follows a change of a client: archived or restored, hidden or shown, of another home site. */
export const leaderboardClientChanged = (tx: Tx, clientId: string): void => {
  for (const board of liveBoards(tx)) recountClient(tx, board, clientId);
};

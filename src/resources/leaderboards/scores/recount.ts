import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import { textsOf } from '../../../records/query.ts';
import { hasOnePeriod, isClosed, lacksPeriods, makePeriods, wasOver } from '../periods.ts';
import { lastPeriod, periodAt } from '../queries.ts';
import { Leaderboard, type LeaderboardRow, type PeriodRow } from '../record.ts';
import { unfinishedCounts } from '../tables.ts';
import { participantOf } from './participants.ts';
import { storeScore } from './scores.ts';
import { type ScoreSource, sourceOf } from './sources.ts';

const CLIENTS = 'select "id" from "clients" where "id" > ? order by "id" limit ?';
const INSTANTS = (kinds: readonly string[]) => `select "at" from "facts" where "clientId" = ? and "takenBackAt" is null
  and "kind" in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;

const instantsOf = (tx: Tx, { kinds }: ScoreSource, clientId: string): string[] =>
  textsOf(tx, INSTANTS(kinds), clientId);

/** The periods in which a client may have a value, and those in which there is one already. */
const periodsOf = (tx: Tx, board: LeaderboardRow, source: ScoreSource, clientId: string): Map<string, PeriodRow> => {
  const found = new Map<string, PeriodRow>();
  let last: PeriodRow | undefined;
  if (hasOnePeriod(board)) {
    last = lastPeriod(tx, board.id);
    return last === undefined ? found : found.set(last.id, last);
  }
  for (const at of source.instants?.(tx, board, clientId) ?? instantsOf(tx, source, clientId)) {
    const isInLast = last !== undefined && last.startsAt <= at && (last.endsAt === null || at < last.endsAt);
    if (!isInLast) last = periodAt(tx, board.id, at);
    if (last !== undefined) found.set(last.id, last);
  }
  return found;
};

/** Whether a period is not closed, or was over before the leaderboard was created and is counted for the first time. */
const isCounted = (board: LeaderboardRow, period: PeriodRow, now: string): boolean =>
  period.closedAt === null && (!isClosed(period, now) || wasOver(board, period));

/** Counts the values of a client again. Closed periods stay as they are. */
const countClient = (tx: Tx, board: LeaderboardRow, clientId: string): void => {
  const source = sourceOf(board);
  const participant = participantOf(tx, board, clientId);
  const count = participant.part === 'out' ? () => undefined : source.counter(tx, board, clientId);
  for (const period of periodsOf(tx, board, source, clientId).values()) {
    if (isCounted(board, period, tx.now)) storeScore(tx, board, period, participant, count(period));
  }
};

/** Counts facts from before its creation, or after a change of who takes part. Its periods are made first. */
export const recount = longChange(unfinishedCounts, {
  rows({ tx, id, state }, limit) {
    const board = Leaderboard.rows.find(tx, id);
    if (board === undefined || board.archivedAt !== null) return [];
    if (lacksPeriods(tx, board)) return [{ board }];
    return textsOf(tx, CLIENTS, state.after, limit).map((clientId) => ({ board, clientId }));
  },
  change({ tx }, { board, clientId }: { readonly board: LeaderboardRow; readonly clientId?: string }) {
    if (clientId !== undefined) {
      countClient(tx, board, clientId);
      return { after: clientId };
    }
    makePeriods(tx, board);
  },
});

import type { Tx } from '../../../database/database.ts';
import type { Slice } from '../../../database/long-changes.ts';
import { hasOnePeriod, isClosed, makePeriods, wasOver } from '../periods.ts';
import { lastPeriod, periodAt } from '../queries.ts';
import { Leaderboard, type LeaderboardRow, type PeriodRow } from '../record.ts';
import { unfinishedCounts } from '../tables.ts';
import { participantOf } from './participants.ts';
import { storeScore } from './scores.ts';
import { type Source, sourceOf } from './sources.ts';

/** Clients and periods that one transaction counts. */
const BUDGET = 200;

const CLIENTS = `select "id" from "clients" where "id" > ? order by "id" limit ${BUDGET}`;
const INSTANTS = (kinds: readonly string[]) => `select "at" from "facts" where "clientId" = ? and "takenBackAt" is null
  and "kind" in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;

const instantsOf = (tx: Tx, { kinds }: Source, clientId: string): string[] =>
  tx.db
    .query<{ at: string }, [string]>(INSTANTS(kinds))
    .all(clientId)
    .map(({ at }) => at);

/** The periods in which a client may have a value, and those in which there is one already. */
const periodsOf = (tx: Tx, board: LeaderboardRow, source: Source, clientId: string): Map<string, PeriodRow> => {
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

/**
 * Counts some of the values of a leaderboard anew: those of facts from before it was created, or after a change of who
 * takes part. Closed periods stay as they are.
 */
export const countMore: Slice<object> = (tx, id) => {
  const left = unfinishedCounts.find(tx, id);
  const board = Leaderboard.rows.find(tx, id);
  if (left === undefined || board === undefined || board.archivedAt !== null) {
    unfinishedCounts.remove(tx, id);
    return {};
  }
  if (!makePeriods(tx, board)) return undefined;
  const source = sourceOf(board);
  const clients = tx.db.query<{ id: string }, [string]>(CLIENTS).all(left.after);
  let { after } = left;
  let work = 0;
  for (const client of clients) {
    if (work >= BUDGET) break;
    const periods = periodsOf(tx, board, source, client.id);
    const participant = participantOf(tx, board, client.id);
    const count = participant.part === 'out' ? () => undefined : source.counter(tx, board, client.id);
    for (const period of periods.values()) {
      if (isCounted(board, period, tx.now)) storeScore(tx, board, period, participant, count(period));
    }
    after = client.id;
    work += 1 + periods.size;
  }
  if (after === (clients.at(-1)?.id ?? after) && clients.length < BUDGET) {
    unfinishedCounts.remove(tx, id);
    return {};
  }
  unfinishedCounts.store(tx, id, { after });
  return undefined;
};

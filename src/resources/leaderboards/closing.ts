import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { rounded } from '../../kernel/units.ts';
import { Challenge } from '../challenges/record.ts';
import { brandDefaults } from '../settings/queries.ts';
import { firstOfPeriod } from './answers.ts';
import { lacksPeriods, makePeriods, wasOver } from './periods.ts';
import { liveBoards } from './queries.ts';
import { LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from './record.ts';

/** How many clients `leaderboard.period_closed` names. */
const WINNERS = 3;
/** Periods that one transaction closes. */
const BATCH = 20;

const DUE = `select "leaderboardPeriods".* from "leaderboardPeriods"
  join "leaderboards" on "leaderboards"."id" = "leaderboardPeriods"."leaderboardId"
  where "closesAt" <= ? and "closedAt" is null and "leaderboards"."archivedAt" is null
    and not exists (select 1 from "unfinishedChanges" where "kind" = 'leaderboard' and "id" = "leaderboardId")
  order by "closesAt" limit ${BATCH}`;

/** The periods whose closing is not raised yet. Those of a leaderboard that is still counted wait. */
const duePeriods = (read: Read): PeriodRow[] => read.db.query<PeriodRow, [string]>(DUE).all(read.now);

/** Whether a leaderboard ranks those of a challenge that was archived: there is nothing to be won any more. */
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

const closeSome = (tx: Tx): number => {
  const boards = new Map(liveBoards(tx).map((board) => [board.id, board]));
  const due = duePeriods(tx);
  for (const period of due) {
    const board = boards.get(period.leaderboardId);
    if (board !== undefined) close(tx, board, period);
  }
  return due.length;
};

const makeMore = (tx: Tx, id: string): boolean => {
  const board = liveBoards(tx).find((each) => each.id === id);
  return board === undefined || makePeriods(tx, board);
};

/** Closes the periods that are over, and makes those that come. */
export const followPeriods = async (store: Store): Promise<void> => {
  if (store.read((read) => duePeriods(read)).length > 0) while ((await store.write(closeSome)) === BATCH);
  const missing = store.read((read) => liveBoards(read).filter((board) => lacksPeriods(read, board)));
  for (const { id } of missing) while (!(await store.write((tx) => makeMore(tx, id))));
};

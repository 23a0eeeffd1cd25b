import type { Read } from '../../../database/database.ts';
import type { RowOf } from '../../../database/record.ts';
import type { Client } from '../../clients/record.ts';
import type { LeaderboardRow } from '../record.ts';

type ClientRow = RowOf<typeof Client>;
/** What taking part depends on. */
type Owner = Pick<ClientRow, 'id' | 'status' | 'archivedAt' | 'homeLocationId' | 'leaderboardVisibility'>;

/**
 * How a client takes part (engagement.md "Leaderboards"): `ranked`, `alone` when only they see themselves, since they are
 * hidden or have not opted in, or `out`.
 */
type Part = 'ranked' | 'alone' | 'out';

/** A client on a leaderboard. */
export interface Participant {
  readonly clientId: string;
  readonly part: Part;
  /** Empty for none. */
  readonly division: string;
}

const FIND = `select "id", "status", "archivedAt", "homeLocationId", "leaderboardVisibility" from "clients" where "id" = ?`;

/** Whether a client is of a leaderboard: active, and of its site. */
const belongs = (board: LeaderboardRow, { status, archivedAt, homeLocationId }: Owner): boolean =>
  status === 'active' && archivedAt === null && (board.siteId === null || board.siteId === homeLocationId);

/** Whether others may see a client on a leaderboard. */
export const isShown = (
  { isOptInRequired }: Pick<LeaderboardRow, 'isOptInRequired'>,
  { leaderboardVisibility }: Pick<Owner, 'leaderboardVisibility'>,
): boolean => leaderboardVisibility === 'visible' || (leaderboardVisibility === 'initials' && isOptInRequired === 0);

/** How a client takes part in a leaderboard now. */
export const participantOf = (read: Read, board: LeaderboardRow, clientId: string): Participant => {
  const owner = read.db.query<Owner, [string]>(FIND).get(clientId);
  if (owner === null || !belongs(board, owner)) return { clientId, part: 'out', division: '' };
  return { clientId, part: isShown(board, owner) ? 'ranked' : 'alone', division: '' };
};

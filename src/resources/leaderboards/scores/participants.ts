import type { Read } from '../../../database/database.ts';
import { unpackList } from '../../../records/json.ts';
import { enrollmentOf } from '../../challenges/queries.ts';
import type { EnrollmentRow } from '../../challenges/record.ts';
import type { ClientRow } from '../../clients/record.ts';
import type { LeaderboardRow } from '../record.ts';

type Owner = Pick<ClientRow, 'id' | 'status' | 'archivedAt' | 'homeLocationId' | 'leaderboardVisibility'>;

/**
 * By engagement.md "Leaderboards": `alone` when hidden, visible only to themselves; `out` also without a required opt-in.
 */
type Part = 'ranked' | 'alone' | 'out';

export interface Participant {
  readonly clientId: string;
  readonly part: Part;
  /** Empty if there is none. */
  readonly division: string;
}

const FIND = `select "id", "status", "archivedAt", "homeLocationId", "leaderboardVisibility" from "clients" where "id" = ?`;

const belongs = (board: LeaderboardRow, { status, archivedAt, homeLocationId }: Owner): boolean =>
  status === 'active' && archivedAt === null && (board.siteId === null || board.siteId === homeLocationId);

type Choice = Pick<Owner, 'leaderboardVisibility'>;

/** Whether a client has opted in to a leaderboard, where it asks for that. */
const isOptedIn = ({ isOptInRequired }: Pick<LeaderboardRow, 'isOptInRequired'>, owner: Choice): boolean =>
  isOptInRequired === 0 || owner.leaderboardVisibility === 'visible';

/** Whether others may see a client on a leaderboard. */
export const isShown = (board: Pick<LeaderboardRow, 'isOptInRequired'>, owner: Choice): boolean =>
  owner.leaderboardVisibility !== 'hidden' && isOptedIn(board, owner);

/** The list of an enrollment: its division if the leaderboard ranks it separately. */
const divisionOf = ({ divisions }: LeaderboardRow, enrollment: EnrollmentRow | undefined): string => {
  const division = enrollment?.division ?? '';
  return unpackList<string>(divisions).includes(division) ? division : '';
};

/** How a client takes part in a leaderboard now. Of one that names a challenge, those who are enrolled in it take part. */
export const participantOf = (read: Read, board: LeaderboardRow, clientId: string): Participant => {
  const owner = read.db.query<Owner, [string]>(FIND).get(clientId);
  const { challengeId } = board;
  const enrollment = challengeId === null ? undefined : enrollmentOf(read, challengeId, clientId);
  const isEnrolled = challengeId === null || (enrollment !== undefined && enrollment.status !== 'withdrawn');
  const takesPart = owner !== null && belongs(board, owner) && isOptedIn(board, owner) && isEnrolled;
  if (!takesPart) return { clientId, part: 'out', division: '' };
  return { clientId, part: isShown(board, owner) ? 'ranked' : 'alone', division: divisionOf(board, enrollment) };
};

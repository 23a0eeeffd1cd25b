import type { Read } from '../../database/database.ts';
import { fullName, withInitial } from '../../kernel/full-name.ts';
import { numberFormat } from '../../kernel/locale-formats.ts';
import { converted, rounded } from '../../kernel/units.ts';
import { unpackList } from '../../records/json.ts';
import { countScores, rankOfScore } from '../../records/ranks.ts';
import { consentingIn } from '../challenges/queries.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { storedMetric } from '../metrics/definitions.ts';
import { readable, resultText } from '../metrics/shares.ts';
import { readingUnits } from '../metrics/view.ts';
import { Site } from '../sites/record.ts';
import { periodStatus, today } from './periods.ts';
import { firstScores, periodAt, periodBegunAt } from './queries.ts';
import { Leaderboard, LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from './record.ts';
import { isShown } from './scores/participants.ts';
import { listOf, scoreOf } from './scores/scores.ts';
import type { EntryResponse } from './shapes.ts';
import type { ScoreRow } from './tables.ts';

const plural = (value: number, one: string): string =>
  `${numberFormat('en-US').format(value)} ${value === 1 ? one : `${one}s`}`;

/** Writes a value with its unit, such as `12 visits`, in the units of a member. */
export const formatterFor = (read: Read, board: LeaderboardRow, clientId: string): ((value: number) => string) => {
  const { rankBy, metricContentEntryId: metricId } = board;
  if (rankBy === 'metric' && metricId !== null) {
    const { baseUnit } = storedMetric(read, metricId);
    const unit = readingUnits(read, clientId, [metricId])(metricId);
    return (value) => resultText({ value: readable(converted(value, baseUnit, unit)), unit, reps: null });
  }
  if (rankBy === 'attendance') return (value) => plural(value, 'visit');
  if (rankBy === 'streak') return (value) => plural(value, 'week');
  return rankBy === 'watch_time'
    ? (value) => `${numberFormat('en-US').format(value)} min`
    : (value) => plural(value, 'point');
};

type Named = Pick<ClientRow, 'firstName' | 'lastName' | 'leaderboardVisibility' | 'erasedAt'>;

export const consentingOn = (
  read: Read,
  { challengeId }: LeaderboardRow,
  clientIds: readonly string[],
): ReadonlySet<string> => (challengeId === null ? new Set() : consentingIn(read, challengeId, clientIds));

/** How others read the name of a client (engagement.md "Leaderboards"). A hidden one is in old snapshots only. */
export const displayName = (client: Named | undefined, isMe: boolean, consents: boolean): string => {
  if (client === undefined || client.erasedAt !== null) return 'Anonymous';
  const { firstName, lastName, leaderboardVisibility } = client;
  if (leaderboardVisibility === 'visible') return fullName(client);
  if (leaderboardVisibility === 'hidden' && !isMe) return 'Anonymous';
  if (leaderboardVisibility === 'initials' && consents) return fullName(client);
  return withInitial(firstName, lastName);
};

export interface RankedScore extends ScoreRow {
  readonly value: number;
  readonly rank: number;
}

/** The ranks of scores that follow each other in a list (1, 2, 2, 4). The first may be amid a tie. */
export const ranked = (read: Read, board: LeaderboardRow, list: string, rows: readonly ScoreRow[]): RankedScore[] => {
  const result: RankedScore[] = [];
  let [rank, ties, groups] = [0, 0, 0];
  for (const row of rows) {
    const value = row.value ?? 0;
    if (result.at(-1)?.value !== value) {
      // The first group may have begun before these rows, so that the second one has to be looked up too.
      rank = groups < 2 ? rankOfScore(read, list, scoreOf(board, value)) : rank + ties;
      groups += 1;
      ties = 0;
    }
    ties += 1;
    result.push({ ...row, value, rank });
  }
  return result;
};

/** The lists of a period: one for each division, and one of those without. */
const listsOf = ({ divisions }: LeaderboardRow, period: PeriodRow): string[] =>
  ['', ...unpackList<string>(divisions)].map((division) => listOf(period.id, division));

export const participantCount = (read: Read, board: LeaderboardRow, period: PeriodRow | undefined): number =>
  period === undefined ? 0 : listsOf(board, period).reduce((sum, list) => sum + countScores(read, list), 0);

export const firstOfPeriod = (read: Read, board: LeaderboardRow, period: PeriodRow, limit: number): RankedScore[] => {
  const all = listsOf(board, period).flatMap((list) => firstScores(read, list, limit));
  const rows = all.toSorted((left, right) => (`${left.position}${left.id}` < `${right.position}${right.id}` ? -1 : 1));
  const result: RankedScore[] = [];
  for (const [index, row] of rows.slice(0, limit).entries()) {
    const value = row.value ?? 0;
    const last = result.at(-1);
    result.push({ ...row, value, rank: last !== undefined && last.value === value ? last.rank : index + 1 });
  }
  return result;
};

const statusOf = (read: Read, board: LeaderboardRow): 'upcoming' | 'active' | 'ended' | 'archived' => {
  if (board.archivedAt !== null) return 'archived';
  const day = today(read.nowMs, board);
  if (day < board.startDate) return 'upcoming';
  return board.endDate !== null && day > board.endDate ? 'ended' : 'active';
};

/** The period that responses show when no period is named: the current period, else the last one. */
export const shownPeriod = (read: Read, board: LeaderboardRow): PeriodRow | undefined =>
  periodBegunAt(read, board.id, read.now);

export const boardView = (read: Read, board: LeaderboardRow) => ({
  ...Leaderboard.view(board),
  currentPeriodId: periodAt(read, board.id, read.now)?.id ?? null,
  status: statusOf(read, board),
  participantCount: participantCount(read, board, shownPeriod(read, board)),
});

export const isActive = (read: Read, board: LeaderboardRow): boolean => statusOf(read, board) === 'active';

/** Whether others do not see a member, who then sees no one else. */
export const isAlone = (read: Read, board: LeaderboardRow, clientId: string): boolean => {
  const client = Client.rows.find(read, clientId);
  return client === undefined || !isShown(board, client);
};

interface PeriodReader {
  readonly ownId: string;
  /** Whether the member sees only themselves. */
  readonly alone: boolean;
}

const winnerOf = (read: Read, board: LeaderboardRow, period: PeriodRow, { ownId, alone }: PeriodReader) => {
  const [first] = firstOfPeriod(read, board, period, 1);
  if (first === undefined || (alone && first.clientId !== ownId)) return null;
  const { value, clientId } = first;
  const consents = consentingOn(read, board, [clientId]).has(clientId);
  return {
    displayName: displayName(Client.rows.find(read, clientId), clientId === ownId, consents),
    value: rounded(value),
    formattedValue: formatterFor(read, board, ownId)(value),
  };
};

export const periodViews = (read: Read, board: LeaderboardRow, ownId: string) => {
  const reader = { ownId, alone: isAlone(read, board, ownId) };
  return (period: PeriodRow) => {
    const status = periodStatus(period, read.now);
    return {
      ...LeaderboardPeriod.view(period),
      status,
      participantCount: participantCount(read, board, period),
      winner: status === 'closed' ? winnerOf(read, board, period, reader) : null,
    };
  };
};

export const entryViews = (
  read: Read,
  board: LeaderboardRow,
  rows: readonly RankedScore[],
  ownId: string,
): EntryResponse[] => {
  const clientIds = rows.map((row) => row.clientId);
  const clients = new Map(Client.rows.findAll(read, clientIds).map((row) => [row.id, row]));
  const consenting = consentingOn(read, board, clientIds);
  const siteIds = [...new Set([...clients.values()].map((client) => client.homeLocationId))];
  const sites = new Map(Site.rows.findAll(read, siteIds).map((site) => [site.id, site.name]));
  const format = formatterFor(read, board, ownId);
  return rows.map(({ id, rank, value, clientId, achievedAt }) => {
    const client = clients.get(clientId);
    const isMe = clientId === ownId;
    return {
      id,
      object: 'leaderboard_entry',
      rank,
      displayName: displayName(client, isMe, consenting.has(clientId)),
      value: rounded(value),
      formattedValue: format(value),
      isMe,
      achievedAt,
      siteName: sites.get(client?.homeLocationId ?? '') ?? '',
    };
  });
};

// What a member sees of a leaderboard: their own rank, and the first of all.

import type { Read } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import { difference, rounded } from '../../../kernel/units.ts';
import { type Page, type PageRequest, pageOfAll } from '../../../records/pages.ts';
import { countScore, countScores, rankOfScore } from '../../../records/ranks.ts';
import { isChallengeOf } from '../../challenges/queries.ts';
import { Challenge } from '../../challenges/record.ts';
import { homeSiteId } from '../../facts/queries.ts';
import { today } from '../periods.ts';
import { liveBoards, scoreAhead, scoreIn, scorePage, scoresAround } from '../queries.ts';
import { Leaderboard, LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from '../record.ts';
import { participantOf } from '../scores/participants.ts';
import { datedList, listOf, placeOf, scoreOf, valueBefore } from '../scores/scores.ts';
import type { EntryResponse, RankResponse, SummaryResponse } from '../shapes.ts';
import type { ScoreRow } from '../tables.ts';
import { entryViews, formatterFor, isActive, isAlone, ranked, shownPeriod } from '../views.ts';

/** How many neighbors there are on either side. */
const NEIGHBORS = 2;

interface RankQuery {
  readonly period_id?: string | undefined;
  readonly division?: string | undefined;
}

/** Whether a member sees a leaderboard: of the brand or of the home site, and of no challenge of other members. */
const isBoardOf = (read: Read, clientId: string, { siteId, challengeId }: LeaderboardRow): boolean => {
  if (siteId !== null && siteId !== homeSiteId(read, clientId)) return false;
  const challenge = challengeId === null ? undefined : Challenge.rows.find(read, challengeId);
  return challenge === undefined || isChallengeOf(read, clientId, challenge);
};

/** A leaderboard that a member sees. @throws Problem 404 for others and for archived ones. */
export const findMemberBoard = (read: Read, { clientId }: MemberCaller, id: string): LeaderboardRow => {
  const row = Leaderboard.rows.find(read, id);
  if (row === undefined || row.archivedAt !== null || !isBoardOf(read, clientId, row)) {
    throw notFound('leaderboard', id);
  }
  return row;
};

/** The period that a request names, or by default the current or last one; undefined for an unknown one. */
const askedPeriod = (read: Read, board: LeaderboardRow, { period_id: id }: RankQuery): PeriodRow | undefined => {
  if (id === undefined) return shownPeriod(read, board);
  const period = LeaderboardPeriod.rows.find(read, id);
  return period?.leaderboardId === board.id ? period : undefined;
};

const NO_RANK: Omit<RankResponse, 'participantCount'> = {
  object: 'leaderboard_rank',
  rank: null,
  value: null,
  formattedValue: null,
  percentile: null,
  previousRank: null,
  rankChange: null,
  gapToNext: null,
  neighbors: [],
  isParticipating: false,
};

const percent = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100;

const previousRankOf = (read: Read, board: LeaderboardRow, list: string, row: ScoreRow): number | null => {
  const before = valueBefore(row, today(read.nowMs, board));
  return before === null ? null : rankOfScore(read, datedList(read, board, list), scoreOf(board, before), 'before');
};

const neighborsOf = (
  read: Read,
  board: LeaderboardRow,
  where: Parameters<typeof scoresAround>[1],
  ownId: string,
): EntryResponse[] => {
  const { ahead, behind } = scoresAround(read, where, NEIGHBORS);
  const rows = [ahead, behind].flatMap((side) => ranked(read, board, where.list, side));
  return entryViews(read, board, rows, ownId);
};

const rankIn = (read: Read, board: LeaderboardRow, list: string, row: ScoreRow, value: number, alone: boolean) => {
  const score = scoreOf(board, value);
  const others = row.list === null ? 1 : 0;
  const rank = rankOfScore(read, list, score);
  const participantCount = countScores(read, list) + others;
  const below = participantCount - (rank - 1) - (countScore(read, list, score) + others);
  const previousRank = previousRankOf(read, board, list, row);
  // The gap would reveal the value of another member.
  const next = alone || rank === 1 ? undefined : scoreAhead(read, { list, position: placeOf(board, value), id: '' });
  return {
    rank,
    value: rounded(value),
    formattedValue: formatterFor(read, board, row.clientId)(value),
    percentile: percent(below, participantCount),
    previousRank,
    rankChange: previousRank === null ? null : previousRank - rank,
    participantCount,
    gapToNext: next === undefined || next.value === null ? null : rounded(Math.abs(difference(next.value, value))),
    neighbors: alone ? [] : neighborsOf(read, board, { list, position: row.position, id: row.id }, row.clientId),
  };
};

export const ownRank = (
  read: Read,
  { clientId }: MemberCaller,
  board: LeaderboardRow,
  asked: RankQuery,
): RankResponse => {
  const period = askedPeriod(read, board, asked);
  if (period === undefined) return { ...NO_RANK, participantCount: 0 };
  const own = participantOf(read, board, clientId).division;
  const row = scoreIn(read, period.id, clientId);
  const division = asked.division ?? row?.division ?? own;
  const list = listOf(period.id, division);
  if (row === undefined || row.value === null || row.division !== division) {
    return { ...NO_RANK, participantCount: countScores(read, list) };
  }
  const alone = isAlone(read, board, clientId);
  return { object: 'leaderboard_rank', ...rankIn(read, board, list, row, row.value, alone), isParticipating: true };
};

/** The first of a list; for a member who is hidden, only their own entry. */
export const topPage = (
  read: Read,
  { clientId }: MemberCaller,
  board: LeaderboardRow,
  asked: RankQuery,
  page: PageRequest,
): Page<EntryResponse> => {
  const period = askedPeriod(read, board, asked);
  if (period === undefined) return pageOfAll<EntryResponse>([], page);
  const row = scoreIn(read, period.id, clientId);
  const division = asked.division ?? row?.division ?? participantOf(read, board, clientId).division;
  const list = listOf(period.id, division);
  if (isAlone(read, board, clientId)) {
    const isIn = row !== undefined && row.value !== null && row.division === division;
    const own = isIn ? ranked(read, board, list, [row]) : [];
    return pageOfAll(entryViews(read, board, own, clientId), page);
  }
  const found = scorePage(read, page, { list });
  return { ...found, rows: entryViews(read, board, ranked(read, board, list, found.rows), clientId) };
};

/** The ranks of a member on all active leaderboards that the member sees. */
export const rankSummary = (read: Read, caller: MemberCaller): SummaryResponse => {
  const found = liveBoards(read).filter((board) => isBoardOf(read, caller.clientId, board) && isActive(read, board));
  const boards = found.map((board) => {
    const { rank, value, participantCount, rankChange } = ownRank(read, caller, board, {});
    return { leaderboardId: board.id, name: board.name, rank, value, participantCount, rankChange };
  });
  const ranks = boards.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  return { object: 'leaderboard_summary', boards, bestRank: ranks.length === 0 ? null : Math.min(...ranks) };
};

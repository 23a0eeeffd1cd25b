import { memberOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { id, listOf, name, object, oneOf, optional } from '../../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../../records/member-fields.ts';
import { BOARDS } from '../../demo-ids.ts';
import { homeSiteId } from '../../facts/queries.ts';
import { memberBoardPage, periodPage } from '../queries.ts';
import { LeaderboardPeriod, type LeaderboardRow, MemberLeaderboard, PERIOD_STATUSES, RANK_BY } from '../record.ts';
import { LeaderboardEntryList, LeaderboardRank, LeaderboardSummary } from '../shapes.ts';
import { boardView, periodViews } from '../views.ts';
import { findMemberBoard, ownRank, rankSummary, topPage } from './ranks.ts';

const board = at(BOARDS.visits);

const onMemberBoard = { find: findMemberBoard };

const asked = {
  period_id: optional(id()),
  division: optional(name()),
};

export const memberLeaderboardOperations = memberOperations(({ list, read }) => [
  list(
    'GET /v2/member/leaderboards',
    'listLeaderboards',
    {
      summary: 'List leaderboards',
      description:
        "Returns active leaderboards of the brand and of the member's home site, newest first. A challenge's " +
        'leaderboard is included if the challenge is at the home site, or if the member is or was enrolled in it.',
      filters: { rank_by: optional(oneOf(...RANK_BY)), challenge_id: optional(id()) },
      response: listOf(MemberLeaderboard),
      example: { query: { rank_by: 'attendance' } },
    },
    (view, { caller: { clientId }, query: { rank_by: rankBy, challenge_id: challengeId }, page }) => ({
      page: memberBoardPage(view, page, { live: 1, home: homeSiteId(view, clientId), clientId, rankBy, challengeId }),
      view: (row: LeaderboardRow) => withoutIntegrationFields(boardView(view, row)),
    }),
  ),
  read(
    'GET /v2/member/leaderboards/summary',
    'getLeaderboardSummary',
    {
      summary: "List the member's ranks on all leaderboards",
      description: "Returns the member's rank on each active leaderboard in its current period.",
      response: LeaderboardSummary,
    },
    (view, { caller }) => rankSummary(view, caller),
  ),
  read(
    'GET /v2/member/leaderboards/:id',
    'getLeaderboard',
    {
      summary: 'Retrieve a leaderboard',
      description: 'Returns a leaderboard with its current period.',
      on: onMemberBoard,
      response: MemberLeaderboard,
      example: board,
    },
    (view, { record }) => withoutIntegrationFields(boardView(view, record)),
  ),
  read(
    'GET /v2/member/leaderboards/:id/my-rank',
    'getOwnRank',
    {
      summary: "Retrieve the member's rank",
      description:
        'Returns the rank in the current period, or in the one you specify. If the member has no value, `rank` is ' +
        '`null` and `isParticipating` is `false`. Hidden members have no neighbors.',
      on: onMemberBoard,
      query: object(asked),
      response: LeaderboardRank,
      example: board,
    },
    (view, { caller, record, query }) => ownRank(view, caller, record, query),
  ),
  list(
    'GET /v2/member/leaderboards/:id/top',
    'listTop',
    {
      summary: 'List the top members of a leaderboard',
      description:
        'Returns members in the current period, or in the one you specify, best first; an unknown period returns ' +
        'an empty list. Hidden members only see their own entry.',
      on: onMemberBoard,
      filters: asked,
      response: LeaderboardEntryList,
      example: board,
    },
    (view, { caller, record, query, page }) => ({
      page: topPage(view, caller, record, query, page),
      view: (entry) => entry,
    }),
  ),
  list(
    'GET /v2/member/leaderboards/:id/periods',
    'listLeaderboardPeriods',
    {
      summary: "List a leaderboard's periods",
      description:
        'Returns periods, including future ones, newest first. A period closes an hour after its end and then has ' +
        'a winner. Hidden members only see themselves as a winner.',
      on: onMemberBoard,
      filters: { status: optional(oneOf(...PERIOD_STATUSES)) },
      response: listOf(LeaderboardPeriod.schema),
      example: { ...board, query: { status: 'current' } },
    },
    (view, { caller, record, query: { status }, page }) => ({
      page: periodPage(view, page, {
        leaderboardId: record.id,
        ...(status === undefined ? {} : { [status]: view.now }),
      }),
      view: periodViews(view, record, caller.clientId),
    }),
  ),
]);

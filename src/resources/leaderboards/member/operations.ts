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
        "The leaderboards of the brand and of the member's home site that are not archived, the newest first. A leaderboard of a challenge is listed if the challenge is at the home site, or the member is or was enrolled in it.",
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
      summary: 'Retrieve the own ranks on all leaderboards',
      description: 'The rank of the member on each active leaderboard, in its current period.',
      response: LeaderboardSummary,
    },
    (view, { caller }) => rankSummary(view, caller),
  ),
  read(
    'GET /v2/member/leaderboards/:id',
    'getLeaderboard',
    {
      summary: 'Retrieve a leaderboard',
      description: 'A leaderboard by its id, with its current period.',
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
      summary: 'Retrieve the own rank',
      description:
        "In the current period, or the period that you name. Without a value, 'rank' is null and 'isParticipating' false. A member who is hidden has no neighbors.",
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
      summary: 'List the ranked members, the best first',
      description:
        'In the current period, or the period that you name; an unknown period is empty. A hidden member sees only their own entry.',
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
      summary: 'List the periods of a leaderboard',
      description:
        'The newest first, also future periods. A period closes an hour after its end; then it has a winner. A member who is hidden sees no winner but oneself.',
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

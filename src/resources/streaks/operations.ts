import { MILESTONE_TYPES, STREAK_TYPES } from '../../events/enumerations.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { oneOf, optional } from '../../kernel/schemas.ts';
import { pageOfAll } from '../../records/pages.ts';
import { milestoneResponses, streakResponses } from './responses.ts';
import { MilestoneList, StreakList } from './shapes.ts';

export const streakOperations = memberOperations(({ list }) => [
  list(
    'GET /v2/member/streaks',
    'listStreaks',
    {
      summary: 'List own streaks',
      description: 'The weeks with visits, the days with any activity, and the days with videos, in this order.',
      filters: { type: optional(oneOf(...STREAK_TYPES)) },
      response: StreakList,
    },
    (read, { caller: { clientId }, query, page }) => ({
      page: pageOfAll(streakResponses(read, clientId, query.type), page),
      view: (streak) => streak,
    }),
  ),
  list(
    'GET /v2/member/milestones',
    'listMilestones',
    {
      summary: 'List own milestones',
      description: 'The milestones that are reached, the newest first, and then the next milestone of each type.',
      filters: { type: optional(oneOf(...MILESTONE_TYPES)) },
      response: MilestoneList,
    },
    (read, { caller: { clientId }, query, page }) => ({
      page: pageOfAll(milestoneResponses(read, clientId, query.type), page),
      view: (milestone) => milestone,
    }),
  ),
]);

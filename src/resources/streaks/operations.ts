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
      summary: "List the member's streaks",
      description: 'Returns weeks with visits, days with any activity, and days with videos, in this order.',
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
      summary: "List the member's milestones",
      description: 'Returns the milestones reached, newest first, followed by the next milestone of each type.',
      filters: { type: optional(oneOf(...MILESTONE_TYPES)) },
      response: MilestoneList,
    },
    (read, { caller: { clientId }, query, page }) => ({
      page: pageOfAll(milestoneResponses(read, clientId, query.type), page),
      view: (milestone) => milestone,
    }),
  ),
]);

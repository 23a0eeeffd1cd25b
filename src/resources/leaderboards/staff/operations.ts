import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { described, id, name, oneOf, optional } from '../../../kernel/schemas.ts';
import { BOARDS } from '../../demo-ids.ts';
import { periodPage } from '../queries.ts';
import { Leaderboard, PERIOD_STATUSES } from '../record.ts';
import { ManagedLeaderboardEntryList, ManagedLeaderboardPeriodList } from './shapes.ts';
import { managedPeriods, managedTop } from './views.ts';

const board = at(BOARDS.visits);
const access = { on: Leaderboard, staff: 'challenges:manage' } as const;

/** What stands on a leaderboard, for staff. */
export const staffLeaderboardOperations = businessOperations({ tag: 'Leaderboards' }, 'manage', ({ list }) => [
  list(
    'GET /manage/leaderboards/:id/top',
    'manageListTop',
    {
      summary: 'List the ranked members of a leaderboard, the best first',
      description:
        "In the current period, or the period that you name; an unknown period is empty. The list is the one of members: who is hidden has no rank in it. With the right to read clients ('clients:read') the names are whole; without it, and for clients of other sites, they are those that members read.",
      ...access,
      filters: {
        period_id: optional(described(id(), 'The period; the current or last one by default.')),
        division: optional(described(name(), 'A division, which ranks apart; those without one by default.')),
      },
      response: ManagedLeaderboardEntryList,
      example: board,
    },
    (read, { caller, record, query, page }) => ({
      page: managedTop(read, caller, record, query, page),
      view: (entry) => entry,
    }),
  ),
  list(
    'GET /manage/leaderboards/:id/periods',
    'manageListLeaderboardPeriods',
    {
      summary: 'List the periods of a leaderboard for staff',
      description:
        'The newest first, also future periods. A period closes an hour after its end; then it has a winner, and nothing changes in it any more.',
      ...access,
      filters: { status: optional(oneOf(...PERIOD_STATUSES)) },
      response: ManagedLeaderboardPeriodList,
      example: { ...board, query: { status: 'current' } },
    },
    (read, { caller, record, query: { status }, page }) => ({
      page: periodPage(read, page, {
        leaderboardId: record.id,
        ...(status === undefined ? {} : { [status]: read.now }),
      }),
      view: managedPeriods(read, caller, record),
    }),
  ),
]);

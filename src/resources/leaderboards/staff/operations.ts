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

export const staffLeaderboardOperations = businessOperations({ tag: 'Leaderboards' }, 'manage', ({ list }) => [
  list(
    'GET /manage/leaderboards/:id/top',
    'manageListTop',
    {
      summary: 'List the top members of a leaderboard for staff',
      description:
        'Returns members in the current period, or in the one you specify, best first; an unknown period returns ' +
        "an empty list. The list is the same as the members': hidden members have no rank. With permission to read " +
        'clients (`clients:read`), names are complete; otherwise, and for clients of other sites, they are shown ' +
        'as members see them.',
      ...access,
      filters: {
        period_id: optional(described(id(), 'The period. Defaults to the current or last one.')),
        division: optional(
          described(name(), 'A division, which has its own ranking. Defaults to members without a division.'),
        ),
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
      summary: "List a leaderboard's periods for staff",
      description:
        'Returns periods, including future ones, newest first. A period closes an hour after its end; it then has ' +
        'a winner and no longer changes.',
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

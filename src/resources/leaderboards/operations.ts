import type { Tx } from '../../database/database.ts';
import type { LongChanges } from '../../database/long-changes.ts';
import type { Store } from '../../database/store.ts';
import { at, like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { BOARDS } from '../demo-ids.ts';
import { archiveLeaderboard, createLeaderboard, updateLeaderboard } from './boards.ts';
import { boardPage } from './queries.ts';
import { Leaderboard, RANK_BY, UpdateLeaderboard } from './record.ts';
import { recount } from './scores/recount.ts';
import { ListedLeaderboardList } from './staff/shapes.ts';
import { unfinishedCounts } from './tables.ts';
import { boardView } from './views.ts';

interface LeaderboardDeps {
  readonly store: Store;
  readonly changes: Pick<LongChanges, 'finish'>;
}

/** How a studio manages its leaderboards (management.md). */
export const leaderboardOperations = ({ store, changes }: LeaderboardDeps) =>
  recordOperations(
    { tag: 'Leaderboards', about: 'Members ranked by their activity.', reads: 'manageGetLeaderboard' },
    'manage',
    {
      record: { ...Leaderboard, patch: UpdateLeaderboard },
      views: (read) => (row) => boardView(read, row),
      path: '/manage/leaderboards',
      names: ['leaderboard', 'leaderboards'],
      staff: 'challenges:manage',
      example: at(BOARDS.visits),
    },
    ({ list, retrieve, update, remove }, { flow }) => [
      list(
        "Returns leaderboards of the brand and of the caller's sites, newest first. `expand[]=leader` includes the " +
          'leader of the current period.',
        (read, { filters, caller, page }) => boardPage(read, page, filters, caller.siteIds),
        {
          id: 'manageListLeaderboards',
          expands: 'leaderboard',
          response: ListedLeaderboardList,
          filters: {
            rank_by: optional(oneOf(...RANK_BY)),
            challenge_id: optional(id()),
            external_id: optional(line(255)),
            include_archived: optional(flag()),
          },
        },
      ),
      flow(
        'POST /manage/leaderboards',
        'createLeaderboard',
        {
          summary: 'Create a leaderboard',
          description:
            "Members' activity since the start date counts, including activity before the leaderboard was created. " +
            'The response is sent once everything has been counted, which takes longer with many clients.',
          body: Leaderboard.create,
          status: 201,
          response: Leaderboard.schema,
          staff: 'challenges:manage',
          sites: 'named',
          example: { body: { name: 'Minutes of the week', rankBy: 'watch_time', periodType: 'weekly' } },
        },
        async ({ caller, body }, conclude) => {
          const id = store.ids.uuid();
          const begin = (tx: Tx) => {
            const row = createLeaderboard(tx, caller, body, id);
            recount.goOn(tx, id);
            return boardView(tx, row);
          };
          return conclude(begin, {
            finish: () => changes.finish(unfinishedCounts, id),
            response: (tx) => boardView(tx, Leaderboard.find(tx, caller, id)),
          });
        },
      ),
      retrieve('Archived records can be retrieved, too.'),
      update(
        'You can change its names, end date, and who participates. To rank by something else, archive it and ' +
          'create another one.',
        (tx, caller, before, body) => {
          const row = updateLeaderboard(tx, caller, before, body);
          if (row !== before) recount.goOn(tx, row.id);
          return row;
        },
        { example: { body: { description: 'Since the studio opened.' } } },
      ),
      remove('Members no longer see it, and its ranking no longer changes.', archiveLeaderboard, {
        example: like(BOARDS.minutes, 'createLeaderboard'),
      }),
    ],
  );

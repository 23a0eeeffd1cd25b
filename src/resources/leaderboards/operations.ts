import type { LongChanges } from '../../database/long-changes.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at, like } from '../../http/operations/example.ts';
import { flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { BOARDS } from '../demo-ids.ts';
import { boardView } from './answers.ts';
import { archiveLeaderboard, createLeaderboard, updateLeaderboard } from './boards.ts';
import { boardPage } from './queries.ts';
import { Leaderboard, type LeaderboardRow, RANK_BY, UpdateLeaderboard } from './record.ts';
import { recount } from './scores/recount.ts';
import { unfinishedCounts } from './tables.ts';

const board = at(BOARDS.visits);

const staff = 'challenges:manage';

interface LeaderboardDeps {
  readonly store: Store;
  readonly changes: Pick<LongChanges, 'finish'>;
}

/** How a studio manages its leaderboards (management.md). */
export const leaderboardOperations = ({ store, changes }: LeaderboardDeps) =>
  businessOperations(
    { tag: 'Leaderboards', about: 'Members ranked by what they do.', audited: true, reads: 'manageGetLeaderboard' },
    'manage',
    ({ list, read, write, flow }) => [
      list(
        'GET /manage/leaderboards',
        'manageListLeaderboards',
        {
          summary: 'List leaderboards',
          description: "The leaderboards of the brand and of the caller's sites, the newest first.",
          filters: {
            rank_by: optional(oneOf(...RANK_BY)),
            challenge_id: optional(id()),
            external_id: optional(line(255)),
            include_archived: optional(flag()),
          },
          response: Leaderboard.list,
          staff,
        },
        (view, { caller, query, page }) => {
          const { rank_by: rankBy, challenge_id: challengeId, external_id: externalId } = query;
          const live = query.include_archived === true ? undefined : 1;
          return {
            page: boardPage(view, page, { rankBy, challengeId, externalId, live }, caller.siteIds),
            view: (row: LeaderboardRow) => boardView(view, row),
          };
        },
      ),
      flow(
        'POST /manage/leaderboards',
        'createLeaderboard',
        {
          summary: 'Create a leaderboard',
          description:
            'What members did since its start date counts, also what they did before it was created. The answer comes when all of it is counted, which takes longer with many clients.',
          body: Leaderboard.create,
          status: 201,
          response: Leaderboard.schema,
          staff,
          sites: 'named',
          example: { body: { name: 'Visits of the week', rankBy: 'attendance', periodType: 'weekly' } },
        },
        async ({ caller, body }, conclude) => {
          const id = store.ids.uuid();
          const response = await conclude((tx) => {
            const row = createLeaderboard(tx, caller, body, id);
            recount.goOn(tx, id);
            return boardView(tx, row);
          });
          await changes.finish(unfinishedCounts, id);
          return response;
        },
      ),
      read(
        'GET /manage/leaderboards/:id',
        'manageGetLeaderboard',
        {
          summary: 'Retrieve a leaderboard',
          description: 'You can also retrieve archived records.',
          on: Leaderboard,
          response: Leaderboard.schema,
          staff,
          example: board,
        },
        (view, { record }) => boardView(view, record),
      ),
      write(
        'PATCH /manage/leaderboards/:id',
        'updateLeaderboard',
        {
          summary: 'Update a leaderboard',
          description:
            'Its names, its end and who takes part. What it ranks by stays: archive it, and create another one.',
          on: Leaderboard,
          body: UpdateLeaderboard,
          response: Leaderboard.schema,
          staff,
          example: { ...board, body: { description: 'Since the studio opened.' } },
        },
        (tx, { caller, record, body }) => {
          const row = updateLeaderboard(tx, caller, record, body);
          if (row !== record) recount.goOn(tx, row.id);
          return boardView(tx, row);
        },
      ),
      write(
        'DELETE /manage/leaderboards/:id',
        'deleteLeaderboard',
        {
          summary: 'Archive a leaderboard',
          description: 'Members do not see it any more, and nothing changes in it.',
          on: Leaderboard,
          response: Leaderboard.archived,
          staff,
          example: like(BOARDS.minutes, 'createLeaderboard'),
        },
        (tx, { caller, record }) => archiveLeaderboard(tx, caller, record),
      ),
    ],
  );

import { longWrite } from '../../database/long-write.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { clientById, findClient } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { MEMBER, MERGED } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { mergeClients } from './merge.ts';
import { pairOf } from './pair.ts';
import { previewMerge } from './preview.ts';
import { MergeClients, MergePreview } from './shapes.ts';

interface Deps {
  readonly store: Store;
  readonly reactions: Reactions;
}

/** Merges of clients (`/manage/clients/{id}/merge`). */
export const mergeOperations = ({ store, reactions }: Deps) =>
  businessOperations({ tag: 'Clients', reads: 'getClient' }, 'manage', ({ flow }) => [
    flow(
      'POST /manage/clients/:id/merge',
      'mergeClients',
      {
        // The entry has what was dropped, so the merge adds it itself.
        audited: true,
        changesBefore: true,
        hasEtag: false,
        summary: 'Merge two client records of one person',
        description:
          'The older record is kept unless `keepClientId` says otherwise, and everything from the other one moves ' +
          'to it. Two visits on the same day at the same site become one; of two bookings for a session, the ' +
          "better one is kept; and points, bests, streaks, and ranks count as one person's. The other ID then " +
          'returns 404 with `mergedInto`. This cannot be undone: send `dry_run` first.',
        on: { find: findClient },
        body: MergeClients,
        response: Client.schema,
        dryRun: {
          response: MergePreview,
          run: ({ caller, record, body }, simulate) =>
            simulate<object>((tx) => previewMerge(tx, pairOf(tx, caller, record, body))),
        },
        staff: 'clients:archive',
        example: { ...at(MEMBER), body: { clientId: MERGED, keepClientId: MEMBER } },
      },
      async ({ caller, id, body }, conclude) => {
        const keptId = await longWrite(store, function* (tx) {
          const pair = pairOf(tx, caller, findClient(tx, caller, id), body);
          return yield* mergeClients(tx, caller, pair, reactions);
        });
        return conclude((tx) => Client.view(clientById(tx, keptId) ?? findClient(tx, caller, keptId)));
      },
    ),
  ]);

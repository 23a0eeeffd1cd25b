import { gt } from 'drizzle-orm';
import { apart } from '../../database/apart.ts';
import type { Read } from '../../database/database.ts';
import type { Conclude, Concluded, FlowCall } from '../../http/operations/call.ts';
import type { Caller } from '../../kernel/caller.ts';
import { named, query, selectRows } from '../../records/query.ts';
import { findClient } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { mergeSearchIndex } from '../clients/search.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { beginErasure, type EraseClientBody, type ErasureReactions } from './begin.ts';
import { hasLeftProcessor, leaveProcessor } from './processor.ts';
import { clientErasures, type ErasureRow } from './tables.ts';

export interface ErasureDeps {
  readonly charging: ChargeDeps;
  readonly reactions: ErasureReactions;
  /** Waits until the traces of a client are removed from other records. */
  readonly finishErasure: (clientId: string) => Promise<unknown>;
}

/**
 * Erases a client on request (`eraseClient`): the record immediately, then what other records have of it, then what the
 * processor has. A stop or a processor that does not answer delays the rest, which continues automatically.
 * @throws Problem as `beginErasure`.
 */
export const eraseClient = async (
  { charging, reactions, finishErasure }: ErasureDeps,
  { caller, id, body, change }: FlowCall<Caller, unknown, EraseClientBody, unknown>,
  conclude: Conclude,
): Promise<Concluded> => {
  const isNew = await charging.store.write((tx) => change(tx, () => beginErasure(tx, caller, id, body, reactions)));
  await finishErasure(id);
  if (isNew) await leaveProcessor(charging, id);
  return conclude((tx) => Client.view(findClient(tx, caller, id)));
};

const erasuresAfter = query<ErasureRow>(() =>
  selectRows(clientErasures, gt(clientErasures.clientId, named('after')))
    .orderBy(clientErasures.clientId)
    .limit(100),
);

const unfinishedErasures = (read: Read, after: string): ErasureRow[] => erasuresAfter.all(read, { after });

/** The unfinished erasures, one after the other. */
const eachErasure = async (
  { store, signal }: ChargeDeps,
  work: (erasure: ErasureRow) => Promise<void>,
): Promise<void> => {
  const next = (after: string) => unfinishedErasures(store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.clientId ?? '')) {
    for (const erasure of found) {
      if (!signal.aborted) await apart(`the erasure of the client ${erasure.clientId}`, () => work(erasure));
    }
  }
};

/** Removes erased clients from the processor that did not answer before. */
export const retryProcessorErasure = (charging: ChargeDeps): Promise<void> =>
  eachErasure(charging, ({ clientId }) => leaveProcessor(charging, clientId));

/** Searches no longer find their words, which the index still has. Ends erasures with nothing else left to do. */
export const cleanSearchIndex = async (charging: ChargeDeps): Promise<void> => {
  const { store, signal } = charging;
  if (unfinishedErasures(store.view(), '').length === 0) return;
  const { now } = store.view();
  if (!(await mergeSearchIndex(store, signal))) return;
  await eachErasure(charging, async ({ clientId, createdAt }) => {
    if (createdAt > now || !hasLeftProcessor(charging, clientId)) return;
    await store.write((tx) => tx.db.query('delete from "clientErasures" where "clientId" = ?').run(clientId));
  });
};

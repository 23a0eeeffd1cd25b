// What both did becomes what one person did. Points, streaks, boards and awards follow by the moves of the facts.

import type { Tx } from '../../database/database.ts';
import type { StoredFact } from '../facts/queries.ts';
import type { FactMove } from '../reactions.ts';

const LIVE = 'select * from "facts" where "clientId" = ? and "takenBackAt" is null order by "number"';
const TAKE_BACK = 'update "facts" set "takenBackAt" = ? where "number" = ?';
const MOVE = 'update "facts" set "clientId" = ?1 where "clientId" = ?2';

/** The facts of a client that are not taken back, in their order. */
export const liveFacts = (tx: Tx, clientId: string): StoredFact[] =>
  tx.db.query<StoredFact, [string]>(LIVE).all(clientId);

/** What families derive from when facts begin (1) or cease (-1) to count for a client. */
export const movesOf = (facts: readonly StoredFact[], clientId: string, sign: 1 | -1): FactMove[] =>
  facts.map(({ number: _, ...fact }) => ({ fact: { ...fact, clientId }, sign }));

export function* takeAllBack(tx: Tx, facts: readonly StoredFact[]): Generator<void, void> {
  for (const { number } of facts) {
    tx.db.query(TAKE_BACK).run(tx.now, number);
    yield;
  }
}

/** Makes the facts of a client the facts of another one, also those that were taken back. */
export const moveFacts = (tx: Tx, toId: string, fromId: string): void => {
  tx.db.query(MOVE).run(toId, fromId);
};

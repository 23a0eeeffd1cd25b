import type { Tx } from '../../../database/database.ts';

const RECEIVE = `insert into "processorEvents" ("id", "type", "receivedAt") values (?1, ?2, ?3)
  on conflict ("id") do update set "type" = "type" where "handledAt" is null`;

/** Stores the id of an event. Returns false when the event was handled before. */
export const markReceived = (tx: Tx, id: string, type: string): boolean =>
  tx.db.query(RECEIVE).run(id, type, tx.now).changes > 0;

export const markHandled = (tx: Tx, id: string): void => {
  tx.db.query('update "processorEvents" set "handledAt" = ? where "id" = ?').run(tx.now, id);
};

const DELETE = `delete from "processorEvents" where "id" in
  (select "id" from "processorEvents" where "receivedAt" < ? order by "receivedAt" limit ?)`;

/** Deletes up to `limit` events that were received before an instant, and returns how many. */
export const deleteProcessorEvents = (tx: Tx, before: string, limit: number): number =>
  tx.db.query(DELETE).run(before, limit).changes;

import type { Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';

const RECEIVE = `insert into "processorEvents" ("id", "type", "receivedAt") values (?1, ?2, ?3)
  on conflict ("id") do update set "type" = "type" where "handledAt" is null`;

/** Stores the id of an event. Returns false when the event was handled before. */
export const markReceived = (tx: Tx, id: string, type: string): boolean =>
  tx.db.query(RECEIVE).run(id, type, tx.now).changes > 0;

export const markHandled = (tx: Tx, id: string): void => {
  tx.db.query('update "processorEvents" set "handledAt" = ? where "id" = ?').run(tx.now, id);
};

/** How long the ids of events are kept to detect duplicates, in milliseconds. */
const KEPT_MS = 60 * DAY_MS;
const OLD = 'select "id" from "processorEvents" where "receivedAt" < ? order by "receivedAt" limit ?';
const DELETE = 'delete from "processorEvents" where "id" = ?';

/** Deletes the events that were received 60 days ago. */
export const oldEvents: Sweep<{ readonly id: string }> = {
  rows: (read, limit) =>
    read.db.query<{ id: string }, [string, number]>(OLD).all(isoInstant(read.nowMs - KEPT_MS), limit),
  change: (tx, { id }) => tx.db.query(DELETE).run(id),
};

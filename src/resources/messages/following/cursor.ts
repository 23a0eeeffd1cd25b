import type { Read, Tx } from '../../../database/database.ts';
import { lastEventId } from '../../live/queries.ts';

/** How far the events are followed. */
export interface Cursor {
  /** The last event whose messages are all made. */
  readonly event: string;
  /** The last booking of the event after it, when an event concerns many. */
  readonly booking: string | null;
}

const NAME = 'mailCursor';
const READ = `select "value" from "appliance" where "name" = '${NAME}'`;
const STORE = `insert into "appliance" ("name", "value") values ('${NAME}', ?)
  on conflict ("name") do update set "value" = excluded."value"`;

/** How far the events are followed; undefined before the first start. */
export const findCursor = (read: Read): Cursor | undefined => {
  const row = read.db.query<{ value: string }, []>(READ).get();
  return row === null ? undefined : JSON.parse(row.value);
};

/** Stores how far the events are followed. */
export const storeCursor = (tx: Tx, cursor: Cursor): void => {
  tx.db.query(STORE).run(JSON.stringify(cursor));
};

/** Leaves out everything that has happened so far: no one is notified of it. */
export const skipToEnd = (tx: Tx): Cursor => {
  const cursor = { event: lastEventId(tx), booking: null };
  storeCursor(tx, cursor);
  return cursor;
};

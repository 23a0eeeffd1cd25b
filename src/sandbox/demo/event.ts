import type { Tx } from '../../database/database.ts';
import { eraseEvents } from '../../database/erase.ts';
import { EVENTS } from '../../resources/demo-ids.ts';

const NEWEST = `select "id" from "events" where "type" = 'package.frozen' order by "id" desc limit 1`;
const RENAME = `update "events" set "id" = ?1, "body" = json_set("body", '$.id', ?1), "isNew" = 0 where "id" = ?2`;

/** Erases the events of making the studio. The event of the frozen package stays and gets a fixed id. */
export const keepOneEvent = (tx: Tx): void => {
  const newest = tx.db.query<{ id: string }, []>(NEWEST).get();
  if (newest === null) throw new Error('the demo studio has frozen no package');
  tx.db.query(RENAME).run(EVENTS.frozen, newest.id);
  eraseEvents(tx, EVENTS.frozen);
};

import type { Tx } from '../database/database.ts';

/** Every id of the demo data is before this one, and every id that is made from the clock after it. */
const AFTER_DEMO = '01000001';

const NOTE = 'insert or ignore into "demoChanges" ("tableName", "id") values (?, ?)';

/** Notes that a person changes a row of the demo data, so that a removal of the demo data keeps it. */
export const noteDemoChange = (tx: Tx, table: string, id: string): void => {
  if (id >= AFTER_DEMO) return;
  const actor = tx.origin?.actor ?? null;
  if (actor !== null && !actor.startsWith('job:')) tx.db.query(NOTE).run(table, id);
};

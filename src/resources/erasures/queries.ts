import { asc, gt } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { named, query, select } from '../../records/query.ts';
import { clientErasures, type ErasureRow } from './tables.ts';

const page = query<ErasureRow>(() =>
  select
    .select()
    .from(clientErasures)
    .where(gt(clientErasures.clientId, named('after')))
    .orderBy(asc(clientErasures.clientId))
    .limit(100),
);

/** Up to 100 unfinished erasures, with client ids after `after`. */
export const unfinishedErasures = (read: Read, after: string): ErasureRow[] => page.all(read, { after });

export const insertErasure = (tx: Tx, clientId: string): void => {
  tx.db.query('insert into "clientErasures" ("clientId", "createdAt") values (?, ?)').run(clientId, tx.now);
};

export const deleteErasure = (tx: Tx, clientId: string): void => {
  tx.db.query('delete from "clientErasures" where "clientId" = ?').run(clientId);
};

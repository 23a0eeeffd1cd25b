import type { Tx } from '../../database/database.ts';

const FORGET = 'delete from "videoViews" where "clientId" = ? and "contentEntryId" = ?';

/** Forgets what a member has seen of the media of an entry, so that they begin at the start. */
export const forgetViews = (tx: Tx, clientId: string, contentEntryId: string): void => {
  tx.db.query(FORGET).run(clientId, contentEntryId);
};

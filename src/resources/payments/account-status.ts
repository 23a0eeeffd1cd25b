import type { Tx } from '../../database/database.ts';

const SET_ACCOUNT_STATUS = `update "sites" set "paymentsEnabled" = ?, "processorAccountStatus" = ?
  where "paymentsEnabled" <> ? or "processorAccountStatus" <> ?`;

/** Sets the status of the processor account on every site, without an event. */
export const setAccountStatus = (tx: Tx, isEnabled: boolean, status: string): void => {
  tx.db.query(SET_ACCOUNT_STATUS).run(Number(isEnabled), status, Number(isEnabled), status);
};

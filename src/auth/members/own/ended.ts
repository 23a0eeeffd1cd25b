import type { Tx } from '../../../database/database.ts';
import { endCalendarAddress } from './calendar-addresses.ts';

/** The tables of what signs a member in: the browsers and apps, the passkeys, and the links to providers. */
const SIGN_INS = ['memberDevices', 'memberPasskeys', 'memberLinks'] as const;

/** Those that studiod itself has made. */
const OWN_SIGN_INS = ['memberDevices', 'memberPasskeys'] as const;

const end = (tx: Tx, tables: readonly (typeof SIGN_INS)[number][], clientId: string): void => {
  for (const table of tables) tx.db.query(`delete from "${table}" where "clientId" = ?`).run(clientId);
};

/**
 * Ends all that lets someone in as a client (conventions.md "Credentials"): the email has changed, or the record goes. Whoever
 * has the new address signs in again.
 */
export const endSignInsOf = (tx: Tx, clientId: string): void => {
  end(tx, SIGN_INS, clientId);
  endCalendarAddress(tx, clientId);
};

/** Signs a client out everywhere, who comes back from an archive: a code to the email of today signs in again. */
export const endOwnSignInsOf = (tx: Tx, clientId: string): void => end(tx, OWN_SIGN_INS, clientId);

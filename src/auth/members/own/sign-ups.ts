import type { Read, Tx } from '../../../database/database.ts';

// Clients who have signed up and wait until the studio lets them in (member-page.md "Signing in").

interface PendingSignUp {
  readonly siteId: string;
  readonly createdAt: string;
}

const PENDING = 'select "siteId", "createdAt" from "memberSignUps" where "clientId" = ?';
const ADD = 'insert into "memberSignUps" ("clientId", "siteId", "createdAt") values (?, ?, ?)';
const REMOVE = 'delete from "memberSignUps" where "clientId" = ?';

/** Where and when a client has signed up who still waits; undefined for every other client. */
export const pendingSignUp = (read: Read, clientId: string): PendingSignUp | undefined =>
  read.db.query<PendingSignUp, [string]>(PENDING).get(clientId) ?? undefined;

/** Whether a client has signed up and waits until the studio lets them in. */
export const isSignUpPending = (read: Read, clientId: string): boolean => pendingSignUp(read, clientId) !== undefined;

/** Records that a client waits until the studio lets them in. */
export const addSignUp = (tx: Tx, clientId: string, siteId: string): void => {
  tx.db.query(ADD).run(clientId, siteId, tx.now);
};

/** Whether there was one. */
export const removeSignUp = (tx: Tx, clientId: string): boolean => tx.db.query(REMOVE).run(clientId).changes > 0;

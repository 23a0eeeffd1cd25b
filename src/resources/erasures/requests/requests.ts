// Erasure requests by members: the studio decides (member-page.md "What members have").

import type { Read, Tx } from '../../../database/database.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { ClientRecord } from '../../clients/queries.ts';
import type { ErasureRequestResponse } from './shapes.ts';

type Stored = Omit<ErasureRequestResponse, 'object'>;

const FIND =
  'select "clientId", "status", "requestedAt", "decidedAt", "reason" from "erasureRequests" where "clientId" = ?';
// A member who was declined can ask again.
const ASK = `insert into "erasureRequests" ("clientId", "status", "requestedAt") values (?1, 'requested', ?2)
  on conflict ("clientId") do update set "status" = 'requested', "requestedAt" = ?2, "decidedAt" = null, "reason" = null`;
const WITHDRAW = `delete from "erasureRequests" where "clientId" = ? and "status" = 'requested'`;
const DECLINE = `update "erasureRequests" set "status" = 'declined', "decidedAt" = ?, "reason" = ? where "clientId" = ?`;

export const erasureRequest = (read: Read, clientId: string): ErasureRequestResponse => {
  const found = read.db.query<Stored, [string]>(FIND).get(clientId);
  const none = { clientId, status: 'none', requestedAt: null, decidedAt: null, reason: null } as const;
  return { object: 'erasure_request', ...(found ?? none) };
};

/** Asks the studio to erase the client. Asking again changes nothing. */
export const askForErasure = (tx: Tx, { id, homeLocationId }: ClientRecord): void => {
  if (erasureRequest(tx, id).status === 'requested') return;
  tx.db.query(ASK).run(id, tx.now);
  tx.raise('client.erasure_requested', homeLocationId, { clientId: id, requestedAt: tx.now });
};

/** Takes a request back. Without one, nothing changes. */
export const withdrawErasure = (tx: Tx, { id, homeLocationId }: ClientRecord): void => {
  if (tx.db.query(WITHDRAW).run(id).changes === 0) return;
  tx.raise('client.erasure_withdrawn', homeLocationId, { clientId: id });
};

/** @throws Problem 409 `erasure_not_requested`. */
export const declineErasure = (tx: Tx, { id, homeLocationId }: ClientRecord, reason: string | null): void => {
  if (erasureRequest(tx, id).status !== 'requested') {
    const message = 'This client has not asked to be erased, has withdrawn the request, or it was already decided.';
    throw conflict('erasure_not_requested', message);
  }
  tx.db.query(DECLINE).run(tx.now, reason, id);
  tx.raise('client.erasure_declined', homeLocationId, { clientId: id });
};

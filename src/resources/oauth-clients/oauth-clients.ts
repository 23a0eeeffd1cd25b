import { siteIdsOf } from '../../auth/credential-view.ts';
import { reachesCredential, requireGrantable } from '../../auth/granting.ts';
import {
  createOAuthClient,
  findOAuthClient,
  newClientSecret,
  type OAuthClientRequest,
  updateOAuthClient,
} from '../../auth/oauth/clients.ts';
import type { OAuthClientRow } from '../../auth/oauth/tables.ts';
import type { Read, Tx } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import type { Caller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';

/** @throws Problem 404 when there is no such client or the caller may not know of it. */
export const findReachableClient = (read: Read, caller: Caller, id: string): OAuthClientRow => {
  const row = findOAuthClient(read, id);
  if (!reachesCredential(caller, siteIdsOf(row))) throw notFound('OAuth client', id);
  return row;
};

/**
 * Makes a client with its secret, which is told once.
 * @throws Problem 400 with everything that is wrong with the request; 403 when the caller does not hold what it gives.
 */
export const makeOAuthClient = (tx: Tx, caller: Caller, random: Random, request: OAuthClientRequest) => {
  const clientSecret = newClientSecret(random);
  const row = createOAuthClient(tx, clientSecret, request);
  requireGrantable(caller, request);
  return { row, clientSecret };
};

/** Changes a client. @throws Problem as `makeOAuthClient` does. */
export const changeOAuthClient = (
  tx: Tx,
  caller: Caller,
  row: OAuthClientRow,
  patch: Partial<OAuthClientRequest>,
): OAuthClientRow => {
  const next = updateOAuthClient(tx, row, patch);
  if (next !== row) requireGrantable(caller, { scopes: unpackList<string>(next.scopes), siteIds: siteIdsOf(next) });
  return next;
};

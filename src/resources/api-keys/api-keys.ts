import { createApiKey, newApiKey } from '../../auth/api-keys/api-keys.ts';
import { keyRows } from '../../auth/api-keys/queries.ts';
import type { ApiKeyRow } from '../../auth/api-keys/table.ts';
import type { CredentialRequest } from '../../auth/credential-request.ts';
import { siteIdsOf } from '../../auth/credential-view.ts';
import { reachesCredential, requireGrantable } from '../../auth/granting.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';

/** What the operations on credentials need of authentication. */
export interface CredentialPort {
  /** Whether keys are made for a real business or for a sandbox. */
  readonly keyEnvironment: 'live' | 'test';
  readonly random: Random;
  /** Looks every key and token up anew; called after one was changed. */
  forget(): void;
}

/** @throws Problem 404 when there is no such key or the caller may not know of it. */
export const findKey = (read: Read, caller: Caller, id: string): ApiKeyRow => {
  const row = keyRows.find(read, id);
  if (row === undefined || !reachesCredential(caller, siteIdsOf(row))) throw notFound('API key', id);
  return row;
};

/**
 * Makes a key, which is told once.
 * @throws Problem 400 with everything that is wrong with the request; 403 when the caller does not hold what it gives.
 */
export const makeKey = (tx: Tx, caller: Caller, port: CredentialPort, request: CredentialRequest) => {
  const key = newApiKey(port.random, port.keyEnvironment);
  const row = createApiKey(tx, key, request);
  requireGrantable(caller, request);
  return { key, row };
};

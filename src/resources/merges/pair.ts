import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, type Problem } from '../../kernel/problem.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { requireSignInChange } from '../clients/sign-in-change.ts';
import { mergedColumns } from './person.ts';
import type { MergeClientsBody } from './shapes.ts';

export interface Pair {
  readonly kept: ClientRecord;
  readonly merged: ClientRecord;
}

const refusal = (code: string, message: string): Problem =>
  conflict('merge_not_allowed', message, [{ param: 'id', code, message }]);

const PENDING = `select 1 from "payments" where "clientId" in (?, ?) and "status" = 'pending' limit 1`;
const UNFINISHED = 'select 1 from "unfinishedChanges" where "id" in (?, ?) limit 1';

/** @throws Problem 409 `merge_not_allowed`: an erased client, or something that still runs. */
const requireSettled = (read: Read, { kept, merged }: Pair): void => {
  if (kept.erasedAt !== null || merged.erasedAt !== null) {
    throw refusal(
      'client_archived',
      'An erased client cannot be merged, because there is no way to tell whether it is the same person.',
    );
  }
  if (read.db.query(PENDING).get(kept.id, merged.id) !== null) {
    throw refusal(
      'payment_pending',
      'A payment of these clients is still pending. Merge them when it has completed or failed.',
    );
  }
  if (read.db.query(UNFINISHED).get(kept.id, merged.id) !== null) {
    throw refusal('change_unfinished', 'A change of these clients is still going on. Merge them in a moment.');
  }
};

/**
 * The older client stays by default.
 * @throws Problem 400 for an unknown or same client; 403 where the client who stays has signed in and gets an email that the
 *   caller may not give; 409 `merge_not_allowed`.
 */
export const pairOf = (read: Read, caller: Caller, one: ClientRecord, body: MergeClientsBody): Pair => {
  const other = clientById(read, body.clientId);
  if (other === undefined || !canAccessSite(caller, other.homeLocationId)) {
    throw missingResource('clientId', 'client', body.clientId);
  }
  if (other.id === one.id) throw invalidParam('clientId', 'A client cannot be merged with itself. Send the other one.');
  const isOlder = one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
  const keptId = body.keepClientId ?? (isOlder ? one.id : other.id);
  if (keptId !== one.id && keptId !== other.id) {
    throw invalidParam(
      'keepClientId',
      'Only one of both clients can stay. Send the id of one of them, or leave it out.',
    );
  }
  const pair = keptId === one.id ? { kept: one, merged: other } : { kept: other, merged: one };
  requireSettled(read, pair);
  requireSignInChange(caller, pair.kept, { ...pair.kept, ...mergedColumns(pair) });
  return pair;
};

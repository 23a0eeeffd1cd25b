import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { conflict, invalidParam, missingResource, type Problem } from '../../kernel/problem.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import type { ClientRow } from '../clients/record.ts';
import { requireSignInChange } from '../clients/sign-in-change.ts';
import { requireMayHandOver } from '../households/people/handing-over.ts';
import { requireEveryone } from '../households/people/reach.ts';
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
  if (kept.householdId !== null && merged.householdId !== null && kept.householdId !== merged.householdId) {
    throw refusal(
      'different_households',
      'The two clients are in different households. Take one of them out of their household first.',
    );
  }
  if (read.db.query(UNFINISHED).get(kept.id, merged.id) !== null) {
    throw refusal('change_unfinished', 'A change to these clients is still in progress. Merge them in a moment.');
  }
};

/**
 * A merge into another place in a household takes what giving a client the place takes. Whoever becomes an adult by the email of
 * the other record is a new one.
 * @throws Problem 403 as `requireEveryone` and `requireMayHandOver`.
 */
const requirePlace = (read: Read, caller: Caller, { kept, merged }: Pair, after: ClientRow): void => {
  const { householdId, householdRole: role } = after;
  if (householdId === null || role === null) return;
  if (merged.householdId !== null) requireEveryone(read, caller, householdId);
  const isNewAdult = kept.email === null && merged.email !== null;
  for (const before of [kept, merged]) {
    const isThere = before.householdId === householdId && before.householdRole === role;
    if (isThere || (role === 'adult' && before === merged && !isNewAdult)) continue;
    requireMayHandOver(read, caller, householdId, { role }, before, 'id');
  }
};

/**
 * The older client stays by default.
 * @throws Problem 400 for an unknown or same client; 403 where one of them has signed in with another email than the one
 *   that stays, and the caller may not change it, and as `requirePlace`; 409 `merge_not_allowed`.
 */
export const pairOf = (read: Read, caller: Caller, one: ClientRecord, body: MergeClientsBody): Pair => {
  const other = clientById(read, body.clientId);
  if (other === undefined || !canAccessSite(caller, other.homeLocationId)) {
    throw missingResource('clientId', 'client', body.clientId);
  }
  if (other.id === one.id)
    throw invalidParam('clientId', 'A client cannot be merged with itself. Send the other one.', { reason: 'itself' });
  const isOlder = one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
  const keptId = body.keepClientId ?? (isOlder ? one.id : other.id);
  if (keptId !== one.id && keptId !== other.id) {
    throw invalidParam(
      'keepClientId',
      'Only one of the two clients can be kept. Send the ID of one of them, or leave it out.',
      { reason: 'not_a_choice' },
    );
  }
  const pair = keptId === one.id ? { kept: one, merged: other } : { kept: other, merged: one };
  requireSettled(read, pair);
  const after = { ...pair.kept, ...mergedColumns(pair) };
  // Whoever signs in by the email that stays has what was of both.
  for (const before of [pair.kept, pair.merged]) requireSignInChange(caller, before, after);
  requirePlace(read, caller, pair, after);
  return pair;
};

import type { Tx } from '../database/database.ts';
import type { Synchronous } from '../database/queued-write.ts';
import type { Store } from '../database/store.ts';
import { Problem } from '../kernel/problem.ts';
import { type AuditEntry, appendAudit } from '../records/audit-log.ts';
import type { Call } from './verb.ts';

/** Adds the entry in the transaction of the change. `after` is what it made. Scheduled verbs have the source `job`. */
export const auditVerb = (
  tx: Tx,
  verb: string,
  {
    after,
    source = 'command_line',
    ...record
  }: { readonly after?: object } & Partial<Pick<AuditEntry, 'recordType' | 'recordId' | 'source'>> = {},
): void =>
  appendAudit(tx, {
    ...record,
    type: verb,
    source,
    ...(after === undefined ? {} : { after: JSON.stringify(after) }),
  });

/** Adds the entry of a verb that created or revoked a credential. `view` is the credential without its secret. */
export const auditCredential = (tx: Tx, verb: string, view: object): void =>
  auditVerb(tx, verb, {
    recordType: String(Reflect.get(view, 'object')),
    recordId: String(Reflect.get(view, 'id')),
    after: view,
  });

/**
 * Writes what a verb notes of its work. A full disk does not stop the verb, which may be what makes room, or what saves the
 * data: a warning says that the entry is missing.
 */
export const noteWhereRoom = async <T>(
  call: Pick<Call, 'printError'>,
  store: Store,
  note: (tx: Tx) => Synchronous<T>,
): Promise<void> => {
  try {
    await store.write(note);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'storage_full') throw error;
    call.printError(
      'studiod: warning: The database disk is full, so this is missing from the audit log. Free some space.',
    );
  }
};

import { type AuditEntry, appendAudit } from '../database/audit-log.ts';
import type { Tx } from '../database/database.ts';

/**
 * Adds the entry of a verb to the audit log, in the transaction of its change. `after` is what it made. A verb that a
 * server runs on its schedule has the source `job`.
 */
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

import { businessOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import { demoId } from '../demo-ids.ts';
import { auditPage, auditViewFor, findAuditEntry } from './queries.ts';
import { AuditEntry, AuditList, auditFilters } from './shapes.ts';

export const ENTRY = demoId(36, 1);

/** Who changed what (appliance.md "Running"). */
export const auditOperations = businessOperations(
  { tag: 'Audit log', about: 'Who changed what, from where, for two years.' },
  'manage',
  ({ list, read }) => [
    list(
      'GET /manage/audit-log',
      'listAuditLog',
      {
        summary: 'List the entries of the audit log',
        description:
          'The newest first, with filters by type, time, client and actor. A credential of some sites sees the entries of their records.',
        filters: auditFilters,
        response: AuditList,
        staff: 'audit_log:read',
      },
      (read, { query, caller, page }) => {
        const found = auditPage(read, page, query, caller);
        return { page: found, view: auditViewFor(read, caller, found.rows) };
      },
    ),
    read(
      'GET /manage/audit-log/:id',
      'getAuditLogEntry',
      {
        summary: 'Retrieve an entry of the audit log',
        description: 'The entry with this id.',
        on: { find: findAuditEntry },
        response: AuditEntry,
        staff: 'audit_log:read',
        example: { path: { id: from(ENTRY, 'listAuditLog', '/data/0/id') } },
      },
      (read, { record, caller }) => auditViewFor(read, caller, [record])(record),
    ),
  ],
);
